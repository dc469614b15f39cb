"""Waiting for what comes soon: awake, since to be woken takes longer than a short answer."""

from __future__ import annotations

import os
import select
import time

_AWAKE = 100e-6  # seconds


def wait_awake(poll: select.poll) -> list[tuple[int, int]]:
    """Return what is ready within a moment, empty if nothing is; whoever else wants this core has it meanwhile.

    A sleeping process on another core is woken after 20 to 50 us where the machine is virtual: more than all else that
    a question and its answer cost.
    """
    until = time.monotonic() + _AWAKE
    while not (events := poll.poll(0)) and time.monotonic() < until:
        os.sched_yield()
    return events

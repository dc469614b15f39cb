"""`lanista colosseum`: the course's own command (courses/colosseum/door.py)."""

from __future__ import annotations

from typing import Annotated

import cyclopts

OWN_WORDS = True


def colosseum(*words: Annotated[str, cyclopts.Parameter(allow_leading_hyphen=True)]) -> int:
    """Colosseum Survival!: one game or an autoplay between two agents, a student's or ours, or against you.

    Parameters
    ----------
    words
        As of the course's simulator.py (see: lanista colosseum --help).
    """
    import functools
    import sys

    from lanista.agents.terminal import Screen
    from lanista.cli.output import ended_in_order, own_frames, print_board, warn_of_bot_files
    from lanista.courses.colosseum.door import Hall, run
    from lanista.specs import load_agent

    sink = sys.stderr if "--json" in words else sys.stdout
    screen = Screen(sink=sink, draw=functools.partial(print_board, stream=sink))
    with ended_in_order():
        return run(words, Hall(screen, load_agent, warn_of_bot_files, own_frames))

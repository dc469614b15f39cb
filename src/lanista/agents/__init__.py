"""The agents: one module each, and what all of them share (base.py)."""

from __future__ import annotations

import functools
import sys

from lanista.agents.base import Agent
from lanista.discovery import named_classes


@functools.cache
def all_agents() -> dict[str, type[Agent]]:
    """Return every agent class by name; each module of this folder that defines one counts."""
    return named_classes(sys.modules[__name__], Agent)

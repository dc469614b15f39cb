"""`lanista nim`: the course's own command (courses/nim/door.py)."""

from __future__ import annotations

from typing import Annotated

import cyclopts

OWN_WORDS = True


def nim(*words: Annotated[str, cyclopts.Parameter(allow_leading_hyphen=True)]) -> int:
    """Nim with Q-learning: learn from random games, print the Q-values, play against you.

    Parameters
    ----------
    words
        As in the course's handout (see: lanista nim --help).
    """
    from lanista.agents.terminal import Screen
    from lanista.cli.output import print_board
    from lanista.courses.nim.door import run

    return run(words, Screen(draw=print_board))

"""`lanista ewn`: the front door of the EinStein homework."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

# The words are in the handout's form; courses/ewn/door.py reads them.
OWN_WORDS = True


def ewn(*words: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> int:
    """Play EinStein würfelt nicht! as the homework's `game` does: -f AGENT -s AGENT -r ROUNDS."""
    from lanista.cli.output import colored, ended_in_order, warn_of_bot_files
    from lanista.courses.ewn import door
    from lanista.specs import load_agent

    match = door.read(words)
    warn_of_bot_files(match.agents)
    with ended_in_order():
        return door.play(match, load_agent, colored)

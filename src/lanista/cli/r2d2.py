"""`lanista r2d2`: the course's own command (courses/r2d2/door.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import cyclopts

if TYPE_CHECKING:
    from lanista.games.base import State

OWN_WORDS = True


def r2d2(*words: Annotated[str, cyclopts.Parameter(allow_leading_hyphen=True)]) -> int:
    """R2-D2 Battle: train agents, and watch two droids or steer one (lanista r2d2 --help)."""
    from lanista.agents.terminal import Screen
    from lanista.cli.output import ended_in_order, warn_of_bot_files
    from lanista.courses.r2d2.door import Hall, run
    from lanista.specs import load_agent

    with ended_in_order():
        return run(words, Hall(Screen(draw=_show), load_agent, warn_of_bot_files))


def _show(state: State) -> None:
    """Print the board in colour, and the labels of the original instead of our own."""
    from lanista.cli.output import colored, console
    from lanista.courses.r2d2.door import labels

    out = console()
    for line in colored(state).split("\n")[: state.game.parameters["rows"] + 1]:
        out.print(line.plain if out.no_color else line, highlight=False, markup=False)
    print(labels(state))

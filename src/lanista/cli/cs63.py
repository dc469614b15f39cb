"""`lanista cs63`: the front door of the course CS63."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import cyclopts

if TYPE_CHECKING:
    from lanista.games.base import State

OWN_WORDS = True


def cs63(*words: Annotated[str, cyclopts.Parameter(allow_leading_hyphen=True)]) -> int:
    """Mancala and Breakthrough as in the course CS63's lab on Alpha-Beta pruning (lanista cs63 --help)."""
    from lanista.agents.terminal import Screen
    from lanista.cli.output import ended_in_order, own_frames, warn_of_bot_files
    from lanista.courses.cs63.door import Hall, run
    from lanista.specs import load_agent

    with ended_in_order():
        return run(words, Hall(Screen(draw=_show), load_agent, warn_of_bot_files, own_frames))


def _show(state: State) -> None:
    """Print the board as the handout shows it; as elsewhere where that is the same, or the output lacks the letters."""
    from rich.text import Text

    from lanista.cli.output import console, print_board
    from lanista.courses.cs63.lab import PIECES, framed

    if state.game.name == "mancala" or not _can_be_written(PIECES):
        print_board(state)
        return
    picture = Text(framed(state))
    for piece, style in zip(PIECES[1:], state.game.text_styles.values(), strict=True):
        picture.highlight_regex(piece, style)
    out = console()
    out.print(picture.plain if out.no_color else picture, soft_wrap=True, highlight=False)


def _can_be_written(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True

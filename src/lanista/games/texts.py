"""Pieces of position texts and drawn boards that several games share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lanista.games.base import PLAYER_LETTERS, State


def compress_rows(board: Sequence[Sequence[int]], letter: Callable[[int], str]) -> str:
    """Return rows joined by "/", a digit (or a number) for each run of empty cells: `xx3/5`."""
    rows = []
    for row in board:
        text, empty = "", 0
        for cell in row:
            if cell == 0:
                empty += 1
                continue
            text += (str(empty) if empty else "") + letter(cell)
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    return "/".join(rows)


def expand_rows(text: str, rows: int, cols: int, value: Callable[[str], int]) -> list[int]:
    """Return the cells of `compress_rows`' text, row by row; ValueError says what is wrong.

    value: a letter's number; KeyError for letters that mean nothing.
    """
    lines = text.split("/")
    if len(lines) != rows:
        raise ValueError(f"the board needs {rows} rows, got {len(lines)}")
    cells: list[int] = []
    for number, line in enumerate(lines, 1):
        before, position = len(cells), 0
        while position < len(line):
            if line[position] in "0123456789":
                end = position
                while end < len(line) and line[end] in "0123456789":
                    end += 1
                run = line[position:end]
                if run.startswith("0") or len(run) > 2:
                    raise ValueError(f"row {number} {line!r} has a bad number of empty cells {run!r}")
                cells.extend([0] * int(run))
                position = end
                continue
            try:
                cells.append(value(line[position]))
            except KeyError:
                raise ValueError(f"row {number} {line!r} has an unknown piece {line[position]!r}") from None
            position += 1
        if len(cells) - before != cols:
            raise ValueError(f"row {number} {line!r} has {len(cells) - before} cells instead of {cols}")
    return cells


def read_number(text: str, what: str) -> int:
    """Return a whole number of at most 6 digits, written without sign and leading zeros; ValueError names `what`."""
    if re.fullmatch("0|[1-9][0-9]{0,5}", text) is None:
        raise ValueError(f"{what} must be a plain number, got {text!r}")
    return int(text)


def read_mover(text: str) -> int:
    """Return the player whose letter a position text shows; ValueError for others."""
    if text not in tuple(PLAYER_LETTERS):
        raise ValueError(f"the player to move must be A or B, got {text!r}")
    return PLAYER_LETTERS.index(text)


def turn_line(state: State, mover: int) -> str:
    """Return the line under a drawn board: whose turn it is, or how the game ended."""
    names = state.game.player_names
    if not state.is_terminal:
        return f"{names[mover]} to move"
    first, _ = state.returns()
    return "draw" if first == 0 else f"{names[0] if first > 0 else names[1]} wins"

"""Connect Four (Howard Wexler, 1974) and its relatives: connect-k on a board of width x height, standard 4 on 7 x 6.

A move drops a stone into a column, where it falls to the lowest empty cell. Who first has `connect` own stones in a
straight line, across, upright or diagonal, wins; a full board without a line is a draw.

The standard board after one stone of each player (player 0 is x, player 1 is o), columns counted from 1:

    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . o . . .
    . . . x . . .
    1 2 3 4 5 6 7

Action: the column from 0. Notation: the column from 1, as in the literature's move lists.
Position: rows from the top, numbers for runs of empty cells, player to move: `7/7/7/7/3o3/3x3 A`.
Gesture: the column, `column 4`.
"""

from __future__ import annotations

import re
from typing import Any

from lanista import _native
from lanista.games import drawing
from lanista.games.base import PLAYER_LETTERS, NativeGame
from lanista.games.parameters import integer
from lanista.games.texts import compress_rows, expand_rows, read_mover, turn_line

_MARKS = {0: ".", 1: "x", -1: "o"}
_PIECES = (1, -1)
# Boards that the search for an order of play rules out before it gives up and lets a text pass, in under a second. Of
# 10,000 boards filled at random none needed more than 2,100; full ones with a bottom row of o can need more than this.
_PATIENCE = 50_000

ConnectFourState = _native.ConnectFourState


class ConnectFour(NativeGame):
    """Connect-k; state.board is rows of ints from the top: 1 a stone of player 0, -1 of player 1, 0 empty."""

    name = "connect_four"
    title = "Connect Four"
    player_names = ("x", "o")
    declared = (
        integer("width", 7, 1, 16, "columns of the board; width * (height + 1) is at most 64"),
        integer("height", 6, 1, 16, "rows of the board"),
        integer("connect", 4, 2, 16, "stones in a line that win; at most the longer side of the board"),
    )
    text_styles = {"x": "bold red", "o": "bold blue"}
    notation = "'4' (the column, from 1)"
    action_pattern = re.compile(r"([0-9]{1,2})")

    def make_rules(self, **parameters: Any) -> _native.ConnectFourRules:
        """Return the native rules."""
        rules = _native.ConnectFourRules(**parameters)
        self.width: int = parameters["width"]
        self.height: int = parameters["height"]
        self.num_actions = self.width
        self.max_length = self.width * self.height
        self._lines = _all_lines(self.width, self.height, parameters["connect"])
        return rules

    def format_action(self, state: _native.ConnectFourState, action: int) -> str:
        """Return the column, from 1."""
        return str(action + 1)

    def read_action(self, state: _native.ConnectFourState, match: re.Match[str]) -> int:
        """Return the action for a column."""
        return int(match[1]) - 1

    def format_position(self, state: _native.ConnectFourState) -> str:
        """Return rows from the top and the player to move."""
        return f"{compress_rows(state.board, _MARKS.__getitem__)} {PLAYER_LETTERS[state.mover]}"

    def parse_position(self, text: str) -> _native.ConnectFourState:
        """Return the position; refuses stones in the air and boards that no order of play leads to."""
        fields = self.fields_of(text)
        if len(fields) != 2:
            self.bad_position(text, "it needs the board and the player to move")
        try:
            cells = expand_rows(fields[0], self.height, self.width, {"x": 1, "o": -1}.__getitem__)
            mover = read_mover(fields[1])
            self._check_counts(cells, mover)
            self._check_order(cells, mover)
        except ValueError as error:
            self.bad_position(text, str(error))
        state: _native.ConnectFourState = self.rules.state(self, cells)
        return state

    def _check_counts(self, cells: list[int], mover: int) -> None:
        for above, cell in enumerate(cells[self.width :]):
            if cells[above] != 0 and cell == 0:
                col = above % self.width + 1
                raise ValueError(f"column {col} has a stone {_MARKS[cells[above]]} above an empty cell")
        stones = [cells.count(piece) for piece in _PIECES]
        counted = f"{stones[0]} stones x and {stones[1]} stones o"
        if stones[0] - stones[1] not in (0, 1):
            raise ValueError(f"{counted}: x begins and they take turns")
        if stones[0] - stones[1] != mover:
            raise ValueError(f"the player to move must be {PLAYER_LETTERS[1 - mover]} after {counted}")

    def _check_order(self, cells: list[int], mover: int) -> None:
        """Refuse a board that no game leads to, its stones and the player to move being as they should be."""
        ours, theirs = (self._line_cells(cells, _PIECES[player]) for player in (mover, 1 - mover))
        name, last_name = self.player_names[mover], self.player_names[1 - mover]
        if ours and theirs:
            raise ValueError("both x and o have a line")
        if ours:
            raise ValueError(f"{name} has a line already and cannot be to move")
        columns = [[cell for cell in cells[col :: self.width] if cell != 0] for col in range(self.width)]
        lasts = [col for col, column in enumerate(columns) if column and column[0] == _PIECES[1 - mover]]
        if theirs:
            shared = set.intersection(*theirs)
            tops = {col: (self.height - len(columns[col])) * self.width + col for col in lasts}
            lasts = [col for col in lasts if tops[col] in shared]
            if not lasts:
                raise ValueError(f"no last stone {last_name} can have completed every line of {last_name}")
        if any(columns) and not _has_order(columns, lasts, 1 - mover):
            raise ValueError("stones x and o dropped in turns cannot make this board")

    def _line_cells(self, cells: list[int], piece: int) -> list[set[int]]:
        """Return the cells of each full line of a player."""
        return [set(line) for line in self._lines if all(cells[cell] == piece for cell in line)]

    def draw_text(self, state: _native.ConnectFourState) -> str:
        """Return the board with the numbers of its columns."""
        digits = len(str(self.width))
        lines = [" ".join(f"{_MARKS[cell]:>{digits}}" for cell in row) for row in state.board]
        lines.append(" ".join(f"{col + 1:>{digits}}" for col in range(self.width)))
        return "\n".join([*lines, turn_line(state, state.mover)])

    def draw_svg(self, state: _native.ConnectFourState) -> str:
        """Return the board, the stones of a line marked; each column is a hot spot `column 4`."""
        cell, margin = drawing.CELL, drawing.MARGIN
        cells = [piece for row in state.board for piece in row]
        in_line = set[int]().union(*(line for piece in _PIECES for line in self._line_cells(cells, piece)))
        width, bottom = max(self.width * cell + 2 * margin, 160), self.height * cell + margin
        left = (width - self.width * cell) / 2
        picture = drawing.Picture(width, bottom + margin, f"{self.title}: {state.position}")
        picture.text(width / 2, margin / 2, turn_line(state, state.mover))
        for col in range(self.width):
            spot, x = f"column {col + 1}", left + col * cell
            fill = drawing.LIGHT if col % 2 == 0 else drawing.DARK
            picture.rect(x, margin, cell, self.height * cell, fill, spot=spot)
            picture.text(x + cell / 2, bottom + margin / 2, str(col + 1))
            for row in range(self.height):
                number, middle = row * self.width + col, (x + cell / 2, margin + (row + 0.5) * cell)
                if cells[number] == 0:
                    picture.circle(*middle, cell * 0.4, drawing.PAPER, edge=drawing.LINE, spot=spot)
                    continue
                player = _PIECES.index(cells[number])
                paint, edge = drawing.PLAYER_FILL[player], drawing.PLAYER_EDGE[player]
                picture.circle(*middle, cell * 0.4, paint, edge=edge, spot=spot)
                if number in in_line:
                    picture.circle(*middle, cell * 0.16, drawing.PLAYER_TEXT, edge=edge, spot=spot)
        return picture.render()

    def format_gesture(self, state: _native.ConnectFourState, action: int, player: int) -> tuple[str, ...]:
        """Return the column."""
        return (f"column {action + 1}",)


def _all_lines(width: int, height: int, connect: int) -> list[tuple[int, ...]]:
    """Return the cells, counted row by row, of every line of `connect` cells."""
    return [
        tuple((row + i * down) * width + col + i * right for i in range(connect))
        for row in range(height)
        for col in range(width)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + (connect - 1) * down < height and 0 <= col + (connect - 1) * right < width
    ]


def _has_order(columns: list[list[int]], lasts: list[int], last_player: int) -> bool:
    """Return whether stones dropped in turns can make these columns (from the top); true also after _PATIENCE.

    lasts: the columns where the last stone, of `last_player`, may lie. No earlier board has a line then.
    """
    ruled_out: set[tuple[int, ...]] = set()

    def can_clear(gone: tuple[int, ...], player: int, choices: list[int]) -> bool:
        """Return whether the stones that are left can be taken off in turns, the first by `player` from `choices`."""
        if all(taken == len(column) for taken, column in zip(gone, columns, strict=True)):
            return True
        for col in choices:
            if gone[col] < len(columns[col]) and columns[col][gone[col]] == _PIECES[player]:
                after = (*gone[:col], gone[col] + 1, *gone[col + 1 :])
                if after not in ruled_out and can_clear(after, 1 - player, everywhere):
                    return True
        ruled_out.add(gone)
        return len(ruled_out) > _PATIENCE

    everywhere = list(range(len(columns)))
    return can_clear((0,) * len(columns), last_player, lasts)

"""Breakthrough (Dan Troyka, 2000), as in the alpha-beta lab: rows x cols, standard 8 x 8, the lab's 7 x 5.

Each player's pieces fill their two nearest rows. A move takes one piece one row forward: straight ahead only onto an
empty square, diagonally onto an empty square or an enemy piece, which is captured. Whoever brings a piece to the far
row, or captures the last enemy piece, wins. There is always a move, and no draw.

The lab's board at the start (player 0, x, moves down; player 1, o, up); squares as in chess, a1 at the bottom left:

    7 x x x x x
    6 x x x x x
    5 . . . . .
    4 . . . . .
    3 . . . . .
    2 o o o o o
    1 o o o o o
      a b c d e

Action: 3 * square + 1 + column step, where squares count row by row from the top left and the column step is -1, 0 or
1 as one sees the board; the row step follows from who moves. Notation: from and to, "c6d5".
Position: rows from the top, digits for runs of empty squares, player to move: `xxxxx/xxxxx/5/5/5/ooooo/ooooo A`.
Gesture: the square the piece leaves, the square it enters.
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

BreakthroughState = _native.BreakthroughState


class Breakthrough(NativeGame):
    """Breakthrough; state.board is rows of ints from the top: 1 a piece of player 0, -1 of player 1, 0 empty."""

    name = "breakthrough"
    title = "Breakthrough"
    player_names = ("x", "o")
    declared = (
        integer("rows", 7, 4, 32, "rows of the board; rows * cols is at most 64"),
        integer("cols", 5, 2, 16, "columns of the board"),
    )
    text_styles = {"x": "bold red", "o": "bold blue"}
    notation = "'c2d3' (from, to)"
    action_pattern = re.compile(r"([a-p])([0-9]{1,2})[- x]?([a-p])([0-9]{1,2})")

    def make_rules(self, **parameters: Any) -> _native.BreakthroughRules:
        """Return the native rules."""
        rules = _native.BreakthroughRules(**parameters)
        self.rows: int = parameters["rows"]
        self.cols: int = parameters["cols"]
        self.num_actions = 3 * self.rows * self.cols
        # A piece advances at most rows - 1 times, and all but the last move of a game stay short of that.
        self.max_length = 2 * self.cols * (2 * self.rows - 5) + 1
        return rules

    def square_name(self, square: int) -> str:
        """Return `a1` for the bottom left square."""
        row, col = divmod(square, self.cols)
        return f"{chr(ord('a') + col)}{self.rows - row}"

    def target(self, action: int, mover: int) -> int:
        """Return the square that an action leads to."""
        square, step = divmod(action, 3)
        return square + (self.cols if mover == 0 else -self.cols) + step - 1

    def format_action(self, state: _native.BreakthroughState, action: int) -> str:
        """Return the squares left and entered."""
        return self.square_name(action // 3) + self.square_name(self.target(action, state.mover))

    def read_action(self, state: _native.BreakthroughState, match: re.Match[str]) -> int:
        """Return the action between two squares."""
        from_col, from_row, to_col, to_row = match.groups()
        step = ord(to_col) - ord(from_col)
        square = (self.rows - int(from_row)) * self.cols + ord(from_col) - ord("a")
        forward = int(from_row) - int(to_row) == (1 if state.mover == 0 else -1)
        return 3 * square + step + 1 if abs(step) <= 1 and forward else -1

    def format_position(self, state: _native.BreakthroughState) -> str:
        """Return rows from the top and the player to move."""
        return f"{compress_rows(state.board, _MARKS.__getitem__)} {PLAYER_LETTERS[state.mover]}"

    def parse_position(self, text: str) -> _native.BreakthroughState:
        """Return the position; refuses more pieces than the start has and two winners."""
        fields = self.fields_of(text)
        if len(fields) != 2:
            self.bad_position(text, "it needs the board and the player to move")
        try:
            squares = expand_rows(fields[0], self.rows, self.cols, {"x": 1, "o": -1}.__getitem__)
            mover = read_mover(fields[1])
        except ValueError as error:
            self.bad_position(text, str(error))
        for player, mark in enumerate("xo"):
            count = squares.count(1 if player == 0 else -1)
            if count > 2 * self.cols:
                self.bad_position(text, f"{count} pieces {mark}, more than the {2 * self.cols} of the start")
        won = [self._has_won(squares, player) for player in (0, 1)]
        if won[mover]:
            self.bad_position(text, f"{self.player_names[mover]} has won already and cannot be to move")
        state: _native.BreakthroughState = self.rules.state(self, squares, mover)
        return state

    def _has_won(self, squares: list[int], player: int) -> bool:
        piece = 1 if player == 0 else -1
        goal = squares[-self.cols :] if player == 0 else squares[: self.cols]
        return piece in goal or -piece not in squares

    def draw_text(self, state: _native.BreakthroughState) -> str:
        """Return the board with its coordinates."""
        lines = [
            f"{self.rows - row:2} " + " ".join(_MARKS[cell] for cell in cells) for row, cells in enumerate(state.board)
        ]
        lines.append("   " + " ".join(chr(ord("a") + col) for col in range(self.cols)))
        return "\n".join([*lines, turn_line(state, state.mover)])

    def draw_svg(self, state: _native.BreakthroughState) -> str:
        """Return the board; each square is a hot spot `square c2`."""
        cell, margin = drawing.CELL, drawing.MARGIN
        picture = drawing.Picture(
            self.cols * cell + 2 * margin, self.rows * cell + 2 * margin, f"{self.title}: {state.position}"
        )
        for row, cells in enumerate(state.board):
            y = margin + row * cell
            picture.text(margin / 2, y + cell / 2, str(self.rows - row))
            for col, piece in enumerate(cells):
                x = margin + col * cell
                fill = drawing.LIGHT if (row + col) % 2 == 0 else drawing.DARK
                spot = f"square {self.square_name(row * self.cols + col)}"
                picture.rect(x, y, cell, cell, fill, spot=spot)
                if piece != 0:
                    player = 0 if piece > 0 else 1
                    paint, edge = drawing.PLAYER_FILL[player], drawing.PLAYER_EDGE[player]
                    picture.circle(x + cell / 2, y + cell / 2, cell * 0.36, paint, edge=edge, spot=spot)
        for col in range(self.cols):
            middle = margin + (col + 0.5) * cell
            picture.text(middle, self.rows * cell + 1.5 * margin, chr(ord("a") + col))
        picture.text(self.cols * cell / 2 + margin, margin / 2, turn_line(state, state.mover))
        return picture.render()

    def format_gesture(self, state: _native.BreakthroughState, action: int, player: int) -> tuple[str, ...]:
        """Return the square left, the square entered."""
        squares = (action // 3, self.target(action, player))
        return tuple(f"square {self.square_name(square)}" for square in squares)

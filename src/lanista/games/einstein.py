"""EinStein würfelt nicht! (Dame), without dice (NTU, Theory of Computer Games, homework 2, 2020).

6 x 6 squares, numbered row by row from the top left. Each side has six pieces, numbered 0 to 5, in its corner; which
stands where is random. Red (player 0) moves first, one piece one square down, right or down-right; blue moves up, left
or up-left. A move may land on any piece, also an own one, which is removed. A player passes if, and only if, none of
its pieces can move at all (a move onto an own piece counts as one).

     R0 R1 R2  .  .  .       0  1  2  3  4  5
     R3 R4  .  .  .  .       6  7  8  9 10 11
     R5  .  .  .  .  .      12 13 14 15 16 17
      .  .  .  .  . B0      18 19 20 21 22 23
      .  .  .  . B1 B2      24 25 26 27 28 29
      .  .  . B3 B4 B5      30 31 32 33 34 35

A side has reached when none of its pieces can move to an empty or an enemy square. After each move, in this order:
no red piece left, blue wins; no blue piece left, red wins; only one side has reached, it wins if it still has all six
pieces (else play goes on); both have reached, more pieces win; as many, the higher number in the own goal corner (red's
is 35, blue's is 0) wins; the same number is a draw.

Action: 3 * piece + direction (0 vertical, 1 horizontal, 2 diagonal); 18 is the pass. Notation: "30", pass "--".
Position: rows from the top, red's pieces 0 to 5 as A to F, blue's as a to f, digits for runs of empty squares, player
to move: `ABC3/DE4/F5/5a/4bc/3def A`. A start may also be given as 12 digits: the numbers of red's pieces on 0, 1, 2, 6,
7, 12, then of blue's on 23, 28, 29, 33, 34, 35; the one drawn above is 012345012345.
Gesture: the square the piece leaves, the square it enters; for the pass the button under the board.
"""

from __future__ import annotations

import re
from typing import Any

from lanista import _native
from lanista.games import drawing
from lanista.games.base import PLAYER_LETTERS, NativeGame
from lanista.games.texts import compress_rows, expand_rows, read_mover, turn_line

_SIZE = 6
_PIECES = 6
_PASS = 18
_STEPS = (6, 1, 7)
_SIGN = (1, -1)
_START = ((0, 1, 2, 6, 7, 12), (23, 28, 29, 33, 34, 35))
# The square a side's pieces run to.
_GOAL = (35, 0)
# Cells hold number + 1, negative for blue: index -6 to 6.
_LETTERS = ".ABCDEFfedcba"
_VALUES = {_LETTERS[value]: value for value in range(-_PIECES, _PIECES + 1) if value != 0}

EinsteinState = _native.EinsteinState


class Einstein(NativeGame):
    """EinStein würfelt nicht!; state.board is rows of ints from the top: k + 1 red's piece k, -k - 1 blue's, else 0."""

    name = "einstein"
    title = "EinStein würfelt nicht!"
    player_names = ("red", "blue")
    has_random_start = True
    text_styles = {"R": "bold red", "B": "bold blue"}
    notation = "'30' (piece, direction: 0 vertical, 1 horizontal, 2 diagonal) or '--' (pass)"
    action_pattern = re.compile(r"([0-5])([0-2])|--")

    def make_rules(self, **parameters: Any) -> _native.EinsteinRules:
        """Return the native rules."""
        self.num_actions = 19
        # A side's pieces start 52 rows and columns in all from their goal, and a move takes off one or two: 52 moves at
        # most. Who passes is one piece in its goal corner and stays it; both never are, as that is the end. So one side
        # only moves, and has at most 52 plies; the other has as many at most: a 53rd of red would follow blue's 52nd
        # move, which leaves both in their corners.
        self.max_length = 2 * 52
        return _native.EinsteinRules(**parameters)

    def square_of(self, state: _native.EinsteinState, player: int, piece: int) -> int:
        """Return where a piece that is on the board stands."""
        squares = [cell for row in state.board for cell in row]
        return squares.index(_SIGN[player] * (piece + 1))

    def format_action(self, state: _native.EinsteinState, action: int) -> str:
        """Return the piece and the direction."""
        return "--" if action == _PASS else f"{action // 3}{action % 3}"

    def read_action(self, state: _native.EinsteinState, match: re.Match[str]) -> int:
        """Return the action of a piece in a direction, or the pass."""
        return _PASS if match[0] == "--" else 3 * int(match[1]) + int(match[2])

    def format_position(self, state: _native.EinsteinState) -> str:
        """Return rows from the top and the player to move."""
        return f"{compress_rows(state.board, _LETTERS.__getitem__)} {PLAYER_LETTERS[state.mover]}"

    def parse_position(self, text: str) -> _native.EinsteinState:
        """Return the position; refuses a piece that stands twice, an empty board, and the winner to move."""
        fields = self.fields_of(text)
        if len(fields) != 2:
            self.bad_position(text, "it needs the board and the player to move")
        try:
            squares = expand_rows(fields[0], _SIZE, _SIZE, _VALUES.__getitem__)
            mover = read_mover(fields[1])
        except ValueError as error:
            self.bad_position(text, str(error))
        for letter, value in _VALUES.items():
            if squares.count(value) > 1:
                self.bad_position(text, f"piece {letter!r} stands on {squares.count(value)} squares")
        if not any(squares):
            self.bad_position(text, "the board holds no piece")
        if self._has_won_by_its_move(squares, mover):
            self.bad_position(text, f"{self.player_names[mover]} has won already and cannot be to move")
        state: _native.EinsteinState = self.rules.state(self, squares, mover)
        return state

    def _has_won_by_its_move(self, squares: list[int], player: int) -> bool:
        """Return whether a side has won in a way that only its own move brings about, so that it is not to move.

        Only the enemy takes a side's last piece, and a side with all six pieces reaches by moving one. (Where both have
        reached with fewer, a capture by either may have been the end.)
        """
        own = {
            square if player == 0 else 35 - square for square, piece in enumerate(squares) if piece * _SIGN[player] > 0
        }
        if not any(piece * _SIGN[player] < 0 for piece in squares):
            return True
        reached = all((at >= 30 or at + 6 in own) and (at % _SIZE == 5 or at + 1 in own) for at in own)
        return len(own) == _PIECES and reached

    def parse_start(self, text: str) -> _native.EinsteinState:
        """Return the start of a 12-digit arrangement, or any position."""
        digits = text.strip()
        if not re.fullmatch("[0-9]+", digits):
            return self.parse_position(text)
        if len(digits) != 2 * _PIECES:
            self.bad_position(text, f"an arrangement has {2 * _PIECES} digits, got {len(digits)}")
        squares = [0] * _SIZE * _SIZE
        for player, part in enumerate((digits[:_PIECES], digits[_PIECES:])):
            if sorted(part) != list("012345"):
                self.bad_position(text, f"{self.player_names[player]}'s digits {part!r} are not each of 0 to 5 once")
            for square, digit in zip(_START[player], part, strict=True):
                squares[square] = _SIGN[player] * (int(digit) + 1)
        state: _native.EinsteinState = self.rules.state(self, squares, 0)
        return state

    def draw_text(self, state: _native.EinsteinState) -> str:
        """Return the board; pieces as R0 and B0."""
        lines = ["  " + " ".join(_mark(cell) or " ." for cell in cells) for cells in state.board]
        return "\n".join([*lines, turn_line(state, state.mover)])

    def draw_svg(self, state: _native.EinsteinState) -> str:
        """Return the board; the hot spots are squares `square 7`, and a button `pass` where that is the action."""
        cell, margin = drawing.CELL, drawing.MARGIN
        side = _SIZE * cell
        picture = drawing.Picture(side + 2 * margin, side + 2.5 * margin, f"{self.title}: {state.position}")
        picture.text(side / 2 + margin, margin / 2, turn_line(state, state.mover))
        for row, cells in enumerate(state.board):
            y = margin + row * cell
            for col, piece in enumerate(cells):
                x, square = margin + col * cell, row * _SIZE + col
                spot = f"square {square}"
                picture.rect(x, y, cell, cell, drawing.LIGHT if (row + col) % 2 == 0 else drawing.DARK, spot=spot)
                if square in _GOAL:
                    paint = drawing.PLAYER_FILL[_GOAL.index(square)]
                    picture.rect(x + 3, y + 3, cell - 6, cell - 6, "none", edge=paint, round_by=4, spot=spot)
                if piece != 0:
                    player = 0 if piece > 0 else 1
                    paint, edge = drawing.PLAYER_FILL[player], drawing.PLAYER_EDGE[player]
                    picture.circle(x + cell / 2, y + cell / 2, cell * 0.36, paint, edge=edge, spot=spot)
                    picture.text(x + cell / 2, y + cell / 2, _mark(piece), fill=drawing.PLAYER_TEXT, bold=True)
        if _PASS in state.legal_actions():
            picture.button(side / 2 + margin, side + 1.75 * margin, 100, 34, "pass", spot="pass")
        return picture.render()

    def format_gesture(self, state: _native.EinsteinState, action: int, player: int) -> tuple[str, ...]:
        """Return the square left, the square entered."""
        if action == _PASS:
            return ("pass",)
        square = self.square_of(state, player, action // 3)
        return f"square {square}", f"square {square + _SIGN[player] * _STEPS[action % 3]}"


def _mark(piece: int) -> str:
    """Return `R0` or `B0` for a cell's piece, nothing for an empty cell."""
    return f"{'R' if piece > 0 else 'B'}{abs(piece) - 1}" if piece != 0 else ""

"""Colosseum Survival! (McGill COMP 424, 2022): walk, put up a wall, and end in the larger half.

M x M cells, M from 4 to 11 (the handout says 4 to 10, its code goes to 11). A turn is a walk of 0 to K = (M + 1) // 2
steps, each up, right, down or left, through no wall and not through the opponent, and then a wall on one side of the
cell reached, where none stands yet. A wall belongs to the cells on both its sides; the borders are walls. Staying put
is legal, but a wall must be put up. The game is over as soon as no path joins the players. Whose region has more
cells wins; the score is player 0's cells minus player 1's; equal is a draw.

Start: K times a free wall slot is drawn and set together with its mirror image through the board's centre (2 K walls);
then player A's cell is drawn, with B on the mirrored cell, again while the two are one; all again if they are apart.

Cells are (row, column), row 0 at the top. A 5 x 5 board with four walls, `5 A0,1 B4,3 A 0,1r 2,1d 2,3d 3,2r`:

        0   1   2   3   4
      ┌───────┬───────────┐
    0 │     A │           │
      │   ·   ╵   ·   ·   │
    1 │                   │
      │   ·   ·   ·   ·   │
    2 │                   │
      │   ╶───╴   ┌───╴   │
    3 │           │       │
      │   ·   ·   ╵   ·   │
    4 │             B     │
      └───────────────────┘

Action: (row * M + column) * 4 + side of the cell reached; sides are 0 up, 1 right, 2 down, 3 left. Notation: "(2,1)r".
Position: M, A's cell, B's cell, player to move, each inner wall once as the right or down side of a cell, sorted.
Gesture: the cell reached, the side of it that gets the wall.
"""

from __future__ import annotations

import re
from typing import Any

from lanista import _native
from lanista.games import drawing
from lanista.games.base import PLAYER_LETTERS, NativeGame
from lanista.games.parameters import integer
from lanista.games.texts import read_mover, turn_line

_SIDES = "urdl"
_UP, _RIGHT, _DOWN, _LEFT = range(4)
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
# What stands where lines meet: bit 0 a wall going up, 1 right, 2 down, 3 left.
_CORNERS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
_REGION_FILL = ("#f3c9cb", "#c3d8e8")
# The clickable zone along each side of a cell: its corner, width and height, clear of each other and of the player.
_ZONES = ((14, 2, 32, 11), (47, 14, 11, 32), (14, 47, 32, 11), (2, 14, 11, 32))
_ZONE_FILL = "#f6eedd"
_NUMBER = "(0|[1-9][0-9]?)"
_CELL_TEXT = re.compile(rf"[AB]{_NUMBER},{_NUMBER}")
_WALL_TEXT = re.compile(rf"{_NUMBER},{_NUMBER}([rd])")

_Cell = tuple[int, int]
_Walls = tuple[tuple[tuple[bool, ...], ...], ...]

ColosseumState = _native.ColosseumState

SIZES = range(4, 12)
"""The rows and columns that a board may have."""


class Colosseum(NativeGame):
    """Colosseum Survival!; state.cells is each player's (row, column), state.walls bools [row][column][u, r, d, l]."""

    name = "colosseum"
    title = "Colosseum Survival!"
    player_names = ("A", "B")
    has_random_start = True
    declared = (integer("size", 7, SIZES[0], SIZES[-1], "rows and columns of the board"),)
    text_styles = {"A": "bold red", "B": "bold blue"}
    notation = "'(2,1)r' (row, column, side u r d l)"
    action_pattern = re.compile(r"(\()?([0-9]{1,2})[, ] ?([0-9]{1,2})(?(1)\))[, ]? ?([urdl])")

    def make_rules(self, **parameters: Any) -> _native.ColosseumRules:
        """Return the native rules."""
        rules = _native.ColosseumRules(**parameters)
        self.size: int = parameters["size"]
        self.num_actions = 4 * self.size * self.size
        # Every turn fills one of the slots between two cells, in a row or in a column.
        self.max_length = 2 * self.size * (self.size - 1)
        return rules

    def region(self, state: _native.ColosseumState, player: int) -> set[_Cell]:
        """Return the cells (row, column) that a player could come to by walks of any length."""
        found: set[_Cell] = set()
        ahead, walls = [state.cells[player]], state.walls
        while ahead:
            row, col = ahead.pop()
            if (row, col) in found:
                continue
            found.add((row, col))
            sides = zip(_STEPS, walls[row][col], strict=True)
            ahead += [(row + down, col + right) for (down, right), wall in sides if not wall]
        return found

    def format_action(self, state: _native.ColosseumState, action: int) -> str:
        """Return the cell reached and the side that gets the wall."""
        row, col = divmod(action // 4, self.size)
        return f"({row},{col}){_SIDES[action % 4]}"

    def read_action(self, state: _native.ColosseumState, match: re.Match[str]) -> int:
        """Return the action for a cell and a side."""
        row, col = int(match[2]), int(match[3])
        on_board = row < self.size and col < self.size
        return (row * self.size + col) * 4 + _SIDES.index(match[4]) if on_board else -1

    def format_position(self, state: _native.ColosseumState) -> str:
        """Return the size, the players' cells, the player to move and the inner walls."""
        fields = [str(self.size)]
        fields += [f"{letter}{row},{col}" for letter, (row, col) in zip(PLAYER_LETTERS, state.cells, strict=True)]
        fields.append(PLAYER_LETTERS[state.mover])
        last = self.size - 1
        for row, cells in enumerate(state.walls):
            for col, sides in enumerate(cells):
                if sides[_RIGHT] and col < last:
                    fields.append(f"{row},{col}r")
                if sides[_DOWN] and row < last:
                    fields.append(f"{row},{col}d")
        return " ".join(fields)

    def parse_position(self, text: str) -> _native.ColosseumState:
        """Return the position, walls in any order; refuses another size, cells and walls that are not there."""
        fields = self.fields_of(text)
        if len(fields) < 4:
            self.bad_position(text, "it needs the size, the cells of A and B, and the player to move")
        if fields[0] != str(self.size):
            self.bad_position(text, f"the size must be {self.size} as the game's, got {fields[0]!r}")
        try:
            cells = [self._read_cell(field, letter) for field, letter in zip(fields[1:3], PLAYER_LETTERS, strict=True)]
            mover = read_mover(fields[3])
            walls: dict[str, set[int]] = {"r": set(), "d": set()}
            for field in fields[4:]:
                cell, side = self._read_wall(field)
                if cell in walls[side]:
                    raise ValueError(f"wall {field!r} stands twice")
                walls[side].add(cell)
        except ValueError as error:
            self.bad_position(text, str(error))
        if cells[0] == cells[1]:
            self.bad_position(text, f"A and B share a cell: {fields[1]!r}, {fields[2]!r}")
        state: _native.ColosseumState = self.rules.state(self, cells, sorted(walls["r"]), sorted(walls["d"]), mover)
        return state

    def _read_cell(self, field: str, letter: str) -> int:
        match = _CELL_TEXT.fullmatch(field)
        if match is None or field[0] != letter:
            raise ValueError(f"the cell of {letter} must look like '{letter}0,1', got {field!r}")
        row, col = int(match[1]), int(match[2])
        if row >= self.size or col >= self.size:
            raise ValueError(f"{field!r} is off the board; rows and columns are 0 to {self.size - 1}")
        return row * self.size + col

    def _read_wall(self, field: str) -> tuple[int, str]:
        match = _WALL_TEXT.fullmatch(field)
        if match is None:
            raise ValueError(f"a wall must look like '0,1r' or '2,3d', got {field!r}")
        row, col, side, last = int(match[1]), int(match[2]), match[3], self.size - 1
        if row > last or col > last:
            raise ValueError(f"wall {field!r} is off the board; rows and columns are 0 to {last}")
        if (col if side == "r" else row) == last:
            raise ValueError(f"wall {field!r} is the border, which is never given")
        return row * self.size + col, side

    def status(self, state: _native.ColosseumState) -> str:
        """Return the line that says whose turn it is, or who has won with how many cells."""
        if not state.is_terminal:
            return f"{turn_line(state, state.mover)}, at most {state.max_steps} steps"
        first, second = (len(self.region(state, player)) for player in (0, 1))
        return f"{turn_line(state, state.mover)} (cells: A {first}, B {second})"

    def _marks(self, state: _native.ColosseumState) -> dict[_Cell, str]:
        """Return what stands on cells: the players; at the end their regions in small letters."""
        marks: dict[_Cell, str] = {}
        for player, letter in enumerate(PLAYER_LETTERS):
            if state.is_terminal:
                marks |= dict.fromkeys(self.region(state, player), letter.lower())
            marks[state.cells[player]] = letter
        return marks

    def draw_text(self, state: _native.ColosseumState) -> str:
        """Return the board with its coordinates."""
        size, walls, marks = self.size, state.walls, self._marks(state)
        lines = [("    " + " ".join(f"{col:^3}" for col in range(size))).rstrip()]
        for row in range(size + 1):
            border, inside = "   ", f"{row:2} "
            for col in range(size + 1):
                up, down = _line_down(walls, row - 1, col), _line_down(walls, row, col)
                left, right = _line_across(walls, row, col - 1), _line_across(walls, row, col)
                border += _CORNERS[up + 2 * right + 4 * down + 8 * left] + ("───" if right else "   ")
                inside += ("│" if down else " ") + f" {marks.get((row, col), ' ')} "
            lines += [border.rstrip(), inside.rstrip()]
        return "\n".join([*lines[:-1], self.status(state)])

    def draw_svg(self, state: _native.ColosseumState) -> str:
        """Return the board; the hot spots are cells `cell 2,1` and a zone along each side, `wall 2,1r`."""
        cell, margin, size, walls = drawing.CELL, drawing.MARGIN, self.size, state.walls
        side_length = size * cell + 2 * margin
        picture = drawing.Picture(side_length, side_length + margin, f"{self.title}: {state.position}")
        picture.text(side_length / 2, margin / 2, self.status(state))
        top, marks = 2 * margin, self._marks(state)
        for row in range(size):
            y = top + row * cell
            picture.text(margin / 2, y + cell / 2, str(row))
            picture.text(margin + (row + 0.5) * cell, top - margin / 2, str(row))
            for col in range(size):
                x, mark = margin + col * cell, marks.get((row, col), "").upper()
                fill = _REGION_FILL[PLAYER_LETTERS.index(mark)] if mark and state.is_terminal else drawing.LIGHT
                picture.rect(x, y, cell, cell, fill, edge=drawing.DARK, spot=f"cell {row},{col}")
                for letter, wall, (left, upper, width, height) in zip(_SIDES, walls[row][col], _ZONES, strict=True):
                    if not wall and not state.is_terminal:
                        spot = f"wall {row},{col}{letter}"
                        picture.rect(x + left, y + upper, width, height, _ZONE_FILL, round_by=5, spot=spot)
        for row in range(size + 1):
            for col in range(size + 1):
                x, y = margin + col * cell, top + row * cell
                if _line_across(walls, row, col):
                    picture.line(x, y, x + cell, y, drawing.INK, 6)
                if _line_down(walls, row, col):
                    picture.line(x, y, x, y + cell, drawing.INK, 6)
        for player, (row, col) in enumerate(state.cells):
            centre = margin + (col + 0.5) * cell, top + (row + 0.5) * cell
            paint, edge = drawing.PLAYER_FILL[player], drawing.PLAYER_EDGE[player]
            picture.circle(*centre, cell * 0.27, paint, edge=edge, spot=f"cell {row},{col}")
            picture.text(*centre, PLAYER_LETTERS[player], fill=drawing.PLAYER_TEXT, bold=True)
        return picture.render()

    def format_gesture(self, state: _native.ColosseumState, action: int, player: int) -> tuple[str, ...]:
        """Return the cell reached, the zone inside it along the side that gets the wall."""
        row, col = divmod(action // 4, self.size)
        return f"cell {row},{col}", f"wall {row},{col}{_SIDES[action % 4]}"


def _line_across(walls: _Walls, row: int, col: int) -> bool:
    """Return whether a wall goes right from the top left corner of a place; those beside the board count too."""
    size = len(walls)
    return 0 <= col < size and (row == size or walls[row][col][_UP])


def _line_down(walls: _Walls, row: int, col: int) -> bool:
    """Return whether a wall goes down from the top left corner of a place; those beside the board count too."""
    size = len(walls)
    return 0 <= row < size and (col == size or walls[row][col][_LEFT])

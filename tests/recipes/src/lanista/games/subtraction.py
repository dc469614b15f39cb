"""Subtraction: a heap of objects; a move takes one, two or three of them, and whoever takes the last one wins.

It is the subtraction game S(1, 2, 3) of Berlekamp, Conway and Guy, Winning Ways. There is no draw.

The start, the number of objects on the left:

    21: ooooooooooooooooooooo

Action: how many objects are taken, less one. Notation: how many, "2".
Position: the heap and the player to move: `21 A`. Either player may be to move.
Gesture: one object; it is taken with all before it: `object 2` takes two.
"""

from __future__ import annotations

import math
import re
from typing import Any

from lanista import _native
from lanista.games import drawing
from lanista.games.base import PLAYER_LETTERS, NativeGame
from lanista.games.parameters import integer
from lanista.games.texts import read_mover, read_number, turn_line

_MOST_TAKEN = 3
# Objects in a row of the picture.
_ROW = 10


class Subtraction(NativeGame):
    """Subtraction; state.heap is the number of objects left."""

    name = "subtraction"
    title = "Subtraction"
    player_names = ("A", "B")
    declared = (integer("heap", 21, 1, 60, "objects at the start"),)
    notation = "'2' (take two)"
    action_pattern = re.compile("[1-3]")

    def make_rules(self, **parameters: Any) -> _native.SubtractionRules:
        """Return the native rules."""
        self.heap: int = parameters["heap"]
        self.num_actions = _MOST_TAKEN
        self.max_length = self.heap
        return _native.SubtractionRules(self.heap)

    def format_action(self, state: _native.SubtractionState, action: int) -> str:
        """Return how many objects are taken."""
        return str(action + 1)

    def read_action(self, state: _native.SubtractionState, match: re.Match[str]) -> int:
        """Return the action that takes so many objects."""
        return int(match[0]) - 1

    def format_position(self, state: _native.SubtractionState) -> str:
        """Return the heap and the player to move."""
        return f"{state.heap} {PLAYER_LETTERS[state.mover]}"

    def parse_position(self, text: str) -> _native.SubtractionState:
        """Return the position; refuses a heap that is larger than at the start."""
        fields = text.split()
        if len(fields) != 2:
            self.bad_position(text, "it needs the heap and the player to move")
        try:
            heap, mover = read_number(fields[0], "the heap"), read_mover(fields[1])
            state: _native.SubtractionState = self.rules.state(self, heap, mover)
        except ValueError as error:
            self.bad_position(text, str(error))
        return state

    def draw_text(self, state: _native.SubtractionState) -> str:
        """Return the heap in one line."""
        return "\n".join([f"{state.heap}: {'o' * state.heap}".rstrip(), turn_line(state, state.mover)])

    def draw_svg(self, state: _native.SubtractionState) -> str:
        """Return the heap in rows; each object that may be taken is a hot spot `object 2`, with its count."""
        cell, margin = drawing.CELL, drawing.MARGIN
        width = min(self.heap, _ROW) * cell + 2 * margin
        height = math.ceil(self.heap / _ROW) * cell + 3 * margin
        picture = drawing.Picture(width, height, f"{self.title}: {state.position}")
        picture.text(width / 2, margin, turn_line(state, state.mover))
        for count in range(1, state.heap + 1):
            row, col = divmod(count - 1, _ROW)
            x, y = margin + (col + 0.5) * cell, 2 * margin + (row + 0.5) * cell
            if count <= _MOST_TAKEN:
                picture.circle(x, y, cell * 0.4, drawing.DARK, edge=drawing.LINE, spot=f"object {count}")
                picture.text(x, y, str(count))
            else:
                picture.circle(x, y, cell * 0.4, drawing.LIGHT, edge=drawing.LINE)
        return picture.render()

    def format_gesture(self, state: _native.SubtractionState, action: int, player: int) -> tuple[str, ...]:
        """Return the last object taken."""
        return (f"object {action + 1}",)

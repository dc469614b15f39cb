"""Nim, as in the Q-learning project: piles of objects, and who takes the last object loses (or, as a choice, wins).

A move takes one or more objects from one pile. The game is over when all piles are empty. `misere` (the default):
who took the last object loses; otherwise they win. There is no draw.

The project's start, pile and number of objects on the left:

    0: 3  o o o
    1: 4  o o o o
    2: 5  o o o o o

Action: pile * largest + (count - 1), where largest is the largest pile of the start. Notation: the pile's digit and the
count, "23" takes three from pile 2; in a game whose start has a pile above 9, "2:13".
Position: the piles and the player to move: `3-4-5 A`. Piles are interchangeable, so a pile may stand in another's place
where all are written in ascending order, the canonical form. Either player may be to move.
Gesture: one object; it is taken with all before it, counted from the top of its pile: `object 2:3` takes three.
"""

from __future__ import annotations

import math
import re
from typing import Any

from lanista import _native
from lanista.games import drawing
from lanista.games.base import PLAYER_LETTERS, NativeGame
from lanista.games.parameters import integers, switch
from lanista.games.texts import read_mover, read_number, turn_line

# A line of text has 80 columns, and takes 8 for the pile and its number of objects.
_TEXT_WIDTH = 72
# The picture shows a pile of up to this many objects as one column, a larger one as a block.
_COLUMN = 12
# The natural size of the picture is at most about this, as far as its smallest object allows.
_WIDTH, _HEIGHT, _SMALLEST = 1100, 620, 14

NimState = _native.NimState


class Nim(NativeGame):
    """Nim; state.piles is the objects of each pile."""

    name = "nim"
    title = "Nim"
    player_names = ("A", "B")
    declared = (
        integers("piles", (3, 4, 5), 0, 255, range(1, 9), "objects of each pile at the start"),
        switch("misere", True, "whether who takes the last object loses"),
    )
    notation = "'23' (pile 2, take 3) or '2:13'"
    # A pile is one digit, so that the colon may be left out, or written, in every game.
    action_pattern = re.compile(r"([0-9]):?([0-9]{1,3})")

    def make_rules(self, **parameters: Any) -> _native.NimRules:
        """Return the native rules."""
        rules = _native.NimRules(**parameters)
        self.piles: tuple[int, ...] = parameters["piles"]
        self.largest = max(self.piles)
        self.num_actions = len(self.piles) * self.largest
        self.max_length = sum(self.piles)
        return rules

    def format_action(self, state: _native.NimState, action: int) -> str:
        """Return the pile and the count."""
        pile, taken = divmod(action, self.largest)
        return f"{pile}{':' if self.largest > 9 else ''}{taken + 1}"

    def read_action(self, state: _native.NimState, match: re.Match[str]) -> int:
        """Return the action for a pile and a count."""
        pile, taken = int(match[1]), int(match[2])
        return pile * self.largest + taken - 1 if 1 <= taken <= self.largest else -1

    def format_position(self, state: _native.NimState) -> str:
        """Return the piles and the player to move."""
        return f"{'-'.join(str(objects) for objects in state.piles)} {PLAYER_LETTERS[state.mover]}"

    def parse_position(self, text: str) -> _native.NimState:
        """Return the position; refuses another number of piles and piles that are larger than at the start."""
        fields = self.fields_of(text)
        if len(fields) != 2:
            self.bad_position(text, "it needs the piles and the player to move")
        try:
            piles = [
                read_number(objects, f"pile {number} of {fields[0]!r}")
                for number, objects in enumerate(fields[0].split("-"))
            ]
            mover = read_mover(fields[1])
        except ValueError as error:
            self.bad_position(text, str(error))
        if len(piles) != len(self.piles):
            self.bad_position(text, f"{fields[0]!r} has {len(piles)} piles instead of {len(self.piles)}")
        if piles != sorted(piles) or not _all_fit(piles, sorted(self.piles)):
            for number, (objects, most) in enumerate(zip(piles, self.piles, strict=True)):
                if objects > most:
                    self.bad_position(text, f"pile {number} has {objects} objects, more than the {most} of the start")
        state: _native.NimState = self.rules.state(self, piles, mover)
        return state

    def draw_text(self, state: _native.NimState) -> str:
        """Return a line for each pile: its number, how many objects it has, and the objects where they fit."""
        gap = " " if 2 * self.largest - 1 <= _TEXT_WIDTH else ""
        lines = [
            f"{pile}: {objects:{len(str(self.largest))}}  {gap.join('o' * objects) if objects <= _TEXT_WIDTH else ''}"
            for pile, objects in enumerate(state.piles)
        ]
        return "\n".join([*(line.rstrip() for line in lines), turn_line(state, state.mover)])

    def draw_svg(self, state: _native.NimState) -> str:
        """Return the piles standing side by side; each object is a hot spot `object 2:3`, with its count if it fits."""
        margin = drawing.MARGIN
        across = 1 if self.largest <= _COLUMN else math.ceil(math.sqrt(self.largest / 3))
        high = math.ceil(self.largest / across)
        cell = max(_SMALLEST, min(44, _WIDTH / len(self.piles) / (across + 1), _HEIGHT / high))
        pitch = max((across + 0.75) * cell, 78)
        floor = 2 * margin + high * cell
        width = max(len(self.piles) * pitch, 4 * margin) + 2 * margin
        picture = drawing.Picture(width, floor + 2 * margin, f"{self.title}: {state.position}")
        picture.text(width / 2, margin, turn_line(state, state.mover))
        for pile, objects in enumerate(state.piles):
            middle = width / 2 + (pile + 0.5 - len(self.piles) / 2) * pitch
            for taken in range(1, objects + 1):
                # The floor is filled first, and from the right, so that the counts read like lines of text.
                up, left = divmod(objects - taken, across)
                x, y = middle + (across / 2 - left - 0.5) * cell, floor - (up + 0.5) * cell
                picture.circle(x, y, cell * 0.45, drawing.DARK, edge=drawing.LINE, spot=f"object {pile}:{taken}")
                if cell >= 1.5 * _SMALLEST:
                    picture.text(x, y, str(taken), size=cell * 0.36)
            picture.line(middle - pitch * 0.42, floor + 4, middle + pitch * 0.42, floor + 4, drawing.LINE, 4)
            picture.text(middle, floor + margin * 0.65, f"pile {pile}", bold=True)
            picture.text(middle, floor + margin * 1.3, "1 object" if objects == 1 else f"{objects} objects", size=15)
        return picture.render()

    def format_gesture(self, state: _native.NimState, action: int, player: int) -> tuple[str, ...]:
        """Return the last object taken."""
        pile, taken = divmod(action, self.largest)
        return (f"object {pile}:{taken + 1}",)


def _all_fit(piles: list[int], most: list[int]) -> bool:
    return all(objects <= limit for objects, limit in zip(piles, most, strict=True))

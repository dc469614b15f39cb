"""Starts as the original program draws them, which may be over before the first move."""

from __future__ import annotations

import random

from lanista.games.base import State
from lanista.games.spec import load_game

SINGLE_SIZES = (5, 10)
"""As range() takes them: the sizes of a single game."""


def drawn_start(size: int, rng: random.Random) -> State:
    """Return a start: walls in pairs that mirror each other through the centre, and the players' cells alike."""
    last = size - 1
    slots = [(row, col, side) for row in range(size) for col in range(size) for side in "rd"]
    free = {(row, col, side) for row, col, side in slots if (col if side == "r" else row) < last}
    walls: list[tuple[int, int, str]] = []
    for _ in range((size + 1) // 2):
        row, col, side = rng.choice(sorted(free))
        # The wall to a cell's right becomes the one to the left of its mirror image: the right one of the cell before.
        mirrored = (last - row, last - col - 1, side) if side == "r" else (last - row - 1, last - col, side)
        walls += [(row, col, side), mirrored]
        free -= {(row, col, side), mirrored}
    cell = (rng.randrange(size), rng.randrange(size))
    while cell == (last - cell[0], last - cell[1]):
        cell = (rng.randrange(size), rng.randrange(size))
    text = " ".join(f"{row},{col}{side}" for row, col, side in sorted(walls))
    own, other = (f"{row},{col}" for row, col in (cell, (last - cell[0], last - cell[1])))
    return load_game("colosseum", size=size).parse_position(f"{size} A{own} B{other} A {text}")


def original_start(size: int, is_swapped: bool, rng: random.Random) -> tuple[State, bool]:
    """Return a start that is not over, and whether player_2 begins.

    The original's way: where a drawn start is over, the next one has the size and the sides of a single game.
    """
    start = drawn_start(size, rng)
    while start.is_terminal:
        start, is_swapped = drawn_start(rng.randrange(*SINGLE_SIZES), rng), False
    return start, is_swapped

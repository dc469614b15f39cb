"""Kalah (William Julius Champion, 1940), the mancala of the alpha-beta lab: two rows of houses with seeds, two stores.

A move takes all seeds of an own filled house and sows them one by one, counter-clockwise: player 0, who owns the top
row, to the left, round into the store on the left, then along the bottom row to the right, and up again; player 1, who
owns the bottom row, to the right and into the store on the right. Nobody sows into the other's store. A sowing that
goes round does not skip the house it came from.

- Last seed in the own store: the same player moves again.
- Last seed in an own house that was empty: it and the seeds of the opposite house go to the own store, if there are
  seeds opposite (`empty_capture`: also if there are none).
- Then, if one row is empty, the seeds of the other go to the store of its owner, and the game is over. With `early_end`
  it is also over, the houses left as they are, once a store holds more than half of all seeds: so in the lab's code.

More seeds in the store win; the score is store 0 minus store 1. The lab's board at the start, > < at the row to move:

             0    1    2    3    4    5
     -----------------------------------------
    >|    |  4 |  4 |  4 |  4 |  4 |  4 |    |<
     |  0 |-----------------------------|  0 |
     |    |  4 |  4 |  4 |  4 |  4 |  4 |    |
     -----------------------------------------
             0    1    2    3    4    5

Action and notation: the column of the house.
Position: top row / bottom row, stores, player to move: `4,4,4,4,4,4/4,4,4,4,4,4 0:0 A`.
Gesture: the house, row and column: `house 0,3`.
"""

from __future__ import annotations

import math
import re
from typing import Any

from lanista import _native
from lanista.games import drawing
from lanista.games.base import PLAYER_LETTERS, NativeGame
from lanista.games.parameters import integer, switch
from lanista.games.texts import read_mover, read_number, turn_line

_ROWS = ("top", "bottom")
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))

MancalaState = _native.MancalaState


class Mancala(NativeGame):
    """Kalah; state.houses is the seeds of the top row and of the bottom row, state.stores those of both stores."""

    name = "mancala"
    title = "Kalah (Mancala)"
    player_names = _ROWS
    declared = (
        integer("houses", 6, 1, 6, "houses of each player"),
        integer("seeds", 4, 1, 12, "seeds in each house at the start"),
        switch("empty_capture", False, "whether a last seed is captured also with no seeds opposite"),
        switch("early_end", True, "whether a store with more than half of all seeds ends the game"),
    )
    notation = "'3' (the column, from 0)"
    action_pattern = re.compile(r"([0-9])")

    def make_rules(self, **parameters: Any) -> _native.MancalaRules:
        """Return the native rules."""
        rules = _native.MancalaRules(**parameters)
        self.houses: int = parameters["houses"]
        self.total = 2 * self.houses * parameters["seeds"]
        self.num_actions = self.houses
        self.max_length = _longest(self.houses, parameters["seeds"])
        return rules

    def format_action(self, state: _native.MancalaState, action: int) -> str:
        """Return the column."""
        return str(action)

    def read_action(self, state: _native.MancalaState, match: re.Match[str]) -> int:
        """Return the action for a column."""
        return int(match[1])

    def format_position(self, state: _native.MancalaState) -> str:
        """Return both rows, the stores and the player to move."""
        rows = "/".join(",".join(str(seeds) for seeds in row) for row in state.houses)
        return f"{rows} {state.stores[0]}:{state.stores[1]} {PLAYER_LETTERS[state.mover]}"

    def parse_position(self, text: str) -> _native.MancalaState:
        """Return the position; refuses another number of houses or seeds, and one empty row alone."""
        fields = self.fields_of(text)
        if len(fields) != 3:
            self.bad_position(text, "it needs the houses, the stores and the player to move")
        try:
            houses = self._read_houses(fields[0])
            stores = _read_numbers(fields[1], ":", 2, "stores", "store")
            mover = read_mover(fields[2])
        except ValueError as error:
            self.bad_position(text, str(error))
        seeds = sum(houses[0]) + sum(houses[1]) + sum(stores)
        if seeds != self.total:
            self.bad_position(text, f"houses and stores hold {seeds} seeds instead of {self.total}")
        for row in (0, 1):
            if not any(houses[row]) and any(houses[1 - row]):
                why = f"the {_ROWS[row]} row is empty, so the seeds of the {_ROWS[1 - row]} row belong in its store"
                self.bad_position(text, why)
        state: _native.MancalaState = self.rules.state(self, houses, stores, mover)
        return state

    def _read_houses(self, text: str) -> list[list[int]]:
        rows = text.split("/")
        if len(rows) != 2:
            raise ValueError(f"the houses must be two rows, got {text!r}")
        return [
            _read_numbers(row, ",", self.houses, f"houses in the {name} row", f"house {name}")
            for name, row in zip(_ROWS, rows, strict=True)
        ]

    def draw_text(self, state: _native.MancalaState) -> str:
        """Return the board as the lab draws it, the row to move between > and <."""
        digits = len(str(self.total))
        columns = " " * (digits + 5) + "".join(f" {col:>{digits}}  " for col in range(self.houses)).rstrip()
        rows = ["".join(f" {seeds:>{digits}} |" for seeds in row) for row in state.houses]
        blank = " " * (digits + 2)
        rail = " " + "-" * ((self.houses + 2) * (digits + 3) + 1)
        between = "-" * (len(rows[0]) - 1)
        marks = [(">", "<") if state.current_player == row else (" ", "") for row in (0, 1)]
        lines = [f"{before}|{blank}|{row}{blank}|{after}" for row, (before, after) in zip(rows, marks, strict=True)]
        stores = [f" {seeds:>{digits}} " for seeds in state.stores]
        middle = f" |{stores[0]}|{between}|{stores[1]}|"
        return "\n".join([columns, rail, lines[0], middle, lines[1], rail, columns, turn_line(state, state.mover)])

    def draw_svg(self, state: _native.MancalaState) -> str:
        """Return the board with its seeds; each house is a hot spot `house 0,3`."""
        cell, margin = 84.0, drawing.MARGIN
        pitch = cell + 10
        left, top = margin + pitch, 3 * margin
        width = (self.houses + 2) * pitch + 2 * margin
        high = 2 * cell + 76
        picture = drawing.Picture(width, top + high + 2 * margin, f"{self.title}: {state.position}")
        picture.text(width / 2, margin * 0.7, turn_line(state, state.mover))
        picture.rect(margin, top - 8, width - 2 * margin, high + 16, drawing.DARK, edge=drawing.LINE, round_by=28)
        for player, seeds in enumerate(state.stores):
            x = margin + (0 if player == 0 else (self.houses + 1) * pitch) + 5
            edge = drawing.PLAYER_EDGE[player]
            picture.rect(x + 6, top + 6, cell - 12, high - 12, drawing.LIGHT, edge=edge, round_by=36)
            _draw_store(picture, x + cell / 2, top + high - 32, cell - 32, high - 80, seeds, self.total)
            picture.text(x + cell / 2, top + 24, str(seeds), size=20, fill=edge, bold=True)
        for row, houses in enumerate(state.houses):
            y = top + 4 + cell / 2 if row == 0 else top + high - 4 - cell / 2
            out = -1 if row == 0 else 1
            for col, seeds in enumerate(houses):
                x, spot, edge = left + (col + 0.5) * pitch, f"house {row},{col}", drawing.PLAYER_EDGE[row]
                picture.circle(x, y, cell * 0.48, drawing.LIGHT, edge=edge, spot=spot)
                _draw_house(picture, x, y, cell * 0.38, seeds, spot)
                picture.text(x, y - out * (cell / 2 + 14), str(seeds), size=20, fill=edge, bold=True)
                picture.text(x, y + out * (cell / 2 + margin / 2 + 12), str(col))
        return picture.render()

    def format_gesture(self, state: _native.MancalaState, action: int, player: int) -> tuple[str, ...]:
        """Return the house."""
        return (f"house {player},{action}",)


def _read_numbers(text: str, separator: str, count: int, many: str, one: str) -> list[int]:
    """Return the numbers of a field; ValueError names `many` or `one` of them."""
    items = text.split(separator)
    if len(items) != count:
        raise ValueError(f"there must be {count} {many}, got {len(items)} in {text!r}")
    return [read_number(item, f"{one} {number} of {text!r}") for number, item in enumerate(items)]


def _draw_house(picture: drawing.Picture, x: float, y: float, radius: float, seeds: int, spot: str) -> None:
    """Lay seeds out as a sunflower does its own, even and without gaps, around (x, y)."""
    # So far apart when they are few, closer when they would not fit.
    gap = min(9.5, radius / math.sqrt(max(seeds, 1)))
    for number in range(seeds):
        reach, angle = gap * math.sqrt(number + (0.5 if seeds > 1 else 0)), number * _GOLDEN_ANGLE
        picture.circle(x + reach * math.cos(angle), y + reach * math.sin(angle), gap * 0.68, drawing.LINE, spot=spot)


def _draw_store(
    picture: drawing.Picture, x: float, bottom: float, width: float, height: float, seeds: int, most: int
) -> None:
    """Pile seeds up from the bottom around the upright at x, as large as `most` seeds allow."""
    across = 4
    while math.ceil(most / across) * width / across > height:
        across += 1
    gap = width / across
    for number in range(seeds):
        up, right = divmod(number, across)
        picture.circle(x + (right + 0.5) * gap - width / 2, bottom - (up + 0.5) * gap, gap * 0.46, drawing.LINE)


def _longest(houses: int, seeds: int) -> int:
    """Return a number of moves that no game exceeds.

    Give each seed in a house a point for every house between it and its owner's store: houses * (houses - 1) * seeds
    points at the start. A move that stores nothing sows within the own row, so it costs at least a point. A capture
    only takes points away. A sowing that reaches the store takes points away up to there; from there to its next visit
    it lays at most one seed in each house, which gain at most the points of all houses, houses * (houses - 1). So the
    moves that store nothing are at most the points at the start and as many for each seed stored; the moves that store
    something are at most as many as there are seeds.
    """
    stored = 2 * houses * seeds
    return houses * (houses - 1) * seeds + stored * (1 + houses * (houses - 1))

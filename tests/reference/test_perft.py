"""The reference rules by their numbers: perft and the values of small sizes, as far as plain Python takes seconds."""

import math
from collections.abc import Hashable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from . import TERMINAL
from .breakthrough import Breakthrough
from .colosseum import Colosseum
from .connect_four import ConnectFour
from .droid_battle import DroidBattle
from .einstein import Einstein
from .mancala import Mancala
from .nim import Nim
from .rules import Reference, perft

DATA = Path(__file__).parent.parent / "data"
UNBOUNDED = 10**6

State = TypeVar("State", bound=Hashable)


def solve(game: Reference[State], state: State, best: int, known: dict[State, int]) -> int:
    """The score under perfect play. No score is above `best`, so a move that gets it needs no alternative."""
    if state in known:
        return known[state]
    mover = game.mover(state)
    if mover == TERMINAL:
        return game.score(state)
    sign = +1 if mover == 0 else -1
    value = -sign * UNBOUNDED
    for action in game.legal(state):
        value = sign * max(sign * value, sign * solve(game, game.apply(state, action), best, known))
        if value == sign * best:
            break
    known[state] = value
    return value


# Nim


@pytest.mark.parametrize("depth", range(1, 6))
def test_nim_perft_of_one_pile_and_of_single_objects(depth: int) -> None:
    one_pile = Nim(piles=(8,))
    assert perft(one_pile, one_pile.initial(), depth) == math.comb(8, depth)  # d positive counts, at most 8 in all
    single_objects = Nim(piles=(1, 1, 1, 1))
    assert perft(single_objects, single_objects.initial(), depth) == math.perm(4, depth)


@pytest.mark.parametrize("misere", [True, False])
def test_nim_first_player_wins_as_the_theory_says(misere: bool) -> None:
    known: dict[Any, int] = {}
    game = Nim(piles=(5, 5, 5), misere=misere)
    for a in range(6):
        for b in range(6):
            for c in range(6):
                single_objects = max(a, b, c) <= 1
                wins = (a + b + c) % 2 == 0 if misere and single_objects else a ^ b ^ c != 0
                if a + b + c > 0:
                    assert solve(game, game.parse(f"{a}-{b}-{c} A"), 1, known) == (1 if wins else -1)


@pytest.mark.parametrize(
    ("piles", "openings"),
    [
        ((1, 2, 4), ["21"]),
        ((2, 3, 4), ["23"]),
        ((3, 4, 5), ["02"]),
        ((0, 1, 2), ["22"]),
        ((1, 2, 3), []),
        ((2, 4, 6), []),
    ],
)
def test_nim_winning_openings(piles: tuple[int, ...], openings: list[str]) -> None:
    game = Nim(piles=piles)
    start = game.initial()
    won = [action for action in game.legal(start) if solve(game, game.apply(start, action), 1, {}) == 1]
    assert [game.name(start, action) for action in won] == openings


# Connect-k


@pytest.mark.parametrize(("depth", "count"), list(enumerate([7, 49, 343, 2401, 16807], 1)))
def test_connect_four_perft(depth: int, count: int) -> None:
    game = ConnectFour()
    assert perft(game, game.initial(), depth) == count


def test_connect_four_distinct_positions_by_ply() -> None:
    game = ConnectFour()
    positions = {game.initial()}
    for count in [7, 49, 238, 1120, 4263, 16422]:  # OEIS A212693
        positions = {game.apply(state, action) for state in positions for action in game.legal(state)}
        assert len(positions) == count


def test_connect_four_on_4_x_4_is_a_draw() -> None:
    game = ConnectFour(width=4, height=4)
    assert solve(game, game.initial(), 1, {}) == 0


def test_connect_four_recorded_endgames_are_quiet_and_the_last_of_them_have_the_recorded_winner() -> None:
    game = ConnectFour()
    for line in (DATA / "connect_four_end_easy_quiet.txt").read_text().splitlines():
        moves, score = line.split()
        state = game.initial()
        for digit in moves:
            named = {game.name(state, action): action for action in game.legal(state)}
            state = game.apply(state, named[digit])
        assert game.parse(game.position(state)) == state
        assert game.mover(state) == len(moves) % 2
        assert all(game.score(game.apply(state, action)) == 0 for action in game.legal(state))
        if len(moves) == 32:
            assert solve(game, state, 1, {}) == (int(score) > 0) - (int(score) < 0)


# Mancala


@pytest.mark.parametrize("early_end", [True, False])
@pytest.mark.parametrize(("depth", "count"), list(enumerate([6, 35, 185, 942, 4690, 23233, 114430], 1)))
def test_mancala_perft(depth: int, count: int, early_end: bool) -> None:
    game = Mancala(early_end=early_end)
    assert perft(game, game.initial(), depth) == count


@pytest.mark.parametrize(("houses", "margins"), [(1, [0, -2, 6, -2]), (2, [2, -2, -2, -10]), (3, [0, 4, 2]), (4, [2])])
def test_mancala_margins_without_early_end(houses: int, margins: list[int]) -> None:
    for seeds, margin in enumerate(margins, 1):
        game = Mancala(houses=houses, seeds=seeds, early_end=False)
        assert solve(game, game.initial(), UNBOUNDED, {}) == margin


# Breakthrough


@pytest.mark.parametrize(("depth", "count"), list(enumerate([22, 484, 11132, 256036], 1)))
def test_breakthrough_perft_on_8_x_8(depth: int, count: int) -> None:
    game = Breakthrough(rows=8, cols=8)
    assert perft(game, game.initial(), depth) == count


@pytest.mark.parametrize(("depth", "count"), list(enumerate([13, 169, 2366, 33029, 496798], 1)))
def test_breakthrough_perft_on_7_x_5(depth: int, count: int) -> None:
    game = Breakthrough()
    assert perft(game, game.initial(), depth) == count


@pytest.mark.parametrize(
    ("rows", "cols", "winner"),
    [(6, 2, 0), (4, 2, 1), (5, 2, 1), (7, 2, 1), (4, 3, 1), (5, 3, 1), (4, 4, 1)],
)
def test_breakthrough_winner(rows: int, cols: int, winner: int) -> None:
    game = Breakthrough(rows=rows, cols=cols)
    assert solve(game, game.initial(), 1, {}) == (1 if winner == 0 else -1)


# EinStein würfelt nicht!


@pytest.mark.parametrize("arrangement", ["012345012345", "345120345120"])
def test_einstein_perft_from_any_start(arrangement: str) -> None:
    game = Einstein()
    counts = [perft(game, game.initial(arrangement), depth) for depth in range(1, 5)]
    assert counts == [18, 324, 5454, 91800]


# Colosseum and R2-D2 Battle: counted by hand


def test_colosseum_perft_of_a_corner_on_an_open_board() -> None:
    """From a corner of 4 x 4 two steps reach the corner (2 free sides), four border cells (3 each) and (1, 1) (4)."""
    game = Colosseum(size=4)
    assert perft(game, game.parse("4 A0,0 B3,3 A"), 1) == 2 + 4 * 3 + 4
    assert perft(game, game.parse("4 A0,0 B0,1 A"), 1) == 2 + 3 + 3 + 4  # (0, 1) is taken and bars the way to (0, 2)


def test_droid_battle_perft_of_a_square_of_four_cells() -> None:
    """On 2 x 2 a droid always has two steps, and a shot while it has shots left."""
    game = DroidBattle(rows=2, cols=2, shots=1, rounds=3)
    assert perft(game, game.initial(), 1) == 9
    # then: after no shot 3 * 3 pairs, after one shot 2 * 3, after both shots the game is over
    assert perft(game, game.initial(), 2) == 4 * (3 * 3) + 4 * (2 * 3)
    with_stay = DroidBattle(rows=2, cols=2, shots=1, rounds=3, stay=True)
    assert perft(with_stay, with_stay.initial(), 1) == 16

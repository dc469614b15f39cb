"""The static evaluators compute their documented formulas: each against its own words in plain Python."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import lanista

from .test_native import random_states


def nim(state: Any) -> float:
    piles = sum(pile > 0 for pile in state.piles)
    good = (piles % 2 == 1) != state.game.parameters["misere"]
    return 0.5 if good == (state.mover == 0) else -0.5


def connect_four(state: Any) -> float:
    connect = state.game.parameters["connect"]
    height, width = len(state.board), len(state.board[0])
    total = 0
    for row in range(height):
        for col in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * step, col + right * step) for step in range(connect)]
                if all(0 <= r < height and 0 <= c < width for r, c in cells):
                    stones = {state.board[r][c] for r, c in cells}
                    total += (-1 not in stones) - (1 not in stones)
    return total


def mancala(state: Any) -> float:
    return float(state.stores[0] - state.stores[1])


def breakthrough(state: Any) -> float:
    rows = len(state.board)
    first = sum(row + 1 for row in range(rows) for piece in state.board[row] if piece == 1)
    second = sum(rows - row for row in range(rows) for piece in state.board[row] if piece == -1)
    return first - second


def colosseum(state: Any) -> float:
    owner: dict[tuple[int, int], int] = {state.cells[0]: 0, state.cells[1]: 1}
    borders: list[set[tuple[int, int]]] = [{state.cells[0]}, {state.cells[1]}]
    while any(borders):
        reached = []
        for border in borders:
            steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
            near = {
                (row + down, col + right)
                for row, col in border
                for side, (down, right) in enumerate(steps)
                if not state.walls[row][col][side]
            }
            reached.append(near - set(owner))
        both = reached[0] & reached[1]
        owner.update(dict.fromkeys(both, -1))
        borders = [cells - both for cells in reached]
        for player, cells in enumerate(borders):
            owner.update(dict.fromkeys(cells, player))
    return sum(who == 0 for who in owner.values()) - sum(who == 1 for who in owner.values())


def einstein(state: Any) -> float:
    pieces = [piece for row in state.board for piece in row]
    return float(sum(piece > 0 for piece in pieces) - sum(piece < 0 for piece in pieces))


def droid_battle(state: Any) -> float:
    (_, shots0, points0), (_, shots1, points1) = state.droids
    rows, cols = int(state.game.parameters["rows"]), int(state.game.parameters["cols"])
    return float(points0 - points1) + (rows + cols - 2) / (rows * cols - 1) * float(shots0 - shots1)


FORMULAS: dict[str, Callable[[Any], float]] = {
    "nim": nim,
    "nim:misere=false": nim,
    "connect_four": connect_four,
    "connect_four:width=4,height=5,connect=3": connect_four,
    "mancala": mancala,
    "breakthrough": breakthrough,
    "colosseum": colosseum,
    "colosseum:size=4": colosseum,
    "einstein": einstein,
    "droid_battle": droid_battle,
    "droid_battle:rows=2,cols=5": droid_battle,
}


def check_formula(spec: str, name: str, formula: Callable[[Any], float], count: int) -> None:
    """Compare a static evaluator with its formula on that many positions, which it must not all value the same."""
    values = set()
    for state in random_states(lanista.load_game(spec), count):
        assert state.evaluate(name) == pytest.approx(formula(state)), state.position
        values.add(state.evaluate(name))
    assert len(values) > 1


@pytest.mark.parametrize("spec", FORMULAS)
def test_basic_is_its_formula(spec: str) -> None:
    check_formula(spec, "basic", FORMULAS[spec], 300)
    assert next(iter(lanista.load_game(spec).evaluations)) == "basic"


@pytest.mark.parametrize("spec", ["connect_four", "breakthrough", "mancala", "einstein", "colosseum:size=4"])
def test_random_playouts_are_uniform(spec: str) -> None:
    # Compared with games that Python plays with random.choice.
    start = lanista.load_game(spec).initial_state(seed=4)
    rng = random.Random(5)
    wins, games = 0, 4000
    for _ in range(games):
        state = start
        while not state.is_terminal:
            state = state.child(rng.choice(state.legal_actions()))
        wins += state.returns()[0] > 0
    fast = start.playouts(40 * games, seed=6)
    # Four standard errors of the smaller sample.
    assert abs(wins / games - fast.wins / (40 * games)) < 4 * (0.25 / games) ** 0.5


def test_a_playouts_single_ply_is_uniform() -> None:
    # From one pile of 4 with normal play: taking 4 wins at once, so the chances follow by hand.
    state = lanista.load_game("nim:piles=4,misere=false").initial_state()
    lose = {0: 1.0}  # the mover with no objects left has lost
    for pile in range(1, 5):
        lose[pile] = sum(1 - lose[pile - taken] for taken in range(1, pile + 1)) / pile
    count = state.playouts(200_000, seed=1)
    assert count.losses / 200_000 == pytest.approx(lose[4], abs=0.006)

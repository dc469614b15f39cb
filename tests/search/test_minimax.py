"""Plain minimax, the oracle of the others, against its definition in plain Python."""

from __future__ import annotations

import random

import pytest

import lanista
from lanista import _native
from lanista.games.base import State
from tests.search.positions import SMALL, random_positions

TICTACTOE = "./docs/tictactoe.py:TicTacToe"

# What a position is worth to player 0: the outcome first (None: open, between a win and a loss), the points second.
Worth = tuple[float, float]


def worth(state: State, depth: int) -> Worth:
    if state.is_terminal:
        return state.returns()[0], state.score()
    if depth == 0:
        return 0.0, state.evaluate("basic")
    best = max if state.current_player == 0 else min
    return best(worth(state.child(action), depth - 1) for action in state.legal_actions())


def decoded(value: float) -> Worth:
    outcome = (value > _native.MAX_EVALUATION) - (value < -_native.MAX_EVALUATION)
    return float(outcome), value - outcome * _native.WIN


@pytest.mark.parametrize("spec", [*SMALL, TICTACTOE])
def test_minimax_is_its_definition(spec: str) -> None:
    rng = random.Random(5)
    for state in random_positions(spec, 150, seed=2):
        game = state.game
        search = game.rules.minimax(game, _native.MinimaxOptions(), "basic")
        depth = rng.randint(1, 3 if spec.startswith(("mancala", "nim", "connect")) else 2)
        report = search.run(state, depth=depth)
        assert decoded(report.value) == worth(state, depth), state.position
        for move in report.moves:
            assert decoded(move.value) == worth(state.child(move.action), depth - 1), state.position
        assert report.action == next(move.action for move in report.moves if move.value == report.value)


def test_any_win_is_worth_more_than_any_open_position_and_a_margin_counts_second() -> None:
    # Top can end the game at once with its last seed, or keep it open with a great lead in its store.
    game = lanista.load_game("mancala:houses=2,seeds=6,early_end=false")
    state = game.parse_position("1,0/0,1 14:8 A")
    report = game.rules.minimax(game, _native.MinimaxOptions(), "basic").run(state, depth=1)
    assert report.value == _native.WIN + 6
    assert report.proved


def plain_quiescence(state: State) -> float:
    """Breakthrough's noisy moves by their definition: captures and steps onto the far row."""
    sign = 1 if state.current_player == 0 else -1
    best = state.evaluate("basic")
    rows = state.board  # type: ignore[attr-defined]
    pieces = sum(cell != 0 for row in rows for cell in row)
    for action in state.legal_actions():
        child = state.child(action)
        captures = sum(cell != 0 for row in child.board for cell in row) < pieces  # type: ignore[attr-defined]
        if child.is_terminal:
            value = sign * (_native.WIN + 1)
        elif captures:
            value = plain_quiescence(child)
        else:
            continue
        best = max(sign * best, sign * value) * sign
    return best


def test_quiescence_follows_captures_and_wins_beyond_the_horizon() -> None:
    options = _native.MinimaxOptions()
    options.quiescence = True
    seen_difference = False
    for state in random_positions("breakthrough:rows=5,cols=3", 100, seed=4):
        game = state.game
        search = game.rules.minimax(game, options, "basic")
        for move in search.run(state, depth=1).moves:
            child = state.child(move.action)
            if child.is_terminal:
                continue
            assert move.value == plain_quiescence(child), child.position
            seen_difference = seen_difference or move.value != child.evaluate("basic")
    assert seen_difference

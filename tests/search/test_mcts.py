"""Monte Carlo tree search: its proofs against plain minimax, its statistics, its limits, and what it keeps."""

from __future__ import annotations

import random
import time

import pytest

import lanista
from lanista import _native
from lanista.games.base import Game
from tests.search.positions import endings, set_switches

# Endings that plain minimax solves: sizes, how many plies before the end of a random game, and the depth that it takes.
ENDINGS = {
    "nim:piles=2-3-4": (9, 9),
    "connect_four:width=4,height=4,connect=3": (9, 10),
    "mancala:houses=3,seeds=2": (8, 10),
    "mancala:houses=4,seeds=3": (6, 8),
    "breakthrough:rows=5,cols=3": (8, 9),
    "colosseum:size=4": (3, 4),
    "einstein": (8, 7),
}
POSITIONS = 10_000


def new_search(game: Game, **switches: object) -> _native.Search:
    options = _native.MctsOptions()
    set_switches(options, **{"memory_mb": 8, **switches})
    search: _native.Search = game.rules.mcts(game, options, "basic")
    return search


def _outcome(value: float) -> int:
    return (value > _native.MAX_EVALUATION) - (value < -_native.MAX_EVALUATION)


def _random_switches(rng: random.Random) -> dict[str, object]:
    return {
        "rave": rng.random() < 0.5,
        "pruning": rng.random() < 0.3,
        "selection": rng.choice(("ucb1", "ucb1_tuned")),
        "playouts": rng.choice(("random", "random", "guided")),
        "playout_plies": rng.choice((0, 0, 4)),
        "keep_tree": rng.random() < 0.5,
    }


@pytest.mark.parametrize("spec", ENDINGS)
def test_proofs_agree_with_minimax(spec: str) -> None:
    """Whatever mcts proves is so; and given simulations enough it proves what minimax sees."""
    rng = random.Random(7)
    game = lanista.load_game(spec)
    plies, depth = ENDINGS[spec]
    # Alpha-beta has minimax's values (test_same_value.py) sooner.
    exact = game.rules.alphabeta(game, _native.AlphaBetaOptions(), "basic")
    compared = proved = 0
    for state in endings(spec, plies, seed=3):
        truth = exact.run(state, depth=depth)
        if not truth.proved:
            continue
        if compared % 500 == 0:
            searches = [new_search(game, **_random_switches(rng)) for _ in range(10)]
        report = rng.choice(searches).run(state, nodes=1000, seed=compared)
        if report.proved:
            assert report.value == _outcome(truth.value), state.position
        compared += 1
        proved += report.proved
        if compared == POSITIONS:
            break
    assert compared == POSITIONS
    assert proved > 0.9 * compared


def test_statistics_add_up() -> None:
    for spec in ("breakthrough", "mancala", "einstein", "connect_four"):
        state = lanista.load_game(spec).initial_state(seed=2)
        report = new_search(state.game, proofs=False).run(state, nodes=5000, seed=1)
        assert report.simulations == 5000
        assert sum(move.visits for move in report.moves) == 5000
        mean = sum(move.visits * move.value for move in report.moves) / 5000
        assert report.value == pytest.approx(max(report.moves, key=lambda move: move.visits).value, abs=1e-6)
        assert -1 <= mean <= 1
        assert report.action == max(report.moves, key=lambda move: (move.visits, move.value)).action
        for move in report.moves:
            end = state
            for action in move.line:
                end = end.child(action)


def test_the_value_is_of_player_0_whoever_moves() -> None:
    game = lanista.load_game("breakthrough:rows=5,cols=3")
    # x is one step from the far row and cannot be stopped, whoever is to move.
    for mover in "AB":
        state = game.parse_position(f"3/xx1/3/2x/oo1 {mover}")
        report = new_search(game, proofs=False).run(state, nodes=4000)
        assert report.value > 0.8, (mover, report.value)


def test_the_same_seed_makes_the_same_search() -> None:
    state = lanista.load_game("einstein").initial_state(seed=1)
    runs = [new_search(state.game, rave=True).run(state, nodes=3000, seed=seed) for seed in (4, 4, 5)]
    visits = [[move.visits for move in report.moves] for report in runs]
    assert visits[0] == visits[1] != visits[2]


def test_a_full_memory_ends_the_growth_and_not_the_search() -> None:
    state = lanista.load_game("colosseum").initial_state(seed=1)
    small = new_search(state.game, memory_mb=1).run(state, nodes=60_000, seed=1)
    assert small.simulations == 60_000
    large = new_search(state.game, memory_mb=64).run(state, nodes=60_000, seed=1)
    assert small.depth <= large.depth


def test_the_tree_is_kept_between_moves_until_it_is_forgotten() -> None:
    game = lanista.load_game("mancala")
    search = new_search(game, proofs=False)
    state = game.initial_state()
    report = search.run(state, nodes=5000, seed=1)
    while state.current_player == 0:
        state = state.child(report.action)
        report = search.run(state, nodes=100, seed=1)
    assert report.reused > 0
    search.forget()
    assert search.run(state, nodes=100, seed=1).reused == 0
    without = new_search(game, proofs=False, keep_tree=False)
    without.run(game.initial_state(), nodes=5000)
    assert without.run(state, nodes=100).reused == 0


def test_rave_means_are_of_simulations_that_played_the_action_later_too() -> None:
    state = lanista.load_game("breakthrough").initial_state()
    report = new_search(state.game, rave=True, proofs=False).run(state, nodes=2000, seed=1)
    assert all(move.rave_visits >= move.visits for move in report.moves)
    assert any(move.rave_visits > move.visits for move in report.moves)
    assert all(-1 <= move.rave_mean <= 1 for move in report.moves)


def test_pruned_moves_are_tried_no_more() -> None:
    state = lanista.load_game("einstein").initial_state(seed=3)
    search = new_search(state.game, pruning=True, prune_ratio=1.5, prune_visits=20, proofs=False)
    first = search.run(state, nodes=5000, seed=1)
    second = search.run(state, nodes=5000, seed=2)
    pruned = {move.action: move.visits for move in first.moves if move.pruned}
    assert pruned
    assert first.action not in pruned
    assert min(pruned.values()) >= 20
    still = {move.action: move.visits for move in second.moves if move.pruned}
    assert all(still[action] == visits for action, visits in pruned.items() if action in still)
    assert still


def test_a_deadline_that_has_passed_still_gives_a_legal_move() -> None:
    state = lanista.load_game("breakthrough").initial_state()
    report = new_search(state.game).run(state, deadline=time.monotonic() - 1)
    assert report.action in state.legal_actions()

"""Alpha-beta: extra turns, proofs, limits, what it reports, and what it refuses."""

from __future__ import annotations

import math
import time

import pytest

import lanista
from lanista import _native
from lanista.errors import ParameterError
from lanista.games.base import Game, State
from tests.search.positions import SMALL, random_positions, set_switches
from tests.search.test_minimax import decoded, worth


def new_search(game: Game, **switches: object) -> _native.Search:
    options = _native.AlphaBetaOptions()
    set_switches(options, **{"table_mb": 1, **switches})
    search: _native.Search = game.rules.alphabeta(game, options, "basic")
    return search


def test_the_sign_changes_only_when_the_mover_changes() -> None:
    """Endings of mancala in which a sowing that ends in the own store keeps the turn."""
    compared = 0
    for state in random_positions("mancala:houses=3,seeds=3,early_end=false", 2000, seed=6):
        keeps_turn = any(state.child(action).current_player == state.current_player for action in state.legal_actions())
        if not keeps_turn or _seeds_in_play(state) > 9:
            continue
        report = new_search(state.game).run(state, depth=6)
        assert decoded(report.value) == worth(state, 6), state.position
        compared += 1
    assert compared > 100


def _seeds_in_play(state: State) -> int:
    return sum(seeds for row in state.houses for seeds in row)  # type: ignore[attr-defined]


@pytest.mark.parametrize("spec", SMALL)
def test_proved_values_do_not_depend_on_the_evaluation(spec: str) -> None:
    proved = 0
    for state in random_positions(spec, 300, seed=8):
        game = state.game
        report = new_search(game).run(state, depth=SMALL[spec])
        turned = game.rules.alphabeta(game, _native.AlphaBetaOptions(), lambda state: -3 * state.evaluate("basic"))
        again = turned.run(state, depth=SMALL[spec])
        if report.proved:
            proved += 1
            assert again.value == report.value, state.position
    assert proved > 10


def test_best_lines_lead_to_the_value() -> None:
    kept = new_search(lanista.load_game("breakthrough:rows=5,cols=4"))  # full of what other positions taught it
    for state in random_positions("breakthrough:rows=5,cols=4", 200, seed=9):
        report = kept.run(state, depth=4, all_moves=True)
        for move in report.moves:
            end: State = state
            for action in move.line:
                end = end.child(action)
            if len(move.line) == 4 and not end.is_terminal:
                assert move.value == end.evaluate("basic"), state.position
            if end.is_terminal:
                assert decoded(move.value)[0] == end.returns()[0], state.position


def test_all_moves_have_exact_values() -> None:
    for state in random_positions("mancala:houses=4,seeds=3", 300, seed=10):
        game = state.game
        plain = game.rules.minimax(game, _native.MinimaxOptions(), "basic").run(state, depth=4)
        report = new_search(game).run(state, depth=4, all_moves=True)
        assert [(move.action, move.value) for move in report.moves] == [(m.action, m.value) for m in plain.moves]
        assert not any(move.is_bound for move in report.moves)


def test_a_lost_position_is_held_as_long_as_possible() -> None:
    # o wins by force. Without resistance the first of the losing moves is played; with it one that loses no sooner.
    held = longer = 0
    for state in random_positions("connect_four:width=4,height=4,connect=3", 2000, seed=11):
        game = state.game
        loss = -_native.WIN - 1 if state.current_player == 0 else _native.WIN + 1
        with_resistance = new_search(game).run(state, depth=12)
        if with_resistance.value != loss:
            continue
        without = new_search(game, resist=False, deepening=False).run(state, depth=12)
        lengths = [_plies_to_loss(state.child(report.action), 12) for report in (with_resistance, without)]
        assert lengths[0] >= lengths[1], state.position
        held += 1
        longer += lengths[0] > lengths[1]
    assert held > 20 and longer > 0


def _plies_to_loss(state: State, at_most: int) -> int:
    """The least depth at which the game is seen to be lost for whoever moved last."""
    for depth in range(1, at_most + 1):
        report = state.game.rules.minimax(state.game, _native.MinimaxOptions(), "basic").run(state, depth=depth)
        if abs(report.value) > _native.MAX_EVALUATION:
            return depth
    return at_most


def test_nodes_bound_the_search_exactly_and_repeatably() -> None:
    game = lanista.load_game("breakthrough")
    state = game.initial_state()
    for nodes in (1, 2, 100, 12_345):
        first, second = (new_search(game).run(state, nodes=nodes) for _ in range(2))
        assert first.nodes <= nodes
        assert (first.action, first.value, first.line) == (second.action, second.value, second.line)
        assert first.action in state.legal_actions()


def test_a_deadline_that_has_passed_still_gives_a_legal_move() -> None:
    state = lanista.load_game("colosseum").initial_state(seed=1)
    report = new_search(state.game).run(state, deadline=time.monotonic() - 1)
    assert report.action in state.legal_actions()
    assert report.depth == 0


def test_a_search_ends_when_all_is_proved() -> None:
    state = lanista.load_game("nim").initial_state()
    report = new_search(state.game).run(state, deadline=math.inf)
    assert report.proved
    assert decoded(report.value) == (1, 1)


def test_another_games_position_is_refused() -> None:
    search = new_search(lanista.load_game("nim"))
    with pytest.raises(ParameterError, match="an agent of nim"):
        search.run(lanista.load_game("mancala").initial_state())
    with pytest.raises(ParameterError, match="an agent of nim"):
        search.run(lanista.load_game("nim:piles=9-9").initial_state())


def test_a_game_that_is_over_is_refused() -> None:
    game = lanista.load_game("nim")
    with pytest.raises(ParameterError, match="over"):
        new_search(game).run(game.parse_position("0-0-0 A"))


def test_an_unknown_evaluation_is_refused() -> None:
    game = lanista.load_game("nim")
    with pytest.raises(ParameterError, match=r"'clever'.*basic"):
        game.rules.alphabeta(game, _native.AlphaBetaOptions(), "clever")


def test_an_error_in_an_evaluation_ends_the_search_and_leaves_it_usable() -> None:
    game = lanista.load_game("mancala")
    state = game.initial_state()
    calls = 0

    def sometimes(state: State) -> float:
        nonlocal calls
        calls += 1
        if calls == 500:
            raise ZeroDivisionError("of the user")
        return state.evaluate("basic")

    search = game.rules.alphabeta(game, _native.AlphaBetaOptions(), sometimes)
    with pytest.raises(ZeroDivisionError, match="of the user"):
        search.run(state, depth=9)
    assert search.run(state, depth=5).value == new_search(game).run(state, depth=5).value

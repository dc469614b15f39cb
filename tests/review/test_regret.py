"""How far choices are from perfect play: beside plain minimax, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import pytest

import lanista
from lanista.agents.analysis import losses
from lanista.agents.base import Clock
from lanista.agents.equilibrium import EquilibriumAgent
from lanista.agents.minimax import MinimaxAgent
from lanista.agents.oracle import OracleAgent
from lanista.errors import IllegalActionError, ParameterError
from lanista.games.base import State
from lanista.review.regret import measure_regret, random_positions

SMALL = [
    "nim",
    "connect_four:width=4,height=3,connect=3",
    "mancala:houses=2,seeds=3",
    "breakthrough:rows=4,cols=3",
    "colosseum:size=4",
]


class First:
    """Plays the first legal action."""

    def choose(self, state: State, player: int, clock: Clock) -> int:
        return state.legal_actions(player)[0]


def best_score(state: State) -> float:
    """The outcome first, then the margin: what perfect play comes to for player 0."""
    if state.is_terminal:
        return 1000 * state.returns()[0] + state.score()
    children = [best_score(state.child(action)) for action in state.legal_actions()]
    return max(children) if state.current_player == 0 else min(children)


@pytest.mark.parametrize("spec", SMALL)
def test_losses_are_those_of_plain_minimax(spec: str) -> None:
    game = lanista.load_game(spec)
    few = [state for state in random_positions(game, 60, seed=2) if sum(state.perft(4)) < 2000 or spec == "nim"][:20]
    positions = [state for state in few if len(state.legal_actions()) <= 40]
    checked = 0
    for state in positions:
        deep = MinimaxAgent(game, depth=12).analyze(state)
        if not deep.proved:
            continue
        found = losses(OracleAgent(game).analyze(state))
        sign = 1 if state.current_player == 0 else -1
        for move in deep.moves:
            assert found[move.action] == sign * (deep.value - move.value), state.position
        regret = measure_regret(First(), [state])
        assert [choice.loss for choice in regret.choices] == [found[state.legal_actions()[0]]]
        checked += 1
    assert checked >= 3


@pytest.mark.parametrize("spec", SMALL)
def test_the_oracle_regrets_nothing(spec: str) -> None:
    found = lanista.regret("oracle", spec, 20, seed=1)
    assert found.perfect == 1 and found.loss == 0 and not found.worst and len(found.choices) + found.unsolved == 20


def test_random_play_does() -> None:
    found = lanista.regret("random", "connect_four:width=4,height=4", 60, seed=3)
    assert 0.3 < found.perfect < 0.9 and found.loss > 0.1
    assert found.worst[0].loss == max(choice.loss for choice in found.choices) == 2
    again = lanista.regret("random", "connect_four:width=4,height=4", 60, seed=3)
    assert again == found


def test_where_both_move_at_once_both_are_asked() -> None:
    game = "droid_battle:rows=3,cols=3,shots=1,rounds=6"
    found = lanista.regret("random", game, 15, seed=4)
    assert {choice.player for choice in found.choices} == {0, 1}
    assert found.perfect < 1 and 0 < found.loss <= 2
    perfect = lanista.regret("equilibrium", game, 15, seed=4)
    assert perfect.perfect == 1 and perfect.loss == 0


def test_mixed_losses_are_against_the_equilibrium() -> None:
    game = lanista.load_game("droid_battle:rows=3,cols=3,shots=2,rounds=9")
    for state in random_positions(game, 10, seed=5):
        for player in (0, 1):
            found = EquilibriumAgent(game).analyze(state, player)
            lost = losses(found)
            assert min(lost.values()) == 0
            for move in found.moves:
                assert lost[move.action] >= 0
                assert move.probability < 1e-9 or lost[move.action] == 0


def test_positions_as_texts() -> None:
    found = lanista.regret(First(), "nim", ["3-4-5 A", "0-0-1 B"])
    assert [(choice.position, choice.player, choice.action) for choice in found.choices] == [
        ("3-4-5 A", 0, "01"),
        ("0-0-1 B", 1, "21"),
    ]
    assert [choice.loss for choice in found.choices] == [2, 0]
    assert found.perfect == 0.5 and found.loss == 1


def test_what_is_not_solved_is_left_out_and_counted() -> None:
    found = lanista.regret("random", "breakthrough:rows=8,cols=8", ["xxxxxxxx/xxxxxxxx/8/8/8/8/oooooooo/oooooooo A"])
    assert found.unsolved == 1 and not found.choices
    assert math.isnan(found.perfect) and math.isnan(found.loss)


def test_bad_input_is_refused() -> None:
    with pytest.raises(ParameterError, match="positions must be at least 1, got 0"):
        lanista.regret("random", "nim", 0)
    with pytest.raises(ParameterError, match="a list of position texts"):
        lanista.regret("random", "nim", "3-4-5 A")
    with pytest.raises(lanista.PositionError):
        lanista.regret("random", "nim", ["3-4 A"])

    class Cheat:
        def choose(self, state: State, player: int, clock: Clock) -> Any:
            return 99

    with pytest.raises(IllegalActionError, match="99 is no legal action at '3-4-5 A' of nim"):
        lanista.regret(Cheat(), "nim", ["3-4-5 A"])


def test_positions_are_different_and_open() -> None:
    game = lanista.load_game("einstein")
    positions = random_positions(game, 30, seed=1)
    assert len(set(positions)) == 30 and not any(state.is_terminal for state in positions)
    assert positions == random_positions(game, 30, seed=1) != random_positions(game, 30, seed=2)
    assert 0 < len(random_positions(lanista.load_game("nim:piles=1-1"), 100, seed=1)) < 10

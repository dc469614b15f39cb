"""Searches under abuse: rules that return no numbers, wrong turns, threads, an evaluation that calls its own agent."""

from __future__ import annotations

import dataclasses
import math
import threading

import pytest

import lanista
from lanista.agents.base import UNLIMITED
from lanista.agents.search import SearchAgent
from lanista.errors import ParameterError, RulesError

IN_TURNS = ("minimax:depth=2", "alphabeta:depth=2", "mcts:simulations=50,playout_plies=1")
AT_ONCE = ("minimax:depth=2", "mcts:simulations=50,playout_plies=1")


@dataclasses.dataclass(frozen=True)
class Count(lanista.PythonGame):
    """Players add 1 or 2; whoever reaches 6 wins."""

    total: int = 0
    mover: int = 0
    num_actions = 2

    @classmethod
    def initial_state(cls) -> Count:
        return cls()

    @property
    def current_player(self) -> int:
        return lanista.TERMINAL if self.total >= 6 else self.mover

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def child(self, action: int) -> Count:
        return type(self)(self.total + action + 1, 1 - self.mover)

    def returns(self) -> tuple[float, float]:
        return (-1.0, 1.0) if self.mover == 0 else (1.0, -1.0)


class NoNumber(Count):
    def evaluate(self, name: str = "basic") -> float:
        return math.nan


class NoScore(Count):
    def score(self) -> float:
        return math.inf


@dataclasses.dataclass(frozen=True)
class Rounds(lanista.PythonGame):
    """Both choose at once, five rounds."""

    total: int = 0
    mover: int = 0
    num_actions = 2

    is_simultaneous = True

    @classmethod
    def initial_state(cls) -> Rounds:
        return cls()

    @property
    def current_player(self) -> int:
        return lanista.TERMINAL if self.mover >= 5 else lanista.SIMULTANEOUS

    def legal_actions(self, player: int) -> list[int]:
        return [0, 1]

    def child(self, first: int, second: int) -> Rounds:
        return type(self)(self.total + first - second, self.mover + 1)

    def returns(self) -> tuple[float, float]:
        sign = float((self.total > 0) - (self.total < 0))
        return sign, -sign


class RoundsWithoutNumber(Rounds):
    def evaluate(self, name: str = "basic") -> float:
        return math.nan


class OneTurn(Rounds):
    @property
    def current_player(self) -> int:
        return 1 if self.mover == 1 else super().current_player


CASES = [
    *((NoNumber, spec) for spec in IN_TURNS),
    *((RoundsWithoutNumber, spec) for spec in AT_ONCE),
    (NoScore, "minimax:depth=7"),
    (NoScore, "alphabeta:depth=7"),
]


@pytest.mark.parametrize(("kind", "spec"), CASES)
def test_rules_that_return_no_number_are_named(kind: type[lanista.PythonGame], spec: str) -> None:
    game = lanista.load_game(kind)
    agent = lanista.load_agent(spec, game)
    with pytest.raises(RulesError, match=r"(evaluate|score)\(\) returned (nan|inf)"):
        agent.choose(game.initial_state(), 0, UNLIMITED)


@pytest.mark.parametrize("spec", AT_ONCE)
def test_a_turn_within_a_simultaneous_game_is_refused(spec: str) -> None:
    game = lanista.load_game(OneTurn)
    with pytest.raises(RulesError, match="current_player is 1"):
        lanista.load_agent(spec, game).choose(game.initial_state(), 0, UNLIMITED)


@pytest.mark.parametrize("spec", AT_ONCE)
def test_simultaneous_games_in_python_are_searched(spec: str) -> None:
    game = lanista.load_game(Rounds)
    agent = lanista.load_agent(spec.replace("depth=2", "depth=5"), game)
    assert agent.choose(game.initial_state(), 0, UNLIMITED) == 1  # the larger number is better whatever the other does


@pytest.mark.parametrize("spec", ["alphabeta:nodes=3000000", "mcts:simulations=300000"])
def test_one_agent_in_two_threads_is_refused(spec: str) -> None:
    game = lanista.load_game("breakthrough")
    agent = lanista.load_agent(spec, game)
    state = game.initial_state()
    refused: list[RuntimeError] = []

    def think() -> None:
        try:
            agent.choose(state, 0, UNLIMITED)
        except RuntimeError as error:
            refused.append(error)

    threads = [threading.Thread(target=think) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 2
    assert all("at work" in str(error) for error in refused)
    assert agent.choose(state, 0, UNLIMITED) in state.legal_actions()


def test_an_evaluation_that_calls_its_own_agent_is_refused() -> None:
    game = lanista.load_game("breakthrough")

    def evaluate(state: lanista.State) -> float:
        return float(agent.choose(state, state.current_player, UNLIMITED))

    agent = lanista.load_agent("alphabeta:depth=2", game, evaluation=evaluate)
    with pytest.raises(lanista.LanistaError, match="at work"):
        agent.choose(game.initial_state(), 0, UNLIMITED)


def test_what_was_not_searched_has_no_value() -> None:
    game = lanista.load_game("breakthrough")
    agent = lanista.load_agent("alphabeta:nodes=1", game)
    assert isinstance(agent, SearchAgent)
    analysis = agent.analyze(game.initial_state())
    assert all(math.isnan(move.value) and move.outcome is None for move in analysis.moves)


def test_an_evaluation_that_mcts_would_never_ask_is_refused() -> None:
    game = lanista.load_game("breakthrough")
    with pytest.raises(ParameterError, match="playouts=guided"):
        lanista.load_agent("mcts:evaluation=basic", game)

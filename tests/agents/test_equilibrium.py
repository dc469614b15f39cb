"""The equilibrium agent: recorded exact values, and an independent best response that finds nothing to gain."""

import itertools
import json
import math
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import lanista
from lanista.agents.analysis import losses
from lanista.agents.base import UNLIMITED
from lanista.agents.search import SearchAgent
from lanista.arena.match import MatchPlan, play_match, summarize
from lanista.errors import ParameterError, SpecError
from lanista.games.base import State
from lanista.games.python_adapter import PythonFileGame

VALUES = json.loads((Path(__file__).parents[1] / "data" / "droid_battle_values.json").read_text())
AIMS = {"A": "points", "B": "outcome"}


def solver(game: lanista.Game, aim: str, **parameters: object) -> SearchAgent:
    agent = lanista.load_agent("equilibrium", game, aim=aim, **parameters)
    assert isinstance(agent, SearchAgent)
    return agent


def board(facts: dict[str, Any]) -> lanista.Game:
    """Return the game with shots and rounds enough that any of the positions can have come up."""
    return lanista.load_game("droid_battle", rows=facts["rows"], cols=facts["cols"], shots=15, rounds=200)


def place(game: lanista.Game, sample: dict[str, Any], shots: tuple[int, int], points: int, rounds: int) -> State:
    """Return the position with player 0's lead of `points`."""
    (row, col), (other_row, other_col) = sample["d2"], sample["q5"]
    first = f"D{row},{col}:{shots[0]}:{max(points, 0)}"
    second = f"Q{other_row},{other_col}:{shots[1]}:{max(-points, 0)}"
    return game.parse_position(f"{sample['rows']}x{sample['cols']} {first} {second} {rounds}")


@pytest.mark.parametrize("letter", AIMS)
@pytest.mark.parametrize("facts", VALUES["start_values"], ids=lambda facts: "{rows}x{cols}-{shots}".format(**facts))
def test_start_values_are_the_recorded_ones(facts: dict[str, Any], letter: str) -> None:
    game = board(facts)
    agent = solver(game, AIMS[letter])
    cells = {**facts, "d2": (2, 0), "q5": (2, facts["cols"] - 1)}
    equal = {"d2_shots": facts["shots"], "q5_shots": facts["shots"], letter: facts[letter]}
    for start in (equal, *facts["unequal_shots"]):
        state = place(game, cells, (start["d2_shots"], start["q5_shots"]), 0, 50)
        found = agent.analyze(state)
        assert found.value == pytest.approx(start[letter], abs=1e-9), state.position
        assert found.proved


@pytest.mark.parametrize("letter", AIMS)
def test_sample_values_are_the_recorded_ones(letter: str) -> None:
    for sample in VALUES["sample_states"]:
        game = board(sample)
        lead = sample["score_diff"]
        state = place(game, sample, (sample["d2_shots"], sample["q5_shots"]), lead, sample["rounds_left"])
        expected = sample["A_future"] + lead if letter == "A" else sample["B"]
        assert solver(game, AIMS[letter]).analyze(state).value == pytest.approx(expected, abs=1e-9), state.position


def worst_values(matrix: Any, value: float) -> list[float]:
    """What each row is worth against the optimal column strategy that punishes it most: all vertices are tried."""
    rows, columns = matrix.shape
    limits = np.vstack([matrix - value, -np.eye(columns)])  # at most 0, with chances that sum to 1
    found = []
    for tight in itertools.combinations(range(rows + columns), columns - 1):
        system = np.vstack([limits[list(tight)], np.ones(columns)])
        if abs(np.linalg.det(system)) > 1e-9:
            strategy = np.linalg.solve(system, np.append(np.zeros(columns - 1), 1))
            if np.all(strategy > -1e-9) and np.all(matrix @ strategy < value + 1e-9):
                found.append(matrix @ strategy)
    return [float(worth) for worth in np.min(found, axis=0)]


@pytest.mark.parametrize("aim", AIMS.values())
def test_moves_are_worth_what_they_are_against_the_perfect_reply_that_punishes_most(aim: str) -> None:
    game = lanista.load_game("droid_battle:rows=2,cols=3,shots=2,rounds=7")
    agent, rng = solver(game, aim), random.Random(1)
    part = 0
    for _ in range(40):
        state = game.initial_state()
        for _ in range(rng.randrange(6)):
            after = state.child(*(rng.choice(state.legal_actions(player)) for player in (0, 1)))
            state = state if after.is_terminal else after
        choices = [state.legal_actions(player) for player in (0, 1)]

        def worth(actions: tuple[int, int], state: State = state) -> float:
            after = state.child(*actions)
            if not after.is_terminal:
                return agent.analyze(after).value
            return after.score() if aim == "points" else after.returns()[0]

        matrix = np.array([[worth((first, second)) for second in choices[1]] for first in choices[0]])
        for player, payoffs in ((0, matrix), (1, -matrix.T)):
            found = agent.analyze(state, player)
            value = found.value if player == 0 else -found.value
            expected = dict(zip(choices[player], worst_values(payoffs, value), strict=True))
            for move in found.moves:
                assert move.value == pytest.approx(expected[move.action] * (1 - 2 * player), abs=1e-7), state.position
            lost = losses(found)
            assert all(lost[move.action] == 0 for move in found.moves if move.probability > 1e-9)
            part += 1 < sum(loss == 0 for loss in lost.values()) < len(lost)
    assert part > 10


def gain_of_best_response(agent: SearchAgent, start: State, responder: int, aim: str) -> float:
    """Return what a player who knows the agent's strategy expects beyond the value of the game, by plain recursion."""

    @cache
    def answer(state: State) -> float:
        if state.is_terminal:
            return state.score() if aim == "points" else state.returns()[0]
        found = agent.analyze(state, 1 - responder)
        best = -math.inf
        for action in state.legal_actions(responder):
            mean = 0.0
            for move in found.moves:
                if move.probability > 0:
                    pair = (action, move.action) if responder == 0 else (move.action, action)
                    mean += move.probability * answer(state.child(*pair))  # type: ignore[arg-type]
            best = max(best, mean if responder == 0 else -mean)
        return best if responder == 0 else -best

    value = agent.analyze(start).value
    answered = answer(start)  # type: ignore[arg-type]
    return answered - value if responder == 0 else value - answered


@pytest.mark.parametrize("aim", AIMS.values())
@pytest.mark.parametrize("spec", ["rows=3,cols=2,shots=2,rounds=7", "rows=2,cols=3,shots=2,rounds=6,stay=true"])
def test_a_best_response_gains_nothing(spec: str, aim: str) -> None:
    game = lanista.load_game(f"droid_battle:{spec}")
    agent = solver(game, aim)
    for responder in (0, 1):
        gain = gain_of_best_response(agent, game.initial_state(), responder, aim)
        # It gains no less than 0 either, or the response would not be the best.
        assert abs(gain) < 1e-9


def test_a_strategy_that_errs_can_be_exploited() -> None:
    """The best response of the test above does find what there is to gain: against a uniformly random player."""
    game = lanista.load_game("droid_battle:rows=3,cols=2,shots=2,rounds=5")

    class Uniform:
        def analyze(self, state: State, player: int | None = None) -> Any:
            found = solver(game, "points").analyze(state, player)
            moves = [SimpleNamespace(action=move.action, probability=1 / len(found.moves)) for move in found.moves]
            return SimpleNamespace(moves=moves, value=found.value)

    assert gain_of_best_response(Uniform(), game.initial_state(), 0, "points") > 0.1  # type: ignore[arg-type]


def test_it_beats_random_play() -> None:
    plan = MatchPlan(lanista.load_game("droid_battle"), ("equilibrium", "random"), 200, seed=1, opening_plies=0)
    assert summarize(list(play_match(plan, lanista.load_agent))).estimate.score_low > 0.9


def test_what_is_solved_serves_later_games() -> None:
    game = lanista.load_game("droid_battle:rows=3,cols=3,shots=2")
    first = solver(game, "outcome")
    first.choose(game.initial_state(), 0, UNLIMITED)
    assert first.info is not None and first.info.nodes > 100
    again = solver(lanista.load_game("droid_battle:rows=3,cols=3,shots=2"), "outcome")
    again.begin(game, 1, seed=2)
    again.choose(game.initial_state(), 1, UNLIMITED)
    assert again.info is not None and again.info.nodes == 0


def test_what_is_not_solved_is_not_called_proved() -> None:
    game = lanista.load_game("droid_battle:rows=5,cols=5")
    for parameters in ({"nodes": 50}, {"time": 0.001}):
        found = solver(game, "outcome", **parameters).analyze(game.initial_state())
        assert not found.proved
        assert sum(move.probability for move in found.moves) == pytest.approx(1)
    full = solver(lanista.load_game("droid_battle:rows=8,cols=8,shots=15,rounds=200"), "points", memory_mb=1)
    found = full.analyze(full.game.initial_state())
    assert not found.proved
    assert found.nodes < 50_000


def test_what_is_not_solved_counts_as_evaluated() -> None:
    game = lanista.load_game("droid_battle:rows=5,cols=5")

    def far_up(state: State) -> float:
        (row, _), *_ = state.droids[0]  # type: ignore[attr-defined]
        return -float(row)

    found = solver(game, "outcome", nodes=1, evaluation=far_up).analyze(game.initial_state())
    assert game.initial_state().action_to_string(found.action, 0) == "MOVE_UP"
    assert not any(move.proved for move in found.moves)
    # A game that is solved never asks.
    small = lanista.load_game("droid_battle:rows=2,cols=2,shots=1,rounds=3")
    assert solver(small, "outcome", evaluation=lambda state: 1 / 0).analyze(small.initial_state()).proved


def test_what_was_cut_short_is_forgotten_with_the_game() -> None:
    game = lanista.load_game("droid_battle:rows=5,cols=5,shots=3")
    agent = solver(game, "points", nodes=500)
    choices = []
    for _ in range(3):
        agent.begin(game, 0, seed=7)
        agent.choose(game.initial_state(), 0, UNLIMITED)
        assert agent.info is not None
        choices.append([move.probability for move in agent.info.moves])
    assert choices[0] == choices[1] == choices[2]


def test_agents_made_in_one_thread_play_in_others() -> None:
    game = lanista.load_game("droid_battle:rows=4,cols=4,shots=4")
    agents = [solver(game, "outcome") for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        played = [threads.submit(agent.choose, game.initial_state(), 0, UNLIMITED) for agent in agents]
        assert all(done.result() in game.initial_state().legal_actions(0) for done in played)


def test_a_mean_of_zero_is_no_draw() -> None:
    game = PythonFileGame(numbers(lambda said: 1.0 if said[0] == said[1] else -1.0))
    found = solver(game, "outcome").analyze(game.initial_state())
    assert found.value == 0 and found.outcome is None and found.proved
    assert str(found.value) == "0.0"


def test_endless_and_very_long_games_are_not_solved() -> None:
    for length in (20_000, 10**9):
        game = PythonFileGame(counting(length))
        found = solver(game, "outcome", nodes=100_000).analyze(game.initial_state())
        assert not found.proved


def numbers(result: Callable[[tuple[int, ...]], float]) -> type[lanista.PythonGame]:
    """Return a game of one round in which both say 0 or 1."""

    @dataclass(frozen=True)
    class Numbers(lanista.PythonGame):
        """Both say 0 or 1."""

        said: tuple[int, ...] = ()
        is_simultaneous = True
        num_actions = 2

        @classmethod
        def initial_state(cls) -> "Numbers":
            return cls()

        @property
        def current_player(self) -> int:
            return lanista.TERMINAL if self.said else lanista.SIMULTANEOUS

        def legal_actions(self, player: int | None = None) -> list[int]:
            return [] if self.said else [0, 1]

        def child(self, *actions: int) -> "Numbers":
            return Numbers(actions)

        def returns(self) -> tuple[float, float]:
            won = result(self.said) if self.said else 0.0
            return (won, -won)

    return Numbers


def counting(length: int) -> type[lanista.PythonGame]:
    """Return a game of so many rounds; from a billion on it goes round in circles of two."""

    @dataclass(frozen=True)
    class Counting(lanista.PythonGame):
        """Nothing is to be decided."""

        at: int = 0
        is_simultaneous = True
        num_actions = 1

        @classmethod
        def initial_state(cls) -> "Counting":
            return cls()

        @property
        def current_player(self) -> int:
            return lanista.TERMINAL if self.at == length else lanista.SIMULTANEOUS

        def legal_actions(self, player: int | None = None) -> list[int]:
            return [0]

        def child(self, *actions: int) -> "Counting":
            return Counting(1 - self.at if length >= 10**9 else self.at + 1)

        def returns(self) -> tuple[float, float]:
            return (0.0, 0.0)

    return Counting


def test_games_in_python_are_solved_too() -> None:
    game = PythonFileGame(numbers(lambda said: 0.0 if said == (1, 1) else 1.0 if said == (0, 0) else -1.0))
    found = solver(game, "outcome").analyze(game.initial_state())
    assert found.value == pytest.approx(-1 / 3)
    assert [move.probability for move in found.moves] == pytest.approx([1 / 3, 2 / 3])


def test_what_it_refuses() -> None:
    with pytest.raises(SpecError, match=r"equilibrium cannot play nim: the players move in turns"):
        lanista.load_agent("equilibrium", lanista.load_game("nim"))
    with pytest.raises(ParameterError, match="aim must be one of outcome, points"):
        lanista.load_agent("equilibrium:aim=fun", lanista.load_game("droid_battle"))

"""The native learners against the dictionary of tests/reference, exact values, and what they promise."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

import lanista
from lanista.agents.equilibrium import EquilibriumAgent
from lanista.agents.oracle import OracleAgent
from lanista.agents.qlearning import QLearningAgent
from lanista.errors import EvaluationError
from lanista.games.base import State
from lanista.games.nim import NimState
from tests.reference import q_learning
from tests.reference.connect_four import ConnectFour
from tests.reference.mancala import Mancala
from tests.reference.nim import Nim

# The handout's numbers.
HANDOUT = {"win": 1000, "gamma": 0.9, "alpha": 1, "exploration": "random"}
BOARDS = [(0, 1, 2), (1, 2, 3), (1, 2, 4), (2, 3, 4), (2, 4, 6), (3, 4, 5)]


def learner(game: str, **parameters: object) -> QLearningAgent:
    agent = lanista.load_agent("qlearning", lanista.load_game(game), **parameters)
    assert isinstance(agent, QLearningAgent)
    return agent


def train(agent: QLearningAgent, games: int, seed: int = 0, **arguments: Any) -> Any:
    starts = [agent.game.initial_state(seed=1)]
    return agent.learner.learn(starts, games, seed=seed, total=games, **arguments)


def walk(game: lanista.Game) -> list[State]:
    """Return every open position that can come from the start."""
    found: dict[State, None] = {}
    ahead = [game.initial_state()]
    while ahead:
        state = ahead.pop()
        if state.is_terminal or state in found:
            continue
        found[state] = None
        ahead += [state.child(action) for action in state.legal_actions()]
    return list(found)


EXPLORATIONS: dict[str, tuple[dict[str, object], q_learning.Explore]] = {
    "random": ({"exploration": "random"}, q_learning.at_random),
    "epsilon_greedy": ({"epsilon": 0.3, "last_epsilon": 0.3}, q_learning.epsilon_greedy(0.3)),
    "softmax": (
        {"exploration": "softmax", "temperature": 0.5, "last_temperature": 0.5},
        q_learning.softmax(0.5),
    ),
}
REFERENCES: dict[str, Callable[[], Any]] = {
    "nim:piles=3-4-5": lambda: Nim(piles=(3, 4, 5)),
    "connect_four:width=3,height=3,connect=3": lambda: ConnectFour(width=3, height=3, connect=3),
    "mancala:houses=2,seeds=2": lambda: Mancala(houses=2, seeds=2),
}


@pytest.mark.parametrize("exploration", EXPLORATIONS)
@pytest.mark.parametrize("spec", REFERENCES)
@pytest.mark.parametrize("by_function", [False, True], ids=["graph", "walk"])
def test_every_value_is_the_dictionarys(spec: str, exploration: str, by_function: bool) -> None:
    """The same games, the same numbers, to the last bit; on the graph of known moves and by walking."""
    parameters, explore = EXPLORATIONS[exploration]
    numbers: dict[str, Any] = {"alpha": 0.4, "gamma": 0.9, "win": 3.0, "point": 0.25, "start": 0.125}
    encoding: object = (lambda state, player: state.position) if by_function else "full"
    agent = learner(spec, **parameters, **numbers, encoding=encoding)
    games = 1000 if not by_function else 300
    train(agent, games, seed=5)
    reference = q_learning.SelfPlay(REFERENCES[spec](), **numbers)
    for game in range(games):
        reference.learn(explore, q_learning.Numbers(5, game))
    rules = reference.game
    positions = {state for state, _ in reference.table}
    assert agent.learner.states == len(positions)
    for position in positions:
        state = agent.game.parse_position(rules.position(position))
        expected = [reference.value(position, action) for action in rules.legal(position)]
        assert agent.values(state, state.current_player) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("encoding", ["full", "canonical"])
def test_nim_from_random_games_is_exact(encoding: str) -> None:
    """The handout's Q*, from 200,000 random games, for 20 seeds."""
    game = lanista.load_game("nim")
    truth = q_learning.exact(Nim(piles=(3, 4, 5)), gamma=0.9, win=1000)
    states = walk(game)
    for seed in range(20):
        agent = learner("nim", **HANDOUT, encoding=encoding)
        train(agent, 200_000, seed)
        for state in states:
            assert isinstance(state, NimState)
            expected = [truth[(state.piles, state.mover), action] for action in state.legal_actions()]
            assert agent.values(state, state.mover) == pytest.approx(expected, abs=1e-9), state.position


def test_merged_positions_need_fewer_games() -> None:
    """Piles are interchangeable: a table of canonical positions is exact sooner."""
    needed = {}
    states = walk(lanista.load_game("nim"))
    truth = q_learning.exact(Nim(piles=(3, 4, 5)), gamma=0.9, win=1000)
    for encoding in ("full", "canonical"):
        agent = learner("nim", **HANDOUT, encoding=encoding)
        for games in range(1000, 200_000, 1000):
            agent.learner.learn([agent.game.initial_state()], 1000, first=games - 1000, seed=1)
            if all(_is_exact(agent, state, truth) for state in states):
                needed[encoding] = games
                break
    assert needed["canonical"] < needed["full"] < 200_000


def _is_exact(agent: QLearningAgent, state: State, truth: dict[Any, float]) -> bool:
    assert isinstance(state, NimState)
    values = agent.values(state, state.mover)
    return all(
        math.isclose(value, truth[(state.piles, state.mover), action], abs_tol=1e-9)
        for value, action in zip(values, state.legal_actions(), strict=True)
    )


@pytest.mark.parametrize("piles", BOARDS)
def test_the_handouts_boards_are_won_against_every_line_of_play(piles: tuple[int, int, int]) -> None:
    game = lanista.load_game(f"nim:piles={'-'.join(map(str, piles))}")
    agent = learner(game.spec, **HANDOUT)
    train(agent, 200_000)
    winner = 0 if OracleAgent(game).analyze(game.initial_state()).outcome == 1 else 1
    lines = _lines(agent, game.initial_state(), winner)
    assert lines > 0


def _lines(agent: QLearningAgent, state: State, winner: int) -> int:
    """Play the winner's part against all replies; return how many games that makes."""
    if state.is_terminal:
        assert state.returns()[winner] == 1
        return 1
    if state.current_player != winner:
        return sum(_lines(agent, state.child(action), winner) for action in state.legal_actions())
    chances = agent.strategy(state, winner)
    return _lines(agent, state.child(state.legal_actions()[chances.index(1)]), winner)


def test_connect_three_becomes_exact() -> None:
    """Connect-k on 3 x 3 with 3 in a row: every value of every position."""
    agent = learner("connect_four:width=3,height=3,connect=3", exploration="random", encoding="full")
    train(agent, 400_000)
    truth = q_learning.exact(ConnectFour(width=3, height=3, connect=3), gamma=0.9, win=1)
    rules = ConnectFour(width=3, height=3, connect=3)
    for position, action in truth:
        state = agent.game.parse_position(rules.position(position))
        values = agent.values(state, state.current_player)
        expected = truth[position, action]
        assert values[state.legal_actions().index(action)] == pytest.approx(expected, abs=1e-9), state.position


# Against opponents.


class Scripted:
    """An opponent of Python's: the last legal action, and what it was told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def begin(self, number: int, player: int) -> None:
        self.told.append((number, player))

    def choose(self, state: State, player: int) -> int:
        return state.legal_actions(player)[-1]

    def end(self, state: State) -> None:
        assert state.is_terminal
        self.told.append("end")


def test_q_learning_against_an_opponent_is_its_definition() -> None:
    """Each update by hand: the opponent's reply belongs to the world, the learner has either side in turn."""
    agent = learner("nim:piles=2-3", versus=True, encoding="full", alpha=0.5, gamma=0.8, exploration="random")
    games = 400
    opponent = Scripted()
    train(agent, games, seed=3, opponent=opponent)
    assert opponent.told[:4] == [(0, 1), "end", (1, 0), "end"]
    rules = Nim(piles=(2, 3))
    table: dict[tuple[Any, int], float] = {}
    for number in range(games):
        numbers, me, state, last = q_learning.Numbers(3, number), number % 2, rules.initial(), None
        while True:
            is_over = rules.mover(state) == lanista.TERMINAL
            if is_over or rules.mover(state) == me:
                best = 0 if is_over else max(table.get((state, a), 0) for a in rules.legal(state))
                if last is not None:
                    reward = rules.score(state) * (1 if me == 0 else -1)
                    before = table.get(last, 0)
                    table[last] = before + 0.5 * (reward + 0.8 * best - before)
                if is_over:
                    break
                last = (state, rules.legal(state)[numbers.below(len(rules.legal(state)))])
                state = rules.apply(*last)
            else:
                state = rules.apply(state, rules.legal(state)[-1])
    for (state, action), expected in table.items():
        native = agent.game.parse_position(rules.position(state))
        value = agent.values(native, rules.mover(state))[rules.legal(state).index(action)]
        assert value == pytest.approx(expected, abs=1e-12)


def test_a_frozen_opponent_is_not_changed_and_loses() -> None:
    droids = "droid_battle"
    first = learner(droids, versus=True)
    train(first, 20_000, opponent="random")
    before = first.learner.dump()
    second = learner(droids, versus=True)
    train(second, 20_000, opponent=first.learner)
    assert first.learner.dump() == before
    tally = second.learner.play([second.game.initial_state()], 100, first.learner)
    assert tally.losses <= 5


def test_an_opponent_may_learn_too() -> None:
    first, second = (learner("nim", versus=True) for _ in range(2))
    train(first, 2000, opponent=second.learner, both_learn=True)
    assert second.learner.states > 50
    tally = second.learner.play([second.game.initial_state()], 400, "random")
    assert tally.wins > 300


def test_one_side_alone_can_be_learned() -> None:
    agent = learner("nim", versus=True, encoding="full")
    train(agent, 500, opponent="random", side=1)
    assert agent.strategy(agent.game.initial_state(), 0) == []


# Where both move at once.


def test_minimax_q_finds_the_equilibrium() -> None:
    game = lanista.load_game("droid_battle:rows=2,cols=2,shots=1,rounds=4,d2=0-0,q5=1-1")
    agent = learner(game.spec, encoding="full", exploration="random", alpha=1, gamma=1, win=1, point=0)
    train(agent, 60_000)
    solver = EquilibriumAgent(game)
    rng = random.Random(4)
    for _ in range(50):
        state = game.initial_state()
        while not state.is_terminal:
            found = solver.analyze(state)
            rows = len(state.legal_actions(0))
            values = agent.values(state, 0)
            columns = len(values) // rows
            payoffs = [values[row * columns : (row + 1) * columns] for row in range(rows)]
            value, _, _ = lanista._native.solve_matrix_game(payoffs)
            assert value == pytest.approx(found.value, abs=1e-9), state.position
            chances = agent.strategy(state, 1)
            assert sum(chances) == pytest.approx(1) and min(chances) >= 0
            state = state.child(*(rng.choice(state.legal_actions(player)) for player in (0, 1)))


@pytest.mark.parametrize("exploration", ["epsilon_greedy", "softmax", "random"])
def test_minimax_q_explores(exploration: str) -> None:
    agent = learner("droid_battle:rows=3,cols=3,shots=1", exploration=exploration)
    train(agent, 300)
    assert agent.learner.states > 50


# What it tells apart.


def test_features_are_seen_from_the_learners_side() -> None:
    """With offset and shots alone, D2 and Q5 share rows where their views are the same."""
    agent = learner("droid_battle", versus=True, encoding="offset-shots")
    train(agent, 2000, opponent="random")
    game = agent.game
    left = game.parse_position("4x4 D1,1:3:0 Q2,2:4:0 20")
    right = game.parse_position("4x4 D2,2:4:1 Q1,1:3:0 30")
    assert agent.values(left, 0) == agent.values(right, 1)
    assert agent.values(left, 0) != agent.values(left, 1)


@pytest.mark.parametrize(
    ("same_to", "twin"),
    [
        ({"cells", "offset"}, "4x4 D1,1:1:2 Q2,2:2:0 9"),
        ({"offset"}, "4x4 D2,1:1:2 Q3,2:2:0 9"),
        ({"shots"}, "4x4 D0,0:3:2 Q3,2:4:0 9"),
        ({"rounds"}, "4x4 D0,1:1:2 Q3,2:2:0 1"),
        ({"lead"}, "4x4 D0,0:1:2 Q3,2:2:1 9"),
    ],
)
def test_each_feature_is_what_it_says(same_to: set[str], twin: str) -> None:
    """Of two positions that agree in one thing, learners with that feature alone see one."""
    game = lanista.load_game("droid_battle")
    state = game.parse_position("4x4 D1,1:3:1 Q2,2:4:0 1")
    for feature in ("cells", "offset", "shots", "rounds", "lead"):
        agent = learner("droid_battle", versus=True, encoding=feature)
        agent.learner.learn([state], 1, opponent="random", side=0)
        assert bool(agent.strategy(game.parse_position(twin), 0)) == (feature in same_to)


def test_functions_of_the_users_replace_encoding_and_reward() -> None:
    """Slower, the same results."""
    native = learner("droid_battle", versus=True, encoding="cells-shots-lead", gamma=0.9)

    def encode(state: Any, player: int) -> object:
        own, other = state.droids[player], state.droids[1 - player]
        return (own[0], other[0], own[1], other[1], own[2] - other[2])

    def reward(before: State, after: State, player: int) -> float:
        return (after.score() - before.score()) * (1 if player == 0 else -1)

    own = learner("droid_battle", versus=True, encoding=encode, reward=reward, gamma=0.9)
    for agent in (native, own):
        train(agent, 100, seed=7, opponent="random")
    assert native.learner.states == own.learner.states
    state = native.game.initial_state()
    rng = random.Random(1)
    while not state.is_terminal:
        for player in (0, 1):
            assert native.values(state, player) == own.values(state, player)
        state = state.child(*(rng.choice(state.legal_actions(player)) for player in (0, 1)))


def test_what_a_users_function_does_wrong_is_said() -> None:
    def broken(state: State, player: int) -> object:
        return [1]

    agent = learner("nim", encoding=broken)
    with pytest.raises(EvaluationError, match=r"encoding broken returned \[1\]: a code is .* '3-4-5 A' of nim"):
        train(agent, 1)
    agent = learner("nim", reward=lambda before, after, player: math.nan)
    with pytest.raises(EvaluationError, match="reward <lambda> returned nan"):
        train(agent, 1)

"""What learners refuse and bear: full tables, bad parameters, damage, other threads, games in Python."""

from __future__ import annotations

import threading

import pytest

import lanista
from lanista.agents.base import UNLIMITED
from lanista.agents.qlearning import QLearningAgent
from lanista.errors import EvaluationError, LanistaError, ParameterError
from lanista.games.base import State
from lanista.games.nim import NimState
from lanista.games.python_adapter import PythonFileGame
from tests.agents.test_search_abuse import Count
from tests.games.test_python_game import Pennies
from tests.reference import q_learning
from tests.reference.nim import Nim
from tests.training.test_learning import HANDOUT, Scripted, learner, train


def test_a_full_table_stops_growing_and_goes_on_learning() -> None:
    agent = learner("connect_four", memory_mb=1, exploration="random")
    train(agent, 20_000)
    states = agent.learner.states
    assert agent.learner.is_full and 1000 < states < 20_000
    train(agent, 2000, seed=2)
    assert agent.learner.states == states


@pytest.mark.parametrize("spec", ["connect_four", "droid_battle"])
def test_what_is_not_known_is_played_at_random(spec: str) -> None:
    agent = learner(spec)
    state = agent.game.initial_state()
    assert agent.strategy(state, 0) == []
    agent.begin(agent.game, 0, seed=1)
    assert len({agent.choose(state, 0, UNLIMITED) for _ in range(50)}) > 2


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"alpha": 0}, "alpha must be auto or 1e-09 to 1, got 0"),
        ({"gamma": 1.5}, "gamma must be auto or 0 to 1, got 1.5"),
        ({"encoding": "cells"}, "unknown encoding 'cells' in nim; there are: full, canonical, auto or ./file.py"),
        ({"encoding": "full-canonical"}, "unknown encoding"),
        ({"reward": "points"}, "unknown reward 'points'"),
        ({"exploration": "greedy"}, "exploration must be one of"),
        ({"memory_mb": 0}, "memory_mb must be 1 to 65536"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        learner("nim", **parameters)


def test_bad_trainings_are_refused() -> None:
    agent = learner("nim")
    over = agent.game.parse_position("0-0-0 A")
    with pytest.raises(LanistaError, match="the game is over"):
        agent.learner.learn([over], 1)
    with pytest.raises(ValueError, match="no position to start from"):
        agent.learner.learn([], 1)
    with pytest.raises(LanistaError):
        agent.learner.learn([lanista.load_game("connect_four").initial_state()], 1)
    with pytest.raises(ValueError, match="play against itself alone"):
        train(agent, 1, opponent="random")
    with pytest.raises(ValueError, match="needs an opponent"):
        train(learner("nim", versus=True), 1)
    with pytest.raises(ValueError, match="another game"):
        train(learner("nim", versus=True), 1, opponent=learner("droid_battle").learner)

    class Cheat(Scripted):
        def choose(self, state: State, player: int) -> int:
            return 14

    with pytest.raises(LanistaError, match="14"):
        train(learner("nim:piles=2-5", versus=True), 9, opponent=Cheat())


def test_a_table_is_read_back_as_it_was_and_damage_is_refused() -> None:
    agent = learner("nim", **HANDOUT)
    train(agent, 2000)
    keys, counts, actions, values = agent.learner.dump()
    again = learner("nim", **HANDOUT)
    again.learner.restore(keys, counts, actions, values)
    assert again.learner.dump() == (keys, counts, actions, values)
    for one in (agent, again):
        one.learner.learn([one.game.initial_state()], 500, first=2000, seed=9)
    assert again.learner.dump() == agent.learner.dump()
    for damaged in (
        (keys[:-8], counts, actions, values),
        (keys, counts[:-4], actions, values),
        (keys, counts, actions, values[:-8]),
        (keys, counts, actions[:-4] + b"\0\0\0\0", values),
        (keys + keys[:24], counts + counts[:4], actions + actions[:48], values + values[:96]),
    ):
        with pytest.raises(ValueError, match="the table"):
            learner("nim", **HANDOUT).learner.restore(*damaged)


def test_a_table_of_other_actions_harms_nobody() -> None:
    """As a file that was tampered with might hold."""
    agent = learner("nim", **HANDOUT)
    train(agent, 100)
    keys, _, _, _ = agent.learner.dump()
    rows = len(keys) // 24
    foreign = learner("nim", **HANDOUT)
    foreign.learner.restore(keys, b"\1\0\0\0" * rows, b"\0\0\0\0" * rows, b"\0" * 8 * rows)
    with pytest.raises(ValueError, match="not of this game"):
        train(foreign, 100)
    with pytest.raises(ValueError, match="not of this game"):
        foreign.strategy(foreign.game.initial_state(), 0)


def test_games_in_python_are_learned_too() -> None:
    pennies = QLearningAgent(PythonFileGame(Pennies), alpha=1, exploration="random")
    train(pennies, 100)
    assert pennies.strategy(pennies.game.initial_state(), 0) == pytest.approx([0.5, 0.5])
    count = QLearningAgent(PythonFileGame(Count), exploration="random")
    tally = train(count, 300)
    assert tally.wins + tally.draws + tally.losses == 300 and count.learner.states > 2
    versus = QLearningAgent(PythonFileGame(Count), versus=True)
    train(versus, 300, opponent="random")
    assert versus.learner.states > 2


def test_opponents_whose_encoding_is_a_function() -> None:
    """Their code needs the interpreter, though the learner's own does not."""
    rival = learner("nim", versus=True, encoding=lambda state, player: state.piles)
    own = learner("nim", versus=True)
    assert train(own, 300, opponent=rival.learner).moves > 300
    assert train(own, 300, opponent=rival.learner, both_learn=True).moves > 300
    assert rival.learner.states > 10


def test_opponents_that_learn_alone_cannot_learn_here() -> None:
    with pytest.raises(ValueError, match="learns from play against itself alone"):
        train(learner("nim", versus=True), 5, opponent=learner("nim").learner, both_learn=True)


def test_who_looks_is_player_0_or_1() -> None:
    agent = learner("droid_battle", versus=True)
    for player in (-1, 2, 10**6):
        with pytest.raises(ValueError, match="a player is 0 or 1"):
            agent.values(agent.game.initial_state(), player)
        with pytest.raises(ValueError, match="a player is 0 or 1"):
            agent.strategy(agent.game.initial_state(), player)


def test_a_table_is_not_read_while_it_grows() -> None:
    agent = learner("connect_four", exploration="random")
    thread = threading.Thread(target=train, args=(agent, 30_000))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            agent.strategy(agent.game.initial_state(), 0)
        except RuntimeError as error:
            refused += "at work" in str(error)
    thread.join()
    assert refused > 0 and agent.learner.states > 1000


def test_who_is_to_move_is_part_of_every_code() -> None:
    """Or a user's encoding of the piles alone would mix what is good for one with what is good for the other."""
    agent = learner("nim", **HANDOUT, encoding=lambda state, player: state.piles)
    train(agent, 40_000)
    truth = q_learning.exact(Nim(piles=(3, 4, 5)), gamma=0.9, win=1000)
    state = agent.game.initial_state()
    expected = [truth[((3, 4, 5), 0), action] for action in state.legal_actions()]
    assert agent.values(state, 0) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("code", [(1, (2.5,)), [1], 2**64, NimState])
def test_codes_that_no_file_keeps_are_refused(code: object) -> None:
    agent = learner("nim", encoding=lambda state, player: code)
    with pytest.raises(EvaluationError, match="a code is a number"):
        train(agent, 1)

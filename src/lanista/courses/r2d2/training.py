"""A training, in the process that holds both agents: round after round without a word to the referee.

Here the agents learn, and whoever has learned is played with here too. Files of students and our own agents train with
each other as they come; each plays the droid that it plays later.
"""

from __future__ import annotations

import importlib
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lanista.agents.base import UNLIMITED, Clock
from lanista.agents.qlearning import QLearningAgent
from lanista.courses.r2d2.bridge import StudentAgent
from lanista.games.base import Game, State
from lanista.games.spec import load_game, parse_spec
from lanista.guest.seeds import seed_everything
from lanista.loading import describe
from lanista.sandbox.verdict import AgentFailure, Verdict
from lanista.training.checkpoint import CheckpointAgent
from lanista.training.trainer import Opponent

COURSE = "r2d2"
LEARNER = QLearningAgent.name
# Exploration goes down in so many steps.
_STEPS = 100
_HOME = Path.cwd()


def can_learn(spec: str) -> bool:
    """Whether an agent may change in a training: ours that learn, and all of students, who know best."""
    parsed = parse_spec(spec)
    return parsed.course == COURSE or parsed.name == LEARNER


def guest(arguments: list[str]) -> Pair:
    """Return both agents. arguments: the game's spec, `module:function` that loads our agents, their specs."""
    os.chdir(_HOME)  # where the specs' paths begin
    game, loader, *specs = arguments
    module, _, function = loader.partition(":")
    return Pair(load_game(game), getattr(importlib.import_module(module), function), specs)


class Pair:
    """D2's agent and Q5's. load: turns a spec and a game into one of our agents.

    rounds: of training that have been played.
    """

    def __init__(self, game: Game, load: Callable[..., Any], specs: list[str]) -> None:
        self._game = game
        self._agents = [_load(spec, game, load) for spec in specs]
        # As texts, which are compared quickly: in every round.
        self._folders = [str(agent.folder) if isinstance(agent, StudentAgent) else None for agent in self._agents]
        self._folder: str | None = None
        for player in (1, 0):
            self._enter_folder(player)
        self.rounds = 0
        self._state: State | None = None
        self._rng = random.Random(0)

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Begin a game that counts."""
        self._enter_folder(player)
        self._agents[player].begin(game, player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the choice of the player's agent."""
        self._enter_folder(player)
        action: int = self._agents[player].choose(state, player, clock)
        return action

    def end(self, state: State) -> None:
        """Nothing is learned from games that count."""

    def train(self, until: int, total: int, seed: int) -> None:
        """Play training rounds until there have been `until`, of `total` in all; seed: of the whole training."""
        if self.rounds == 0:
            seed_everything(seed)
            self._rng = random.Random(seed)
        students = [agent for agent in self._agents if isinstance(agent, StudentAgent)]
        for student in students:
            student.is_training = True
        sides = [side for side, agent in enumerate(self._agents) if _learns_natively(agent)]
        while self.rounds < until:
            if sides:
                self._learn(sides[0], until, total)
            else:
                self._play_round()
        for student in students:
            student.is_training = False

    def _play_round(self) -> None:
        """Play one round, in a new game where the one before is over."""
        if self._state is None or self._state.is_terminal:
            self._state = self._game.initial_state()
            for player in (0, 1):
                self.begin_to_train(player)
        actions = self.train_choice(0, self._state), self.train_choice(1, self._state)
        self._state = self._state.child(*actions)
        self.rounds += 1

    def begin_to_train(self, player: int) -> None:
        """Begin a training game."""
        try:
            self.begin(self._game, player, self._rng.getrandbits(63))
        except Exception as error:
            raise self._failure(player, self._game.initial_state(), error) from error

    def train_choice(self, player: int, state: State) -> int:
        """Return the choice of the player's agent in a training round."""
        try:
            return self.choose(state, player, UNLIMITED)
        except Exception as error:
            raise self._failure(player, state, error) from error

    def _failure(self, player: int, state: State, error: Exception) -> AgentFailure:
        """Return the failure that says whose agent raised an error, and where in the training."""
        what = str(error) if isinstance(error, AgentFailure) else describe(error)
        where = f"in training round {self.rounds + 1:,}, at position {state.position!r}"
        who = f"{self._game.player_names[player]} ({self._agents[player].spec})"
        return AgentFailure(Verdict.CRASH, f"{who} failed {where}: {what}")

    def _enter_folder(self, player: int) -> None:
        """Go to the folder of a student's file, as in the original, for the files that it opens."""
        folder = self._folders[player]
        if folder is not None and folder != self._folder:
            self._folder = folder
            os.chdir(folder)

    def _learn(self, side: int, until: int, total: int) -> None:
        """Let our learner play whole games, of as many rounds as are left at most."""
        left, length = until - self.rounds, self._game.max_length
        start = self._game.initial_state()
        if left < length:
            *droids, _ = start.position.split()
            start = self._game.parse_position(" ".join([*droids, str(left)]))
        games = max(min(left, total // _STEPS) // length, 1)
        other, before = self._agents[1 - side], self.rounds
        opponent = Opponent(self._game, other, 0, learns=_learns_natively(other))
        tally = self._agents[side].learner.learn(
            [start],
            games,
            opponent=_Rival(self) if opponent.native is opponent else opponent.native,
            both_learn=opponent.learns,
            side=side,
            progress=self.rounds / total,
            seed=self._rng.getrandbits(63),
        )
        self.rounds = before + tally.moves


class _Rival:
    """The other side of our learner, as that asks it, round by round."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair

    def begin(self, number: int, player: int) -> None:
        self._pair.begin_to_train(player)

    def choose(self, state: State, player: int) -> int:
        action = self._pair.train_choice(player, state)
        self._pair.rounds += 1
        return action

    def end(self, state: State) -> None:
        self._pair.end(state)


def _load(spec: str, game: Game, load: Callable[..., Any]) -> Any:
    parsed = parse_spec(spec)
    if parsed.course == COURSE:
        assert parsed.path is not None and parsed.class_name is not None
        student = StudentAgent(parsed.path, parsed.class_name)
        student.spec = spec
        return student
    return load(spec, game, versus=True) if parsed.name == LEARNER else load(spec, game)


def _learns_natively(agent: object) -> bool:
    return isinstance(agent, QLearningAgent) and not isinstance(agent, CheckpointAgent)

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
    """D2's agent and Q5's. load: turns a spec and a game into one of our agents."""

    def __init__(self, game: Game, load: Callable[..., Any], specs: list[str]) -> None:
        self._game = game
        self._agents = [_load(spec, game, load) for spec in specs]
        folders = [agent.folder for agent in self._agents if isinstance(agent, StudentAgent)]
        if folders:
            os.chdir(folders[0])  # as in the original, for the files that it opens
        self._rounds = 0
        self._games = 0
        self._state: State | None = None
        self._rng = random.Random(0)

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Begin a game that counts."""
        self._agents[player].begin(game, player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> object:
        """Return the choice of the player's agent."""
        return self._agents[player].choose(state, player, clock)

    def end(self, state: State) -> None:
        """Nothing is learned from games that count."""

    def train(self, until: int, total: int, seed: int) -> None:
        """Play training rounds until there have been `until`, of `total` in all; seed: of the whole training."""
        if self._rounds == 0:
            seed_everything(seed)
            self._rng = random.Random(seed)
        students = [agent for agent in self._agents if isinstance(agent, StudentAgent)]
        for student in students:
            student.is_training = True
        sides = [side for side, agent in enumerate(self._agents) if _learns_natively(agent)]
        while self._rounds < until:
            if sides:
                self._learn(sides[0], until, total)
            else:
                self._play_round()
        for student in students:
            student.is_training = False

    def _play_round(self) -> None:
        """Play one round, in a new game where the one before is over."""
        if self._state is None or self._state.is_terminal:
            for player, agent in enumerate(self._agents):
                agent.begin(self._game, player, self._rng.getrandbits(63))
            self._state = self._game.initial_state()
        self._state = self._state.child(self._choice(0), self._choice(1))
        self._rounds += 1

    def _choice(self, player: int) -> int:
        agent, state = self._agents[player], self._state
        assert state is not None
        try:
            action: int = agent.choose(state, player, UNLIMITED)
            return action
        except Exception as error:
            what = str(error) if isinstance(error, AgentFailure) else describe(error)
            where = f"in training round {self._rounds + 1:,}, at position {state.position!r}"
            who = f"{self._game.player_names[player]} ({agent.spec})"
            raise AgentFailure(Verdict.CRASH, f"{who} failed {where}: {what}") from error

    def _learn(self, side: int, until: int, total: int) -> None:
        """Let our learner play whole games, of as many rounds as are left at most."""
        left, length = until - self._rounds, self._game.max_length
        start = self._game.initial_state()
        if left < length:
            *droids, _ = start.position.split()
            start = self._game.parse_position(" ".join([*droids, str(left)]))
        games = max(min(left, total // _STEPS) // length, 1)
        other = self._agents[1 - side]
        opponent = Opponent(self._game, other, self._rng.getrandbits(63), learns=_learns_natively(other))
        tally = self._agents[side].learner.learn(
            [start],
            games,
            opponent=opponent.native,
            both_learn=opponent.learns,
            side=side,
            first=self._games,
            progress=self._rounds / total,
            seed=self._rng.getrandbits(63),
        )
        self._games += games
        self._rounds += tally.moves


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

"""The training loop: games in short stretches, so that whoever watches sees them, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

from lanista import _native
from lanista.agents.base import UNLIMITED, Agent
from lanista.agents.qlearning import QLearningAgent, mean_score
from lanista.arena.openings import match_starts
from lanista.errors import LanistaError, OpponentError, ParameterError
from lanista.games.base import Game, NativeGame, State
from lanista.loading import describe
from lanista.sandbox.verdict import AgentFailure
from lanista.seeding import derive_seed

POINTS = 50
"""How many points of a learning curve a training makes."""
# Starts of a game with random ones, or of random openings: so many are drawn, and come round again.
_STARTS = 1000
_STRETCH_SECONDS = 0.1
_LARGEST_STRETCH = 1 << 20
# Games that show how well a learner that plays against itself does against random play: native, and in Python.
_TRIALS, _TRIALS_IN_PYTHON = 200, 20


@dataclass(frozen=True)
class Point:
    """Where a training stood."""

    episodes: int
    seconds: float
    """Of training, over all its sessions."""
    states: int
    """Rows of the table."""
    moves: int
    """Of the games so far; where both move at once, rounds."""
    score: float
    """The learner's share of the points, draws counting half: in the games since the point before, against its
    opponent; learning alone, in fresh games against random play, nothing explored."""


@dataclass
class Training:
    """What a training is, and how far it has come."""

    against: str | None
    """The opponent's spec; None: itself."""
    against_hash: str | None = field(default=None, kw_only=True)
    """SHA-256 of the opponent's file, where it is one."""
    seed: int
    opening_plies: int = 0
    total: int = 0
    """Games over which exploration changes; 0: the time given decides."""
    episodes: int = 0
    seconds: float = 0.0
    moves: int = 0
    history: list[Point] = field(default_factory=list)


class Opponent:
    """Whom a learner plays against: itself, random play, another learner, or any agent."""

    def __init__(self, game: Game, agent: Agent | None, seed: int, *, learns: bool = False) -> None:
        self.agent = agent
        self.learns = learns and isinstance(agent, QLearningAgent)
        self._game = game
        self._seed = seed

    @property
    def native(self) -> object:
        """What the native learner takes for an opponent."""
        if self.agent is None:
            return None
        if self.agent.name == "random":
            return "random"
        return self.agent.learner if isinstance(self.agent, QLearningAgent) else self

    def begin(self, number: int, player: int) -> None:
        """Tell the agent that game `number` begins."""
        assert self.agent is not None
        self.agent.begin(self._game, player, derive_seed(self._seed, "opponent", number))

    def choose(self, state: State, player: int) -> int:
        """Return the agent's choice."""
        assert self.agent is not None
        try:
            return self.agent.choose(state, player, UNLIMITED)
        except Exception as error:
            if isinstance(error, LanistaError) and not isinstance(error, AgentFailure):
                raise
            what = str(error) if isinstance(error, AgentFailure) else describe(error)
            where = f"at position {state.position!r} of {self._game.spec}"
            raise OpponentError(f"the opponent {self.agent.spec} failed: {what}, {where}") from error

    def end(self, state: State) -> None:
        """Tell the agent how the game ended."""
        assert self.agent is not None
        self.agent.end(state)


class Trainer:
    """Trains a learner; nobody else's table changes, unless the opponent is a learner that is to learn too."""

    def __init__(self, learner: QLearningAgent, opponent: Opponent, training: Training) -> None:
        self.learner = learner
        self.opponent = opponent
        self.training = training
        game = learner.game
        plies = training.opening_plies
        count = _STARTS if game.has_random_start or plies else 1
        self._starts = [opening.state for opening in match_starts(game, count, training.seed, plies)]
        self._seed = derive_seed(training.seed, "training")
        self._stopped = False

    def stop(self) -> None:
        """Let `run` end after the stretch in progress."""
        self._stopped = True

    def run(self, *, episodes: int | None = None, seconds: float | None = None) -> Iterator[Point]:
        """Train until there have been `episodes` games in all, or for `seconds` more; yield where it stands.

        The same seed and episodes give the same table, however often the training was interrupted. ParameterError
        unless one of the two is given, above 0.
        """
        given = [float(goal) for goal in (episodes, seconds) if goal is not None]
        if len(given) != 1 or not given[0] > 0:
            raise ParameterError(f"a training lasts for episodes or for seconds, above 0, got {episodes} and {seconds}")
        (goal,) = given
        training, began = self.training, time.monotonic()
        before = training.seconds
        training.total = episodes or 0
        reached = training.episodes / goal if episodes is not None else 0.0
        next_point = int(reached * POINTS) + 1
        since_point = _Count()
        games = 1
        while reached < 1 and not self._stopped:
            if episodes is not None:
                games = min(games, max(episodes // POINTS, 1), episodes - training.episodes)
            stretch_began = time.monotonic()
            since_point.add(self._learn(games, reached))
            now = time.monotonic()
            training.seconds = before + now - began
            reached = training.episodes / goal if episodes is not None else (now - began) / goal
            games = _next_stretch(games, now - stretch_began)
            point = self._point(since_point.score)
            if reached * POINTS >= next_point or reached >= 1:
                point = self._point(self._trial() if self.learner.learns_alone else since_point.score)
                training.history.append(point)
                next_point = int(reached * POINTS) + 1
                since_point = _Count()
            yield point

    def _learn(self, games: int, reached: float) -> _native.Tally:
        training = self.training
        with self._at_work():
            tally = self.learner.learner.learn(
                self._starts,
                games,
                opponent=self.opponent.native,
                both_learn=self.opponent.learns,
                first=training.episodes,
                total=training.total,
                progress=min(reached, 1.0),
                seed=self._seed,
            )
        training.episodes += games
        training.moves += tally.moves
        return tally

    def _trial(self) -> float:
        trials = _TRIALS if isinstance(self.learner.game, NativeGame) else _TRIALS_IN_PYTHON
        with self._at_work():
            return mean_score(self.learner.learner.play(self._starts, trials, "random", seed=self.training.episodes))

    def _point(self, score: float) -> Point:
        training = self.training
        return Point(training.episodes, training.seconds, self.learner.learner.states, training.moves, score)

    def _at_work(self) -> ExitStack:
        stack = ExitStack()
        for agent in (self.learner, self.opponent.agent):
            for function in (agent.encode, agent.shaped) if isinstance(agent, QLearningAgent) else ():
                if function is not None:
                    stack.enter_context(function.at_work())
        return stack


class _Count:
    """Results added up."""

    def __init__(self) -> None:
        self.points = 0.0
        self.games = 0

    def add(self, tally: _native.Tally) -> None:
        self.points += tally.wins + tally.draws / 2
        self.games += tally.wins + tally.draws + tally.losses

    @property
    def score(self) -> float:
        return self.points / self.games if self.games else float("nan")


def _next_stretch(games: int, seconds: float) -> int:
    """Return how many games take about as long as a watcher waits."""
    if seconds < _STRETCH_SECONDS / 2:
        return min(2 * games, _LARGEST_STRETCH)
    return max(games // 2, 1) if seconds > 2 * _STRETCH_SECONDS else games

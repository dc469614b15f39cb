"""The referee: plays one game between two agents, judges every move and writes the record.

A late or illegal move, or an exception, loses the game, unless the competition forgives it. Agents that are programs of
their own are stopped at their deadline; of others, which run in this process, the time is looked at when a move comes
back.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from lanista.agents.base import Agent, Clock, Player, Resignation, TakeBack, as_action
from lanista.arena import record
from lanista.errors import IllegalActionError, ParameterError, RulesError
from lanista.games.base import Game, State, movers
from lanista.loading import describe, traceback_of
from lanista.sandbox.verdict import AgentFailure, Verdict
from lanista.seeding import derive_seed
from lanista.version import __version__


@dataclass(frozen=True)
class Limits:
    """Time each player has, in seconds; ParameterError unless all are above 0.

    first_move_time: for a player's first move of a game; None: as for every other.
    """

    move_time: float = math.inf
    game_time: float = math.inf
    first_move_time: float | None = None

    def __post_init__(self) -> None:
        first = self.move_time if self.first_move_time is None else self.first_move_time
        for what, seconds in (("a move", self.move_time), ("a game", self.game_time), ("the first move", first)):
            if not seconds > 0:
                raise ParameterError(f"the time for {what} must be above 0 seconds, got {seconds:g}")

    def for_move(self, moves_made: int, seconds_used: float) -> float:
        """Return the seconds that a player has for its next move."""
        is_first = moves_made == 0 and self.first_move_time is not None
        move_time = self.first_move_time if is_first and self.first_move_time is not None else self.move_time
        return min(move_time, self.game_time - seconds_used)


NO_LIMITS = Limits()
Forgive = Callable[[State, record.Failure], int | None]
"""A competition's way with failures: the action that is played instead of the failed one, or None: the game is lost."""


class Policy(Protocol):
    """A competition, as far as the referee knows it: what it does about failures."""

    @property
    def name(self) -> str:
        """What `--course` calls it."""

    def forgive(self, seed: int) -> Forgive:
        """Return its way with failures in one game; all its chance follows from the seed."""


def forgive_nothing(state: State, failure: record.Failure) -> int | None:
    """Lose the game at the first failure."""
    del state, failure
    return None


@dataclass
class Session:
    """One game in progress: asks the agents, keeps states and moves.

    policy: None: the first failure loses the game. states: the start and the state after each ply; rounds: the move or
    moves that led from one to the next.
    """

    game: Game
    agents: Sequence[Player]
    start: State
    seed: int
    limits: Limits = NO_LIMITS
    strict: bool = False
    policy: Policy | None = None
    states: list[State] = field(init=False)
    rounds: list[tuple[record.Move, ...]] = field(init=False, default_factory=list)
    failure: record.Failure | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.states = [self.start]
        self._forgive = forgive_nothing if self.policy is None else self.policy.forgive(self.seed)
        self._started = datetime.now(UTC).isoformat(timespec="seconds")
        for player, agent in enumerate(self.agents):
            self._tell(player, agent, "begin", self.game, player, derive_seed(self.seed, "agent", player))
        for agent in self.agents:
            if isinstance(agent, Agent):
                agent.opened(self.start)

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """Whether the rules or a failure have ended the game."""
        return self.failure is not None or self.state.is_terminal

    def step(self) -> None:
        """Play one ply: one move, or one of each player where both move at once."""
        state = self.state
        if len(self.rounds) >= self.game.max_length:
            raise RulesError(f"{self.game.spec}: not over after max_length = {self.game.max_length} plies")
        moves = []
        for player in movers(state):
            move = self._ask(player)
            if move is None:
                return
            moves.append(move)
        actions = tuple(move.action for move in moves)
        self.rounds.append(tuple(moves))
        self.states.append(state.child(*actions))
        for agent in self.agents:
            if isinstance(agent, Agent):
                agent.moved(actions)

    def take_back(self, plies: int) -> None:
        """Forget the last plies."""
        if plies > 0:
            del self.states[-plies:], self.rounds[-plies:]

    def finish(self) -> record.Record:
        """Tell the agents the end and return the record."""
        for player, agent in enumerate(self.agents):
            self._tell(player, agent, "end", self.state)
        returns = self.state.returns() if self.failure is None else self.failure.returns
        first, second = self.agents
        return record.Record(
            game=self.game.spec,
            game_hash=self.game.code_hash,
            parameters=dict(self.game.parameters),
            seed=self.seed,
            start=self.start.position,
            players=(_describe(first), _describe(second)),
            moves=tuple(move for moves in self.rounds for move in moves),
            final=self.state.position,
            returns=returns,
            score=float(self.state.score()),
            started=self._started,
            program=__version__,
            simultaneous=self.game.is_simultaneous,
            move_time=_finite(self.limits.move_time),
            game_time=_finite(self.limits.game_time),
            first_move_time=self.limits.first_move_time,
            course=None if self.policy is None else self.policy.name,
            failure=self.failure,
        )

    def _ask(self, player: int) -> record.Move | None:
        """Return a player's legal move in time, or the one that is played instead; None: the game is lost."""
        agent = self.agents[player]
        made = [move.wall for moves in self.rounds for move in moves if move.player == player]
        allowed, game_left = self.limits.for_move(len(made), sum(made)), self.limits.game_time - sum(made)
        cpu_seconds = agent.cpu_seconds if isinstance(agent, Agent) else time.process_time
        began, cpu_began = time.monotonic(), cpu_seconds()
        try:
            choice = _choice(agent, self.state, player, Clock(began + allowed, game_left))
            wall, cpu = time.monotonic() - began, max(cpu_seconds() - cpu_began, 0.0)
            if wall > allowed:
                raise AgentFailure(Verdict.TIME, f"took {wall:.3f} s of {allowed:.3f} s")
            action, name = self._legal(choice, player)
        except AgentFailure as failure:
            return self._failed(player, failure, time.monotonic() - began)
        return record.Move(player, action, name, round(wall, 6), round(cpu, 6))

    def _legal(self, choice: object, player: int) -> tuple[int, str]:
        """Return the action and its name."""
        try:
            action = as_action(choice)
            return action, self.state.action_to_string(action, player)
        except (IllegalActionError, TypeError) as error:
            raise AgentFailure(Verdict.ILLEGAL, str(error)) from error

    def _failed(self, player: int, failure: AgentFailure, wall: float) -> record.Move | None:
        """Return the move that is played instead of a failed one; None: the game is lost."""
        noted = record.Failure(player, failure.verdict, failure.message, self.state.position, failure.details)
        is_final = failure.is_final or failure.verdict is Verdict.RESIGNED
        instead = None if is_final else self._forgive(self.state, noted)
        if instead is None:
            self._lose(failure, noted)
            return None
        return record.Move(player, instead, self.state.action_to_string(instead, player), round(wall, 6), 0.0, noted)

    def _lose(self, failure: AgentFailure, noted: record.Failure) -> None:
        if self.strict and failure.verdict is not Verdict.RESIGNED:
            raise failure.__cause__ or failure
        self.failure = noted

    def _tell(self, player: int, agent: Player, method: str, *arguments: object) -> None:
        function = getattr(agent, method, None)
        if function is None:
            return
        try:
            _called(function, *arguments)
        except AgentFailure as failure:
            # A game that the rules have ended stays as it ended.
            if method == "begin" and self.failure is None:
                message = f"in begin(): {failure.message}"
                self._lose(
                    failure, record.Failure(player, failure.verdict, message, self.state.position, failure.details)
                )


def _choice(agent: Player, state: State, player: int, clock: Clock) -> object:
    """Return what an agent chooses; AgentFailure for all that goes wrong."""
    try:
        return _called(agent.choose, state, player, clock)
    except Resignation:
        raise AgentFailure(Verdict.RESIGNED, "gave the game up") from None


def _called(function: Callable[..., Any], *arguments: object) -> object:
    """Call an agent; AgentFailure for whatever it raises, but what people do at the keyboard and what it gives up."""
    try:
        return function(*arguments)
    except (KeyboardInterrupt, TakeBack, Resignation, AgentFailure):
        raise
    except BaseException as error:  # a bot's SystemExit, GeneratorExit and the like are its own failure
        raise AgentFailure(Verdict.CRASH, describe(error), traceback_of(error)) from error


def play_game(
    game: Game,
    agents: Sequence[Player],
    start: State,
    seed: int,
    limits: Limits = NO_LIMITS,
    *,
    strict: bool = False,
    policy: Policy | None = None,
) -> record.Record:
    """Play a game to its end and return its record.

    agents: player 0's and player 1's. strict: an agent's exception or illegal action is raised instead of recorded.
    policy: what is played instead of a failed move; None: the game is lost.
    """
    session = Session(game, agents, start, seed, limits, strict, policy)
    while not session.is_over:
        session.step()
    return session.finish()


def _describe(agent: Player) -> record.Player:
    if isinstance(agent, Agent):
        return record.Player(agent.spec, agent.code_hash)
    return record.Player(type(agent).__name__)


def _finite(seconds: float) -> float | None:
    return seconds if math.isfinite(seconds) else None

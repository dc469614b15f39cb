"""The referee: plays one game between two agents, judges every move and writes the record.

A late or illegal move, or an exception, loses the game. Agents run in this process, so that a debugger works in them;
time is looked at when a move comes back.
"""

from __future__ import annotations

import math
import operator
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from lanista.agents.base import Agent, Clock, Player, Resignation, TakeBack
from lanista.arena import record
from lanista.errors import IllegalActionError, ParameterError, RulesError
from lanista.games.base import Game, State, movers
from lanista.loading import describe
from lanista.seeding import derive_seed
from lanista.version import __version__


@dataclass(frozen=True)
class Limits:
    """Time each player has, in seconds; ParameterError unless both are above 0."""

    move_time: float = math.inf
    game_time: float = math.inf

    def __post_init__(self) -> None:
        if not (self.move_time > 0 and self.game_time > 0):
            times = f"{self.move_time:g} and {self.game_time:g}"
            raise ParameterError(f"the times for a move and a game must be above 0 seconds, got {times}")


NO_LIMITS = Limits()


@dataclass
class Session:
    """One game in progress: asks the agents, keeps states and moves.

    states: the start and the state after each ply; rounds: the move or moves that led from one to the next.
    """

    game: Game
    agents: Sequence[Player]
    start: State
    seed: int
    limits: Limits = NO_LIMITS
    strict: bool = False
    states: list[State] = field(init=False)
    rounds: list[tuple[record.Move, ...]] = field(init=False, default_factory=list)
    failure: record.Failure | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.states = [self.start]
        self._started = datetime.now(UTC).isoformat(timespec="seconds")
        for player, agent in enumerate(self.agents):
            self._tell(player, agent, "begin", self.game, player, derive_seed(self.seed, "agent", player))

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
        self.rounds.append(tuple(moves))
        self.states.append(state.child(*(move.action for move in moves)))

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
            failure=self.failure,
        )

    def _ask(self, player: int) -> record.Move | None:
        """Return a player's legal move in time; None and a failure otherwise."""
        state = self.state
        used = sum(move.wall for moves in self.rounds for move in moves if move.player == player)
        clock_start, cpu_start = time.monotonic(), time.process_time()
        left = self.limits.game_time - used
        allowed = min(self.limits.move_time, left)
        try:
            choice = self.agents[player].choose(state, player, Clock(clock_start + allowed, left))
        except Resignation:
            self._fail(player, "resigned", "gave the game up")
            return None
        except (KeyboardInterrupt, TakeBack):
            raise
        except BaseException as error:  # a bot's SystemExit, GeneratorExit and the like are its own failure
            self._fail(player, "exception", describe(error), error)
            return None
        wall, cpu = time.monotonic() - clock_start, time.process_time() - cpu_start
        if wall > allowed:
            self._fail(player, "time", f"took {wall:.3f} s of {allowed:.3f} s")
            return None
        try:
            return self._judge(player, choice, wall, cpu)
        except (IllegalActionError, TypeError) as error:
            self._fail(player, "illegal", str(error), error)
            return None

    def _judge(self, player: int, choice: Any, wall: float, cpu: float) -> record.Move:
        try:
            action = None if isinstance(choice, bool) else operator.index(choice)
        except TypeError:
            action = None
        if action is None:
            hint = "; state.parse_action(text) reads notation" if isinstance(choice, str) else ""
            kind = type(choice).__name__
            raise TypeError(f"choose() returned {_short(choice)} ({kind}) instead of an action's number{hint}")
        name = self.state.action_to_string(action, player)
        return record.Move(player, action, name, round(wall, 6), round(cpu, 6))

    def _tell(self, player: int, agent: Player, method: str, *arguments: object) -> None:
        function = getattr(agent, method, None)
        if function is None:
            return
        try:
            function(*arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            # A game that the rules have ended stays as it ended.
            if method == "begin" and self.failure is None:
                self._fail(player, "exception", f"in begin(): {describe(error)}", error)

    def _fail(self, player: int, kind: str, message: str, error: BaseException | None = None) -> None:
        if self.strict and error is not None:
            raise error
        details = _traceback(error) if kind == "exception" and error is not None else ""
        self.failure = record.Failure(player, kind, message, self.state.position, details)


def play_game(
    game: Game,
    agents: Sequence[Player],
    start: State,
    seed: int,
    limits: Limits = NO_LIMITS,
    *,
    strict: bool = False,
) -> record.Record:
    """Play a game to its end and return its record.

    agents: player 0's and player 1's. strict: an agent's exception or illegal action is raised instead of recorded.
    """
    session = Session(game, agents, start, seed, limits, strict)
    while not session.is_over:
        session.step()
    return session.finish()


def _describe(agent: Player) -> record.Player:
    if isinstance(agent, Agent):
        return record.Player(agent.spec, agent.code_hash)
    return record.Player(type(agent).__name__)


def _short(value: object) -> str:
    """The value as Python writes it, cut to a line; a bot's object may not even have a repr that works."""
    try:
        text = repr(value)
    except Exception:
        return "something"
    return text if len(text) <= 80 and "\n" not in text else f"{text.splitlines()[0][:77]}..."


def _traceback(error: BaseException) -> str:
    try:
        text = "".join(traceback.format_exception(error))
    except Exception:
        return describe(error)
    return text.encode(errors="backslashreplace").decode()


def _finite(seconds: float) -> float | None:
    return seconds if math.isfinite(seconds) else None

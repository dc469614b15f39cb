"""What an agent is: whoever chooses actions, with the clock that it plays under."""

from __future__ import annotations

import math
import operator
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from lanista.errors import quoted
from lanista.games.base import Game, State
from lanista.games.parameters import Parameter, check_all, format_spec
from lanista.loading import code_hash


@dataclass(frozen=True)
class Clock:
    """The time an agent has, in seconds; no limit is infinity.

    deadline: when the move is late, on the scale of time.monotonic().
    game_left: what was left for all moves of the game when this move began.
    """

    deadline: float = math.inf
    game_left: float = math.inf

    def move_left(self) -> float:
        """Return the seconds until the deadline, negative when it has passed."""
        return self.deadline - time.monotonic()


UNLIMITED = Clock()


class Resignation(Exception):
    """An agent gives the game up."""


class TakeBack(BaseException):
    """A person wants their last choice back. No Exception: the referee lets it through to whoever keeps the game."""

    def __init__(self, player: int) -> None:
        super().__init__(player)
        self.player = player


_NO_ACTION = 10**100  # so long a number is not even worth a message


def as_action(choice: object) -> int:
    """Return what an agent chose as an action's number; TypeError says what it chose instead of one."""
    try:
        if isinstance(choice, bool):
            raise TypeError(choice)
        action = operator.index(choice)  # type: ignore[arg-type]
        if abs(action) >= _NO_ACTION:
            raise TypeError(action)
        return action
    except TypeError:
        hint = "; state.parse_action(text) reads notation" if isinstance(choice, str) else ""
        raise TypeError(
            f"choose() returned {quoted(choice, 80)} ({type(choice).__name__}) instead of an action's number{hint}"
        ) from None


class Player(Protocol):
    """The least that plays: an object with `choose`. `begin` and `end` are called if they are there."""

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return a legal action for `player` (0 or 1) in `state`."""


class Agent:
    """A player that a spec names: `name:parameter=value,...`. One object plays one game.

    Subclasses set `name` and `about`, declare parameters, and define `choose`.
    """

    name: str
    about: str
    declared: tuple[Parameter, ...] = ()
    is_interactive: bool = False

    def __init__(self, game: Game, **values: object) -> None:
        self.game = game
        self.parameters: dict[str, Any] = check_all(f"agent {self.name}", self.declared, values)

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Return why this agent cannot play a game, in a few words; None if it can."""
        del game
        return None

    @property
    def spec(self) -> str:
        """The text that load_agent turns into this agent."""
        return format_spec(self.name, self.declared, self.parameters)

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the source file that defines the agent."""
        source = getattr(sys.modules[type(self).__module__], "__file__", None)
        return code_hash(Path(source)) if source else None

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Prepare for a game as `player`; all chance in play follows from `seed`."""

    def opened(self, start: State) -> None:
        """Take note of where the game starts; both players have begun."""

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return a legal action for `player` in `state`."""
        raise TypeError(f"agent {self.name} has no choose()")

    def moved(self, actions: tuple[int, ...]) -> None:
        """Take note of a ply: the action that was played, or both players' where they move at once."""

    def end(self, state: State) -> None:
        """Take note of the final state."""

    def cpu_seconds(self) -> float:
        """Return the processor time so far of the process that it runs in."""
        return time.process_time()

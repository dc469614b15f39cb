"""What every game offers: the Game and State interfaces, and what they have in common.

A game is rules with chosen parameters; a state is an immutable position of it. Native games (a C++ header with the
rules, a Python module with everything one reads and sees) derive from NativeGame; a game written in Python alone from
PythonGame (python_game.py).
"""

from __future__ import annotations

import operator
import os
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn, Protocol, Self

from lanista.errors import (
    SHOWN_ACTIONS,
    IllegalActionError,
    NotationError,
    ParameterError,
    PositionError,
    illegal_action,
    listing,
    not_an_action,
    quoted,
)
from lanista.games.parameters import Parameter, check_all, format_spec
from lanista.seeding import check_seed

SIMULTANEOUS = -2
"""current_player where both players choose at once."""
TERMINAL = -4
"""current_player where the game is over."""

PLAYER_LETTERS = "AB"
_MAX_POSITION = 10_000


class Playouts(Protocol):
    """Results of random playouts, from player 0's side; `plies` over all of them."""

    @property
    def wins(self) -> int:
        """Playouts that player 0 won."""

    @property
    def draws(self) -> int:
        """Playouts that nobody won."""

    @property
    def losses(self) -> int:
        """Playouts that player 0 lost."""

    @property
    def plies(self) -> int:
        """Actions in all playouts; a simultaneous round is one ply."""


class State(Protocol):
    """A position: an immutable, hashable value. Players are 0 and 1."""

    @property
    def game(self) -> Game:
        """The game that the position belongs to."""

    @property
    def current_player(self) -> int:
        """0 or 1; SIMULTANEOUS (-2) where both choose at once; TERMINAL (-4) at the end."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions, ascending, dense ids below game.num_actions; empty at the end.

        With a player: theirs (none when it is not their turn). Where both move at once a player must be named
        (ValueError).
        """

    def child(self, *actions: int) -> Self:
        """Return the position after an action, or after one of each player where both move at once.

        IllegalActionError quotes the action and the position.
        """

    def returns(self) -> tuple[float, float]:
        """Return +1, 0 or -1 for each player at the end; zeros before."""

    def score(self) -> int | float:
        """Return the margin of player 0 in the game's own points (zero-sum)."""

    def evaluate(self, name: str = "basic") -> float:
        """Return a static evaluator's value of the position from player 0's side; the score at the end."""

    def action_to_string(self, action: int, player: int | None = None) -> str:
        """Return a legal action in the game's notation."""

    def parse_action(self, text: str, player: int | None = None) -> int:
        """Return the legal action that `text` means: NotationError, IllegalActionError."""

    def gesture(self, action: int, player: int | None = None) -> tuple[str, ...]:
        """Return the hot spots of the picture that a person clicks, in order; no two actions share a gesture."""

    def canonical(self) -> tuple[Self, dict[int, int]]:
        """Return the representative of all symmetric positions, and each legal action's counterpart there."""

    def playouts(self, count: int, seed: int = 0) -> Playouts:
        """Play `count` games to the end with uniformly random actions."""

    def perft(self, depth: int) -> tuple[int, int]:
        """Return how many positions there are after exactly `depth` plies, and how many of them are ended."""

    @property
    def position(self) -> str:
        """The exact one-line text; game.parse_position is its inverse."""

    def svg(self) -> str:
        """Return the picture of the board."""


class Game(ABC):
    """Rules with chosen parameters. Equal when name and parameters are."""

    name: str
    title: str
    declared: tuple[Parameter, ...] = ()
    player_names: tuple[str, str]
    is_simultaneous: bool = False
    has_random_start: bool = False
    # How the terminal colours the drawn board: a character and its rich style.
    text_styles: Mapping[str, str] = MappingProxyType({})
    # Keys that play a move at once: a character, or left, right, up, down for the arrows; and the move's notation.
    keys: Mapping[str, str] = MappingProxyType({})

    num_actions: int
    """Action ids are below this."""
    max_length: int
    """No game has more plies."""
    rules: Any
    """What the compiled part of Lanista knows of the game; makes its searches."""

    def __init__(self, **values: object) -> None:
        self.parameters: Mapping[str, Any] = MappingProxyType(
            self.complete(check_all(self.name, self.declared, values))
        )

    def complete(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters with those filled in whose default depends on others."""
        return values

    @property
    def spec(self) -> str:
        """The text that load_game turns into this game."""
        return format_spec(self.name, self.declared, self.parameters)

    def __repr__(self) -> str:
        return f"load_game({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Game) and self.parameters == other.parameters

    def __hash__(self) -> int:
        return hash((self.name, self.spec))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), dict(self.parameters))

    @property
    def evaluations(self) -> dict[str, str]:
        """The names of the static evaluators, `basic` first, and what each computes, from player 0's side."""
        return {"basic": "the game's own evaluate()"}

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the file of a game written in Python; None for the games of this package."""
        return None

    @property
    def rules_text(self) -> str:
        """The rules in prose."""
        return sys.modules[type(self).__module__].__doc__ or self.title

    def initial_state(self, seed: int | None = None, start: str | None = None) -> State:
        """Return a starting position.

        seed: decides a random start (None: a fresh one each time); fixed starts do not depend on it.
        start: an explicit start instead: any position text (einstein also takes its 12 digits).
        """
        if seed is not None:
            check_seed(seed)
        if start is not None:
            return self.parse_start(start)
        return self.make_start(int.from_bytes(os.urandom(8)) if seed is None else seed)

    def parse_start(self, text: str) -> State:
        """Return the explicit start that `text` means; games add short forms to position texts."""
        return self.parse_position(text)

    @abstractmethod
    def make_start(self, seed: int) -> State:
        """Return the starting position for a seed."""

    @abstractmethod
    def parse_position(self, text: str) -> State:
        """Return the position that `text` means; PositionError says which field is wrong and why."""

    def fields_of(self, text: object) -> list[str]:
        """Return the words of a position text; what is no text, or far too long for one, is refused."""
        if not isinstance(text, str):
            self.bad_position(text, "a position is a text")
        if len(text) > _MAX_POSITION:
            self.bad_position(text, f"{len(text)} characters are too many")
        return text.split()

    def bad_position(self, text: object, why: str) -> NoReturn:
        """Raise the error that refuses a position text."""
        raise PositionError(f"{self.spec}: bad position {quoted(text)}: {why}")


class NativeGame(Game):
    """A game whose rules are compiled. The subclass adds notation, position text, drawing, picture and gestures.

    Each native state asks its game for these through the methods below that take a state.
    """

    action_pattern: ClassVar[re.Pattern[str]]
    # What the notation looks like, for error messages.
    notation: ClassVar[str]

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        try:
            self.rules = self.make_rules(**self.parameters)
        except ValueError as error:
            raise ParameterError(f"{self.name}: {error}") from error

    @property
    def evaluations(self) -> dict[str, str]:
        """The names of the static evaluators, `basic` first, and their formulas, from player 0's side."""
        formulas: dict[str, str] = self.rules.evaluations()
        return formulas

    @abstractmethod
    def make_rules(self, **parameters: Any) -> object:
        """Return the native rules; ValueError for parameters that do not fit together."""

    def make_start(self, seed: int) -> State:
        """Return the starting position for a seed."""
        if self.has_random_start:
            state: State = self.rules.random_start(self, seed)
        else:
            state = self.rules.initial_state(self)
        return state

    @abstractmethod
    def format_position(self, state: Any) -> str:
        """Return the one-line text of a state."""

    @abstractmethod
    def format_action(self, state: Any, action: int) -> str:
        """Return the notation of an action of the game, legal or not."""

    @abstractmethod
    def read_action(self, state: Any, match: re.Match[str]) -> int:
        """Return the action for a text that fits action_pattern; -1 if there is none such."""

    @abstractmethod
    def draw_text(self, state: Any) -> str:
        """Return the board as lines of at most 80 columns."""

    @abstractmethod
    def draw_svg(self, state: Any) -> str:
        """Return the board as an SVG document with the hot spots of all gestures."""

    @abstractmethod
    def format_gesture(self, state: Any, action: int, player: int) -> tuple[str, ...]:
        """Return the hot spots for a legal action."""

    def action_name(self, state: State, action: int, player: int | None) -> str:
        """Return the notation of a legal action."""
        check_legal(state, action, player)
        return self.format_action(state, action)

    def gesture(self, state: State, action: int, player: int | None) -> tuple[str, ...]:
        """Return the hot spots to click for a legal action; where both move at once, of `player` (default 0)."""
        mover = state.current_player
        who = player or 0 if mover == SIMULTANEOUS else mover
        check_legal(state, action, who if mover == SIMULTANEOUS else player)
        return self.format_gesture(state, action, who)

    def parse_action(self, state: State, text: str, player: int | None) -> int:
        """Return the legal action that a text means."""
        if not isinstance(text, str):
            raise NotationError(f"an action in notation is a text like {self.notation}, got {quoted(text)}")
        match = self.action_pattern.fullmatch(text.strip().lower())
        if match is None:
            where = f"(at position {state.position!r})"
            raise NotationError(f"{quoted(text)} is no move of {self.name} {where}; moves look like {self.notation}")
        action = self.read_action(state, match)
        if not is_legal(state, action, player):
            raise illegal_move(state, text, player)
        return action

    def repr_state(self, state: State) -> str:
        """Return the expression that makes a state again."""
        return f"{self!r}.parse_position({state.position!r})"

    def reduce_state(self, state: State) -> tuple[Any, ...]:
        """Return how pickle makes a state again."""
        return self.parse_position, (state.position,)


def _legal(state: State, player: int | None) -> Sequence[int]:
    if state.current_player == SIMULTANEOUS and player is None:
        return sorted({*state.legal_actions(0), *state.legal_actions(1)})
    return state.legal_actions(player)


def movers(state: State) -> tuple[int, ...]:
    """Return the players who choose in a position: one, both where they move at once, none at the end."""
    player = state.current_player
    return (0, 1) if player == SIMULTANEOUS else () if player == TERMINAL else (player,)


def is_legal(state: State, action: object, player: int | None) -> bool:
    """Return whether an action is legal: for `player`, or for either where both move at once and none is named.

    TypeError for what is no integer.
    """
    try:
        return operator.index(action) in _legal(state, player)  # type: ignore[arg-type]
    except TypeError:
        raise not_an_action(action) from None


def check_legal(state: State, action: int, player: int | None) -> None:
    """Raise IllegalActionError unless is_legal."""
    if not is_legal(state, action, player):
        raise illegal_action(state, action, 0 if player is None and state.current_player == SIMULTANEOUS else player)


def illegal_move(state: State, text: str, player: int | None) -> IllegalActionError:
    """Make the error for a move in notation that is not legal in `state`."""
    where = f"at position {state.position!r} of {state.game.spec}"
    if state.is_terminal:
        return IllegalActionError(f"illegal move {quoted(text.strip())} {where}: the game is over")
    names = [state.action_to_string(action, player) for action in _legal(state, player)]
    return IllegalActionError(
        f"illegal move {quoted(text.strip())} {where}; legal are {listing(names, at_most=SHOWN_ACTIONS)}"
    )


def _rebuild(kind: type[Game], parameters: Mapping[str, object]) -> Game:
    return kind(**parameters)

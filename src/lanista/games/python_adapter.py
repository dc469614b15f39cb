"""Makes a PythonGame class a Game, and its objects States: checks what the rules return, adds what they leave out."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import inspect
import math
import random
import sys
import types
import typing
from pathlib import Path
from typing import Any, NamedTuple, Self

from lanista import _native
from lanista.errors import (
    FileLoadError,
    LanistaError,
    NotationError,
    ParameterError,
    RulesError,
    illegal_action,
    not_a_player,
    not_an_action,
)
from lanista.games import drawing
from lanista.games.base import SIMULTANEOUS, TERMINAL, Game, check_legal, illegal_move, is_legal, movers
from lanista.games.parameters import Parameter, format_value, integer, switch, word
from lanista.games.python_game import PythonGame
from lanista.loading import code_hash, describe, load_module


class Playouts(NamedTuple):
    """Results of random playouts, from player 0's side."""

    wins: int
    draws: int
    losses: int
    plies: int


class PythonState:
    """A position of a Python game with the whole State interface; the user's object is `value`.

    Attributes that State does not have are the user's: `state.cells`.
    """

    __slots__ = ("game", "value")

    def __init__(self, game: PythonFileGame, value: PythonGame) -> None:
        self.game: PythonFileGame
        self.value: PythonGame
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "value", value)

    def __setattr__(self, name: str, value: object) -> typing.NoReturn:
        raise AttributeError(f"a state is immutable: cannot set {name}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.value, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PythonState) and self.game == other.game and self.value == other.value

    def __hash__(self) -> int:
        # Python's own hash of a text differs from process to process; this does not.
        return int.from_bytes(hashlib.blake2b(self.position.encode(), digest_size=7).digest(), "little")

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.parse_position, (self.position,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        return f"{self.game!r}.parse_position({self.position!r})"

    def __str__(self) -> str:
        return self.value.draw()

    @property
    def current_player(self) -> int:
        """0, 1, SIMULTANEOUS or TERMINAL."""
        with _rules_at_work(self, "current_player"):
            player = self.value.current_player
        fits = (SIMULTANEOUS, TERMINAL) if self.game.is_simultaneous else (0, 1, TERMINAL)
        if player not in fits:
            kind = (
                "both players move at once in every position of a game whose class says is_simultaneous, else in none"
            )
            hint = f" ({kind})" if player in (0, 1, SIMULTANEOUS) else ""
            raise RulesError(f"{self.game.name}: current_player is {player!r} at {self.position!r}{hint}")
        return int(player)

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player == TERMINAL

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions, ascending."""
        mover = self.current_player
        if mover == TERMINAL:
            return []
        if mover == SIMULTANEOUS:
            if player not in (0, 1):
                raise not_a_player(self, player)
            with _rules_at_work(self, "legal_actions()"):
                actions = list(self.value.legal_actions(player))
        elif player is None or player == mover:
            with _rules_at_work(self, "legal_actions()"):
                actions = list(self.value.legal_actions())
        else:
            return []
        return self.game.check_actions(self, actions)

    def child(self, *actions: int) -> PythonState:
        """Return the position after an action, or one of each player."""
        wanted = 2 if self.game.is_simultaneous else 1
        if len(actions) != wanted:
            raise TypeError(f"child() of {self.game.name} takes {wanted} action(s), got {len(actions)}")
        if self.is_terminal:
            raise illegal_action(self, actions[0])
        for player, action in zip(movers(self), actions, strict=True):
            self._require_legal(action, player)
        return self.child_unchecked(*actions)

    def child_unchecked(self, *actions: int) -> PythonState:
        """Return the position after legal actions, which the searches know to be so."""
        with _rules_at_work(self, "child()"):
            return PythonState(self.game, self.value.child(*actions))

    def key_words(self) -> tuple[int, int]:
        """Return 128 bits that tell positions apart, for the searches' tables."""
        digest = hashlib.blake2b(self.position.encode(), digest_size=16).digest()
        return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")

    def _require_legal(self, action: int, player: int) -> None:
        if not hasattr(action, "__index__"):
            raise not_an_action(action)
        if action not in self.legal_actions(player):
            raise illegal_action(self, action, player if self.game.is_simultaneous else None)

    def returns(self) -> tuple[float, float]:
        """Return +1, 0 or -1 for each player at the end; zeros before."""
        if not self.is_terminal:
            return 0.0, 0.0
        with _rules_at_work(self, "returns()"):
            first, second = (float(result) for result in self.value.returns())
        if first + second != 0 or first not in (-1.0, 0.0, 1.0):
            got = f"got {first:g} and {second:g} at {self.position!r}"
            raise RulesError(f"{self.game.name}: returns() must be +1, 0 or -1 for each and sum to 0, {got}")
        return first, second

    def score(self) -> float:
        """Return player 0's margin in the game's points."""
        with _rules_at_work(self, "score()"):
            return self._finite(float(self.value.score()), "score()")

    def evaluate(self, name: str = "basic") -> float:
        """Return a static evaluation from player 0's side; the score at the end."""
        if self.is_terminal:
            return self.score()
        with _rules_at_work(self, "evaluate()"):
            return self._finite(float(self.value.evaluate(name)), "evaluate()")

    def _finite(self, value: float, function: str) -> float:
        if not math.isfinite(value):
            raise RulesError(f"{self.game.name}: {function} returned {value} at {self.position!r}")
        return value

    def action_to_string(self, action: int, player: int | None = None) -> str:
        """Return a legal action's name."""
        check_legal(self, action, player)
        return self.value.action_to_string(action)

    def parse_action(self, text: str, player: int | None = None) -> int:
        """Return the legal action of that name, however it is capitalised."""
        if not isinstance(text, str):
            raise NotationError(f"an action's name is a text, got {text!r}")
        wanted = text.strip().casefold()
        for action in range(self.game.num_actions):
            if is_legal(self, action, player) and self.value.action_to_string(action).casefold() == wanted:
                return action
        raise illegal_move(self, text, player)

    def gesture(self, action: int, player: int | None = None) -> tuple[str, ...]:
        """Return what a person clicks for a legal action."""
        check_legal(self, action, player)
        return tuple(self.value.gesture(action))

    def canonical(self) -> tuple[PythonState, dict[int, int]]:
        """Return the representative of symmetric positions and the actions there."""
        value, actions = self.value.canonical()
        legal = {action for player in movers(self) for action in self.legal_actions(player)}
        return PythonState(self.game, value), {action: actions[action] for action in sorted(legal)}

    @property
    def position(self) -> str:
        """The exact one-line text."""
        return self.value.position()

    def svg(self) -> str:
        """Return the picture of the board."""
        return self.value.svg() or _text_picture(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def playouts(self, count: int, seed: int = 0) -> Playouts:
        """Play `count` games to the end with uniformly random actions."""
        if count < 1:
            raise ValueError(f"count must be at least 1, got {count}")
        rng = random.Random(seed)
        results, plies = [0, 0, 0], 0
        for _ in range(count):
            state = self
            while not state.is_terminal:
                state = state.child(*(rng.choice(actions) for actions in state._choices()))
                plies += 1
            results[1 - int(state.returns()[0])] += 1
        return Playouts(results[0], results[1], results[2], plies)

    def perft(self, depth: int) -> tuple[int, int]:
        """Return how many positions there are after `depth` plies, and how many of them are ended."""
        if depth < 0:
            raise ValueError(f"depth must be at least 0, got {depth}")
        if depth == 0 or self.is_terminal:
            return (1, int(self.is_terminal)) if depth == 0 else (0, 0)
        counts = [child.perft(depth - 1) for child in self._children()]
        return sum(count[0] for count in counts), sum(count[1] for count in counts)

    def _choices(self) -> list[list[int]]:
        """Return the legal actions of each player who chooses here."""
        return [self.legal_actions(player) for player in movers(self)]

    def _children(self) -> typing.Iterator[PythonState]:
        first, *rest = self._choices()
        for action in first:
            for reply in rest[0] if rest else [None]:
                yield self.child(action) if reply is None else self.child(action, reply)


@contextlib.contextmanager
def _rules_at_work(state: PythonState, function: str) -> typing.Iterator[None]:
    """Turn an error of the user's own rules into one that names the function and the position."""
    try:
        yield
    except LanistaError:
        raise
    except Exception as error:
        where = f"{state.game.name}: {function} failed at {state.value!r}"
        raise RulesError(f"{where}: {describe(error)}") from error


class PythonFileGame(Game):
    """A PythonGame class with chosen parameters, as a Game."""

    def __init__(self, kind: type[PythonGame], path: Path | None = None, **values: object) -> None:
        _check_class(kind)
        self.kind = kind
        self.path = path
        self._code_hash = code_hash(path) if path is not None else None
        self.rules = _native.PythonRules(_max_score(kind))
        self.name = kind.__name__
        self.title = kind.title or kind.__name__
        self.player_names = kind.player_names
        self.is_simultaneous = kind.is_simultaneous
        self.text_styles = kind.text_styles
        self.keys = kind.keys
        self.num_actions = kind.num_actions
        self.max_length = kind.max_length
        signature = inspect.signature(kind.initial_state).parameters
        self.has_random_start = "seed" in signature
        self.declared = tuple(_declare(p) for p in signature.values() if p.name != "seed")
        super().__init__(**values)

    @property
    def spec(self) -> str:
        """Path and class, with the parameters that differ from the defaults."""
        head, _, arguments = super().spec.partition(":")
        if self.path is not None:
            text = str(self.path)
            head = f"{text if text[0] in './' else './' + text}:{head}"
        return f"{head}:{arguments}" if arguments else head

    @property
    def rules_text(self) -> str:
        """The class's docstring."""
        return inspect.getdoc(self.kind) or self.title

    def __eq__(self, other: object) -> bool:
        same_code = isinstance(other, PythonFileGame) and (self.kind is other.kind or self._file() == other._file())
        return same_code and self.parameters == typing.cast("PythonFileGame", other).parameters

    def __hash__(self) -> int:
        return hash((self.name, tuple(map(format_value, self.parameters.values()))))

    def _file(self) -> tuple[object, ...]:
        return (self.path.absolute(), self.name, self.code_hash) if self.path else (self.kind,)

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the file when the game was loaded."""
        return self._code_hash

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is None:
            return functools.partial(PythonFileGame, self.kind, None, **self.parameters), ()
        return load_python_game, (self.path, self.name, dict(self.parameters))

    def make_start(self, seed: int) -> PythonState:
        """Return the starting position."""
        chance = {"seed": seed} if self.has_random_start else {}
        try:
            return PythonState(self, self.kind.initial_state(**self.parameters, **chance))
        except LanistaError:
            raise
        except Exception as error:
            raise RulesError(f"{self.name}: initial_state() failed: {describe(error)}") from error

    def parse_position(self, text: str) -> PythonState:
        """Return the position of a text."""
        self.fields_of(text)
        try:
            state = PythonState(self, self.kind.parse_position(text))
            # What the rules cannot answer about is no position of theirs.
            if not state.is_terminal:
                for player in movers(state):
                    state.legal_actions(player)
            state.returns()
            str(state)
        except Exception as error:
            self.bad_position(text, describe(error))
        return state

    def check_actions(self, state: PythonState, actions: Any) -> list[int]:
        """Return the rules' actions in order; RulesError if they are no ids below num_actions or one comes twice."""
        numbers = sorted(int(action) for action in actions)
        if numbers and not 0 <= numbers[0] <= numbers[-1] < self.num_actions:
            wrong = numbers[0] if numbers[0] < 0 else numbers[-1]
            raise RulesError(
                f"{self.name}: legal action {wrong} is not in 0..num_actions-1 = {self.num_actions - 1} "
                f"(set the class's num_actions) at {state.position!r}"
            )
        if len(set(numbers)) != len(numbers):
            raise RulesError(f"{self.name}: legal_actions() names an action twice at {state.position!r}: {numbers}")
        if not numbers:
            raise RulesError(f"{self.name}: no legal action at {state.position!r}, which is not the end")
        return numbers


def load_python_game(path: Path, class_name: str, parameters: dict[str, object]) -> PythonFileGame:
    """Return the game of a class in a file; FileLoadError, ParameterError or RulesError say what is wrong."""
    kind = getattr(_game_module(path.absolute(), code_hash(path)), class_name, None)
    if not inspect.isclass(kind) or not issubclass(kind, PythonGame):
        raise FileLoadError(f"{path} has no class {class_name} derived from lanista.PythonGame")
    return PythonFileGame(kind, path, **parameters)


@functools.cache
def _game_module(path: Path, code: str | None) -> types.ModuleType:
    """One module for each content of a file: states of the same game must be of the same class."""
    del code  # a file that has been edited is loaded anew
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    return load_module(path)


def _check_class(kind: type[PythonGame]) -> None:
    fields: set[str] = {field.name for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()
    for name in ("initial_state", "current_player", "legal_actions", "child", "returns"):
        defined = any(name in vars(base) for base in kind.__mro__ if base not in PythonGame.__mro__)
        if not defined and name not in fields:
            raise RulesError(f"{kind.__name__} needs {name}")
    if not isinstance(kind.num_actions, int) or not 1 <= kind.num_actions < 2**31:
        raise RulesError(f"{kind.__name__}: num_actions must be 1 to {2**31 - 1}, got {kind.num_actions!r}")
    if kind.__eq__ is object.__eq__ or kind.__hash__ is None or kind.__hash__ is object.__hash__:
        raise RulesError(f"{kind.__name__} must be immutable and hashable: put @dataclass(frozen=True) above it")


def _max_score(kind: type[PythonGame]) -> float:
    if kind.max_score is not None:
        if not kind.max_score > 0:
            raise RulesError(f"{kind.__name__}: max_score must be above 0, got {kind.max_score!r}")
        return float(kind.max_score)
    return 1.0 if kind.score is PythonGame.score else math.inf


def _declare(parameter: inspect.Parameter) -> Parameter:
    default = parameter.default
    about = "parameter of initial_state"
    if isinstance(default, bool):
        return switch(parameter.name, default, about)
    if isinstance(default, int):
        return integer(parameter.name, default, -(2**31), 2**31, about)
    if isinstance(default, str):
        return word(parameter.name, default, None, about)
    raise ParameterError(f"initial_state: parameter {parameter.name} needs a default that is an int, a bool or a str")


def _text_picture(state: PythonState) -> str:
    """The board's text, and a button for each legal action."""
    lines = str(state).splitlines() or [""]
    names = (
        (action, state.action_to_string(action, player))
        for player in movers(state)
        for action in state.legal_actions(player)
    )
    buttons = sorted(set(names))
    columns = max(40, *(len(line) for line in lines))
    width = columns * 10 + 40
    in_row = width // 90
    height = 30 * len(lines) + 40 + 40 * -(-len(buttons) // in_row)
    picture = drawing.Picture(width, height, f"{state.game.title}: {state.position}")
    for number, line in enumerate(lines):
        picture.text(width / 2, 30 + 30 * number, line, monospace=True)
    for number, (action, name) in enumerate(buttons):
        row, col = divmod(number, in_row)
        x, y = 20 + 90 * col, 30 * len(lines) + 30 + 40 * row
        picture.rect(x, y, 80, 30, drawing.LIGHT, edge=drawing.LINE, round_by=6, spot=f"action {action}")
        picture.text(x + 40, y + 15, name, size=14)
    return picture.render()

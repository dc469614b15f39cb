"""A user's bot in a Python file, run in this process: fast, and a debugger works in it.

The file needs nothing but `def choose(state, player, clock)`; or a class with that method, and `begin(game, player,
seed)` and `end(state)` if it wants them. The module-level `random` and numpy's legacy generator are seeded for each
bot at each game and kept apart from everybody else's.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lanista.agents.base import Agent, Clock
from lanista.agents.user_code import Workplace
from lanista.errors import FileLoadError, ParameterError
from lanista.files import path_spec
from lanista.games.base import Game, State
from lanista.games.parameters import format_value
from lanista.loading import code_hash, load_module
from lanista.seeding import derive_seed


class BotFileAgent(Agent):
    """Plays with the `choose` of a Python file, or with a class of it built with the spec's arguments."""

    about = "your own choose(state, player, clock) in a Python file, run in this process"

    def __init__(self, game: Game, path: Path, class_name: str | None, arguments: Mapping[str, object]) -> None:
        self.name = path.stem
        super().__init__(game)
        self._path = path
        self._class_name = class_name
        self._arguments = arguments
        self._workplace = Workplace(path.parent)
        with self._workplace.entered():
            self._bot = self._build()

    @property
    def spec(self) -> str:
        """The path as it was given, class and arguments."""
        text = ",".join(f"{name}={format_value(value)}" for name, value in self._arguments.items())
        return ":".join(part for part in (path_spec(self._path), self._class_name, text) if part)

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the file."""
        return code_hash(self._path)

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Seed the bot's random numbers and tell it, if it listens."""
        self._workplace.seed(derive_seed(seed, "bot"))
        self._call("begin", game, player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return whatever the bot returns; the referee judges it."""
        with self._workplace.entered():
            action: int = self._bot.choose(state, player, clock)
        return action

    def end(self, state: State) -> None:
        """Tell the bot, if it listens."""
        self._call("end", state)

    def _call(self, method: str, *arguments: object) -> None:
        function = getattr(self._bot, method, None)
        if callable(function):
            with self._workplace.entered():
                function(*arguments)

    def _build(self) -> Any:
        module = load_module(self._path)
        if self._class_name is None:
            if self._arguments:
                raise ParameterError(f"{self.spec}: arguments need a class ({self._path}:Class:name=value)")
            if not callable(getattr(module, "choose", None)):
                raise FileLoadError(f"{self._path} has no function choose(state, player, clock)")
            return module
        kind = getattr(module, self._class_name, None)
        if not inspect.isclass(kind) or not callable(getattr(kind, "choose", None)):
            raise FileLoadError(f"{self._path} has no class {self._class_name} with a method choose")
        return _construct(kind, self._arguments, self.spec)


def _construct(kind: Callable[..., Any], arguments: Mapping[str, object], spec: str) -> Any:
    """Build a bot; each text is turned into the type of the parameter's default or annotation."""
    parameters = inspect.signature(kind).parameters
    values: dict[str, object] = {}
    for name, value in arguments.items():
        if name not in parameters:
            raise ParameterError(f"{spec}: no parameter {name!r}; there are: {', '.join(parameters) or 'none'}")
        values[name] = _typed(value, parameters[name], spec) if isinstance(value, str) else value
    try:
        return kind(**values)
    except Exception as error:
        raise FileLoadError(f"{spec}: cannot be built: {type(error).__name__}: {error}") from error


def _typed(text: str, parameter: inspect.Parameter, spec: str) -> object:
    default = parameter.default
    kind = type(default) if default not in (None, inspect.Parameter.empty) else parameter.annotation
    name = kind if isinstance(kind, str) else getattr(kind, "__name__", "str")
    try:
        if name == "bool":
            return {"true": True, "false": False}[text.lower()]
        return {"int": int, "float": float}.get(name, str)(text)
    except (ValueError, KeyError):
        raise ParameterError(f"{spec}: {parameter.name} must be {name}, got {text!r}") from None

"""A user's bot in a Python file: a function `choose(state, player, clock)`, or a class with that method.

The file is loaded afresh for each agent that plays with it. `begin(game, player, seed)` and `end(state)` are called if
they are there.
"""

from __future__ import annotations

import functools
import inspect
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lanista.agents.base import Clock
from lanista.errors import FileLoadError, ParameterError
from lanista.games.base import Game, State
from lanista.loading import load_module
from lanista.sandbox.environment import TERMINAL


def guest(arguments: list[str]) -> BotGuest:
    """Return a file's bot. arguments: the path, the spec for messages, the class or nothing, its values as JSON."""
    path, spec, class_name, values = arguments
    return BotGuest(Path(path), spec, class_name or None, json.loads(values))


# This process before any bot was in it.
_HOME, _MODULES, _FOLDERS = Path.cwd(), set(sys.modules), list(sys.path)


def leave_as_found() -> None:
    """Take back what earlier bots did: their neighbours are to be loaded anew."""
    os.chdir(_HOME)
    folders = tuple(folder + os.sep for folder in sys.path if folder not in _FOLDERS)
    sys.path[:] = _FOLDERS
    for name in set(sys.modules) - _MODULES:
        if folders and (getattr(sys.modules[name], "__file__", None) or "").startswith(folders):
            del sys.modules[name]


class BotGuest:
    """Plays with the `choose` of a Python file, or with a class of it built with the spec's arguments."""

    def __init__(self, path: Path, spec: str, class_name: str | None, values: Mapping[str, object]) -> None:
        leave_as_found()
        self._path = path.absolute()
        self._spec = spec
        self._class_name = class_name
        self._values = values
        sys.path.insert(0, str(self._path.parent))
        if TERMINAL in os.environ:
            sys.breakpointhook = functools.partial(_debug_at, os.environ[TERMINAL])
        self._bot = self._build()  # what is wrong with the file is to be known before the first game

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Tell the bot, if it listens."""
        self._call("begin", game, player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> object:
        """Return whatever the bot returns."""
        return self._bot.choose(state, player, clock)

    def end(self, state: State) -> None:
        """Tell the bot, if it listens."""
        self._call("end", state)

    def _call(self, method: str, *arguments: object) -> None:
        function = getattr(self._bot, method, None)
        if callable(function):
            function(*arguments)

    def _build(self) -> Any:
        module = load_module(self._path)
        if self._class_name is None:
            if self._values:
                raise ParameterError(f"{self._spec}: arguments need a class ({self._path}:Class:name=value)")
            if not callable(getattr(module, "choose", None)):
                raise FileLoadError(f"{self._path} has no function choose(state, player, clock)")
            return module
        kind = getattr(module, self._class_name, None)
        if not inspect.isclass(kind) or not callable(getattr(kind, "choose", None)):
            raise FileLoadError(f"{self._path} has no class {self._class_name} with a method choose")
        return _construct(kind, self._values, self._spec)


def _debug_at(terminal: str) -> None:
    """Stop the bot that calls breakpoint(), and talk with whoever sits at the terminal."""
    import pdb

    descriptor = os.open(terminal, os.O_RDWR | os.O_NOCTTY)
    keyboard, screen = os.fdopen(descriptor, "r"), os.fdopen(os.dup(descriptor), "w")
    pdb.Pdb(stdin=keyboard, stdout=screen).set_trace(sys._getframe(1))


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

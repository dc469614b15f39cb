"""A user's bot in a Python file, run in a process of its own (guest/bot.py)."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from lanista.agents.process import ProcessAgent
from lanista.errors import ParameterError, SpecError
from lanista.files import path_spec
from lanista.games.base import Game
from lanista.games.parameters import format_value
from lanista.games.python_adapter import PythonFileGame
from lanista.loading import code_hash
from lanista.sandbox.environment import TERMINAL
from lanista.sandbox.launch import Launch, python_guest


class BotFileAgent(ProcessAgent):
    """Plays with the `choose` of a Python file, or with a class of it built with the spec's arguments."""

    about = "your own choose(state, player, clock) in a Python file, run in a process of its own"

    def __init__(self, game: Game, path: Path, class_name: str | None, arguments: Mapping[str, object]) -> None:
        self._path = path
        self._class_name = class_name
        self._arguments = arguments
        if isinstance(game, PythonFileGame) and game.path is None:
            raise SpecError(f"{self.spec} runs in its own process, which has no {game.spec}: put the game in a file")
        try:
            values = json.dumps(dict(arguments))
        except TypeError as error:
            raise ParameterError(f"{self.spec}: arguments must be texts, numbers or lists of these: {error}") from error
        guest = python_guest("lanista.guest.bot", str(path), self.spec, class_name or "", values)
        terminal = {TERMINAL: os.ttyname(0)} if os.isatty(0) else {}
        super().__init__(game, path.stem, Launch(guest, environment=terminal, own_descriptors=True), echoes=True)

    @property
    def spec(self) -> str:
        """The path as it was given, class and arguments."""
        text = ",".join(f"{name}={format_value(value)}" for name, value in self._arguments.items())
        return ":".join(part for part in (path_spec(self._path), self._class_name, text) if part)

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the file."""
        return code_hash(self._path)

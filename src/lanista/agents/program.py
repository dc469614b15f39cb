"""A program in any language as an agent: `exec:COMMAND`, spoken to on its standard input and output."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from lanista.agents.process import ProcessAgent
from lanista.errors import SpecError
from lanista.games.base import Game
from lanista.games.spec import EXEC
from lanista.loading import code_hash
from lanista.sandbox.launch import Launch


class ProgramAgent(ProcessAgent):
    """Plays by asking the program that a command starts; no shell reads the command."""

    def __init__(self, game: Game, command: str) -> None:
        self._command = command
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise SpecError(f"{self.spec!r}: {error}") from None
        if not words:
            raise SpecError(f"{self.spec!r} names no program")
        self._program_file = shutil.which(words[0])
        super().__init__(game, Path(words[0]).name, Launch(tuple(words)), echoes=True)

    @property
    def spec(self) -> str:
        """The command as it was given."""
        return f"{EXEC}:{self._command}"

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the program's file, or of the script that an interpreter runs."""
        files = [Path(word) for word in shlex.split(self._command)[1:] if Path(word).is_file()]
        if not files and self._program_file is not None:
            files = [Path(self._program_file)]
        return code_hash(files[0]) if files else None

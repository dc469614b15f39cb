"""What every course has: its games, its limits, its way with failures, and the agents that submissions are."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from lanista.agents.base import Agent
from lanista.agents.process import ProcessAgent
from lanista.arena.referee import NO_LIMITS, Forgive, Limits, forgive_nothing
from lanista.errors import FileLoadError, SpecError
from lanista.files import path_spec
from lanista.games.base import Game
from lanista.games.parameters import format_value
from lanista.sandbox.launch import Launch, python_guest

# A relative path where a spec may have one: at its beginning, after COURSE@, or as an argument's value.
_RELATIVE = re.compile(r"(?:^|(?<=[@=]))\.\.?(?:/[^:,]*)?(?=[:,]|$)")


class Course:
    """A handout made runnable. Subclasses set `name`, `about` and `games`, and say how a submission is started."""

    name: ClassVar[str]
    about: ClassVar[str]
    games: ClassVar[tuple[str, ...]]
    """The names of the games that are played."""
    limits: ClassVar[Limits] = NO_LIMITS
    """The times that the handout gives."""

    def played(self) -> tuple[str, ...]:
        """Return the specs of the games as the course plays them."""
        return self.games

    def submission(self, game: Game, path: Path, class_name: str | None, values: Mapping[str, object]) -> Agent:
        """Return a student's file or folder as an agent: what `COURSE@PATH:CLASS:key=value` names.

        SpecError, ParameterError, FileLoadError or LaunchError say what is wrong with it.
        """
        raise NotImplementedError

    def players(self, path: Path) -> tuple[str | None, ...]:
        """Return the players in a submission: classes that a spec names, None for the one that plays without a name."""
        del path
        return (None,)

    def export(self, agent: str) -> tuple[str, str]:
        """Return the name and the text of a file that plays as one of our agents in the course's original program."""
        raise SpecError(f"{self.name} has no original program to play in: {agent} cannot be exported")

    def starter(self) -> Mapping[str, str]:
        """Return the files that a student begins with, by their names within the submission; they play as they are."""
        raise NotImplementedError

    def forgive(self, seed: int) -> Forgive:
        """Return what the handout does about failures in a game; all its chance follows from the seed."""
        del seed
        return forgive_nothing


class Submission(ProcessAgent):
    """A student's file or folder, played in a process of its own through a course's bridge.

    What it keeps in memory it keeps for one agent object, a game of a match, say, so that no game depends on others;
    is_kept: for all that the program at work plays.
    """

    def __init__(
        self,
        course: str,
        game: Game,
        path: Path,
        launch: Launch,
        *,
        class_name: str | None = None,
        values: Mapping[str, object] | None = None,
        grace: float = 0.0,
        echoes: bool = False,
        is_kept: bool = False,
    ) -> None:
        if not path.exists():
            raise FileLoadError(f"there is no {path}")
        self._course = course
        self._path = path
        self._class_name = class_name
        self._values = dict(values or {})
        super().__init__(game, path.stem, launch, grace=grace, echoes=echoes, is_kept=is_kept)

    @property
    def spec(self) -> str:
        """The text that load_agent turns into this agent."""
        values = ",".join(f"{name}={format_value(value)}" for name, value in self._values.items())
        parts = (f"{self._course}@{path_spec(self._path)}", self._class_name, values)
        return ":".join(part for part in parts if part)

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the file, or of all the folder's files with their names."""
        return files_hash(self._path)


def bridge_launch(
    bridge: str, *arguments: str, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> Launch:
    """Return the launch of a course's bridge, a module, in a Python of its own; it leaves no files in the submission.

    arguments: of the bridge's guest(). folder: where it runs.
    """
    variables = {"PYTHONDONTWRITEBYTECODE": "1", **(environment or {})}
    return Launch(python_guest(bridge, *arguments), folder=folder, environment=variables, own_descriptors=True)


def files_hash(path: Path) -> str | None:
    """Return the SHA-256 of a file, or of all a folder's files with their names; None if they cannot be read."""
    digest = hashlib.sha256()
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    try:
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                name = file.relative_to(path).as_posix() if file != path else ""
                digest.update(f"{name}\0{file.stat().st_size}\0".encode() + file.read_bytes())
    except OSError:
        return None
    return digest.hexdigest()


def rooted(spec: str) -> str:
    """Return an agent's spec that names the same agent in every folder: with absolute paths.

    What `exec:` runs stays as it is.
    """
    return spec if spec.startswith("exec:") else _RELATIVE.sub(lambda path: str(Path.cwd() / path[0]), spec)

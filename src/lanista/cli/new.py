"""`lanista new`: the file or the folder that a student begins with."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.errors import FileLoadError, SpecError
from lanista.files import writing

if TYPE_CHECKING:
    from collections.abc import Mapping


def new(path: Path, /, *, game: str | None = None, course: str | None = None) -> None:
    """Write a first bot or a first submission, which plays as it stands; nothing is overwritten.

    Example: lanista new mybot.py --game breakthrough
    Example: lanista new mysubmission --course cs63

    Parameters
    ----------
    path
        The file to write, or for a course the folder.
    game
        The game that the bot is to play.
    course
        The course that the submission is for (colosseum, cs63, ewn, nim, r2d2).
    """
    if (game is None) == (course is None):
        raise SpecError("say what to write: --game GAME or --course COURSE")
    if path.exists() or path.is_symlink():
        raise FileLoadError(f"{path} is there already; nothing was written")
    with writing(path, FileLoadError):
        if game is not None:
            _write_bot(path, game)
        else:
            assert course is not None
            _write_submission(path, course)


def _write_bot(path: Path, game: str) -> None:
    from lanista.agents.starter import starter
    from lanista.files import path_spec
    from lanista.games.spec import load_game

    if path.suffix != ".py":
        raise SpecError(f"a bot is a Python file: {path}.py?")
    rules = load_game(game)
    path.write_text(starter(rules, path_spec(path)))
    print(f"wrote {path}; try: {shlex.join(['lanista', 'check', path_spec(path), '--game', rules.spec])}")


def _write_submission(path: Path, course: str) -> None:
    from lanista.courses import find_course

    files: Mapping[str, str] = find_course(course).starter()
    if path.suffix == ".py":
        raise SpecError(f"a submission is a folder: {path.with_suffix('')}?")
    for name, text in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if text.startswith("#!"):
            file.chmod(0o755)
    print(f"wrote {path}: {', '.join(files)}")

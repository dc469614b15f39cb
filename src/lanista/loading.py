"""Loading a user's Python file as a module."""

from __future__ import annotations

import hashlib
import os
import sys
import traceback
from pathlib import Path
from types import ModuleType

from lanista.errors import FileLoadError


def load_module(path: Path) -> ModuleType:
    """Run a Python file as a new module, each call afresh.

    FileLoadError says in one line what went wrong and in which line of the file.
    """
    path = path.absolute()
    try:
        source = path.read_bytes()
    except OSError as error:
        raise FileLoadError(f"cannot read {path}: {error.strerror or error}") from error
    module = ModuleType(f"lanista_file_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}")
    module.__file__ = str(path)
    # Known to the import system before it runs: dataclasses look their own module up.
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except SyntaxError as error:
        raise FileLoadError(f"{path}, line {error.lineno}: {error.msg}") from error
    except Exception as error:
        raise FileLoadError(f"{path}, line {line_in(path, error)}: {describe(error)}") from error
    except SystemExit as error:
        raise FileLoadError(
            f"{path}: it exits when loaded (guard the program with if __name__ == '__main__')"
        ) from error
    return module


class Surroundings:
    """What a user's file finds around it while its code runs, and the rest of the program does not see.

    Its folder comes first among the folders to import from, as for a script, and modules from there are its own:
    another file with a neighbour of the same name gets that one. The working folder is put back afterwards.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder.absolute())
        self._modules: dict[str, ModuleType] = {}

    def __enter__(self) -> None:
        self._cwd = Path.cwd()
        sys.path.insert(0, self._folder)
        self._hidden = {name: sys.modules.pop(name) for name in self._modules if name in sys.modules}
        sys.modules.update(self._modules)
        self._before = set(sys.modules) - set(self._modules)

    def __exit__(self, *error: object) -> None:
        for name in set(sys.modules) - self._before:
            module = sys.modules[name]
            if (getattr(module, "__file__", None) or "").startswith(self._folder + os.sep):
                self._modules[name] = sys.modules.pop(name)
        sys.modules.update(self._hidden)
        if self._folder in sys.path:
            sys.path.remove(self._folder)
        if Path.cwd() != self._cwd:
            os.chdir(self._cwd)


_SHOWN_FRAMES = 20  # of each end of a traceback: a recursion without end has a million


def traceback_of(error: BaseException) -> str:
    """Return an error's traceback as Python shows it, as text that every file takes; very long ones are cut."""
    for cause in (error, error.__cause__, error.__context__):
        frames = []
        frame = cause.__traceback__ if cause is not None else None
        while frame is not None:
            frames.append(frame)
            frame = frame.tb_next
        if len(frames) > 2 * _SHOWN_FRAMES:
            frames[_SHOWN_FRAMES - 1].tb_next = frames[-_SHOWN_FRAMES]
    try:
        text = "".join(traceback.format_exception(error))
    except Exception:
        return describe(error)
    return text.encode(errors="backslashreplace").decode()


def describe(error: BaseException) -> str:
    """Return `ZeroDivisionError: division by zero`, one line."""
    try:
        lines = str(error).strip().splitlines()
    except Exception:
        lines = ["(its text cannot be made)"]
    # Lone surrogates, which no file and no database takes, become escapes.
    text = (lines[0] if lines else "").encode(errors="backslashreplace").decode()
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def code_hash(path: Path) -> str | None:
    """Return the SHA-256 of a file, in hex; None if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def line_in(path: Path, error: BaseException) -> int | str:
    """Return the last line of a file that an error passed through; "?" if there is none."""
    name = str(path.absolute())
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
    return lines[-1] if lines and lines[-1] is not None else "?"

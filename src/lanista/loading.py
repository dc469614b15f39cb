"""Loading a user's Python file as a module."""

from __future__ import annotations

import hashlib
import sys
import traceback
from pathlib import Path
from types import ModuleType

from lanista.errors import FileLoadError


def load_module(path: Path) -> ModuleType:
    """Run a Python file as a new module, each call afresh, with its folder importable as when it is run as a script.

    FileLoadError says in one line what went wrong and in which line of the file.
    """
    path = path.absolute()
    try:
        source = path.read_bytes()
    except OSError as error:
        raise FileLoadError(f"cannot read {path}: {error.strerror or error}") from error
    module = ModuleType(f"lanista_file_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}")
    module.__file__ = str(path)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    # Known to the import system before it runs: dataclasses look their own module up.
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except SyntaxError as error:
        raise FileLoadError(f"{path}, line {error.lineno}: {error.msg}") from error
    except Exception as error:
        raise FileLoadError(f"{path}, line {_line_in(path, error)}: {describe(error)}") from error
    except SystemExit as error:
        raise FileLoadError(
            f"{path}: it exits when loaded (guard the program with if __name__ == '__main__')"
        ) from error
    return module


def describe(error: BaseException) -> str:
    """Return `ZeroDivisionError: division by zero`, one line."""
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0]}" if text else type(error).__name__


def code_hash(path: Path) -> str | None:
    """Return the SHA-256 of a file, in hex; None if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _line_in(path: Path, error: BaseException) -> int | str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return lines[-1] if lines and lines[-1] is not None else "?"

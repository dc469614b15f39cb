"""Files and paths: what is written whole or not at all, and how a path is named in a spec."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a new file that takes the path's place when the block ends well; until then what was there stays.

    A link stays one: what it leads to is replaced. What is no ordinary file, such as /dev/stdout, is written as it is.
    OSError where it cannot be written; nothing is left behind then.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def writing(path: Path, error: type[Exception]) -> Iterator[None]:
    """Turn an OSError of the block, which writes to the path, into an error that says so in a line."""
    try:
        yield
    except OSError as problem:
        raise error(f"cannot write {path}: {problem.strerror or problem}") from problem


def path_spec(path: Path) -> str:
    """Return a path as specs name it: with ./ before it, unless it begins with a dot or is absolute."""
    text = str(path)
    return text if text[0] in "./" else f"./{text}"

"""Command lines in a handout's own form, and what their words may name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from lanista.errors import FileLoadError, UsageError


class HandoutParser(argparse.ArgumentParser):
    """A parser whose errors are UsageErrors, one line each, which the program shows like all others."""

    def __init__(self, name: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=f"lanista {name}",
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raise the UsageError that says what is wrong."""
        raise UsageError(f"{message} (see: {self.prog} --help)")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the options; --help prints and ends the program."""
        return self.parse_args(list(words))


def is_bot(path: Path, mark: str) -> bool:
    """Return whether a path is a Python file with a bot's choose(), and no submission: that has the mark in it.

    FileLoadError if it cannot be read.
    """
    if path.suffix != ".py" or not path.is_file():
        return False
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise FileLoadError(f"cannot read {path}: {error.strerror or error}") from error
    return "def choose(" in text and mark not in text

"""Command lines in a handout's own form."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from lanista.errors import UsageError


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

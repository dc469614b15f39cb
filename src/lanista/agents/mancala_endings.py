"""Where mancala's endgame databases are kept: one file for the houses, the capture rule and the most seeds left.

The folder is $LANISTA_CACHE, else lanista in $XDG_CACHE_HOME, else ~/.cache/lanista. A file is mapped into memory, so
that all processes share it. What is damaged or of another version counts as missing.
"""

from __future__ import annotations

import contextlib
import math
import os
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from lanista import _native
from lanista.errors import StoreError
from lanista.games.mancala import Mancala

MOST_SEEDS = 28
"""Of a database; six houses a side take 5.6 GB then."""

# Of the database that is made in memory where there is no file: 0.2 s and 2.7 MB for six houses a side.
_SEEDS_IN_MEMORY = 12

Progress = Callable[[int], object]


def cache_folder() -> Path:
    """Return the folder in which this user's databases are kept; it need not exist."""
    named = os.environ.get("LANISTA_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "lanista"


def database_file(game: Mancala, seeds: int) -> Path:
    """Return the file for up to so many seeds left of a game."""
    return cache_folder() / f"{_stem(game)}-{seeds}.endings"


def load_endings(game: Mancala) -> _native.MancalaDatabase:
    """Return the database with the most seeds that is kept for a game, else a small one that is made at once.

    Of files that know the whole game the smallest is taken.
    """
    total = game.total
    for seeds in sorted(_kept(game), key=lambda seeds: (seeds < total, abs(seeds - total))):
        with contextlib.suppress(RuntimeError):
            return _open(database_file(game, seeds), game)
    return _small(game.houses, game.parameters["empty_capture"], min(_SEEDS_IN_MEMORY, total))


def build_endings(game: Mancala, seeds: int, progress: Progress = lambda done: None) -> _native.MancalaDatabase:
    """Return the database for up to so many seeds left (or all of the game); where it is missing, make and keep it.

    progress: called about twenty times a second with how many of endings_size() values there are.
    """
    seeds = min(seeds, game.total)
    path = database_file(game, seeds)
    with contextlib.suppress(RuntimeError):
        return _open(path, game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        capture = game.parameters["empty_capture"]
        return _native.MancalaDatabase.build_file(str(path), game.houses, capture, seeds, progress)
    except (OSError, RuntimeError) as error:
        raise StoreError(f"cannot make the endgame database {path}: {error}") from error


def endings_size(game: Mancala, seeds: int) -> int:
    """Return the number of values, one byte each, of a game's database for up to so many seeds left."""
    return math.comb(min(seeds, game.total) + 2 * game.houses, 2 * game.houses)


def _stem(game: Mancala) -> str:
    capture = "-empty-capture" if game.parameters["empty_capture"] else ""
    return f"mancala-{game.houses}{capture}"


def _kept(game: Mancala) -> list[int]:
    """Return the numbers of seeds for which there is a file."""
    pattern = re.compile(re.escape(_stem(game)) + r"-([0-9]{1,2})\.endings")
    try:
        names = [path.name for path in cache_folder().iterdir()]
    except OSError:
        return []
    return [int(match[1]) for name in names if (match := pattern.fullmatch(name))]


def _open(path: Path, game: Mancala) -> _native.MancalaDatabase:
    """Return the database in a file; RuntimeError where it is not what its name says."""
    database = _native.MancalaDatabase.open(str(path))
    told = (database.houses, database.empty_capture)
    if told != (game.houses, game.parameters["empty_capture"]):
        raise RuntimeError(f"{path}: the database of another game")
    return database


@lru_cache(maxsize=8)
def _small(houses: int, empty_capture: bool, seeds: int) -> _native.MancalaDatabase:
    return _native.MancalaDatabase.build(houses, empty_capture, seeds, lambda done: None)

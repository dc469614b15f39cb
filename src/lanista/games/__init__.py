"""The games: one module each. `find_game` knows them by name."""

from __future__ import annotations

import functools
import importlib
import sys
from importlib.util import find_spec

from lanista.discovery import named_classes, named_classes_in
from lanista.errors import SpecError, listing
from lanista.games.base import Game


@functools.cache
def all_games() -> dict[str, type[Game]]:
    """Return every game class by name; each module of this folder that defines a game counts."""
    return named_classes(sys.modules[__name__], Game)


def find_game(name: str) -> type[Game]:
    """Return a game's class; SpecError lists the games there are."""
    # Most are in the module of their name: a program that plays one game need not load the others.
    if name.isidentifier() and find_spec(f"{__name__}.{name}") is not None:
        games = named_classes_in(importlib.import_module(f"{__name__}.{name}"), Game)
        if name in games:
            return games[name]
    if name not in all_games():
        raise SpecError(
            f"unknown game {name!r}; there are: {listing(all_games())} (or a path like ./my_game.py:MyGame)"
        )
    return all_games()[name]

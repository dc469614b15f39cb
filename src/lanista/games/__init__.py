"""The games: one module each. `find_game` knows them by name."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil

from lanista.errors import SpecError, listing
from lanista.games.base import Game


def _game_in(module_name: str) -> type[Game] | None:
    """Return the game class that a module of this folder defines, if it defines one."""
    module = importlib.import_module(f"{__name__}.{module_name}")
    for value in vars(module).values():
        defined_here = isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
        if defined_here and getattr(value, "name", None) == module_name:
            return value
    return None


def all_games() -> dict[str, type[Game]]:
    """Return every game class by name; each module of this folder that defines a game counts."""
    found = {name: _game_in(name) for _, name, _ in pkgutil.iter_modules(__path__)}
    return {name: kind for name, kind in sorted(found.items()) if kind is not None}


def find_game(name: str) -> type[Game]:
    """Return a game's class; SpecError lists the games there are."""
    if name.isidentifier() and importlib.util.find_spec(f"{__name__}.{name}") is not None:
        kind = _game_in(name)
        if kind is not None:
            return kind
    raise SpecError(f"unknown game {name!r}; there are: {listing(all_games())} (or a path like ./my_game.py:MyGame)")

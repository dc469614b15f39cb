"""Lanista: write game-playing agents, learn how good they really are, and run fair matches.

import lanista

game = lanista.load_game("breakthrough:rows=8,cols=8")
state = game.initial_state()
record = lanista.play(game, ["greedy", "random"], seed=1)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from lanista.version import __version__

if TYPE_CHECKING:
    from lanista.agents.base import Agent, Clock
    from lanista.api import exploitability, play, regret
    from lanista.arena.record import Record
    from lanista.errors import (
        CheckpointError,
        EvaluationError,
        FileLoadError,
        IllegalActionError,
        LanistaError,
        LaunchError,
        LibraryError,
        NotationError,
        OpponentError,
        ParameterError,
        PositionError,
        RecordError,
        RulesError,
        SpecError,
        StoreError,
        UsageError,
    )
    from lanista.games.base import SIMULTANEOUS, TERMINAL, Game, State
    from lanista.games.python_game import PythonGame
    from lanista.games.spec import load_game
    from lanista.specs import load_agent

__all__ = [
    "SIMULTANEOUS",
    "TERMINAL",
    "Agent",
    "CheckpointError",
    "Clock",
    "EvaluationError",
    "FileLoadError",
    "Game",
    "IllegalActionError",
    "LanistaError",
    "LaunchError",
    "LibraryError",
    "NotationError",
    "OpponentError",
    "ParameterError",
    "PositionError",
    "PythonGame",
    "Record",
    "RecordError",
    "RulesError",
    "SpecError",
    "State",
    "StoreError",
    "UsageError",
    "__version__",
    "exploitability",
    "load_agent",
    "load_game",
    "play",
    "regret",
]

# Names are loaded when they are first used, so that `import lanista` costs next to nothing.
_HOMES = {
    "lanista.agents.base": ("Agent", "Clock"),
    "lanista.api": ("exploitability", "play", "regret"),
    "lanista.arena.record": ("Record",),
    "lanista.games.base": ("SIMULTANEOUS", "TERMINAL", "Game", "State"),
    "lanista.games.python_game": ("PythonGame",),
    "lanista.games.spec": ("load_game",),
    "lanista.specs": ("load_agent",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name, "lanista.errors" if name.endswith("Error") else None)
    if home is None or name not in __all__:
        raise AttributeError(f"module 'lanista' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__

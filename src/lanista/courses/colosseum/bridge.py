"""Colosseum submissions in their own process: a student's repository or file, loaded as the original program loads it.

Its own modules come first; what it imports from the course's repository and does not bring along is in original/.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import operator
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lanista.agents.base import Clock
from lanista.courses.old_numpy import give_back_old_numpy
from lanista.errors import FileLoadError, SpecError, listing, quoted
from lanista.games.base import Game, State
from lanista.games.colosseum import ColosseumState
from lanista.guest.loop import IllegalChoiceError
from lanista.loading import describe

AUTOPLAY = "autoplay"
"""The last argument of a guest that is to refuse an agent which does not play by itself."""
_ORIGINAL = f"{__package__}.original"
_MODULES = ("constants", "store", "utils", "world")
_AGENTS = ("agent", "random_agent", "human_agent")
_USUAL_NAME = "student_agent"


def guest(arguments: list[str]) -> ColosseumGuest:
    """Return a submission's player. arguments: the path, the name or class in it or nothing, AUTOPLAY or nothing."""
    path, name, mode = arguments
    agent_class = load_agent_class(Path(path), name)
    if mode == AUTOPLAY and not _plays_by_itself(agent_class):
        raise SpecError(f"{path}: autoplay mode is not supported by {agent_class.__name__}: its autoplay is False")
    return ColosseumGuest(agent_class)


class ChessBoard(np.ndarray[Any, np.dtype[np.bool_]]):
    """The board as a submission gets it, with what numpy's arrays had when the course was given."""

    def tostring(self, order: Any = "C") -> bytes:
        """Return the bytes of the array."""
        return self.tobytes(order)


class ColosseumGuest:
    """Plays with a registered class; each game has an agent of its own, made when the first move is asked for."""

    def __init__(self, agent_class: type[Any]) -> None:
        self._agent_class = agent_class
        self._agent: Any = None

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Forget the last game's agent."""
        self._agent = None

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the action that step() means; IllegalChoiceError if it means none."""
        assert isinstance(state, ColosseumState)
        board = np.array(state.walls, dtype=bool).view(ChessBoard)
        own, other = (tuple(np.array(state.cells[who])) for who in (player, 1 - player))
        if self._agent is None:
            self._agent = self._agent_class()
        answer = self._agent.step(board, own, other, state.max_steps)
        action = as_action(answer, state.size)
        if action not in state.legal_actions(player):
            raise IllegalChoiceError(f"step() returned {quoted(answer, 80)}: {_why_not(state, action)}")
        return action

    def end(self, state: State) -> None:
        """Nothing: the original tells agents nothing either."""


def as_action(answer: object, size: int) -> int:
    """Return the action of `((row, col), side)`, any sequences of whole numbers; IllegalChoiceError if it is none.

    Rows and columns may be whole floats, which the original turns into integers. Nothing is counted from the end.
    """
    parts: Any = answer
    try:
        position, direction = parts
        row, col = (_whole(part) for part in position)
        side = operator.index(direction)
    except (TypeError, ValueError):
        raise IllegalChoiceError(f"step() returned {quoted(answer, 80)}, not ((row, col), side)") from None
    if not (0 <= row < size and 0 <= col < size):
        raise IllegalChoiceError(f"step() returned {quoted(answer, 80)}: rows and columns are 0 to {size - 1}")
    if not 0 <= side < 4:
        raise IllegalChoiceError(f"step() returned {quoted(answer, 80)}: sides are 0 to 3 (up, right, down, left)")
    return (row * size + col) * 4 + side


def _why_not(state: ColosseumState, action: int) -> str:
    """Return why an action on the board is not legal."""
    (row, col), side = divmod(action // 4, state.size), action % 4
    if state.walls[row][col][side]:
        return f"a wall stands on side {side} of ({row}, {col}) already"
    return f"no walk of at most {state.max_steps} steps leads to ({row}, {col})"


def _whole(number: Any) -> int:
    if isinstance(number, (float, np.floating)) and number.is_integer():
        return int(number)
    return operator.index(number)


@dataclass(frozen=True)
class Layout:
    """Where a submission's files lie: its folder, its agents' folder, and the file if it is one."""

    root: Path
    agents: Path
    file: Path | None


def layout(path: Path) -> Layout:
    """Return where the files of a repository, a folder of agents or a file lie."""
    path = path.absolute()
    if not path.is_dir():
        return Layout(_root_of(path.parent), path.parent, path)
    agents = path / "agents" if (path / "agents").is_dir() else path
    usual = agents / f"{_USUAL_NAME}.py"
    if not usual.exists() and not (agents / "__init__.py").exists():
        raise FileLoadError(f"{path} has neither {_USUAL_NAME}.py nor an agents folder with one")
    return Layout(_root_of(agents), agents, None)


def _root_of(agents: Path) -> Path:
    """Return the folder that holds an agents folder, where the original program runs; one of another name itself."""
    return agents.parent if agents.name == "agents" else agents


@functools.cache
def load_agent_class(path: Path, name: str) -> type[Any]:
    """Return the class that a submission registers, under a name or as a class of that name if one is given.

    Once in a process: what its modules keep is kept from game to game, as in the original. FileLoadError, SpecError.
    """
    give_back_old_numpy()
    place = layout(path)
    # As for a script there; the agents' own folder comes last, so that no helper hides a library.
    os.chdir(place.root)
    sys.path.insert(0, str(place.root))
    sys.path.append(str(place.agents))
    for module in _MODULES:
        if not _brings(place.root, module):
            sys.modules[module] = importlib.import_module(f"{_ORIGINAL}.{module}")
    main = place.file or place.agents / f"{_USUAL_NAME}.py"
    try:
        _import_agents(place.agents)
        if main.exists():
            importlib.import_module(f"agents.{main.stem}")
        registry: dict[str, type[Any]] = sys.modules["store"].AGENT_REGISTRY if "store" in sys.modules else {}
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        raise FileLoadError(f"{path} cannot be loaded: {_where(error, place.root)}{describe(error)}") from error
    return _pick(registry, path, name, f"agents.{main.stem}")


def _import_agents(folder: Path) -> None:
    """Import the package `agents`: a folder, whether or not it has an __init__.py, and what it lacks."""
    for name in _AGENTS:
        if not _brings(folder, name):
            sys.modules[f"agents.{name}"] = importlib.import_module(f"{_ORIGINAL}.{name}")
    init = folder / "__init__.py"
    spec = importlib.util.spec_from_file_location("agents", init, submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    package = sys.modules["agents"] = importlib.util.module_from_spec(spec)
    for name in _AGENTS:
        if f"agents.{name}" in sys.modules:
            setattr(package, name, sys.modules[f"agents.{name}"])
    if init.exists():
        spec.loader.exec_module(package)


def _brings(folder: Path, module: str) -> bool:
    return (folder / f"{module}.py").exists() or (folder / module / "__init__.py").exists()


def _pick(registry: dict[str, type[Any]], path: Path, name: str, main: str) -> type[Any]:
    """Return the registered class that is meant."""
    own = {
        key: kind
        for key, kind in registry.items()
        if not kind.__module__.startswith(_ORIGINAL)
        and kind.__module__ not in ("agents.random_agent", "agents.human_agent")
    }
    in_main = [kind for kind in registry.values() if kind.__module__ == main]
    if name:
        found = [kind for key, kind in registry.items() if name in (key, kind.__name__)]
    else:
        found = [own[_USUAL_NAME]] if _USUAL_NAME in own else in_main or list(own.values())
    if len(found) == 1:
        return found[0]
    if not registry or (not found and not name):
        raise FileLoadError(f"{path} registers no agent; is the class decorated with @register_agent('student_agent')?")
    which = f"no agent {name!r}" if name else "several agents"
    raise SpecError(f"{path} registers {which}; there are: {listing(own or registry)} (name one: PATH:NAME)")


def _plays_by_itself(agent_class: type[Any]) -> bool:
    try:
        return bool(getattr(agent_class(), "autoplay", True))
    except Exception:
        return True  # it will fail in its games, and that is counted there


def _where(error: BaseException, root: Path) -> str:
    """Return the last place in the submission that an error passed through, for a message."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}, line {error.lineno}: "
    place, trace = "", error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(root):
            place = f"{file.relative_to(root)}, line {trace.tb_lineno}: "
        trace = trace.tb_next
    return place

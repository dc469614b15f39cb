"""A student's r2d2_hw3.py in a process of its own: it gets droids, and says what it does by its own Action.

`get_best_move(self_droid, adv_droid, score_change, training)` is called as the original program does: with two droids
made afresh, the score change of the round before from its own side (0 in the first), `clear()` before each game. The
handout shows the method without `training` first: one that has no such parameter is called without it.
"""

from __future__ import annotations

import contextlib
import inspect
import os
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

from lanista.agents.base import Clock
from lanista.courses.r2d2.droids import Action, R2Droid
from lanista.courses.r2d2.stand_in import stand_in_for_tkinter
from lanista.errors import FileLoadError, quoted
from lanista.games.base import Game, State
from lanista.guest.loop import IllegalChoiceError
from lanista.loading import Surroundings, describe, line_in, load_module
from lanista.sandbox.verdict import AgentFailure, Verdict

STAY = 5
"""droid_battle's action for doing nothing: what an impossible choice comes to."""
_LONGEST_CHOICE = 80


def guest(arguments: list[str]) -> StudentAgent:
    """Return the agent of a file. arguments: the path and the class."""
    path, class_name = arguments
    return StudentAgent(Path(path), class_name)


class StudentAgent:
    """An agent of a student's file, as a player of droid_battle.

    is_training: told to the agent, whose impossible choices then are STAY; otherwise they are told to the referee.
    """

    def __init__(self, path: Path, class_name: str) -> None:
        self.name = self.spec = f"{path.name}:{class_name}"
        self.is_training = False
        self._path = path = path.absolute()
        self.folder = path.parent
        with Surroundings(self.folder):
            os.chdir(self.folder)  # as in the original, for the files that it opens
            module = _load(path)
            actions = _actions(module, path)
            self._agent = _make(module, class_name, path)
        sys.path.append(str(self.folder))  # for what it imports while it plays
        self._numbers = {action: number for number, action in enumerate(actions)}
        self._droid: Callable[..., R2Droid] = type("R2Droid", (R2Droid,), {"actions": actions})
        self._takes = _count_arguments(self._agent.get_best_move)
        self._score: float | None = None

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Let the agent forget the game before."""
        self._score = None
        self._call(self._agent.clear)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return what the agent chooses; IllegalChoiceError for what is not possible, unless it is training."""
        score = state.score() if player == 0 else -state.score()
        change = 0 if self._score is None else int(score - self._score)
        self._score = score
        rows, cols = state.game.parameters["rows"], state.game.parameters["cols"]
        droids: Any = state.droids  # type: ignore[attr-defined]
        mine, theirs = (self._droid(rows, cols, cell, shots) for cell, shots, _ in (droids[player], droids[1 - player]))
        arguments = (mine, theirs, change, self.is_training)[: self._takes]
        choice = self._call(self._agent.get_best_move, *arguments)
        try:
            number = self._numbers.get(choice)
        except TypeError:  # it cannot even be looked up
            number = None
        if number is not None and number in state.legal_actions(player):
            return number
        if self.is_training:
            return STAY
        problem = "which is no Action" if number is None else "which is not possible here"
        raise IllegalChoiceError(f"get_best_move returned {quoted(choice, _LONGEST_CHOICE)}, {problem}")

    def end(self, state: State) -> None:
        """A finished game is told by the next one's clear()."""

    def _call(self, function: Callable[..., Any], *arguments: object) -> Any:
        """Call the student's code; AgentFailure says in which line of the file it failed."""
        try:
            return function(*arguments)
        except (Exception, SystemExit) as error:
            where = f"{self._path.name}, line {line_in(self._path, error)}"
            raise AgentFailure(Verdict.CRASH, f"{describe(error)} ({where})") from error


def _load(path: Path) -> Any:
    stand_in_for_tkinter()
    if any(map(_names_numpy, path.parent.glob("*.py"))):  # to import it takes longer than all the rest
        from lanista.courses.old_numpy import give_back_old_numpy

        give_back_old_numpy()
    return load_module(path)


def _names_numpy(file: Path) -> bool:
    try:
        return b"numpy" in file.read_bytes()
    except OSError:
        return False


def _actions(module: Any, path: Path) -> tuple[Enum, ...]:
    """Return the actions of the file's own Action, in our order."""
    try:
        return tuple(module.Action[action.name] for action in Action)
    except (AttributeError, KeyError, TypeError):
        names = ", ".join(action.name for action in Action)
        raise FileLoadError(f"{path} has no enum Action with {names}") from None


def _make(module: Any, name: str, path: Path) -> Any:
    """Return an agent of the file's class; FileLoadError says what is wrong with it."""
    kind = getattr(module, name, None)
    if not isinstance(kind, type):
        raise FileLoadError(f"{path} has no class {name}")
    for method in ("clear", "get_best_move"):
        if not callable(getattr(kind, method, None)):
            raise FileLoadError(f"{path}: {name} has no method {method}")
    try:
        return kind()
    except (Exception, SystemExit) as error:
        raise FileLoadError(f"{path}: {name}() cannot be made: {describe(error)}") from error


def _count_arguments(method: Callable[..., Any]) -> int:
    """Return how many arguments get_best_move takes: 3 if it has no `training`, else 4."""
    try:
        signature = inspect.signature(method)
    except (TypeError, ValueError):  # none of Python's own functions
        return 4
    for count in (4, 3):
        with contextlib.suppress(TypeError):
            signature.bind(*range(count))
            return count
    return 4  # it will fail, and say why

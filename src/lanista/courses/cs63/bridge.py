"""A submission's own process: its folder among the modules of the lab, its player asked with the lab's game objects."""

from __future__ import annotations

import importlib
import inspect
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lanista.agents.base import Clock
from lanista.courses.cs63 import basic_players, lab
from lanista.courses.old_numpy import give_back_old_numpy
from lanista.errors import SHOWN_ACTIONS, FileLoadError, SpecError, listing, quoted
from lanista.games.base import Game, State
from lanista.guest.bot import leave_as_found
from lanista.guest.loop import IllegalChoiceError
from lanista.loading import describe, line_in

PLAYERS = "MinMaxPlayers"
TOURNAMENT = "TournamentPlayers"
_LONGEST_MOVE = 60
# What the lab's own program has beside the students' files. A star import of a game brings numpy, as there.
_LAB: dict[str, dict[str, object]] = {
    "Mancala": {"Mancala": lab.Mancala, "np": np},
    "Breakthrough": {"Breakthrough": lab.Breakthrough, "np": np},
    "BasicPlayers": {
        "HumanPlayer": basic_players.HumanPlayer,
        "RandomPlayer": basic_players.RandomPlayer,
        "random": random,
    },
}


def guest(arguments: list[str]) -> LabGuest:
    """Return a folder's player. arguments: the folder, the game, the class or nothing, depth, evaluation."""
    folder, game, class_name, depth, evaluation = arguments
    return LabGuest(Path(folder), game, class_name or None, int(depth), evaluation)


class LabGuest:
    """Plays with a player of a folder; the player lives as long as the agent, like in the lab's program."""

    def __init__(self, folder: Path, game: str, class_name: str | None, depth: int, evaluation: str) -> None:
        leave_as_found()
        give_back_old_numpy()
        self._folder = folder
        self._game = game
        sys.path.insert(0, str(folder))
        for name, contents in _LAB.items():
            if not self._has(name):
                module = sys.modules[name] = ModuleType(name)
                vars(module).update(contents)
        self._player = self._build(class_name, depth, evaluation)
        self._own_game = self._find_own_game()

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Leave the player as it is: the lab's players are not told."""

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the action that the player's move means."""
        move = self._player.getMove(self._copy(state))
        try:
            action = lab.action_of(state, move)
            state.child(action)
        except ValueError:
            moves = listing(map(repr, lab.lab_moves(state)), SHOWN_ACTIONS)
            raise IllegalChoiceError(
                f"getMove() returned {quoted(move, _LONGEST_MOVE)} ({type(move).__name__}); the moves are {moves}"
            ) from None
        return action

    def end(self, state: State) -> None:
        """Leave the player as it is."""

    def _has(self, module: str) -> bool:
        return (self._folder / f"{module}.py").is_file()

    def _copy(self, state: State) -> Any:
        """Return a game object of the player's own: of the folder's class where it has one that does as the lab's."""
        if self._own_game is not None:
            game = _filled(self._own_game, state)
            if game is not None:
                return game
        return lab.LAB_GAMES[self._game].of(state)

    def _find_own_game(self) -> Any:
        name = self._game.capitalize()
        if not self._has(name):
            return None
        kind = getattr(self._load(name), name, None)
        return kind if inspect.isclass(kind) else None

    def _load(self, module: str) -> ModuleType:
        """Import a module of the folder; FileLoadError says what is wrong with it."""
        path = self._folder / f"{module}.py"
        if not path.is_file():
            raise FileLoadError(f"{self._folder} has no {path.name}")
        try:
            return importlib.import_module(module)
        except SyntaxError as error:
            raise FileLoadError(f"{error.filename}, line {error.lineno}: {error.msg}") from error
        except Exception as error:
            raise FileLoadError(f"{path}, line {line_in(path, error)}: {describe(error)}") from error
        except SystemExit as error:
            raise FileLoadError(f"{path}: it exits when it is imported") from error

    def _build(self, class_name: str | None, depth: int, evaluation: str) -> Any:
        """Make the player from the evaluator and the depth, as the lab's program does."""
        is_tournament = class_name not in ("MinMaxPlayer", "PruningPlayer")
        if class_name is None and not self._has(TOURNAMENT):
            is_tournament, class_name = False, "PruningPlayer"
        if is_tournament:
            kind = self._tournament_class(class_name)
        else:
            kinds = _classes(self._load(PLAYERS))
            if class_name not in kinds:
                raise FileLoadError(f"{self._folder}/{PLAYERS}.py has no class {class_name} with getMove(game)")
            kind = kinds[class_name]
        evaluator = self._evaluator(evaluation, is_needed=not is_tournament)
        try:
            signature = inspect.signature(kind)
            takes_both = _binds(signature, evaluator, depth)
            return kind(evaluator, depth) if takes_both or not _binds(signature) else kind()
        except Exception as error:
            raise FileLoadError(f"{kind.__name__}(boardEval, depthBound) fails: {describe(error)}") from error

    def _tournament_class(self, class_name: str | None) -> type[Any]:
        """Return the class asked for; else TournamentPlayer, else one named after the game, else the first."""
        module = self._load(TOURNAMENT)
        kinds = _classes(module)
        if class_name in kinds:
            return kinds[class_name]
        if class_name not in (None, "TournamentPlayer"):
            raise SpecError(f"{module.__file__} has no class {class_name} with getMove(game); it has: {listing(kinds)}")
        own = {name: kind for name, kind in kinds.items() if kind.__module__ == module.__name__}
        if not own:
            raise FileLoadError(f"{module.__file__} has no class with getMove(game)")
        named = [kind for name, kind in own.items() if self._game in name.lower()]
        return own.get("TournamentPlayer") or (named or list(own.values()))[0]

    def _evaluator(self, evaluation: str, *, is_needed: bool) -> Any:
        """Return mancalaBasicEval and the like; None where a tournament player's folder has no Heuristics.py."""
        if not is_needed and not self._has("Heuristics"):
            return None
        name = f"{self._game}{evaluation.capitalize()}Eval"
        evaluator = getattr(self._load("Heuristics"), name, None)
        if not callable(evaluator):
            raise FileLoadError(f"{self._folder}/Heuristics.py has no {name}")
        return evaluator


def _classes(module: ModuleType) -> dict[str, type[Any]]:
    """Return the classes with getMove that a module knows."""
    kinds = {name: kind for name, kind in vars(module).items() if inspect.isclass(kind)}
    return {name: kind for name, kind in kinds.items() if callable(getattr(kind, "getMove", None))}


def _binds(signature: inspect.Signature, *arguments: object) -> bool:
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True


def _filled(kind: type[Any], state: State) -> Any:
    """Return a position as an object of a submission's own class; None where that does not do as the lab's."""
    ours = lab.LAB_GAMES[state.game.name].of(state)
    try:
        game = kind(*lab.lab_sizes(state.game))
        for name in (*ours.arrays, "turn"):
            setattr(game, name, getattr(ours, name))
        agrees = sorted(game.availableMoves) == sorted(ours.availableMoves) and not game.isTerminal
    except Exception:
        return None
    return game if agrees else None

"""What a search is told about positions that are still open: a static evaluator of the game, or a user's function."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lanista.agents.user_code import Workplace
from lanista.errors import EvaluationError, FileLoadError, ParameterError, quoted
from lanista.games.base import Game, State
from lanista.games.parameters import AUTO, Parameter
from lanista.loading import code_hash, describe, line_in, load_module


class UserEvaluation:
    """A user's `evaluate(state) -> float`, from player 0's side, asked about positions that are not over.

    Whatever it raises, and whatever it returns that is no finite number, becomes an EvaluationError.
    """

    def __init__(self, function: Callable[[State], Any], name: str, path: Path | None = None) -> None:
        self._function = function
        self._name = name
        self._path = path
        self._workplace = Workplace(path.parent) if path is not None else None

    @classmethod
    def load(cls, text: str) -> UserEvaluation:
        """Return the function that `./file.py:function` names; FileLoadError says what is wrong."""
        file, colon, name = text.rpartition(":")
        if not (colon and name.isidentifier()):
            raise ParameterError(f"evaluation {text!r} names no function: ./file.py:function")
        path = Path(file)
        evaluation = cls(_not_loaded, text, path)
        with evaluation.at_work():
            function = getattr(load_module(path), name, None)
        if not callable(function):
            raise FileLoadError(f"{path} has no function {name}(state)")
        evaluation._function = function
        return evaluation

    def __str__(self) -> str:
        return self._name

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the file; None for a function that came from none."""
        return code_hash(self._path) if self._path is not None else None

    def seed(self, seed: int) -> None:
        """Begin the random numbers of the file anew."""
        if self._workplace is not None:
            self._workplace.seed(seed)

    def at_work(self) -> contextlib.AbstractContextManager[None]:
        """Return the context in which a file's function is to be called, any number of times."""
        return contextlib.nullcontext() if self._workplace is None else self._workplace.entered()

    def __call__(self, state: State) -> float:
        """Return the function's value of a position."""
        try:
            value = self._function(state)
        except (Exception, SystemExit) as error:
            line = f", line {line_in(self._path, error)}" if self._path is not None else ""
            raise self._error(state, f"failed{line}: {describe(error)}") from error
        if not isinstance(value, float):
            value = self._to_float(state, value)
        if not math.isfinite(value):
            raise self._error(state, f"returned {value}")
        return value

    def _to_float(self, state: State, value: Any) -> float:
        try:
            if isinstance(value, str):
                raise TypeError(value)
            return float(value)
        except (Exception, SystemExit) as error:
            raise self._error(state, f"returned {quoted(value, 80)} instead of a number") from error

    def _error(self, state: State, what: str) -> EvaluationError:
        return EvaluationError(f"evaluation {self._name} {what}, at position {state.position!r} of {state.game.spec}")


def evaluation_parameter() -> Parameter:
    """Declare what a search asks about open positions."""
    return Parameter(
        "evaluation",
        AUTO,
        f"what an open position is worth: a static evaluator of the game ({AUTO}: better if the game has it, else "
        "basic), or your own function of a state, from player 0's side",
        "an evaluator's name or ./file.py:function",
        _read,
    )


def find_evaluation(game: Game, value: str | UserEvaluation) -> str | UserEvaluation:
    """Return the name of the game's evaluator, or the function, that a parameter's value means.

    ParameterError or FileLoadError where there is none such.
    """
    if isinstance(value, UserEvaluation):
        return value
    if value[0] in "./":
        return UserEvaluation.load(value)
    if value == AUTO:
        return "better" if "better" in game.evaluations else "basic"
    # An evaluator that the game does not have is refused here, not at the first move.
    game.initial_state(seed=0).evaluate(value)
    return value


def _read(value: object) -> str | UserEvaluation:
    if isinstance(value, UserEvaluation) or (isinstance(value, str) and value):
        return value
    if callable(value):
        return UserEvaluation(value, getattr(value, "__name__", type(value).__name__))
    raise TypeError(value)


def _not_loaded(state: State) -> float:
    raise AssertionError(state)

"""A user's code in this process: functions from files, and where they run."""

from __future__ import annotations

import contextlib
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, Self

from lanista.errors import EvaluationError, FileLoadError, ParameterError, quoted
from lanista.games.base import State
from lanista.loading import Surroundings, code_hash, describe, line_in, load_module


class Workplace:
    """Surrounds every call of the code of one user's file.

    The file finds its neighbours, and the module-level `random` and numpy's legacy generator are its own: what it draws
    and seeds there changes nobody else's numbers.
    """

    def __init__(self, folder: Path) -> None:
        self._surroundings = Surroundings(folder)
        # What chance does while the file is loaded is the same each time too.
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Begin the random numbers anew."""
        import numpy as np  # the file may import it only later; it must be seeded by then

        self._random_state = random.Random(seed).getstate()
        self._numpy_state = np.random.RandomState(seed % 2**32).get_state()

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Return the context in which the code is to run."""
        with self._surroundings, self._own_random():
            yield

    @contextlib.contextmanager
    def _own_random(self) -> Iterator[None]:
        """Lend `random` and numpy's global generator in the code's own state, and keep where it leaves them."""
        import numpy as np

        kept: Any = random.getstate()
        kept_numpy = np.random.get_state()
        random.setstate(self._random_state)
        np.random.set_state(self._numpy_state)
        try:
            yield
        finally:
            self._random_state, self._numpy_state = random.getstate(), np.random.get_state()
            random.setstate(kept)
            np.random.set_state(kept_numpy)


class UserFunction:
    """A function of a user's, whose first argument is a state.

    Whatever it raises becomes an EvaluationError that names it and the position. Subclasses say what it is for.
    """

    kind: ClassVar[str]
    form: ClassVar[str]

    def __init__(self, function: Callable[..., Any], name: str, path: Path | None = None) -> None:
        self._function = function
        self._name = name
        self._path = path
        self._workplace = Workplace(path.parent) if path is not None else None

    @classmethod
    def load(cls, text: str) -> Self:
        """Return the function that `./file.py:function` names; FileLoadError says what is wrong."""
        file, colon, name = text.rpartition(":")
        if not (colon and name.isidentifier()):
            raise ParameterError(f"{cls.kind} {text!r} names no function: ./file.py:function")
        path = Path(file)
        loaded = cls(_not_loaded, text, path)
        with loaded.at_work():
            function = getattr(load_module(path), name, None)
        if not callable(function):
            raise FileLoadError(f"{path} has no function {name}{cls.form}")
        loaded._function = function
        return loaded

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Self:
        """Return a function that is already at hand."""
        return cls(function, getattr(function, "__name__", type(function).__name__))

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

    def call(self, state: State, *arguments: object) -> Any:
        """Return what the function returns."""
        try:
            return self._function(state, *arguments)
        except (Exception, SystemExit) as error:
            line = f", line {line_in(self._path, error)}" if self._path is not None else ""
            raise self.error(state, f"failed{line}: {describe(error)}") from error

    def number(self, state: State, value: Any) -> float:
        """Return a finite number that the function returned."""
        number = value if isinstance(value, float) else self._to_float(state, value)
        if not math.isfinite(number):
            raise self.error(state, f"returned {number}")
        return number

    def error(self, state: State, what: str) -> EvaluationError:
        """Make the error that says what the function did, and where."""
        return EvaluationError(f"{self.kind} {self._name} {what}, at position {state.position!r} of {state.game.spec}")

    def _to_float(self, state: State, value: Any) -> float:
        try:
            if isinstance(value, str):
                raise TypeError(value)
            return float(value)
        except (Exception, SystemExit) as error:
            raise self.error(state, f"returned {quoted(value, 80)} instead of a number") from error


def _not_loaded(state: State) -> float:
    raise AssertionError(state)

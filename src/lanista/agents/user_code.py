"""Where a user's code runs in this process: among its neighbours, with random numbers of its own."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lanista.loading import Surroundings


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

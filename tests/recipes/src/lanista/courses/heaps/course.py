"""The course Heaps: what it plays, its limit, and how a submission is started."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from lanista.arena.record import Failure
from lanista.arena.referee import Forgive, Limits
from lanista.courses.base import Course, Submission, bridge_launch
from lanista.errors import ParameterError
from lanista.games.base import Game, State
from lanista.seeding import derive_seed

STARTER = '''"""Play it: lanista play nim "heaps@." human; check it: lanista check . --course heaps"""


def take(heaps):
    """Return the number of a heap, the first is 0, and how many to take from it."""
    for heap, size in enumerate(heaps):
        if size > 0:
            return heap, size
'''


class Heaps(Course):
    """A folder with player.py, which has take(heaps); a second a move. Instead of a failure a random move is played."""

    name = "heaps"
    about = "Nim: take(heaps) returns a heap's number and how many to take from it"
    games = ("nim",)
    limits = Limits(move_time=1.0)

    def submission(self, game: Game, path: Path, class_name: str | None, values: Mapping[str, object]) -> Submission:
        """Return a folder as an agent."""
        if class_name is not None or values:
            raise ParameterError(f"{self.name}@{path}: a folder is all there is to name")
        launch = bridge_launch("lanista.courses.heaps.bridge", str(path.absolute()), folder=path)
        return Submission(self.name, game, path, launch)

    def starter(self) -> Mapping[str, str]:
        """Return the file that students change."""
        return {"player.py": STARTER}

    def forgive(self, seed: int) -> Forgive:
        """Play a random move instead of what failed."""
        rng = random.Random(derive_seed(seed, "heaps"))

        def play(state: State, failure: Failure) -> int:
            return rng.choice(state.legal_actions(failure.player))

        return play

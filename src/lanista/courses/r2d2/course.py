"""The exercise R2-D2 Battle: what it plays, its way with impossible choices, and how a submission is started."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lanista.arena.record import Failure
from lanista.arena.referee import Forgive
from lanista.courses.base import Course, Submission, bridge_launch, rooted
from lanista.courses.r2d2.bridge import STAY
from lanista.courses.r2d2.starter import EXPORTED, FILE, STARTER
from lanista.errors import FileLoadError, ParameterError, listing
from lanista.games.base import Game, State
from lanista.sandbox.verdict import Verdict

GAME = "droid_battle:stay=true"
USUAL_CLASS = "QAgent"
ENVIRONMENT = {"PYTHONHASHSEED": "0"}
"""What a student's process finds: chance among the actions of a set follows from the seed."""


class R2D2(Course):
    """R2-D2 Battle. No limit for a move; an impossible choice does nothing, an exception loses the game."""

    name = "r2d2"
    about = "an agent that learns and one that searches for R2-D2 Battle, where both droids move at once"
    games = ("droid_battle",)

    def played(self) -> tuple[str, ...]:
        """Return the game in which a droid may stay where it is: what an impossible choice comes to."""
        return (GAME,)

    def players(self, path: Path) -> tuple[str | None, ...]:
        """Return the handout's two agents."""
        del path
        return ("QAgent", "MinimaxAgent")

    def submission(
        self,
        game: Game,
        path: Path,
        class_name: str | None,
        values: Mapping[str, object],
        *,
        echoes: bool = False,
    ) -> Submission:
        """Return an agent of a student's file; of a folder, of the r2d2_hw3.py in it.

        class_name: None: QAgent. echoes: what it prints is shown.
        """
        file = students_file(path, values)
        launch = bridge_launch(
            "lanista.courses.r2d2.bridge",
            str(file.absolute()),
            class_name or USUAL_CLASS,
            folder=file.absolute().parent,  # as in the original, for the files that it opens
            environment=ENVIRONMENT,
        )
        return Submission(self.name, game, path, launch, class_name=class_name, echoes=echoes)

    def export(self, agent: str) -> tuple[str, str]:
        """Return r2d2_hw3.py for the original program."""
        return FILE, EXPORTED.replace("AGENT", rooted(agent.strip()))

    def starter(self) -> Mapping[str, str]:
        """Return the file that students change."""
        return {FILE: STARTER}

    def forgive(self, seed: int) -> Forgive:
        """Let a droid stay where it is when its agent chooses what is not possible."""
        del seed
        return _stay


def students_file(path: Path, values: Mapping[str, object]) -> Path:
    """Return the file itself: of a folder the r2d2_hw3.py in it; FileLoadError where there is none.

    values: the arguments of its spec, which must be none.
    """
    if values:
        raise ParameterError(f"{R2D2.name}@{path}: its agents are made without arguments, got {listing(values)}")
    file = path / FILE if path.is_dir() else path
    if not file.is_file():
        raise FileLoadError(f"there is no {file}")
    return file


def _stay(state: State, failure: Failure) -> int | None:
    can_stay = STAY in state.legal_actions(failure.player)
    return STAY if failure.kind == Verdict.ILLEGAL and can_stay else None

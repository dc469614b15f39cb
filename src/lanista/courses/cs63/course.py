"""The course CS63: what it plays, and how a submission is started."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from lanista.courses.base import Course, Submission, bridge_launch, rooted
from lanista.courses.cs63.players import DEPTH, EVALUATION
from lanista.courses.cs63.starter import STARTER, exported
from lanista.errors import FileLoadError
from lanista.games.base import Game
from lanista.games.parameters import check_all

LAB_FILES = ("MinMaxPlayers.py", "Heuristics.py", "TournamentPlayers.py")
"""What a submission's folder holds."""


class Cs63(Course):
    """The alpha-beta lab. No time limit of its own; whatever goes wrong loses the game."""

    name = "cs63"
    about = "depth-bounded Minimax with Alpha-Beta pruning for Mancala and Breakthrough"
    games = ("mancala", "breakthrough")

    def players(self, path: Path) -> tuple[str | None, ...]:
        """Return the two searches, and the tournament player if there is one."""
        tournament = (None,) if (path / "TournamentPlayers.py").exists() else ()
        return ("MinMaxPlayer", "PruningPlayer", *tournament)

    def submission(
        self,
        game: Game,
        path: Path,
        class_name: str | None,
        values: Mapping[str, object],
        *,
        echoes: bool = False,
    ) -> Submission:
        """Return a player of a submission's folder.

        class_name: MinMaxPlayer, PruningPlayer, or one of TournamentPlayers.py; None: the tournament player if there
        is that file, else PruningPlayer. values: depth, evaluation. echoes: what it prints is shown.
        """
        if not path.is_dir():
            what = "is no folder" if path.exists() else "does not exist"
            raise FileLoadError(f"{path} {what}; a submission is a folder with MinMaxPlayers.py and Heuristics.py")
        if not os.access(path, os.R_OK | os.X_OK):
            raise FileLoadError(f"{path} may not be read")
        checked = check_all(f"{self.name}@{path}", (DEPTH, EVALUATION), values)
        arguments = (str(path.absolute()), game.name, class_name or "", str(checked["depth"]), checked["evaluation"])
        launch = bridge_launch("lanista.courses.cs63.bridge", *map(str, arguments), folder=path)
        return Submission(self.name, game, path, launch, class_name=class_name, values=values, echoes=echoes)

    def export(self, agent: str) -> tuple[str, str]:
        """Return TournamentPlayers.py for the lab's original program."""
        return "TournamentPlayers.py", exported(rooted(agent))

    def starter(self) -> Mapping[str, str]:
        """Return the files that the lab's students change."""
        return STARTER

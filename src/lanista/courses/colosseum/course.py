"""The course Colosseum Survival!: times, failures, submissions, and our agents in the original program."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from lanista.agents.base import Agent
from lanista.agents.colosseum_walk import random_walk
from lanista.arena.record import Failure
from lanista.arena.referee import Forgive, Limits
from lanista.courses.base import Course, Submission, bridge_launch, rooted
from lanista.courses.colosseum.files import STARTER, exported
from lanista.errors import FileLoadError, ParameterError, listing
from lanista.games.base import Game, State
from lanista.seeding import derive_seed

MEMORY_MB = 500
GRACE = 10.0
"""Seconds over the limit that are "drastically" late: the game is lost, not the move alone."""
# One core: libraries need not start a thread for each.
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class ColosseumCourse(Course):
    """A class with `step`, registered in a file under agents/."""

    name = "colosseum"
    about = "Colosseum Survival!, McGill COMP 424 (2022): step(chess_board, my_pos, adv_pos, max_step)"
    games = ("colosseum",)
    limits = Limits(move_time=2.0, first_move_time=30.0)

    def submission(
        self,
        game: Game,
        path: Path,
        class_name: str | None,
        values: Mapping[str, object],
        *,
        echoes: bool = False,
        autoplay: bool = False,
        is_kept: bool = False,
    ) -> Agent:
        """Return a student's repository or file as an agent.

        class_name: the name that it registers, or its class, where there are several. echoes: what it prints appears
        on standard error. autoplay: one that says of itself that it does not play without a person is refused. is_kept:
        the next game has the same process.
        """
        if values:
            raise ParameterError(f"a colosseum submission takes no arguments, got {listing(values)}")
        if not path.exists():
            raise FileLoadError(f"there is no {path}")
        arguments = (str(path.absolute()), class_name or "", "autoplay" if autoplay else "")
        launch = bridge_launch("lanista.courses.colosseum.bridge", *arguments, environment=_ENVIRONMENT)
        launch = replace(launch, memory_mb=MEMORY_MB, one_core=True, pauses=True)
        return Submission(
            self.name, game, path, launch, class_name=class_name, grace=GRACE, echoes=echoes, is_kept=is_kept
        )

    def export(self, agent: str) -> tuple[str, str]:
        """Return agents/student_agent.py for the course's repository, playing as one of our agents."""
        return "student_agent.py", exported(rooted(agent))

    def starter(self) -> Mapping[str, str]:
        """Return a first agent, which walks at random."""
        return {"agents/student_agent.py": STARTER}

    def forgive(self, seed: int) -> Forgive:
        """Return the handout's way: a random walk is played instead of what failed."""
        rng = random.Random(derive_seed(seed, "random walk"))

        def walk(state: State, failure: Failure) -> int:
            del failure
            return random_walk(state, rng)

        return walk

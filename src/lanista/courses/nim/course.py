"""The course nim: its submissions are programs that prompt, so no game is played through the referee."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from lanista.courses.base import Course
from lanista.errors import SpecError
from lanista.games.base import Game

_STARTER = Path(__file__).with_name("starter.txt")


class NimCourse(Course):
    """Project 5: Nim with Q-learning."""

    name = "nim"
    about = "three piles, a table of Q-values learned from random games, any number of games against the computer"
    games = ("nim",)

    def submission(self, game: Game, path: Path, class_name: str | None, values: Mapping[str, object]) -> NoReturn:
        """Refuse: there is nothing in a program that prompts which could be asked for a move."""
        del game, class_name, values
        raise SpecError(f"nim@{path}: a submission for nim is a program that prompts, not an agent: run it by itself")

    def starter(self) -> Mapping[str, str]:
        """Return the program that a student begins with; it asks and plays, and has not learned to learn yet."""
        return {"nim.py": _STARTER.read_text()}

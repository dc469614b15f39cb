"""The course: its limits, what a submission is, and what a student begins with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lanista.agents.base import Agent
from lanista.arena.referee import Limits
from lanista.courses.base import Course, rooted
from lanista.courses.ewn.talk import MOVE_SECONDS, EwnProgram
from lanista.errors import ParameterError, SpecError, listing
from lanista.games.base import Game

_STARTER = Path(__file__).parent / "starter"
_EXPORT = """\
#!/usr/bin/env python3
# Written by: lanista export ewn --agent {agent}
# An agent for the homework's own `game`. It needs Lanista, imported by this python3.
import sys

from lanista.cli.main import main

main(["ewn-agent", {agent!r}, *sys.argv[1:]])
"""


class EwnCourse(Course):
    """NTU, Theory of Computer Games, homework 2: executables that speak in characters."""

    name = "ewn"
    about = "EinStein würfelt nicht! (Dame): executables speaking two characters a move"
    games = ("einstein",)
    limits = Limits(MOVE_SECONDS)

    def submission(self, game: Game, path: Path, class_name: str | None, values: Mapping[str, object]) -> Agent:
        """Return an executable, a folder with a Makefile or a zip of one as an agent."""
        if class_name is not None:
            raise SpecError(f"ewn@{path} is a program: it has no class {class_name}")
        if values:
            raise ParameterError(f"ewn@{path} is a program and takes no arguments, got {listing(values)}")
        return EwnProgram(game, path)

    def export(self, agent: str) -> tuple[str, str]:
        """Return an executable for the homework's own `game`."""
        return "agent (an executable: chmod +x it)", _EXPORT.format(agent=rooted(agent))

    def starter(self) -> Mapping[str, str]:
        """Return a Makefile and an agent in C++ that plays random moves."""
        return {name: (_STARTER / name).read_text() for name in ("Makefile", "src/agent.cpp")}

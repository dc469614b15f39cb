"""What the tests of the ewn course share: where the samples are, and matches as the front door plays them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lanista.agents.base import Agent
from lanista.arena.record import Record
from lanista.arena.referee import Limits, Session
from lanista.courses.ewn.talk import EwnProgram
from lanista.games.spec import load_game
from lanista.specs import load_agent

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "submissions" / "ewn"
EINSTEIN = load_game("einstein")
TEN_SECONDS = Limits(10.0)


def program(path: Path) -> EwnProgram:
    return EwnProgram(EINSTEIN, path)


def script(path: Path, text: str) -> Path:
    """Write an executable."""
    path.write_text(text)
    path.chmod(0o755)
    return path


def play_games(agents: Sequence[Agent], games: int, limits: Limits = TEN_SECONDS) -> list[Record]:
    """Play games between the same two objects, sides swapped each game."""
    records = []
    for number in range(games):
        sides = agents if number % 2 == 0 else agents[::-1]
        session = Session(EINSTEIN, sides, EINSTEIN.initial_state(seed=number), number, limits)
        while not session.is_over:
            session.step()
        records.append(session.finish())
    return records


def baseline(name: str = "ewn_conservative") -> Agent:
    return load_agent(name, EINSTEIN)

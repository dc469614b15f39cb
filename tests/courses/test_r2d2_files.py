"""The course's droids, and the files that it writes: our agents for the original program, and a student's first."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from enum import Enum, auto
from pathlib import Path

import pytest

import lanista
from lanista.agents.base import Clock
from lanista.courses.r2d2.course import R2D2
from lanista.courses.r2d2.droids import Action, R2Droid
from lanista.courses.r2d2.drop_in import OurAgent
from lanista.games.base import Game, State
from tests.courses.test_r2d2_bridge import TESTS, against_random, forgiven

DUEL = TESTS / "skeletons" / "r2d2" / "duel.py"


class Other(Enum):
    """A student's own enum."""

    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()


class OtherDroid(R2Droid):
    """A droid as the bridge makes it for that enum."""

    actions = tuple(Other)


@pytest.mark.parametrize(("droid", "action"), [(R2Droid, Action), (OtherDroid, Other)])
def test_the_handouts_examples_of_droids(droid: type[R2Droid], action: type[Action]) -> None:
    one = droid(4, 4, (0, 0), 5)
    assert (one.location, one.shots) == ((0, 0), 5)
    copy = one.copy()
    copy.location = (1, 1)
    assert (one.location, copy.location, type(copy)) == ((0, 0), (1, 1), droid)
    one.move_location(action.MOVE_DOWN)
    assert one.location == (1, 0)
    one.move_location(action.MOVE_RIGHT)
    assert one.location == (1, 1)
    one.move_location(action.SHOOT)
    assert one.location == (1, 1)
    one = droid(4, 4, (0, 0), 5)
    one.move_location(action.MOVE_LEFT)
    assert one.location == (0, 0)
    other = droid(4, 4, (0, 3), 5)
    assert one.shoot(other, action.SHOOT) is True
    assert one.shots == 4
    assert one.shoot(other, action.MOVE_UP) is False
    assert one.shots == 4
    far = droid(4, 4, (1, 2), 5)
    assert far.shoot(one, action.SHOOT) is False
    assert far.shots == 4
    one = droid(4, 4, (1, 1), 5)
    assert one.available_actions() == set(action)
    one.move_location(action.MOVE_UP)
    assert one.available_actions() == set(action) - {action.MOVE_UP}
    empty = droid(4, 4, (1, 1), 0)
    assert empty.available_actions() == set(action) - {action.SHOOT}
    assert empty.shoot(one, action.SHOOT) is False
    assert empty.shots == 0


def exported(folder: Path, agent: str) -> Path:
    name, text = R2D2().export(agent)
    assert name == "r2d2_hw3.py"
    assert "from lanista import" in text
    assert text.startswith(f"# Needs Lanista, and was written by: lanista export r2d2 --agent {agent}\n")
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("class_name", ["QAgent", "MinimaxAgent"])
def test_exported_agents_play_in_the_original_program(class_name: str, tmp_path: Path) -> None:
    path = exported(tmp_path, "equilibrium:aim=points")
    command = [sys.executable, str(DUEL), f"{path}:{class_name}", "random", "20", "100"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "losses 0\nillegal choices 0 0\n" in shown
    wins = re.search(r"wins (\d+)", shown)
    assert wins is not None
    assert int(wins[1]) > 10


class Recorder:
    """One of our agents, which keeps what it is shown and plays at random."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen: list[str] = []
        self.random = random.Random(5)

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Nothing to prepare."""

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Keep the position."""
        assert player == 0
        self.seen.append(state.position)
        return self.random.choice(state.legal_actions(player))


@pytest.mark.parametrize("side", [0, 1])
def test_exported_agents_know_points_and_rounds(side: int) -> None:
    """They count what the original program does not tell, and see themselves as D2."""
    recorders: list[Recorder] = []

    def load(spec: str, game: Game) -> Recorder:
        assert spec == "some:agent"
        recorders.append(Recorder(game))
        return recorders[-1]

    agent = OurAgent(load, "some:agent")
    rules, expected, rng = lanista.load_game("droid_battle"), [], random.Random(3)
    for _ in range(3):
        agent.clear()
        state, score = rules.initial_state(), 0.0
        while not state.is_terminal:
            droids = state.droids  # type: ignore[attr-defined]
            mine, theirs = (R2Droid(4, 4, cell, shots) for cell, shots, _ in (droids[side], droids[1 - side]))
            change = (state.score() - score) * (1 - 2 * side)
            score = state.score()
            size, *fields, left = state.position.split()
            first, second = (fields[who][1:] for who in (side, 1 - side))
            expected.append(f"{size} D{first} Q{second} {left}")
            own = agent.get_best_move(mine, theirs, int(change), False).value - 1
            other = rng.choice(state.legal_actions(1 - side))
            state = state.child(*((own, other) if side == 0 else (other, own)))
    assert [position for recorder in recorders for position in recorder.seen] == expected
    assert len(recorders) == 1


def test_exported_agents_are_asked_about_the_middle_of_a_game() -> None:
    """As a test may do that calls them once; what was not told is taken for nothing."""
    recorders = [Recorder(lanista.load_game("droid_battle"))]
    OurAgent(lambda spec, game: recorders[0], "").get_best_move(
        R2Droid(4, 4, (0, 0), 2), R2Droid(4, 4, (3, 1), 5), -1, False
    )
    assert recorders[0].seen == ["4x4 D0,0:2:0 Q3,1:5:0 47"]


def test_the_first_file_plays_as_it_stands(tmp_path: Path) -> None:
    for name, text in R2D2().starter().items():
        (tmp_path / name).write_text(text)
    for class_name in ("QAgent", "MinimaxAgent"):
        record = against_random(tmp_path, class_name)
        assert record.failure is None
        assert not forgiven(record)

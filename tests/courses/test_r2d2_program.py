"""`lanista r2d2` as a program of its own: at a terminal, from students' files, and beside the original."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped, unused-ignore]
import pytest

from tests.courses.test_r2d2_bridge import SAMPLES, TESTS

SKELETON = TESTS / "skeletons" / "r2d2" / "r2d2_hw3.py"
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80", "TERM": "xterm"}
# An agent without chance, which also chooses what is not possible.
DETERMINED = """

class {0}(Agent):
    number = 0

    def clear(self):
        self.number = 0

    def get_best_move(self, self_droid, adv_droid, score_change, training):
        self.number += 1
        return list(Action)[(self.number * {1} + self.number // 7) % 5]
"""


def terminal(*words: str) -> Any:
    command = [sys.executable, "-m", "lanista", "r2d2", *words]
    child: Any = pexpect.spawn(
        command[0], command[1:], env=ENVIRONMENT, dimensions=(24, 80), encoding="utf-8", timeout=30, cwd=str(SAMPLES)
    )
    child.delaybeforesend = None
    return child


def test_single_keys_at_a_terminal() -> None:
    with terminal("KeyboardAgent", "random") as child:
        for key, choice in [("d", "MOVE_RIGHT"), ("\x1b[A", "MOVE_UP"), (" ", "SHOOT"), ("a", "MOVE_LEFT")]:
            child.expect("quit> ")
            child.send(key)
            child.expect(f"D2: {choice}\r\n")
        child.expect("quit> ")
        child.send("\r")
        child.expect("space shoots, q ends")
        child.expect("quit> ")
        child.send("q")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


@pytest.mark.parametrize("keys", [" ", "\r"])
def test_a_round_at_a_terminal(keys: str) -> None:
    with terminal("random", "random") as child:
        child.expect("Time remaining: 50")
        child.expect("quit> ")
        child.send(keys)
        child.expect("Time remaining: 49")
        child.expect("quit> ")
        child.send("\x04")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0


@pytest.mark.parametrize("rounds", [[], ["10"]])
def test_ctrl_c_ends_what_never_ends(rounds: list[str]) -> None:
    """In play and in a training."""
    with terminal("broken/endless/r2d2_hw3.py", "random", *rounds) as child:
        if rounds:
            child.expect("with your rights")
        else:
            child.expect("quit> ")
            child.send(" ")
            child.expect("\r\n")
        child.sendintr()
        child.expect(pexpect.EOF)
        assert "Traceback" not in child.before
        child.wait()
        assert child.exitstatus == 130


@pytest.mark.parametrize("source", ["export", "new"])
def test_the_files_that_we_write_run_the_handouts_command(source: str, tmp_path: Path) -> None:
    """python3 r2d2_hw3.py QAgent MinimaxAgent 1000."""
    file = tmp_path / "it" / "r2d2_hw3.py"
    lanista_ = [sys.executable, "-m", "lanista"]
    if source == "new":
        command = [*lanista_, "new", "it", "--course", "r2d2"]
        subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, check=True, capture_output=True)
    else:
        command = [*lanista_, "export", "r2d2", "--agent", "equilibrium:aim=points"]
        text = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, check=True, capture_output=True).stdout
        file.parent.mkdir()
        file.write_bytes(text)
    command = [sys.executable, file.name, "QAgent", "MinimaxAgent", "20"]
    done = subprocess.run(
        command, cwd=file.parent, env=ENVIRONMENT, check=True, capture_output=True, text=True, input="\n\n"
    )
    assert "Training: 100 %" in done.stdout
    assert "Time remaining: 48" in done.stdout
    checked = [*lanista_, "check", "r2d2_hw3.py", "--course", "r2d2", "--games", "2"]
    shown = subprocess.run(checked, cwd=file.parent, env=ENVIRONMENT, check=True, capture_output=True, text=True).stdout
    assert "conforms: nothing went wrong" in shown
    assert ("exported from our agent equilibrium:aim=points" in shown) == (source == "export")


@pytest.mark.parametrize("steps", [(2, 3), (1, 4), (3, 1)])
def test_the_same_rounds_as_in_the_original_program(steps: tuple[int, int], tmp_path: Path) -> None:
    """Two agents without chance in the skeleton's loop and in ours: the same boards, scores, shots and times."""
    file = tmp_path / "r2d2_hw3.py"
    own = "".join(DETERMINED.format(name, step) for name, step in zip(("QAgent", "MinimaxAgent"), steps, strict=True))
    given, main_part = SKELETON.read_text().split("def main(")
    file.write_text(f"{given}{own}\n\ndef main({main_part}")
    expected = _original(file)
    command = [sys.executable, "-m", "lanista", "r2d2", f"{file}:QAgent", f"{file}:MinimaxAgent"]
    ours = subprocess.run(command, env=ENVIRONMENT, input="\n" * 60, capture_output=True, text=True, check=True).stdout
    boards = re.findall(r"(?:^\d (?:[.DQ] ?)+\n){4}Score: .*\n", ours, re.MULTILINE)
    shown = [re.sub(r"(?m)^\d ", "", board) for board in boards]
    assert len(expected) > 20
    assert shown[: len(expected)] == expected


def _original(file: Path) -> list[str]:
    """Return the first game's boards and numbers as the original program shows them, in our words."""
    stand_in = file.parent / "stand_in"
    stand_in.mkdir()
    (stand_in / "tkinter.py").write_text("class Event: pass\n")
    environment = {**os.environ, "PYTHONPATH": str(stand_in)}
    command = [sys.executable, str(file), "QAgent", "MinimaxAgent"]
    shown = subprocess.run(command, env=environment, input="\n" * 60, capture_output=True, text=True, check=True).stdout
    first = re.split(r"(?:D2 wins!|Q5 wins!|Draw!)\n", shown)[0]
    form = r"Score: (\d+) - (\d+), shots: (\d+) - (\d+), time remaining: (\d+)\n"
    labelled = re.sub(form, r"Score: \1 - \2   Shots: \3 - \4   Time remaining: \5\n|", first)
    return labelled.removesuffix("|").split("|")

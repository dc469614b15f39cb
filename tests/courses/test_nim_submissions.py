"""The sample programs for Nim, driven by a pipe: the honest ones learn and win, the broken ones break."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SUBMISSIONS = Path(__file__).parents[1] / "submissions" / "nim"
GAMES = "2000"


def drive(command: list[str], typed: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=seconds, check=False)


def script(name: str) -> list[str]:
    return [sys.executable, str(SUBMISSIONS / name)]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    program = tmp_path_factory.mktemp("nim") / "cppmap"
    subprocess.run(["g++", "-O1", "-o", program, SUBMISSIONS / "cppmap.cpp"], check=True)
    return [str(program)]


# On 0-1-2 the first player wins by taking both objects of pile 2, and B is left with one.
@pytest.mark.parametrize(
    ("name", "typed", "won"),
    [
        ("plainscript.py", f"0\n1\n2\n{GAMES}\nB\n1\n1\nn\n", "Winner is player A (the computer)"),
        ("mergedstates.py", f"0\n1\n2\n{GAMES}\ny\nB\n1, 1\nn\n", "player A wins"),
        ("typedclasses.py", f"0 1 2\n{GAMES}\nB\n1 1\nQ\n", "I win!"),
        ("cppmap.cpp", f"0 1 2\n{GAMES}\nB\n1 1\nN\n", "The computer won."),
    ],
)
def test_honest_programs_learn_and_win(name: str, typed: str, won: str, compiled: list[str]) -> None:
    done = drive(compiled if name.endswith(".cpp") else script(name), typed)
    assert done.returncode == 0, done.stderr
    table = re.sub(r"[^A-Z0-9.-]+", " ", done.stdout.replace("->", ""))  # each has a form of its own
    assert re.search(r"A012 ?22 900\.0", table)
    assert re.search(r"A012 ?21 -810\.0", table)
    assert won in done.stdout.rpartition("900.0")[2]


def test_one_breaks_at_bad_input() -> None:
    done = drive(script("broken/badinputcrash.py"), "0\n1\nx\n")
    assert done.returncode == 1 and "ValueError" in done.stderr


def test_one_never_learns() -> None:
    done = drive(script("broken/alwaysrandom.py"), f"0\n1\n2\n{GAMES}\n")
    values = [float(line.split()[1]) for line in done.stdout.splitlines() if re.fullmatch(r"[AB]\d{5} \S+", line)]
    assert len(values) > 8 and not any(values)


def test_one_plays_the_persons_side() -> None:
    done = drive(script("broken/swappedroles.py"), f"0\n1\n2\n{GAMES}\nB\n")
    assert "Pile and number" in done.stdout.rpartition("Player A or B?")[2]


def test_one_never_ends() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        drive(script("broken/endlesstable.py"), f"0\n1\n2\n{GAMES}\nB\n", seconds=2)

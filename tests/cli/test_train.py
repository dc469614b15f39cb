"""`lanista train`: what it writes and says, resuming, interruptions, bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped, unused-ignore]
import pytest

from tests.cli.processes import wait_until_busy

NIM = ("nim", "qlearning:win=1000,exploration=random")


def lanista(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanista", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=folder, check=False)


def succeed(folder: Path, *arguments: str) -> str:
    done = lanista(folder, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fail(folder: Path, *arguments: str) -> str:
    done = lanista(folder, *arguments)
    assert done.returncode == 2 and not done.stdout, done.stdout
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


def test_a_training_and_what_it_is_good_for(tmp_path: Path) -> None:
    text = succeed(tmp_path, "train", *NIM, "--episodes", "20000", "--out", "nim.q", "--curve", "nim.svg")
    assert text.startswith("nim: 20,000 games, ")
    assert "\n89 states\n" in text and "100% of the points against random at the end" in text
    assert "play it: lanista match nim ./nim.q random" in text
    assert (tmp_path / "nim.svg").read_text().startswith("<?xml")
    match = json.loads(succeed(tmp_path, "match", "nim", "./nim.q", "random", "--games", "20", "--json"))
    assert match["wins"] >= 10
    again = succeed(tmp_path, "train", "--resume", "nim.q", "--episodes", "30000")
    assert again.startswith("nim: 30,000 games, ")


def test_the_same_seed_makes_the_same_file(tmp_path: Path) -> None:
    results = []
    for name in "ab":
        text = succeed(tmp_path, "train", *NIM, "--episodes", "3000", "--seed", "7", "--out", f"{name}.q", "--json")
        results.append(json.loads(text))
    first, second = results
    assert first["episodes"] == 3000 and first["seed"] == 7 and len(first["history"]) > 20
    scores = [[point["score"] for point in result["history"]] for result in results]
    assert scores[0] == scores[1]
    assert first["states"] == second["states"] == first["history"][-1]["states"]


def test_opponents(tmp_path: Path) -> None:
    succeed(tmp_path, "train", "nim", "qlearning", "--against", "random", "--episodes", "3000", "--out", "first.q")
    before = (tmp_path / "first.q").read_bytes()
    text = succeed(
        tmp_path, "train", "nim", "qlearning", "--against", "./first.q", "--episodes", "3000", "--out", "second.q"
    )
    assert "of the points against ./first.q at the end" in text
    assert (tmp_path / "first.q").read_bytes() == before
    (tmp_path / "last.py").write_text("def choose(state, player, clock):\n    return state.legal_actions()[-1]\n")
    for rival in ("greedy", "./last.py", "qlearning:gamma=0.5"):
        succeed(tmp_path, "train", "nim", "qlearning", "--against", rival, "--episodes", "300", "--out", "third.q")
        (tmp_path / "third.q").unlink()


def test_functions_of_the_users(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "def encode(state, player):\n    return tuple(sorted(state.piles))\n"
        "def reward(before, after, player):\n    return 5 * after.returns()[player]\n"
    )
    agent = "qlearning:encoding=./own.py:encode,reward=./own.py:reward"
    done = lanista(tmp_path, "train", "nim", agent, "--episodes", "500", "--out", "own.q")
    assert done.returncode == 0, done.stderr
    assert "own.py" in done.stderr and "runs with your rights" in done.stderr
    succeed(tmp_path, "match", "nim", "./own.q", "random", "--games", "4")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "kill"])
def test_an_interrupted_training_can_go_on(tmp_path: Path, number: int) -> None:
    command = [sys.executable, "-m", "lanista", "train", "connect_four", "qlearning", "--episodes", "100000000"]
    child = subprocess.Popen([*command, "--out", "c.q"], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    wait_until_busy(child)
    child.send_signal(number)
    _, error = child.communicate(timeout=60)
    assert child.returncode == 130, error
    assert "interrupted; go on with: lanista train --resume c.q" in error and "Traceback" not in error
    assert [path.name for path in tmp_path.iterdir()] == ["c.q"]
    text = succeed(tmp_path, "train", "--resume", "c.q", "--minutes", "0.005")
    assert text.startswith("connect_four: ")


def test_a_killed_training_leaves_no_half_file(tmp_path: Path) -> None:
    succeed(tmp_path, "train", *NIM, "--episodes", "1000", "--out", "nim.q")
    command = [sys.executable, "-m", "lanista", "train", "--resume", "nim.q", "--episodes", "1000000000"]
    child = subprocess.Popen(command, cwd=tmp_path, text=True)
    wait_until_busy(child)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    # It may have been written again, whole; nothing that was learned before is lost.
    text = succeed(tmp_path, "train", "--resume", "nim.q", "--episodes", "1500")
    assert text.startswith("nim: 1,500 games, ")
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".tmp"] == ["nim.q"]


def test_progress_is_shown_where_somebody_watches(tmp_path: Path) -> None:
    arguments = ["-m", "lanista", "train", "nim", "qlearning", "--minutes", "0.02", "--out", "nim.q"]
    environment: Any = {**os.environ, "COLUMNS": "80", "TERM": "xterm"}
    child = pexpect.spawn(sys.executable, arguments, cwd=str(tmp_path), env=environment, dimensions=(24, 80))
    child.expect("games, .*/s, .*89 states", timeout=30)
    child.expect(pexpect.EOF, timeout=30)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "train needs GAME AGENT, or --resume FILE"),
        (("nim", "greedy"), "'greedy' does not learn; what does: qlearning"),
        (("nim", "qlearning:alpha=7"), "alpha must be auto or 1e-09 to 1, got '7'"),
        (("nim", "qlearning", "--episodes", "0"), "--episodes must be at least 1"),
        (("nim", "qlearning", "--minutes", "nan"), "--minutes above 0"),
        (("nim", "qlearning", "--episodes", "5", "--minutes", "1"), "give --episodes or --minutes, not both"),
        (("nim", "qlearning", "--against", "human"), "training is played without people"),
        (("nim", "qlearning", "--against", "./no.q"), "no.q"),
        (("nim", "qlearning:versus=true"), "versus=true needs an opponent"),
        (("einstein", "qlearning", "--opening-plies", "2"), "random starts of its own"),
        (("nim", "qlearning", "--opening-plies", "-1"), "--opening-plies must be 0 to 12"),
        (("nim", "qlearning", "--out", "no/such/x.q"), "there is no folder no/such"),
        (("--resume", "no.q"), "there is no checkpoint no.q"),
        (("--resume", "text.q"), "text.q is no checkpoint, or is damaged"),
        (("nim", "--resume", "no.q"), "leave them out"),
        (("nim", "qlearning", "--seed", "-1"), "a seed must be 0 to"),
        (("nim", "qlearning", "--out", "text.q"), "text.q is there already"),
        (("nim", "qlearning", "--out", "."), "cannot write .: it is a folder"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "text.q").write_text("no checkpoint\n")
    assert message in fail(tmp_path, "train", *arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["text.q"]


def test_a_curve_that_cannot_be_written_is_refused_before_the_training(tmp_path: Path) -> None:
    message = fail(tmp_path, "train", *NIM, "--episodes", "500", "--out", "nim.q", "--curve", "no/such.svg")
    assert "cannot write no/such.svg: there is no folder no" in message
    (tmp_path / "folder.svg").mkdir()
    message = fail(tmp_path, "train", *NIM, "--episodes", "500", "--out", "nim.q", "--curve", "folder.svg")
    assert "cannot write folder.svg: it is a folder" in message
    (tmp_path / "folder.svg").rmdir()
    for name in ("nim.png", "nim", "."):
        message = fail(tmp_path, "train", *NIM, "--episodes", "500", "--out", "nim.q", "--curve", name)
        assert f"--curve writes SVG: its name must end in .svg, got {name}" in message
    assert not list(tmp_path.iterdir())


def test_a_failing_opponent_costs_nothing_that_was_learned(tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(
        "seen = []\ndef choose(state, player, clock):\n    seen.append(1)\n"
        "    if len(seen) > 2000: raise ValueError('late')\n    return state.legal_actions()[0]\n"
    )
    done = lanista(tmp_path, "train", "nim", "qlearning", "--against", "./late.py", "--out", "nim.q")
    assert done.returncode == 2 and "the opponent ./late.py failed: ValueError: late, at position '" in done.stderr
    assert (tmp_path / "nim.q").exists()


def test_a_training_that_fails_at_once_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def boom(state, player):\n    return 1 // 0\n")
    command = ("train", "nim", "qlearning:encoding=./own.py:boom", "--episodes", "200", "--out", "nim.q")
    done = lanista(tmp_path, *command)
    assert done.returncode == 2 and "ZeroDivisionError" in done.stderr
    assert not (tmp_path / "nim.q").exists()
    (tmp_path / "own.py").write_text("def boom(state, player):\n    return state.position\n")
    succeed(tmp_path, *command)


def test_an_opponent_that_changed_since_is_noticed(tmp_path: Path) -> None:
    bot = tmp_path / "first.py"
    bot.write_text("def choose(state, player, clock):\n    return state.legal_actions()[0]\n")
    succeed(tmp_path, "train", "nim", "qlearning", "--against", "./first.py", "--episodes", "50", "--out", "nim.q")
    succeed(tmp_path, "train", "--resume", "nim.q", "--episodes", "60")
    bot.write_text("def choose(state, player, clock):\n    return state.legal_actions()[-1]\n")
    assert "./first.py is not as it was before" in fail(tmp_path, "train", "--resume", "nim.q", "--episodes", "90")


def test_a_file_that_cannot_be_written_is_noticed_before_the_training(tmp_path: Path) -> None:
    # So long a name leaves no room for the name of the file that takes its place.
    error = fail(tmp_path, "train", *NIM, "--minutes", "60", "--out", "q" * 250)
    assert "cannot write qqq" in error and "File name too long" in error
    assert not list(tmp_path.iterdir())


def test_what_was_trained_for_a_time_says_how_to_go_on(tmp_path: Path) -> None:
    succeed(tmp_path, "train", "nim", "qlearning", "--minutes", "0.003", "--out", "nim.q")
    assert "say how long to go on" in fail(tmp_path, "train", "--resume", "nim.q")
    succeed(tmp_path, "train", "--resume", "nim.q", "--minutes", "0.003")


def test_a_learning_opponent_is_not_kept(tmp_path: Path) -> None:
    succeed(tmp_path, "train", "nim", "qlearning", "--against", "qlearning", "--episodes", "50", "--out", "nim.q")
    assert "whose own table was not kept" in fail(tmp_path, "train", "--resume", "nim.q", "--episodes", "90")


def test_a_curve_without_matplotlib_is_refused_before_the_training(tmp_path: Path) -> None:
    code = "import sys; sys.modules['matplotlib'] = None; from lanista.cli.main import main; main(sys.argv[1:])"
    arguments = ["train", *NIM, "--episodes", "500", "--out", "nim.q", "--curve", "nim.svg"]
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path, check=False)
    assert done.returncode == 2 and "--curve needs matplotlib: pip install matplotlib" in done.stderr
    assert not list(tmp_path.iterdir())

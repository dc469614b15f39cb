"""`lanista new` and `lanista check`: first bots that play as they stand, and reports of all that goes wrong."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import lanista

SUBMISSIONS = Path(__file__).parents[1] / "submissions"
STUMBLES = """
import random

def helper(number):
    return 1 // number

def choose(state, player, clock):
    actions = state.legal_actions(player)
    if len(actions) == 4:
        helper(0)
    if len(actions) == 3:
        return 999
    return random.choice(actions)
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanista", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=folder, check=False)


@pytest.mark.parametrize("game", ["breakthrough:rows=5,cols=4", "droid_battle", "nim:piles=3-4-5", "colosseum:size=4"])
def test_a_new_bot_plays_as_it_stands(tmp_path: Path, game: str) -> None:
    written = run(tmp_path, "new", "mybot.py", "--game", game)
    spec = lanista.load_game(game).spec
    assert written.returncode == 0 and f"try: lanista check ./mybot.py --game {spec}" in written.stdout
    text = (tmp_path / "mybot.py").read_text()
    assert f"lanista play {spec} human ./mybot.py" in text and max(map(len, text.splitlines())) <= 120
    checked = run(tmp_path, "check", "./mybot.py", "--game", game, "--games", "4")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.endswith("conforms: nothing went wrong\n")
    again = run(tmp_path, "new", "mybot.py", "--game", game)
    assert again.returncode == 2 and again.stderr == "lanista: mybot.py is there already; nothing was written\n"
    assert (tmp_path / "mybot.py").read_text() == text


def test_a_check_tells_every_failure_and_how_to_see_it_again(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(STUMBLES)
    done = run(tmp_path, "check", "./bad.py", "--game", "nim", "--json")
    assert done.returncode == 1
    (found,) = json.loads(done.stdout)["checks"]
    assert (found["agent"], found["game"]) == ("./bad.py", "nim")
    kinds = {mistake["kind"] for mistake in found["mistakes"]}
    assert kinds == {"crash", "illegal"} and not found["conforms"]
    assert found["losses"] >= len(found["mistakes"])
    for mistake in found["mistakes"]:
        state = lanista.load_game("nim").parse_position(mistake["position"])
        assert len(state.legal_actions()) == (4 if mistake["kind"] == "crash" else 3)
        again = run(tmp_path, *shlex.split(mistake["command"])[1:])
        assert again.returncode == 1 and f"loses: {mistake['kind']}: " in again.stdout
        assert f"position: {mistake['position']}\n" in again.stdout
    shown = run(tmp_path, "check", "./bad.py", "--game", "nim")
    assert "in helper" in shown.stdout and "ZeroDivisionError" in shown.stdout and "/guest/" not in shown.stdout
    assert "the game is lost" in shown.stdout and "play it again: lanista play nim" in shown.stdout
    assert shown.stdout.splitlines()[-1].startswith("does not conform: ")


def test_a_slow_bot_is_told_its_slowest_move(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\ndef choose(state, player, clock):\n    time.sleep(0.5)\n    return state.legal_actions()[0]\n"
    )
    done = run(tmp_path, "check", "./slow.py", "--game", "nim:piles=1-1-1", "--games", "2")
    assert done.returncode == 0 and "median 5" in done.stdout
    late = run(tmp_path, "check", "./slow.py", "--game", "nim", "--games", "2", "--move-time", "0.1")
    assert late.returncode == 1 and "time: no answer within 0.1" in late.stdout


@pytest.mark.parametrize(
    ("course", "sample"), [("colosseum", "raisessometimes.py"), ("r2d2", "none/r2d2_hw3.py:QAgent")]
)
def test_a_game_that_went_on_after_failures_goes_on_when_it_is_seen_again(
    tmp_path: Path, course: str, sample: str
) -> None:
    submission = SUBMISSIONS / course / "broken" / sample
    done = run(tmp_path, "check", str(submission), "--course", course, "--games", "1", "--json")
    (found,) = json.loads(done.stdout)["checks"]
    mistakes = found["mistakes"]
    assert done.returncode == 1 and len(mistakes) > 1
    (command,) = {mistake["command"] for mistake in mistakes}
    again = run(tmp_path, *shlex.split(command)[1:])
    assert again.returncode == 0, again.stderr
    told = " ".join(again.stdout.split()).split(" was forgiven, ")[1:]
    assert len(told) == len(mistakes)
    for text, mistake in zip(told, mistakes, strict=True):
        assert f" was played instead: {mistake['kind']}: {mistake['message']}" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check", "./x.py"), "say what it plays: --game GAME or --course COURSE"),
        (("check", "./x.py", "--game", "nim", "--course", "cs63"), "say what it plays"),
        (("check", "./x.py", "--game", "nim"), "cannot read"),
        (("check", "./x.py", "--game", "chess"), "unknown game 'chess'"),
        (("check", "./x.py", "--course", "chess"), "unknown course 'chess'; there are: "),
        (("check", "./x.py", "--game", "nim", "--games", "0"), "--games must be 1 to 10,000, got 0"),
        (("new", "x.py"), "say what to write"),
        (("new", "x.txt", "--game", "nim"), "a bot is a Python file"),
        (("new", "no/x.py", "--game", "nim"), "cannot write no/x.py: No such file or directory"),
        (("new", "x", "--course", "chess"), "unknown course 'chess'"),
        (("export", "chess", "--agent", "random"), "unknown course 'chess'"),
        (("export", "cs63", "--agent", "nobody"), "unknown agent 'nobody'"),
        (("export", "cs63", "--agent", "equilibrium"), "agent equilibrium cannot play mancala"),
        (("export", "cs63", "--agent", "oracle:database=8"), "database has no meaning in breakthrough"),
        (("export", "cs63", "--agent", "alphabeta:depth=x"), "depth"),
        (("export", "r2d2", "--agent", "alphabeta"), "agent alphabeta cannot play droid_battle"),
        (("export", "r2d2", "--agent", "minimax:deep=3"), "no parameter 'deep'"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == 2 and not done.stdout
    assert len(done.stderr.splitlines()) == 1 and words in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("course", ["cs63", "ewn"])
def test_an_exported_agents_file_is_named_from_the_root_and_must_be_there(tmp_path: Path, course: str) -> None:
    (tmp_path / "bot.py").write_text("def choose(state, player, clock):\n    return state.legal_actions(player)[0]\n")
    exported = run(tmp_path, "export", course, "--agent", "./bot.py")
    assert exported.returncode == 0 and f"--agent {tmp_path}/bot.py\n" in exported.stdout
    missing = run(tmp_path, "export", course, "--agent", "./none.py")
    assert missing.returncode == 2 and "cannot read" in missing.stderr and not missing.stdout
    asking = run(tmp_path, "export", course, "--agent", "human")
    assert asking.returncode == 2 and "human asks a person" in asking.stderr

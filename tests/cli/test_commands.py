"""The commands as a user types them: output, exit status, one clear line for every mistake, nothing lost."""

import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lanista.games import all_games
from tests.cli.processes import wait_until_busy

SUBMISSIONS = Path(__file__).parents[1] / "submissions"
SLOW_BOT = """
import time
def choose(state, player, clock):
    time.sleep(0.02)
    return state.legal_actions(player)[0]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "lanista", *arguments]


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
        **options,
    )


def succeed(*arguments: str) -> str:
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def match_json(*arguments: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(succeed("match", *arguments, "--json"))
    return result


def test_every_command_has_help_with_an_example() -> None:
    listed = succeed("--help")
    for name in ("agents", "games", "match", "perft", "play", "replay"):
        assert f"\n│ {name} " in listed or f" {name} " in listed
        text = succeed(name, "--help")
        assert "Example" in text
        assert all(len(line) <= 80 for line in text.splitlines())


def test_version() -> None:
    assert succeed("--version").strip() == "0.1.0"


def test_games_and_agents() -> None:
    table = succeed("games")
    assert all(name in table for name in all_games())
    facts = json.loads(succeed("games", "breakthrough:rows=8,cols=8", "--json"))
    assert facts["breakthrough"]["parameters"]["rows"]["value"] == 8
    for name in all_games():
        text = succeed("games", name)
        assert "Position" in text
        assert all(len(line) <= 80 for line in text.splitlines())
    assert "ewn_greedy" in succeed("agents", "einstein")
    assert "ewn_greedy" not in json.loads(succeed("agents", "nim", "--json"))


def test_one_agent_is_explained() -> None:
    text = succeed("agents", "alphabeta")
    assert "table_mb = 64 (1 to 65536): MiB of the table" in text
    assert list(json.loads(succeed("agents", "alphabeta", "--json"))) == ["alphabeta"]


def test_perft() -> None:
    rows = json.loads(succeed("perft", "connect_four", "3", "--json"))["perft"]
    assert [row["positions"] for row in rows] == [7, 49, 343]
    assert "343" in succeed("perft", "connect_four", "3")
    text = succeed("perft", "connect_four", "1", "7/7/7/7/ooo4/xxx4", "A")
    assert "7/7/7/7/ooo4/xxx4 A" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "Unknown command"),
        (["perft", "chess", "3"], "unknown game 'chess'; there are: breakthrough"),
        (["perft", "nim", "0"], "DEPTH must be at least 1, got 0"),
        (["perft", "nim", "x"], 'unable to convert "x" into int'),
        (["perft", "nim", "2", "3-4-9", "A"], "bad position '3-4-9 A'"),
        (["games", "chess"], "unknown game 'chess'"),
        (["agents", "nim:piles=x"], "nim: piles must be"),
        (["match"], "match needs GAME A B"),
        (["match", "nim", "random"], "match needs GAME A B"),
        (["match", "nim", "random", "gredy"], "unknown agent 'gredy'; for nim there are"),
        (["match", "nim", "random", "human"], "played without people"),
        (["match", "nim", "random", "random", "--games", "3"], "even number"),
        (["match", "nim", "random", "random", "--games", "0"], "even number"),
        (["match", "nim", "random", "random", "--jobs", "0"], "--jobs must be at least 1, got 0"),
        (["match", "nim", "random", "random", "--seed", "-1"], "a seed must be"),
        (["match", "nim", "random", "random", "--opening-plies", "-1"], "opening plies"),
        (["match", "nim", "random", "random", "--move-time", "0"], "above 0"),
        (["match", "nim", "random", "random", "--bogus"], "--bogus"),
        (["match", "nim", "random", "./none.py"], "cannot read"),
        (["match", "nim", "random", "random", "--db", "/nowhere/x.db"], "/nowhere"),
        (["match", "--resume", "1"], "there is no database lanista.db"),
        (["match", "nim", "random", "random", "--resume", "1"], "leave it out"),
        (["match", "--resume", "1", "--seed", "3"], "leave it out"),
        (["match", "--resume", "1", "--course", "cs63"], "leave it out"),
        (["match", "nim", "random", "random", "--course", "chess"], "unknown course 'chess'; there are: "),
        (["match", "nim", "random", "random", "--course", "cs63"], "cs63 plays mancala, breakthrough, not nim"),
        (["play", "nim", "random", "random", "--course", "r2d2"], "the course r2d2 plays droid_battle, not nim"),
        (["match", "einstein", "random", "random", "--opening-plies", "3"], "random starts of its own"),
        (["replay", "none.json"], "cannot read none.json"),
        (["replay", "bad.json"], "bad.json is not the record of a game"),
        (["replay", "."], "cannot read ."),
    ],
)
def test_mistakes_are_explained_in_one_line(arguments: list[str], words: str, folder: Path) -> None:
    (folder / "bad.json").write_text("{]")
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_a_match_prints_a_table_and_stores_its_games(folder: Path) -> None:
    text = succeed("match", "breakthrough", "greedy", "random", "--games", "20", "--seed", "1")
    assert all(len(line) <= 80 for line in text.splitlines())
    for word in ("wins", "draws", "losses", "score", "Elo", "95 %", "match 1 in lanista.db"):
        assert word in text
    assert sqlite3.connect(folder / "lanista.db").execute("select count(*) from games").fetchone() == (20,)


def test_the_json_of_a_match() -> None:
    result = match_json("droid_battle", "greedy", "random", "--games", "10", "--seed", "4")
    assert result["wins"] + result["draws"] + result["losses"] == len(result["games"]) == 10
    assert result["score"] == pytest.approx((result["wins"] + result["draws"] / 2) / 10)
    assert {"elo", "elo_low", "elo_high"} <= set(result)
    for number, game in enumerate(result["games"]):
        assert set(game) == {"start", "first", "moves", "result", "reason", "forgiven"}
        assert game["first"] == "AB"[number % 2]
        assert game["reason"] == "end of game"
        assert all("+" in move for move in game["moves"])
    assert sum(game["result"] for game in result["games"]) == pytest.approx(10 * result["score"])


def test_same_seed_same_games_whatever_the_jobs() -> None:
    one, two, other = (
        match_json("mancala", "greedy", "random", "--games", "12", "--seed", seed, "--jobs", jobs)["games"]
        for seed, jobs in (("7", "1"), ("7", "3"), ("8", "1"))
    )
    assert one == two
    assert one != other


def test_unbounded_elo_is_null_and_one_sided() -> None:
    result = match_json("connect_four", "greedy", "greedy:evaluation=basic", "--games", "2", "--seed", "1")
    assert result["elo"] is None or isinstance(result["elo"], float)
    Path("lose.py").write_text("def choose(state, player, clock):\n    raise ValueError('I give up')\n")
    result = match_json("nim", "random", "./lose.py", "--games", "4", "--seed", "1")
    assert (result["score"], result["elo"], result["elo_high"]) == (1.0, None, None)
    assert isinstance(result["elo_low"], float)
    assert all(game["reason"] == "crash: ValueError: I give up" for game in result["games"])


def test_a_failure_shows_the_position_and_how_to_see_it_again() -> None:
    Path("bad.py").write_text("def choose(state, player, clock):\n    return 99\n")
    done = run("match", "mancala", "./bad.py", "random", "--games", "2", "--seed", "1")
    assert done.returncode == 0
    assert "./bad.py runs with your rights" in done.stderr
    assert "./bad.py lost by illegal: illegal action 99" in done.stdout
    assert "position: " in done.stdout
    again = next(line for line in done.stdout.splitlines() if "again:" in line).partition("lanista ")[2]
    repeated = subprocess.run(
        f"{sys.executable} -m lanista {again}", shell=True, capture_output=True, text=True, check=False
    )
    assert repeated.returncode == 1
    assert "illegal action 99" in repeated.stdout + repeated.stderr


def test_a_match_warns_of_evaluation_files() -> None:
    Path("my_eval.py").write_text("def evaluate(state):\n    return 0\n")
    agent = "alphabeta:depth=1,evaluation=./my_eval.py:evaluate"
    done = run("match", "nim", agent, "random", "--games", "2", "--seed", "1", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert "note: ./my_eval.py:evaluate runs with your rights" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupting_keeps_what_is_finished(folder: Path, jobs: str) -> None:
    Path("slow.py").write_text(SLOW_BOT)
    arguments = ("match", "nim", "./slow.py", "./slow.py", "--games", "60", "--seed", "3", "--jobs", jobs)
    child = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    time.sleep(2.5)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert child.returncode == 130, err
    assert "Traceback" not in err
    assert "lanista match --resume 1" in err
    stored = sqlite3.connect(folder / "lanista.db").execute("select count(*) from games").fetchone()[0]
    assert 0 < stored < 60
    resumed = match_json("--resume", "1", "--jobs", "2")
    assert len(resumed["games"]) == 60
    fresh = match_json("nim", "./slow.py", "./slow.py", "--games", "60", "--seed", "3", "--jobs", "2", "--db", "b.db")
    assert resumed["games"] == fresh["games"]
    assert out == "" or "match 1" in out


def test_killing_loses_no_finished_game(folder: Path) -> None:
    Path("slow.py").write_text(SLOW_BOT)
    arguments = ("match", "nim", "./slow.py", "random", "--games", "40", "--seed", "3")
    child = subprocess.Popen(command(*arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    child.kill()
    child.wait()
    kept = 0
    for _ in range(4):
        connection = sqlite3.connect(folder / "lanista.db")
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        now = connection.execute("select count(*) from games").fetchone()[0]
        connection.close()
        assert now >= kept
        kept = now
        child = subprocess.Popen(
            command("match", "--resume", "1"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(0.9)
        child.kill()
        child.wait()
    assert kept > 0
    assert len(match_json("--resume", "1")["games"]) == 40


def test_a_match_by_a_courses_rules_goes_on_by_them() -> None:
    agent = f"colosseum@{SUBMISSIONS / 'colosseum' / 'broken' / 'raisessometimes.py'}"
    arguments = ("match", "colosseum:size=5", agent, "random_agent", "--games", "4", "--seed", "1")
    strict = succeed(*arguments)
    assert "lost by crash: KeyError: 3" in strict and "forgiven" not in strict
    lenient = succeed(*arguments, "--course", "colosseum")
    assert "lost by" not in lenient
    again = next(line for line in lenient.splitlines() if line.startswith("  again:    "))
    seen = run(*shlex.split(again.removeprefix("  again:    lanista ")))
    assert "was forgiven, " in seen.stdout and "crash: KeyError: 3" in seen.stdout
    whole = match_json("--resume", "2")
    with sqlite3.connect("lanista.db") as connection:
        (options,) = connection.execute("select options from matches where id = 2").fetchone()
        connection.execute("delete from games where match = 2 and number > 0")
    assert json.loads(options) == {"opening_plies": 4, "move_time": 2, "first_move_time": 30, "course": "colosseum"}
    assert match_json("--resume", "2") == whole
    assert match_json(*arguments[1:], "--course", "colosseum", "--jobs", "2")["games"] == whole["games"]
    (number,) = (number for number, game in enumerate(whole["games"]) if game["forgiven"])
    told = f"1 failure was forgiven, the first in game {number}: crash: KeyError: 3"
    assert told in lenient and told in succeed("match", "--resume", "2")
    assert "forgiven" in succeed(*arguments, "--course", "colosseum", "--move-time", "1.5")
    with sqlite3.connect("lanista.db") as connection:
        (options,) = connection.execute("select options from matches where id = 4").fetchone()
    assert json.loads(options)["move_time"] == 1.5 and json.loads(options)["first_move_time"] == 30


def test_resuming_a_finished_match_shows_it_again() -> None:
    first = match_json("nim", "greedy", "random", "--games", "4", "--seed", "2")
    assert match_json("--resume", "1") == first


def test_replay_steps_through_a_record_and_a_database(folder: Path) -> None:
    succeed("match", "breakthrough", "greedy", "random", "--games", "2", "--seed", "1")
    text = succeed("replay", "lanista.db", "1.0")
    assert "greedy against random: ply 0" in text
    assert text.rstrip().endswith("(end of game)")
    record = json.loads(succeed("replay", "lanista.db", "1.1", "--json"))
    (folder / "game.json").write_text(json.dumps(record))
    assert "ply 3 of" in succeed("replay", "game.json", "--ply", "3")
    for change, words in (
        ({"final": record["start"]}, "the record's moves lead to"),
        ({"start": "nonsense"}, "bad position 'nonsense'"),
        ({"moves": [record["moves"][1], *record["moves"][1:]]}, "does not fit the rules"),
        ({"moves": "x"}, "is not the record"),
        ({"returns": [5, 5]}, "the record says (5.0, 5.0)"),
        ({"game": "chess"}, "unknown game 'chess'"),
    ):
        (folder / "bad.json").write_text(json.dumps({**record, **change}))
        done = run("replay", "bad.json")
        assert (done.returncode, len(done.stderr.strip().splitlines())) == (2, 1), done.stderr
        assert words in done.stderr
    for arguments in (
        ["replay", "lanista.db"],
        ["replay", "lanista.db", "1.9"],
        ["replay", "game.json", "--ply", "999"],
    ):
        assert run(*arguments).returncode == 2


def test_a_closed_pipe_is_no_error() -> None:
    succeed("match", "breakthrough", "random", "random", "--games", "2", "--seed", "1")
    line = f"{sys.executable} -m lanista replay lanista.db 1.0 | head -1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_a_full_disk_is_one_clear_line(folder: Path) -> None:
    script = f"ulimit -f 64; exec {sys.executable} -m lanista match nim random random --games 5000 --seed 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    stored = sqlite3.connect(folder / "lanista.db").execute("select count(*) from games").fetchone()[0]
    assert stored > 0


def test_resuming_with_other_code_is_said(folder: Path) -> None:
    Path("bot.py").write_text("def choose(state, player, clock):\n    return state.legal_actions(player)[0]\n")
    succeed("match", "nim", "./bot.py", "random", "--games", "2", "--seed", "1")
    assert "changed" not in run("match", "--resume", "1").stderr
    Path("bot.py").write_text("def choose(state, player, clock):\n    return state.legal_actions(player)[-1]\n")
    assert "./bot.py changed since the stored games" in run("match", "--resume", "1").stderr


def test_a_damaged_match_is_one_clear_line(folder: Path) -> None:
    succeed("match", "nim", "random", "random", "--games", "2", "--seed", "1")
    for options in ("{}", '{"opening_plies": "x"}', '{"opening_plies": 4, "bogus": 1}', "[]", "{"):
        connection = sqlite3.connect(folder / "lanista.db")
        connection.execute("update matches set options = ?", (options,))
        connection.commit()
        connection.close()
        done = run("match", "--resume", "1")
        assert (done.returncode, len(done.stderr.strip().splitlines())) == (2, 1), (options, done.stderr)


def test_no_letter_ends_a_command() -> None:
    done = run("games", "einstein", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    assert "EinStein w?rfelt" in done.stdout


def test_what_a_bot_says_cannot_drive_the_terminal() -> None:
    Path("evil.py").write_text("def choose(*_):\n    raise ValueError('\\x1b]0;owned\\x07\\x1b[2J')\n")
    done = run("match", "nim", "./evil.py", "random", "--games", "2", "--seed", "1")
    assert "\x1b" not in done.stdout
    assert "\\x1b]0;owned" in done.stdout


def test_an_interrupt_is_told_and_leaves_no_traceback() -> None:
    # Endless by its limits: 10**15 positions.
    child = subprocess.Popen(
        [sys.executable, "-m", "lanista", "perft", "breakthrough:rows=8,cols=8", "10"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until_busy(child)
    child.send_signal(signal.SIGINT)
    _, error = child.communicate(timeout=30)
    assert child.returncode == 130 and error == "interrupted\n"

"""`lanista solve`: what is proved, what is not, and how it says so."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.agents.analysis import read_report
from lanista.cli.solve import bounds
from lanista.games.spec import load_game


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanista", "solve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=120)


def test_a_solved_game_shows_value_and_perfect_moves() -> None:
    done = run("nim")
    assert done.returncode == 0, done.stderr
    assert "solved: A wins" in done.stdout
    assert "perfect moves: 02\n" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_a_position_in_quotes() -> None:
    done = run("nim", "--position", "1-2-3 B", "--json")
    facts = json.loads(done.stdout)
    assert facts["solved"] and facts["outcome"] == 1 and facts["outcome_at_least"] == facts["outcome_at_most"] == 1
    assert facts["position"] == "1-2-3 B"
    assert len(facts["optimal"]) == len(facts["moves"]) == 6  # all lose


def test_where_both_move_at_once_the_moves_of_the_equilibrium() -> None:
    done = run("droid_battle:rows=3,cols=3,shots=1", "--json")
    facts = json.loads(done.stdout)
    assert facts["solved"] and facts["value"] == pytest.approx(0)
    assert facts["optimal"]
    # The worst that can follow a move, by hand from the values after each pair: 0 for these.
    done = run("droid_battle:rounds=3", "--json")
    assert json.loads(done.stdout)["optimal"] == ["MOVE_UP", "MOVE_DOWN", "SHOOT"]


@pytest.mark.parametrize("seeds", ["-1", "29", "99"])
def test_a_database_beyond_the_limits_is_refused_before_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seeds: str
) -> None:
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path))
    done = run("mancala:houses=2,seeds=8", "--database", seeds)
    assert done.returncode == 2 and f"--database must be 0 to 28 seeds, got {seeds}" in done.stderr
    assert not list(tmp_path.iterdir())


def test_connect_four_shows_how_far_the_end_is() -> None:
    double_threat = ("connect_four", "--position", "7/7/7/7/3oo2/3xxx1 B")
    done = run(*double_threat)
    assert done.returncode == 0, done.stderr
    assert "solved: x wins in 2 plies" in done.stdout
    assert "plies" in done.stdout.split("perfect moves")[1]
    facts = json.loads(run(*double_threat, "--json").stdout)
    assert facts["distance"] == 2
    assert [move["distance"] for move in facts["moves"]] == [2] * 7
    assert json.loads(run("nim", "--json").stdout)["distance"] is None


def test_limits_that_are_too_small_are_no_solution() -> None:
    done = run("connect_four:width=8,height=7", "--time", "0.2")
    assert done.returncode == 1, done.stderr
    assert "not solved within the limits" in done.stdout
    assert "known: nothing is proved" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "unknown game"),
        (["nim", "--position", "9-9-9 A"], "bad position"),
        (["nim", "--time", "-1"], "time must be"),
        (["nim", "--memory", "0"], "memory_mb must be"),
    ],
)
def test_mistakes_are_explained_in_one_line(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_mancala_is_solved_with_a_database_that_is_made_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path))
    done = run("mancala:houses=4,seeds=2,early_end=false", "--database", "12", "--json")
    facts = json.loads(done.stdout)
    assert facts["solved"] and facts["value"] == 6
    assert [path.name for path in tmp_path.iterdir()] == ["mancala-4-12.endings"]


def test_an_outcome_may_be_known_before_the_margin() -> None:
    game = load_game("mancala:houses=5,seeds=3")
    seen = set()
    for nodes in range(0, 400_000, 20_000):
        report = game.rules.solver(game, 16, None).run(game.initial_state(), nodes=nodes, all_moves=True)
        analysis = read_report(report, "points")
        seen.add((analysis.proved, bounds(analysis)))
    assert {(False, (-1, 1)), (False, (1, 1)), (True, (1, 1))} <= seen
    assert {known for _, known in seen} <= {(-1, 1), (0, 1), (1, 1)}  # top wins by 8


def test_only_mancala_has_a_database() -> None:
    done = run("breakthrough", "--database", "5")
    assert done.returncode == 2
    assert "database has no meaning in breakthrough" in done.stderr


def test_a_cache_answers_for_what_was_solved_before(tmp_path: Path) -> None:
    arguments = ("connect_four:width=4,height=4", "--cache", str(tmp_path / "solved.db"), "--json")
    first = run(*arguments)
    assert json.loads(first.stdout)["solved"], first.stderr
    again = run(*arguments, "--time", "0.001")  # too short to solve it
    assert again.returncode == 0 and again.stdout == first.stdout
    shown = run(*arguments[:-1]).stdout
    assert f";foundin{tmp_path / 'solved.db'})" in "".join(shown.split())  # the line may be broken anywhere
    open_game = run("mancala", "--cache", str(tmp_path / "solved.db"), "--time", "0.01")
    assert open_game.returncode == 1
    refused = run("nim", "--cache", str(tmp_path))
    assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1

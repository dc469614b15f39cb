"""`lanista cs63`, driven through pipes with the handout's own words, and our agents in the lab's own program."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

import lanista
from lanista.agents.process import dismiss_idle_programs
from lanista.cli.main import main
from lanista.courses.cs63.course import Cs63

TESTS = Path(__file__).parents[1]
SAMPLES = TESTS / "submissions" / "cs63"
SMALL = ["-game_args", "5", "3"]


@pytest.fixture(autouse=True)
def no_idle_programs() -> Iterator[None]:
    """Let no test leave its submissions' processes behind."""
    yield
    dismiss_idle_programs()


class Done:
    """What a command did."""

    def __init__(self, status: object, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err
        self.lines = out.splitlines()


class Command(Protocol):
    def __call__(self, words: str, typed: str = "") -> Done: ...


@pytest.fixture
def cs63(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs the command with words and typed lines, in the samples' folder."""
    monkeypatch.chdir(SAMPLES)
    monkeypatch.setenv("COLUMNS", "80")

    def run(words: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            main(["cs63", *words.split()])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Done(end.value.code, out, err)

    return run


def counts(done: Done) -> list[int]:
    """Return the wins of player 1, of player 2 and the draws in the last three lines."""
    return [int(line.split()[0]) for line in done.lines[-3:]]


def test_the_handouts_command_lines_run(cs63: Command) -> None:
    """All that the handout shows, against people whose input ends; the deep ones on a small board."""
    for words in (
        "breakthrough random human --show",
        "mancala human human --show",
        "mancala minmax minmax -d1 2 -d2 4 --show",
        "mancala minmax random -d1 2 -games 10",
        "mancala minmax human -d1 4 --show",
        "mancala minmax pruning -games 2",
        "-games 2 breakthrough minmax minmax -d1 3 -d2 3 -e1 better -e2 basic -game_args 5 3",
    ):
        assert cs63(words).status == 0, words


def test_a_series_ends_with_the_results(cs63: Command) -> None:
    done = cs63("mancala minmax random -d1 2 -games 10")
    assert done.lines[-4] == "results after 10 games:"
    assert [line.split(" ", 1)[1] for line in done.lines[-3:]] == [
        "wins for player 1 (minmax)",
        "wins for player 2 (random)",
        "draws",
    ]
    assert sum(counts(done)) == 10 and counts(done)[0] >= 7
    assert len(done.lines) == 4  # no boards


def test_the_second_player_begins_the_first_game_of_a_series(cs63: Command) -> None:
    done = cs63("breakthrough minmax pruning -games 3 -d1 1 -d2 1 --show -game_args 5 3")
    begins = [line for line in done.lines if line.endswith("begins")]
    assert begins == [
        "game 1 of 3: player 2 (pruning) begins",
        "game 2 of 3: player 1 (minmax) begins",
        "game 3 of 3: player 2 (pruning) begins",
    ]
    # Both play alike, so that whoever begins a game ends it as well or as badly.
    assert sorted(counts(done)) == [0, 1, 2]
    single = cs63("breakthrough minmax pruning -d1 1 -d2 1 --show -game_args 5 3")
    assert next(line for line in single.lines if "):" in line).startswith("player 1 (minmax): ")


def test_show_prints_the_board_before_every_move_and_at_the_end(cs63: Command) -> None:
    done = cs63("breakthrough random random --show --seed 1 -game_args 5 3")
    moves = [line for line in done.lines if line.startswith("player") and "):" in line]
    boards = [line for line in done.lines if line == "    a b c"]
    assert len(boards) == len(moves) + 1 and done.lines[:2] == ["   -------", " 5 |● ● ●|"]
    assert done.lines[-1] in ("player 1 (random) wins", "player 2 (random) wins")
    assert done.out == cs63("breakthrough random random --show --seed 1 -game_args 5 3").out
    quiet = cs63("breakthrough random random --seed 1 -game_args 5 3")
    assert quiet.lines == done.lines[-1:]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("mancala human random", ["         0    1    2    3    4    5"]),
        ("mancala human random -game_args 3 2", ["         0    1    2"]),
        ("breakthrough human random", ["   -----------", " 7 |● ● ● ● ●|"]),
        ("breakthrough human random -game_args 5", ["   -----------", " 5 |● ● ● ● ●|"]),
        ("breakthrough human random -game_args 5 3", ["   -------", " 5 |● ● ●|"]),
    ],
)
def test_game_args_are_the_labs(cs63: Command, words: str, lines: list[str]) -> None:
    assert cs63(words).lines[: len(lines)] == lines


def test_a_person_survives_bad_input_and_may_leave(cs63: Command) -> None:
    done = cs63("mancala human random --seed 3", "\nhello\n99\n-1\n0\n0\nquit\n")
    assert done.status == 0
    assert "top> hello" in done.lines and "'hello' is no move of mancala" in done.out
    assert "player 1 (human): 0" in done.lines
    assert done.lines[-1] == "player 1 (human) has left the game"
    ended = cs63("mancala human human -games 5", "2\n")
    assert ended.status == 0 and ended.lines[-5:-3] == ["player 1 (human) has left the game", "results after 0 games:"]


def test_submissions_play_each_other_and_what_they_print_is_seen(cs63: Command) -> None:
    done = cs63("mancala textbook:MinMaxPlayer ./memory -d1 2 -d2 2 -games 2")
    assert done.status == 0 and done.lines[0] == "results after 2 games:"
    assert done.lines[1].endswith("player 1 (textbook:MinMaxPlayer)") and done.lines[2].endswith("player 2 (./memory)")
    assert "[pruning] #1" in done.err  # the folder's pruning player, as it has no other
    assert "runs with your rights" in done.err
    better = cs63("breakthrough arrays:PruningPlayer textbook:PruningPlayer -d1 1 -d2 1 -e1 better -game_args 5 3")
    assert better.status == 0


def test_from_within_the_folder(cs63: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES / "textbook")
    done = cs63("mancala . .:MinMaxPlayer -d1 1 -d2 1")
    assert done.status == 0 and done.lines[-1].startswith(("player", "draw"))


def test_any_agent_plays(cs63: Command) -> None:
    done = cs63("mancala alphabeta:depth=3 random -games 2 --seed 1")
    assert done.status == 0 and done.lines[1] == "2 wins for player 1 (alphabeta:depth=3)"


def test_a_submission_as_a_spec_is_an_agent_too(cs63: Command) -> None:
    done = cs63("mancala cs63@./textbook:MinMaxPlayer:depth=1 random")
    assert (done.status == 0 and done.lines[-1].endswith("wins")) or done.lines[-1] == "draw"


def test_the_commands_in_the_starting_file_run(
    cs63: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    files = Cs63().starter()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    commands = [line.split() for line in files["MinMaxPlayers.py"].splitlines() if line.startswith("    lanista ")]
    assert len(commands) == 4
    for _, *words in commands:
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as end:
            main(words)
        assert end.value.code == 0, capfd.readouterr()


@pytest.mark.parametrize(("game", "depths"), [("mancala", "-d1 8 -d2 4"), ("breakthrough", "-d1 6 -d2 2")])
def test_the_tournament_player_is_strong(cs63: Command, game: str, depths: str) -> None:
    done = cs63(f"{game} tournament pruning -games 2 {depths}")
    assert counts(done) == [2, 0, 0]


def test_a_failure_loses_the_game_and_is_explained(cs63: Command) -> None:
    done = cs63("breakthrough ./broken/sometimesraises random -games 2 -d1 1")
    assert done.status == 1
    assert done.lines[0].startswith("game 1: player 1 (./broken/sometimesraises) loses: crash: TypeError: unsupported")
    assert done.lines[1].startswith("position: ") and done.lines[1].endswith(" B")
    assert "sometimesraises/MinMaxPlayers.py" in done.lines[3] and "lanista/guest" not in done.out
    assert counts(done) == [0, 2, 0]
    single = cs63("mancala ./broken/negativehouse random -d1 1")
    assert single.status == 1 and "loses: illegal: getMove() returned -6 (int)" in single.lines[0]
    assert single.lines[-1] == "player 2 (random) wins"


def test_a_time_limit_if_one_is_wanted(cs63: Command) -> None:
    done = cs63("mancala ./broken/endlessloop random -d1 1 --move-time 1")
    assert done.status == 1 and "loses: time: no answer within 1.000 s" in done.lines[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "the following arguments are required: GAME, P1, P2"),
        ("chess random random", "argument GAME: invalid choice: 'chess' (choose from"),
        ("mancala random nobody", "there is no player 'nobody': random, human, minmax, pruning, tournament, a subm"),
        ("mancala random ./nobody", "nobody: No such file or directory"),
        ("mancala random oracle -d2 3", "-d2 is for the lab's players and submissions; oracle has parameters of its"),
        ("mancala minmax random -e1 best", "argument -e1: invalid choice: 'best'"),
        ("mancala minmax random -d1 0", "depth must be 1 to 1000, got 0"),
        ("mancala minmax random -d1 deep", "argument -d1: invalid int value: 'deep'"),
        ("mancala random random -games 0", "-games must be at least 1, got 0"),
        ("mancala random random -game_args 1 2 3", "-game_args takes two numbers at most, got 3"),
        ("mancala random random -game_args 9", "houses must be 1 to 6, got 9"),
        ("breakthrough random random -game_args 3 3", "rows must be 4 to 32, got 3"),
        ("mancala random random --move-time 0", "must be above 0 seconds"),
        ("mancala random random -colour red", "unrecognized arguments: -colour red"),
        (
            "mancala textbook/MinMaxPlayers.py random",
            "is one file of a submission: name the folder that it is in, text",
        ),
        ("mancala ./textbook/Heuristics.py:PruningPlayer random", "name the folder that it is in, textbook"),
        ("mancala ./textbook random -e1 better", "Heuristics.py has no mancalaBetterEval"),
    ],
)
def test_mistakes_are_said_in_a_line(cs63: Command, words: str, message: str) -> None:
    done = cs63(words)
    assert done.status == 2 and done.out == ""
    assert message in done.err.splitlines()[-1] and len(done.err.splitlines()) <= 2


def test_help_shows_the_handouts_form(cs63: Command) -> None:
    done = cs63("-h")
    assert done.status == 0 and max(map(len, done.lines)) <= 80
    for option in ("-games N", "--show", "-game_args", "-e1 {basic,better}", "-d2 DEPTH", "GAME P1 P2"):
        assert option in done.out


@pytest.mark.parametrize("game", ["mancala", "breakthrough"])
def test_an_exported_agent_plays_in_the_labs_program(tmp_path: Path, game: str) -> None:
    program = shutil.copytree(TESTS / "skeletons" / "cs63", tmp_path / "lab")
    for file in (SAMPLES / "textbook").glob("*.py"):
        shutil.copy(file, program)
    name, text = Cs63().export("alphabeta:depth=4")
    assert text.splitlines()[0] == "# Needs Lanista, and was written by: lanista export cs63 --agent alphabeta:depth=4"
    (program / name).write_text(text)
    command = [sys.executable, "PlayGame.py", game, "tournament", "pruning", "-d2", "1", "-games", "2"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
    done = subprocess.run(
        command, cwd=program, env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == ["results after 2 games:", "2 wins for player 1 (tournament)"]


def test_an_exported_agent_is_a_submission_too(tmp_path: Path) -> None:
    name, text = Cs63().export("alphabeta:depth=2")
    (tmp_path / name).write_text(text)
    for game in ("mancala", "breakthrough:rows=5,cols=3"):
        rules = lanista.load_game(game)
        record = lanista.play(rules, [f"cs63@{tmp_path}", "greedy"], seed=1)
        assert record.failure is None
        assert record.moves[0].name == lanista.play(rules, ["alphabeta:depth=2", "greedy"], seed=1).moves[0].name

"""`lanista ewn`: the homework's own command line, at the terminal and through a pipe."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped, unused-ignore]
import pytest

from lanista.courses.ewn import door
from lanista.errors import SpecError, UsageError
from lanista.specs import load_agent
from tests.courses.ewn_games import EINSTEIN, SAMPLES, script

GAME = re.compile(r"game +(\d+)  (\d{6}) (\d{6})  red (-[fs]), blue (-[fs])  (.*)")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
ENVIRONMENT |= {"PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm"}


def run(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanista", "ewn", *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, cwd=folder, check=False, input=typed, env=ENVIRONMENT
    )


def test_rounds_have_two_games_with_sides_swapped_and_a_new_arrangement_each(tmp_path: Path) -> None:
    done = run(tmp_path, "-f", "greedy", "-s", "random", "-r", "3", "--seed", "5")
    assert done.returncode == 0 and done.stderr == ""
    head, *games, end = done.stdout.splitlines()
    assert head == "-f ewn_greedy, -s random: 6 games, seed 5"
    found = [GAME.fullmatch(line) for line in games]
    assert [match and match[4] + match[5] for match in found] == ["-f-s", "-s-f"] * 3
    assert len({match and match[2] + match[3] for match in found}) == 6
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    wins = sum(match is not None and match[6].startswith("-f wins") for match in found)
    assert end.startswith(f"after 6 games: -f ewn_greedy won {wins}, -s random won ")
    assert run(tmp_path, "-f", "greedy", "-s", "random", "-r", "3", "--seed", "5").stdout == done.stdout


def test_ten_rounds_by_default_and_the_board_where_a_person_plays() -> None:
    assert door.read([]).agents == ("human", "human")
    assert (door.read([]).rounds, door.read([]).shows_board) == (10, True)
    assert not door.read(["-f", "random", "-s", "greedy"]).shows_board
    assert door.read(["-f", "random", "-s", "greedy", "-g", "1"]).shows_board
    assert not door.read(["-f", "random", "-g", "0"]).shows_board


def test_what_may_stand_for_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("def choose(state, player, clock):\n    return state.legal_actions()[0]\n")
    script(tmp_path / "agent", "#!/bin/sh\n")
    script(tmp_path / "agent.py", "#!/usr/bin/env python3\n")
    (tmp_path / "hw2.zip").touch()
    (tmp_path / "r08922166").mkdir()
    named = {
        "random": "random",
        "conservative": "ewn_conservative",
        "greedy": "ewn_greedy",
        "./greedy": "ewn_greedy",  # as the handout has it
        "ewn_greedy": "ewn_greedy",
        "greedy:evaluation=basic": "greedy:evaluation=basic",
        "mcts:rave=true": "mcts:rave=true",
        "./bot.py": "./bot.py",
        "exec:./agent": "exec:./agent",
        "./agent": "ewn@./agent",
        "agent": "ewn@./agent",
        "agent.py": "ewn@./agent.py",
        "hw2.zip": "ewn@./hw2.zip",
        "r08922166": "ewn@./r08922166",
        "ewn@./agent": "ewn@./agent",
        "human": "human",
    }
    assert {text: door.read(["-f", text]).agents[0] for text in named} == named
    for text, problem in {"./nothing": "there is no ./nothing", "nothing": "unknown agent 'nothing'"}.items():
        with pytest.raises(SpecError, match=problem):
            door.read(["-f", text])


def test_a_search_takes_a_second_unless_its_spec_says_otherwise() -> None:
    specs = {"mcts": "mcts:time=1", "alphabeta": "alphabeta:time=1", "best": "best:time=1"}
    specs |= {spec: spec for spec in ("mcts:time=0.5", "mcts:simulations=100", "alphabeta:depth=2", "ewn_greedy")}
    assert {spec: door.paced(spec, EINSTEIN, load_agent, 1.0).spec for spec in specs} == specs


@pytest.mark.parametrize("words", [["-r", "0"], ["-r", "x"], ["-g", "2"], ["-r"], ["--fast"], ["more"]])
def test_a_bad_command_line_is_explained(words: list[str]) -> None:
    with pytest.raises(UsageError):
        door.read(words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["-f", "./nothing"], "lanista: there is no ./nothing"),
        (["-f", "random", "-s", "random", "-l", "no/such/log"], "lanista: cannot write no/such/log"),
        (["-f", str(SAMPLES / "broken" / "makefails"), "-s", "random"], "lanista: make in "),
        (["-r", "-1"], "lanista: -r must be 1 to 100000 rounds, got -1"),
    ],
)
def test_errors_are_one_line_and_status_2(tmp_path: Path, words: list[str], problem: str) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith(problem) and "Traceback" not in done.stderr


def test_a_submission_plays_and_what_it_writes_on_standard_error_appears(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES / "chattythread", tmp_path / "quick")
    source = tmp_path / "quick" / "src" / "thinker.cc"
    source.write_text(source.read_text().replace("milliseconds(60)", "milliseconds(2)"))
    done = run(tmp_path, "-f", "quick", "-s", "conservative", "-r", "1")
    assert done.returncode == 0
    assert "[thinker] hello! arrangement" in done.stderr and "[thinker] that was game 2, result" in done.stderr
    assert "after 2 games" in done.stdout and "thinker]" not in done.stdout


def test_a_failure_loses_the_game_and_the_match_goes_on(tmp_path: Path) -> None:
    done = run(tmp_path, "-f", str(SAMPLES / "broken" / "quitearly"), "-s", "greedy", "-r", "2")
    assert done.returncode == 1
    games = done.stdout.splitlines()[1:-1]
    assert len(games) == 4
    assert all(
        "-s wins after" in line and line.endswith("; -f: crash: its program ended with status 0") for line in games
    )


def test_the_log_holds_every_game(tmp_path: Path) -> None:
    done = run(tmp_path, "-f", "greedy", "-s", "random", "-r", "1", "-l", "games.log")
    blocks = (tmp_path / "games.log").read_text().strip().split("\n\n")
    assert len(blocks) == 2
    for number, block in enumerate(blocks, 1):
        game, red, blue, start, moves, result = block.splitlines()
        assert game == f"game {number}"
        names = ("ewn_greedy", "random") if number == 1 else ("random", "ewn_greedy")
        assert re.fullmatch(rf"red {names[0]}, longest move \d+\.\d{{3}} s", red)
        assert re.fullmatch(rf"blue {names[1]}, longest move \d+\.\d{{3}} s", blue)
        state = EINSTEIN.initial_state(start=start.removeprefix("start "))
        for name in moves.split()[1:]:
            state = state.child(state.parse_action(name))
        assert state.is_terminal
        assert done.stdout.splitlines()[number].endswith(result.removeprefix("result "))


def test_g_shows_the_board_after_every_move(tmp_path: Path) -> None:
    done = run(tmp_path, "-f", "greedy", "-s", "conservative", "-r", "1", "-g", "1")
    moves = sum(int(count) for count in re.findall(r"after (\d+) moves", done.stdout))
    assert done.stdout.count(" to move\n") == moves
    assert len(re.findall("^(red|blue) ewn_.*: ", done.stdout, re.MULTILINE)) == moves
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_person_plays_through_a_pipe(tmp_path: Path) -> None:
    done = run(tmp_path, "-s", "conservative", "--seed", "3", typed="02\nfoo\n99\n\nundo\n#1\n")
    assert done.returncode == 0 and done.stderr == ""
    assert "red human: 02" in done.stdout and "blue ewn_conservative: " in done.stdout
    assert "'foo' is no move of einstein" in done.stdout
    assert "moves cannot be taken back here" in done.stdout
    assert done.stdout.endswith("You have left the match.\n")


def test_two_people_play_a_whole_round_through_a_pipe(tmp_path: Path) -> None:
    done = run(tmp_path, "-r", "1", "-g", "0", typed="#1\n" * 200)
    assert done.returncode == 0
    assert re.search(r"after 2 games: -f human won \d, -s human won \d, draws \d$", done.stdout.strip())
    assert "to move" not in done.stdout


@pytest.mark.parametrize("words", [[], ["-f", "greedy"]])
def test_no_input_ends_it_politely(tmp_path: Path, words: list[str]) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 0 and done.stdout.endswith("You have left the match.\n")


def seen(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_at_the_terminal_arrow_keys_choose_and_z_plays(tmp_path: Path) -> None:
    right, left, down, up = (f"\x1b[{letter}" for letter in "CDBA")
    words = ["-m", "lanista", "ewn", "-s", "greedy", "--seed", "3"]
    child = pexpect.spawn(sys.executable, words, env=ENVIRONMENT, dimensions=(24, 80), encoding="utf-8", timeout=30)
    try:
        child.delaybeforesend = None
        child.expect_exact("red: 0 ↓  ←→ piece, ↑↓ way, Z plays, ? help> ")
        assert "R0 R3 R4" in seen(child.before)
        for key, shown in ((right, "3 ↓"), (right, "4 ↓"), (down, "4 →"), (down, "4 ↘"), (up, "4 →"), (left, "3 →")):
            child.send(key)
            child.expect_exact(f"red: {shown}  ")
            child.expect_exact("help> ")
            assert child.before is not None
        child.send("x")  # no key of ours
        child.expect_exact("red: 3 →  ")
        child.send(":")
        child.expect_exact("red> ")
        child.sendline("zzz")
        child.expect_exact("is no move of einstein")
        child.expect_exact("help> ")
        child.send("Z")
        child.expect_exact("red human: 00")
        child.expect_exact("help> ")
        child.sendintr()
        child.expect(pexpect.EOF)
        assert "Traceback" not in child.before
        child.wait()
        assert child.exitstatus == 130
    finally:
        child.close(force=True)


def test_the_move_that_is_chosen_is_marked_on_the_board(tmp_path: Path) -> None:
    words = ["-m", "lanista", "ewn", "-f", "greedy", "--seed", "3"]
    child = pexpect.spawn(sys.executable, words, env=ENVIRONMENT, dimensions=(24, 80), encoding="utf-8", timeout=30)
    try:
        child.delaybeforesend = None
        child.expect_exact("help> ")
        marked = re.findall(r"\x1b\[[0-9;]*7(?:;[0-9;]*)?m([^\x1b]*)", child.before)
        assert "".join(marked) == " .B0"  # the square it enters, the square it leaves
        child.send("q")
        child.expect_exact("You have left the match.")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)

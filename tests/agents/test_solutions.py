"""Solutions kept on disk: found for all symmetric positions, never wrong, whoever writes and whatever is damaged."""

import random
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import lanista
from lanista.agents import solutions as module
from lanista.agents.analysis import Analysis
from lanista.agents.oracle import OracleAgent
from lanista.agents.solutions import Solutions
from lanista.errors import StoreError
from lanista.games.base import State


def solve(state: State) -> Analysis:
    return OracleAgent(state.game).analyze(state)


def facts(analysis: Analysis) -> object:
    """Return what is the same however it was found."""
    moves = [(move.action, move.value, move.outcome, move.proved, move.probability > 0) for move in analysis.moves]
    return analysis.player, analysis.value, analysis.outcome, analysis.proved, sorted(move[:4] for move in moves)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "solved.db"


def test_what_was_solved_is_found_again(file: Path) -> None:
    for spec in ("nim:piles=1-2-3", "connect_four:width=4,height=4", "mancala:houses=3,seeds=2", "colosseum:size=4"):
        state = lanista.load_game(spec).initial_state(seed=1)
        kept, analysis = Solutions(file), solve(state)
        assert kept.find(state) is None
        kept.add(state, analysis)
        kept.close()
        found = Solutions(file).find(state)
        assert found == analysis


@pytest.mark.parametrize(
    ("spec", "one", "other"),
    [
        ("nim:piles=3-3-3", "1-3-2 A", "2-1-3 A"),
        ("nim:piles=3-3-3", "3-1-3 B", "1-3-3 B"),
        ("breakthrough:rows=5,cols=3", "xxx/xx1/2x/1oo/ooo A", "xxx/1xx/x2/oo1/ooo A"),
        ("connect_four:width=4,height=4", "4/4/o3/x3 A", "4/4/3o/3x A"),
        ("droid_battle:rows=3,cols=3,shots=1", "3x3 D0,0:1:0 Q2,2:1:0 3", "3x3 D2,2:1:0 Q0,0:1:0 3"),
    ],
)
def test_symmetric_positions_share_a_solution(file: Path, spec: str, one: str, other: str) -> None:
    game = lanista.load_game(spec)
    first, second = game.parse_position(one), game.parse_position(other)
    assert first.canonical()[0] == second.canonical()[0]
    kept = Solutions(file)
    kept.add(first, solve(first))
    found = kept.find(second)
    assert found is not None
    assert facts(found) == facts(solve(second))
    assert found.action in {move.action for move in found.moves if move.value == found.value}
    for move in found.moves:
        assert move.line[:1] in ((move.action,), ())
        state: State = second
        for action in move.line:
            assert action in state.legal_actions()
            state = state.child(action)


def test_another_game_or_program_has_solutions_of_its_own(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = lanista.load_game("nim:piles=1-2-3").initial_state()
    kept = Solutions(file)
    kept.add(state, solve(state))
    assert kept.find(lanista.load_game("nim:piles=1-2-3,misere=false").initial_state()) is None
    assert kept.find(state.child(0)) is None
    monkeypatch.setattr(module, "_program", lambda: "another")
    assert kept.find(state) is None


def test_a_damaged_row_counts_as_missing(file: Path) -> None:
    state = lanista.load_game("nim:piles=1-2-3").initial_state()
    kept, analysis = Solutions(file), solve(state)
    for change in (
        "analysis = replace(analysis, '\"value\": -1.0', '\"value\": 1.0')",
        "analysis = substr(analysis, 1, 40)",
        "checksum = ''",
    ):
        kept.add(state, analysis)
        assert kept.find(state) == analysis
        with sqlite3.connect(file) as raw:
            raw.execute(f"UPDATE solutions SET {change}")
        assert kept.find(state) is None, change
    kept.add(state, replace(analysis, nodes=7))
    assert kept.find(state) == replace(analysis, nodes=7)


def test_files_that_hold_something_else_are_refused_and_left(file: Path, tmp_path: Path) -> None:
    file.write_text("no database, but longer than the header of one is: " * 10)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="not a database"):
        Solutions(file)
    assert file.read_bytes() == before
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as raw:
        raw.execute("CREATE TABLE guests (name TEXT)")
    with pytest.raises(StoreError, match="something else than solutions"):
        Solutions(other)
    with pytest.raises(StoreError, match="unable to open"):
        Solutions(tmp_path / "none" / "solved.db")


def test_a_file_cut_short_is_never_wrong(file: Path) -> None:
    game = lanista.load_game("connect_four:width=4,height=4")
    states = [game.initial_state().child(a).child(b) for a in range(4) for b in range(4)]
    kept = Solutions(file)
    right = [solve(state) for state in states]
    for state, analysis in zip(states, right, strict=True):
        kept.add(state, analysis)
    kept.close()
    whole = file.read_bytes()
    for size in range(0, len(whole), 4099):
        file.write_bytes(whole[:size])
        try:
            found = [Solutions(file).find(state) for state in states]
        except StoreError:
            continue
        for seen, analysis in zip(found, right, strict=True):
            assert seen is None or facts(seen) == facts(analysis)


def test_a_killed_writer_loses_no_more_than_the_last(file: Path) -> None:
    writer = (
        "import sys, lanista; from pathlib import Path; from lanista.agents.oracle import OracleAgent\n"
        "from lanista.agents.solutions import Solutions; game = lanista.load_game('nim:piles=7-7-7')\n"
        "kept, oracle, number = Solutions(Path(sys.argv[1])), OracleAgent(game), int(sys.argv[2])\n"
        "for a in range(number // 64, 8):\n"
        "    for b in range(8):\n"
        "        for c in range(1, 8):\n"
        "            state = game.parse_position(f'{a}-{b}-{c} A')\n"
        "            kept.add(state, oracle.analyze(state)); print(state.position, flush=True)"
    )
    game, said = lanista.load_game("nim:piles=7-7-7"), set()
    rng = random.Random(1)
    for kill in range(5):
        command = [sys.executable, "-c", writer, str(file), str(64 * kill)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout is not None
            said.add(run.stdout.readline().strip())
            time.sleep(rng.uniform(0, 0.2))
            run.kill()
            # A line that was cut short says nothing.
            said.update(line.strip() for line in run.stdout if line.endswith("\n"))
    kept = Solutions(file)
    for position in said:
        state = game.parse_position(position)
        found = kept.find(state)
        assert found is not None and facts(found) == facts(solve(state))
    assert sqlite3.connect(file).execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert len(said) > 5


def test_several_processes_write_at_once(file: Path) -> None:
    code = (
        "import sys, lanista; from pathlib import Path; from lanista.agents.oracle import OracleAgent; "
        "from lanista.agents.solutions import Solutions; game = lanista.load_game('nim:piles=3-4-5'); "
        "kept = Solutions(Path(sys.argv[1])); states = [game.initial_state().child(a) for a in "
        "game.initial_state().legal_actions()]; "
        "[kept.add(state, OracleAgent(game).analyze(state)) for _ in range(5) for state in states]"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code, str(file)]) for _ in range(3)]
    assert [run.wait() for run in runs] == [0, 0, 0]
    game = lanista.load_game("nim:piles=3-4-5")
    kept = Solutions(file)
    for action in game.initial_state().legal_actions():
        state = game.initial_state().child(action)
        found = kept.find(state)
        assert found is not None and facts(found) == facts(solve(state))

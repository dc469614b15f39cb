"""What is shown while work goes on, at a terminal of 80 columns, and what it counts."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect  # type: ignore[import-untyped, unused-ignore]
import pytest

import lanista
from lanista import _native
from lanista.agents.search import SearchAgent


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("breakthrough", "alphabeta:nodes=20000"),
        ("mancala", "minimax:depth=4"),
        ("connect_four", "mcts:simulations=3000"),
        ("droid_battle:rounds=10", "equilibrium"),
    ],
)
def test_nodes_are_counted_for_the_whole_process(game: str, agent: str) -> None:
    rules = lanista.load_game(game)
    searcher = lanista.load_agent(agent, rules)
    assert isinstance(searcher, SearchAgent)
    before = _native.nodes_so_far()
    found = searcher.analyze(rules.initial_state())
    assert _native.nodes_so_far() - before == (found.simulations or found.nodes) > 0


def watched(folder: Path, *arguments: str) -> tuple[str, int]:
    """Return what a command writes to a terminal of 80 columns, and its status."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "lanista", *arguments],
        dimensions=(24, 80),
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "TERM": "xterm"},
        timeout=60,
    )
    text = child.read()
    child.close()
    assert isinstance(child.exitstatus, int)
    return text, child.exitstatus


@pytest.mark.parametrize("game", ["connect_four:width=6,height=5", "droid_battle:rows=4,cols=4,shots=4,rounds=40"])
def test_solve_counts_positions_in_one_line(game: str, tmp_path: Path) -> None:
    text, _ = watched(tmp_path, "solve", game, "--time", "1")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    frames = [line for line in re.split(r"\r|\n|\x1b\[2K", plain) if "solving" in line or " positions" in line]
    shapes = [re.fullmatch(r". solving .+ \d:\d\d:\d\d ([\d,]+) positions\s*", line) for line in frames[:-1]]
    counts = [int(shape[1].replace(",", "")) for shape in shapes if shape]
    assert len(counts) == len(shapes) > 3 and counts[-1] > counts[0]
    assert all(len(line) <= 80 for line in frames)


def test_a_match_has_a_bar_that_goes_away(tmp_path: Path) -> None:
    text, status = watched(tmp_path, "match", "nim", "random", "random", "--games", "2000", "--seed", "1")
    assert status == 0 and re.search(r"A \+\d+ =\d+ -\d+ .*\d+/2000", text)
    assert "\x1b[2K" in text  # the line of the bar is erased

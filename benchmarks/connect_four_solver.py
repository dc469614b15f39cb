"""Nodes and seconds of connect_four's exact solver. Prints Markdown; docs/BENCHMARKS.md keeps a run.

    .venv/bin/python benchmarks/connect_four_solver.py            (half a minute)
    .venv/bin/python benchmarks/connect_four_solver.py --empty    (the empty board too: minutes)

Seconds are of processor time. Each position begins with an empty table, and its score is checked where it is recorded.
The opening book is not asked.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from lanista import _native
from lanista.agents.analysis import Analysis, read_report
from lanista.agents.connect_four_score import solver_score
from lanista.games.connect_four import ConnectFour, ConnectFourState

DATA = Path(__file__).parent.parent / "tests" / "data"
GAME = ConnectFour()
MEMORY_MB = 256
# Random play of 8 to 10 plies, the first positions that half a million nodes do not solve.
MORE_OPENINGS = (
    "13556712 55547557 67747754 215113714 337465616 665317633 3112654754 3236445774 5715722151 7536763213".split()
)


def recorded(*names: str) -> list[tuple[str, int | None]]:
    lines = [line.split() for name in names for line in (DATA / f"connect_four_{name}.txt").read_text().splitlines()]
    return [(columns, int(score)) for columns, score in lines]


def position(columns: str) -> ConnectFourState:
    state = GAME.initial_state()
    for column in columns:
        state = state.child(int(column) - 1)
    assert isinstance(state, ConnectFourState)
    return state


def solve(search: _native.Search, columns: str, nodes: int | None = None) -> tuple[Analysis, float]:
    state = position(columns)
    search.forget()
    began = time.process_time()
    report = search.run(state, nodes=nodes)
    return read_report(report, "points"), time.process_time() - began


def print_set(search: _native.Search, name: str, lines: list[tuple[str, int | None]]) -> None:
    nodes, seconds, longest = 0, 0.0, 0.0
    for columns, score in lines:
        found, took = solve(search, columns)
        if score is not None and solver_score(position(columns), found) != score:
            sys.exit(f"{columns}: found {solver_score(position(columns), found)}, recorded {score}")
        nodes, seconds, longest = nodes + found.nodes, seconds + took, max(longest, took)
    print(f"| {name} | {len(lines)} | {nodes:,} | {seconds:.2f} | {nodes / seconds / 1e6:.1f} | {longest:.2f} |")


def main() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    options = _native.ConnectFourSolverOptions()
    options.memory_mb = MEMORY_MB
    search: _native.Search = GAME.rules.solver(GAME, options, "basic")
    print("| positions | number | nodes | seconds | M nodes/s | longest, s |")
    print("|---|---:|---:|---:|---:|---:|")
    print_set(search, "14 to 18 stones", recorded("middle", "middle_quiet"))
    print_set(search, "8 to 10 stones", [*recorded("begin_hard"), *((columns, None) for columns in MORE_OPENINGS)])
    if "--empty" in sys.argv[1:]:
        print_set(search, "the empty board", [("", 1)])


if __name__ == "__main__":
    main()

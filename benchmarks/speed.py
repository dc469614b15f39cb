"""Speed, side by side with OpenSpiel in one run on one core. Prints Markdown; docs/BENCHMARKS.md keeps a run.

    make bench        (installs OpenSpiel into .venv first)

Every number is the best of several rounds in which the two programs take turns, so that other load on the machine hits
both; ratios are what to trust on a shared machine.
"""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyspiel

import lanista
from lanista import _native

ROUNDS = 7
# The same rules on both sides; OpenSpiel's mancala has no early end.
SIDE_BY_SIDE = {
    "breakthrough:rows=8,cols=8": "breakthrough(rows=8,columns=8)",
    "connect_four": "connect_four",
    "mancala:early_end=false": "mancala",
}
PERFT_DEPTH = {
    "breakthrough:rows=8,cols=8": 6,
    "connect_four": 9,
    "mancala:early_end=false": 10,
    "einstein": 5,
    "colosseum:size=6": 4,
    "droid_battle": 5,
    "nim:piles=5-6-7-8": 7,
}
PLAYOUTS = {
    "breakthrough:rows=8,cols=8": 20_000,
    "connect_four": 60_000,
    "mancala:early_end=false": 20_000,
    "einstein": 20_000,
    "colosseum:size=6": 20_000,
    "droid_battle": 40_000,
    "nim": 200_000,
}


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best_of(*works: Callable[[], object]) -> list[float]:
    """Return the best time of each piece of work; they take turns."""
    times = [[seconds(work) for work in works] for _ in range(ROUNDS)]
    return [min(column) for column in zip(*times, strict=True)]


def random_game(state: Any, apply: Callable[[Any, int], Any], over: Callable[[Any], bool]) -> list[Any]:
    """Return the positions of a random game, its end left out."""
    rng = random.Random(3)
    states = []
    while not over(state):
        states.append(state)
        state = apply(state, rng.choice(state.legal_actions()))
    return states


def calls(spec: str, peer: str) -> list[tuple[str, float, float]]:
    """Return (call, ns in OpenSpiel, ns in Lanista) for one call from Python, over the positions of random games."""
    ours = random_game(
        lanista.load_game(spec).initial_state(),
        lambda state, action: state.child(action),
        lambda state: state.is_terminal,
    )
    theirs = random_game(
        pyspiel.load_game(peer).new_initial_state(),
        lambda state, action: state.child(action),
        lambda state: state.is_terminal(),
    )
    repeats = 300

    def legal(states: list[Any]) -> Callable[[], None]:
        def work() -> None:
            for _ in range(repeats):
                for state in states:
                    state.legal_actions()

        return work

    def child(states: list[Any]) -> Callable[[], None]:
        pairs = [(state, state.legal_actions()[0]) for state in states]

        def work() -> None:
            for _ in range(repeats):
                for state, action in pairs:
                    state.child(action)

        return work

    rows = []
    for name, make in (("legal_actions()", legal), ("child()", child)):
        slow, fast = best_of(make(theirs), make(ours))
        rows.append((name, slow / repeats / len(theirs) * 1e9, fast / repeats / len(ours) * 1e9))
    return rows


def peer_playouts(peer: str, count: int) -> int:
    """Play random games in OpenSpiel, driven from Python; return the number of plies."""
    game = pyspiel.load_game(peer)
    rng = random.Random(1)
    plies = 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    return plies


def playouts(state: lanista.State, count: int) -> int:
    return state.playouts(count, 1).plies


def plies_a_second(work: Callable[[], int]) -> float:
    best = 0.0
    for _ in range(3):
        began = time.perf_counter()
        plies = work()
        best = max(best, plies / (time.perf_counter() - began))
    return best


def print_machine() -> None:
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "cpu MHz")):
            model = (
                line.partition(":")[2].strip() if line.startswith("model name") else f"{model}, {line.split()[-1]} MHz"
            )
        if line == "":
            break
    versions = [f"Lanista {lanista.__version__} ({_native.isa} build)", f"Python {platform.python_version()}"]
    versions += [f"OpenSpiel {importlib.metadata.version('open_spiel')}"]
    print(f"{datetime.date.today()}; {model}; {', '.join(versions)}; one pinned core.\n")


def print_calls() -> None:
    print("| one call from Python | OpenSpiel, ns | Lanista, ns | ratio |\n|---|---:|---:|---:|")
    for spec, peer in SIDE_BY_SIDE.items():
        for call, slow, fast in calls(spec, peer):
            print(f"| {spec} `{call}` | {slow:.0f} | {fast:.0f} | {slow / fast:.1f} |", flush=True)
    print()


def print_playouts() -> None:
    print("| random playouts | OpenSpiel from Python, M plies/s | Lanista, one call, M plies/s | ratio |")
    print("|---|---:|---:|---:|")
    for spec, count in PLAYOUTS.items():
        state = lanista.load_game(spec).initial_state(seed=1)
        fast = plies_a_second(partial(playouts, state, count))
        peer = SIDE_BY_SIDE.get(spec)
        slow = plies_a_second(partial(peer_playouts, peer, 60)) if peer else None
        theirs, ratio = (f"{slow / 1e6:.3f}", f"{fast / slow:.0f}") if slow else ("", "")
        print(f"| {spec} | {theirs} | {fast / 1e6:.1f} | {ratio} |", flush=True)
    print()


def print_perft() -> None:
    print("| perft | plies | positions | M positions/s |\n|---|---:|---:|---:|")
    for spec, depth in PERFT_DEPTH.items():
        state = lanista.load_game(spec).initial_state(seed=1)
        positions, _ = state.perft(depth)
        best = min(seconds(partial(state.perft, depth)) for _ in range(3))
        print(f"| {spec} | {depth} | {positions:,} | {positions / best / 1e6:.0f} |", flush=True)
    print()


def print_start() -> None:
    print("| start of a process, s (best of 10) | wall |\n|---|---:|")
    for name, command in (
        ("python -c pass", "-c pass"),
        ("import lanista", "-c 'import lanista'"),
        ("load_game and initial_state", "-c 'import lanista; lanista.load_game(\"nim\").initial_state()'"),
        ("lanista --help", "-m lanista --help"),
    ):
        best = min(seconds(partial(os.system, f"{sys.executable} {command} > /dev/null")) for _ in range(10))
        print(f"| `{name}` | {best:.3f} |", flush=True)


def main() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print_machine()
    print_calls()
    print_playouts()
    print_perft()
    print_start()


if __name__ == "__main__":
    main()

"""What exact play costs: positions and seconds until a game or an ending is solved. Prints Markdown; docs/BENCHMARKS.md
keeps a run.

    python benchmarks/exact_play.py                      all that takes minutes
    python benchmarks/exact_play.py GAME [SEEDS]         one game, mancala with an endgame database of SEEDS seeds

Seconds are of processor time. One core.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

import lanista
from lanista import _native
from lanista.agents.analysis import Analysis
from lanista.agents.base import UNLIMITED, Clock
from lanista.agents.equilibrium import EquilibriumAgent
from lanista.agents.mancala_endings import build_endings, endings_size
from lanista.agents.oracle import OracleAgent
from lanista.games.base import State
from lanista.games.mancala import Mancala

MEMORY_MB = 2048
DATABASE_SEEDS = 18
COLOSSEUM_STARTS = 1_000
EINSTEIN_ENDINGS = 20
EINSTEIN_SECONDS = 60
DROID_SHOTS = [(5, 5), (5, 1)]

MANCALA = [
    *(f"mancala:houses={houses},seeds={seeds},early_end=false" for houses in (1, 2, 3) for seeds in (1, 2, 3, 4)),
    "mancala:houses=4,seeds=1,early_end=false",
    "mancala:houses=4,seeds=2,early_end=false",
    "mancala:houses=4,seeds=4,early_end=false",
    "mancala:houses=5,seeds=4,early_end=false",
    "mancala:houses=6,seeds=3,early_end=false",
    "mancala:seeds=4,empty_capture=true,early_end=false",
]
BREAKTHROUGH = [(4, 2), (5, 2), (6, 2), (7, 2), (4, 3), (5, 3), (6, 3), (4, 4), (5, 4), (5, 5)]


def choose(spec: str, state: State, seconds: float | None = None, **parameters: object) -> tuple[Analysis, float]:
    """Return what a new oracle finds when it chooses, and the processor's time."""
    agent = lanista.load_agent("oracle", lanista.load_game(spec), nodes=2**53, memory_mb=MEMORY_MB, **parameters)
    assert isinstance(agent, OracleAgent)
    clock = UNLIMITED if seconds is None else Clock(deadline=time.monotonic() + seconds)
    began = time.process_time()
    agent.choose(state, state.current_player, clock)
    took = time.process_time() - began
    assert agent.info is not None
    return agent.info, took


def print_mancala(seeds: int = DATABASE_SEEDS) -> None:
    print("| endgame database | seeds | values | s |\n|---|---:|---:|---:|")
    for spec in ("mancala:early_end=false", "mancala:empty_capture=true,early_end=false"):
        game = lanista.load_game(spec)
        assert isinstance(game, Mancala)
        began = time.process_time()
        build_endings(game, seeds)
        print(f"| {spec} | {seeds} | {endings_size(game, seeds):,} | {time.process_time() - began:.1f} |", flush=True)
    print()
    print("| game | first player's margin | positions | s |\n|---|---:|---:|---:|")
    for spec in MANCALA:
        found, took = choose(spec, lanista.load_game(spec).initial_state(), database=seeds)
        print(f"| {spec} | {found.value:+g} | {found.nodes:,} | {took:.2f} |", flush=True)
    print()


def print_breakthrough() -> None:
    print("| breakthrough, rows x cols | winner | positions | s |\n|---|---|---:|---:|")
    options = _native.ProofSearchOptions()
    options.memory_mb = MEMORY_MB
    for rows, cols in BREAKTHROUGH:
        game = lanista.load_game("breakthrough", rows=rows, cols=cols)
        began = time.process_time()
        found = game.rules.proof_search(game, options, "better").run(game.initial_state())
        took = time.process_time() - began
        winner = "first" if found.value > 0 else "second"
        assert found.proved
        print(f"| {rows} x {cols} | {winner} | {found.nodes:,} | {took:.2f} |", flush=True)
    print()


def print_colosseum() -> None:
    game = lanista.load_game("colosseum:size=4")
    found = [choose(game.spec, game.initial_state(seed=seed)) for seed in range(COLOSSEUM_STARTS)]
    times = sorted(took for _, took in found)
    proved = sum(analysis.proved for analysis, _ in found)
    outcomes = [sum(analysis.outcome == outcome for analysis, _ in found) for outcome in (1, 0, -1)]
    print("| colosseum:size=4 | |\n|---|---:|")
    print(f"| random starts | {len(found):,} |\n| solved | {proved:,} |")
    print(f"| won by the first player, drawn, lost | {', '.join(map(str, outcomes))} |")
    print(f"| positions, mean | {sum(analysis.nodes for analysis, _ in found) / len(found):,.0f} |")
    print(
        f"| s, all | {sum(times):.0f} |\n| s, median and longest | {median(times):.3f}, {times[-1]:.2f} |\n", flush=True
    )


def einstein_endings(pieces: int, count: int) -> Iterator[State]:
    """Yield positions of random games in which the first time both sides have so many pieces, and no more."""
    game, rng = lanista.load_game("einstein"), random.Random(pieces)
    while count > 0:
        state = game.initial_state(seed=rng.getrandbits(32))
        while not state.is_terminal:
            squares = [square for row in state.board for square in row]  # type: ignore[attr-defined]
            left = [sum(square > 0 for square in squares), sum(square < 0 for square in squares)]
            if max(left) <= pieces:
                if min(left) == pieces:
                    yield state
                    count -= 1
                break
            state = state.child(rng.choice(state.legal_actions()))


def print_einstein() -> None:
    print(
        f"| einstein, pieces a side | solved within {EINSTEIN_SECONDS} s | positions, median | s, median | s, longest |"
    )
    print("|---|---:|---:|---:|---:|")
    for pieces in (1, 2, 3, 4):
        endings = list(einstein_endings(pieces, EINSTEIN_ENDINGS if pieces < 4 else EINSTEIN_ENDINGS // 10))
        found = [choose("einstein", state, seconds=EINSTEIN_SECONDS) for state in endings]
        proved = sum(analysis.proved for analysis, _ in found)
        times = [took for _, took in found]
        nodes = median(analysis.nodes for analysis, _ in found)
        print(
            f"| {pieces} | {proved} of {len(found)} | {nodes:,.0f} | {median(times):.2f} | {max(times):.2f} |",
            flush=True,
        )
    print()


def print_droid_battle() -> None:
    """The values of whole games, and what an independent best response gains on the agent: nothing but rounding."""
    print("| droid_battle, shots of D2 and Q5 | aim | value | positions | s | exploitability | s |")
    print("|---|---|---:|---:|---:|---:|---:|")
    game = lanista.load_game("droid_battle", rounds=54)  # so that four shots can be spent with 50 left
    for (shots, other_shots), aim in itertools.product(DROID_SHOTS, ("points", "outcome")):
        start = game.parse_position(f"4x4 D2,0:{shots}:0 Q2,3:{other_shots}:0 50")
        agent = lanista.load_agent("equilibrium", game, aim=aim, nodes=2**53, memory_mb=MEMORY_MB)
        assert isinstance(agent, EquilibriumAgent)
        began = time.process_time()
        found = agent.analyze(start)
        solved = time.process_time()
        gained = lanista.exploitability(agent, game, start=start.position, aim=aim).value
        print(
            f"| {shots}, {other_shots} | {aim} | {found.value:+.9f} | {found.nodes:,} | {solved - began:.1f} "
            f"| {gained:.1e} | {time.process_time() - solved:.0f} |",
            flush=True,
        )
    print()


PARTS: dict[str, Callable[[], None]] = {
    "mancala": lambda: print_mancala(*map(int, sys.argv[2:3])),
    "breakthrough": print_breakthrough,
    "colosseum": print_colosseum,
    "einstein": print_einstein,
    "droid_battle": print_droid_battle,
}

if __name__ == "__main__":
    for part in sys.argv[1:2] or PARTS:
        PARTS[part]()

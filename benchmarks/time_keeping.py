"""How well the searching agents keep a time limit: moves that come late, and how much of their time they use.

    .venv/bin/python benchmarks/time_keeping.py [MOVES] [SECONDS]

Plays MOVES (1,000) moves of SECONDS (0.1) each, on one pinned core, in positions of random games that the search does
not prove before its time is up. A shared machine pauses now and then whatever runs on it: the first line shows how
often that alone makes a move late.
"""

from __future__ import annotations

import math
import os
import random
import sys
import time

import lanista
from lanista.agents.base import Clock
from lanista.agents.search import SearchAgent, time_to_stop

# A program that only looks at the clock until an agent would stop: late where the machine itself paused.
NOTHING = ("", "watching the clock")
CASES = [
    ("breakthrough", "alphabeta"),
    ("mancala", "alphabeta"),
    ("colosseum", "alphabeta"),
    ("breakthrough", "mcts"),
    ("einstein", "mcts"),
    ("droid_battle", "mcts"),
]


def main() -> None:
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0.1
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"{moves} moves of {1000 * seconds:g} ms for each line")
    print("| game | agent | late | below 90 % used | mean used | latest |")
    print("|---|---|---:|---:|---:|---:|")
    for spec, agent in [NOTHING, *CASES]:
        used = use_times(spec, agent, moves, seconds) if spec else wait_times(moves, seconds)
        late = sum(share > 1 for share in used)
        idle = sum(share < 0.9 for share in used)
        mean = sum(used) / len(used)
        print(f"| {spec} | {agent} | {late} | {idle} | {mean:.1%} | {max(used):.1%} |", flush=True)


def wait_times(moves: int, seconds: float) -> list[float]:
    """Return how much of their time moves take that are nothing but waiting."""
    used = []
    for _ in range(moves):
        began = time.monotonic()
        stop = time_to_stop(Clock(began + seconds), began, math.inf)
        while time.monotonic() < stop:
            pass
        used.append((time.monotonic() - began) / seconds)
    return used


def use_times(spec: str, agent_spec: str, moves: int, seconds: float) -> list[float]:
    """Return, for each move that was not proved, how much of its time it took; 1 is all."""
    rng = random.Random(1)
    game = lanista.load_game(spec)
    agent = lanista.load_agent(agent_spec, game)
    assert isinstance(agent, SearchAgent)
    used: list[float] = []
    while len(used) < moves:
        state = game.initial_state(seed=rng.getrandbits(32))
        agent.begin(game, 0, rng.getrandbits(32))
        while not state.is_terminal and len(used) < moves:
            began = time.monotonic()
            agent.choose(state, 0 if state.current_player < 0 else state.current_player, Clock(began + seconds))
            took = time.monotonic() - began
            if agent.info is not None and not agent.info.proved:
                used.append(took / seconds)
            players = [0, 1] if game.is_simultaneous else [state.current_player]
            state = state.child(*(rng.choice(state.legal_actions(player)) for player in players))
    return used


if __name__ == "__main__":
    main()

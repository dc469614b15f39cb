"""What it costs that an agent runs in a process of its own. Prints Markdown; docs/BENCHMARKS.md keeps a run.

    .venv/bin/python benchmarks/host.py

A move: from the question to the answer, with a bot whose `choose` returns the first legal action; both programs may use
all cores. A start: from the launch to the first answer, with a bot file that imports
nothing.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import lanista
from lanista.agents.base import Clock
from lanista.agents.process import dismiss_idle_programs

GAMES = ("nim", "connect_four", "mancala", "breakthrough", "colosseum:size=8", "einstein", "droid_battle")
MOVES = 2_000
STARTS = 20
TRIVIAL = "def choose(state, player, clock):\n    return state.legal_actions(player)[0]\n"


def move_times(spec: str, game: lanista.Game, moves: int = MOVES) -> list[float]:
    """Return the seconds of each of so many moves, over as many games as they take."""
    times: list[float] = []
    agent = lanista.load_agent(spec, game)
    other = lanista.load_agent("random", game)
    while len(times) < moves:
        agent.begin(game, 0, 1)
        other.begin(game, 1, 1)
        state = game.initial_state(seed=len(times))
        while not state.is_terminal and len(times) < moves:
            player = 0 if game.is_simultaneous else state.current_player
            began = time.perf_counter()
            action = agent.choose(state, player, Clock(time.monotonic() + 1))
            times.append(time.perf_counter() - began)
            actions = (action, other.choose(state, 1, Clock())) if game.is_simultaneous else (action,)
            state = state.child(*actions)
            agent.moved(actions)
        agent.end(state)
    return times


def print_moves(bot: str) -> None:
    print("| a move, us | median | 99 % |\n|---|---:|---:|")
    for spec in GAMES:
        game = lanista.load_game(spec)
        times = sorted(seconds * 1e6 for seconds in move_times(bot, game))
        print(f"| {spec} | {statistics.median(times):.0f} | {times[len(times) * 99 // 100]:.0f} |", flush=True)
    print()


def print_starts(bot: str) -> None:
    dismiss_idle_programs()
    print("| a start, ms | median | fastest |\n|---|---:|---:|")
    for spec in GAMES:
        game = lanista.load_game(spec)
        times = []
        for _ in range(STARTS):
            began = time.perf_counter()
            agent = lanista.load_agent(bot, game)
            times.append((time.perf_counter() - began) * 1e3)
            del agent
            dismiss_idle_programs()
        print(f"| {spec} | {statistics.median(times):.0f} | {min(times):.0f} |", flush=True)
    print()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder, "trivial.py")
        bot.write_text(TRIVIAL)
        print_moves(str(bot))
        print_starts(str(bot))


if __name__ == "__main__":
    main()

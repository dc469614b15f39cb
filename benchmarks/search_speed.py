"""Speed of the searches, mcts side by side with OpenSpiel's in one run on one core. Prints Markdown; docs/BENCHMARKS.md
keeps a run.

    make bench        (installs OpenSpiel into .venv first)

Seconds are of processor time, so that other load on the machine stretches them little; each figure is the best of
several rounds in which the programs take turns.
"""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Callable, Iterator

import pyspiel
from speed import SIDE_BY_SIDE, print_machine

import lanista
from lanista import _native
from lanista.agents.analysis import Analysis
from lanista.agents.base import UNLIMITED
from lanista.agents.search import SearchAgent
from lanista.arena.openings import match_starts

ROUNDS = 3
SIMULATIONS = 50_000
# Of both programs, whose formulas and outcomes (-1 to 1) are the same.
EXPLORATION = 2
SEARCH_SECONDS = 1.5
NODES_A_SECOND = {
    "breakthrough:rows=8,cols=8": "alphabeta",
    "mancala": "alphabeta",
    "connect_four": "alphabeta",
    "einstein": "alphabeta",
    "colosseum:size=6": "alphabeta",
    "nim:piles=15-15-15-15": "alphabeta",
    "droid_battle": "minimax",
}
# Depths at which the last iteration is compared with a perfectly ordered tree.
TREE_DEPTHS = {
    "breakthrough:rows=8,cols=8": (6, 7, 8),
    "mancala": (6, 7, 8, 10),
    "connect_four": (6, 7, 8, 10),
    "einstein": (6, 7, 8),
    "colosseum:size=6": (3, 4, 5),
}
OPENINGS = 20
RANDOM_LINES = 5_000
MATRICES = 2_000


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def search_agent(spec: str, game: lanista.Game) -> SearchAgent:
    agent = lanista.load_agent(spec, game)
    assert isinstance(agent, SearchAgent)
    return agent


def peer_search(peer: str) -> Callable[[], object]:
    """Return a search by OpenSpiel's MCTSBot (C++) from the start: UCT, one random playout a simulation."""
    game = pyspiel.load_game(peer)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), EXPLORATION, SIMULATIONS, 4000, False, 1, False)
    state = game.new_initial_state()
    return lambda: bot.mcts_search(state)


def own_search(spec: str, parameters: str) -> Callable[[], object]:
    game = lanista.load_game(spec)
    agent = search_agent(f"mcts:simulations={SIMULATIONS},keep_tree=false{parameters}", game)
    state = game.initial_state()
    return lambda: agent.choose(state, 0, UNLIMITED)


def print_mcts() -> None:
    print(f"| mcts, {SIMULATIONS:,} simulations from the start | OpenSpiel, 1,000/s | plain UCT, 1,000/s | ratio |")
    print("|---|---:|---:|---:|")
    for spec, peer in SIDE_BY_SIDE.items():
        works = [peer_search(peer), own_search(spec, f",proofs=false,exploration={EXPLORATION}")]
        times = [[seconds(work) for work in works] for _ in range(ROUNDS)]
        theirs, ours = (SIMULATIONS / min(column) / 1000 for column in zip(*times, strict=True))
        print(f"| {spec} | {theirs:.1f} | {ours:.0f} | {ours / theirs:.1f} |", flush=True)
    print()
    variants = {"plain": ",proofs=false", "as it comes": "", "rave": ",rave=true", "pruning": ",pruning=true"}
    print(f"| mcts, 1,000 simulations/s | {' | '.join(variants)} |\n|---|{'---:|' * len(variants)}")
    for spec in [*SIDE_BY_SIDE, "einstein", "colosseum:size=6"]:
        rates = []
        for parameters in variants.values():
            agent = search_agent(
                f"mcts:simulations={SIMULATIONS},keep_tree=false{parameters}", game := lanista.load_game(spec)
            )
            state = game.initial_state(seed=1)
            best = 0.0
            for _ in range(ROUNDS):
                took = seconds(lambda agent=agent, state=state: agent.choose(state, 0, UNLIMITED))  # type: ignore[misc]
                best = max(best, found(agent).simulations / took / 1000)
            rates.append(f"{best:.0f}")
        print(f"| {spec} | {' | '.join(rates)} |", flush=True)
    print()


def found(agent: SearchAgent) -> Analysis:
    assert agent.info is not None
    return agent.info


def nodes_a_second(spec: str, agent_spec: str) -> tuple[float, int]:
    """Return (nodes of a second, depth reached) of a search from the start with nothing known before."""
    game = lanista.load_game(spec)
    agent = search_agent(f"{agent_spec},time={SEARCH_SECONDS}", game)
    state = game.initial_state(seed=1)
    best, depth = 0.0, 0
    for _ in range(ROUNDS):
        agent.begin(game, 0, seed=1)
        took = seconds(lambda: agent.choose(state, 0, UNLIMITED))
        best = max(best, found(agent).nodes / took)
        depth = max(depth, found(agent).depth)
    return best, depth


def print_nodes() -> None:
    print(f"| {SEARCH_SECONDS} s from the start | agent | basic, M nodes/s | depth | better, M nodes/s | depth |")
    print("|---|---|---:|---:|---:|---:|")
    for spec, agent in NODES_A_SECOND.items():
        depth = ",depth=0" if agent == "minimax" else ""
        row = []
        for evaluation in ("basic", "better"):
            if evaluation in lanista.load_game(spec).evaluations:
                rate, reached = nodes_a_second(spec, f"{agent}:evaluation={evaluation}{depth}")
                row += [f"{rate / 1e6:.1f}", str(reached)]
            else:
                row += ["", ""]
        print(f"| {spec} | {agent} | {' | '.join(row)} |", flush=True)
    print()


def mean_branching(state: lanista.State, depth: int, rng: random.Random) -> float:
    """Return b such that b ** depth positions lie `depth` plies below: an estimate by Knuth's method.

    The product of the numbers of legal actions along a random line is on average the number of lines of that length
    (Knuth, Estimating the efficiency of backtrack programs, 1975); lines that end before count as none.
    """
    total = 0
    for _ in range(RANDOM_LINES):
        product, at = 1, state
        for _ in range(depth):
            if at.is_terminal:
                product = 0
                break
            actions = at.legal_actions()
            product *= len(actions)
            at = at.child(actions[int(rng.random() * len(actions))])
        total += product
    return math.pow(total / RANDOM_LINES, 1 / depth)


def minimal_leaves(branching: float, depth: int) -> float:
    """Return the leaves that alpha-beta visits in a perfectly ordered tree (Knuth and Moore 1975)."""
    return float(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def tree_ratios(spec: str, evaluation: str, depth: int) -> Iterator[tuple[float, float, float]]:
    """Yield (b, nodes to minimal leaves, nodes to all positions of the minimal tree) for each opening."""
    game = lanista.load_game(spec)
    rng = random.Random(1)
    agent = search_agent(f"alphabeta:depth={depth},evaluation={evaluation}", game)
    for opening in match_starts(game, OPENINGS, seed=1):
        agent.begin(game, 0, seed=1)
        agent.choose(opening.state, opening.state.current_player, UNLIMITED)
        report = found(agent)
        if report.outcome is not None or report.depth < depth:
            continue  # a win within the depth is found with few nodes: no tree to compare with
        b = mean_branching(opening.state, depth, rng)
        whole = 1 + sum(minimal_leaves(b, ply) for ply in range(1, depth + 1))
        yield b, report.last_nodes / minimal_leaves(b, depth), report.last_nodes / whole


def geometric_mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def print_trees() -> None:
    print("| last iteration | evaluation | depth | openings | mean b | nodes / leaves | nodes / whole tree |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for spec, depths in TREE_DEPTHS.items():
        for evaluation in ("basic", "better"):
            if evaluation not in lanista.load_game(spec).evaluations:
                continue
            for depth in depths:
                ratios = list(tree_ratios(spec, evaluation, depth))
                means = " | ".join(f"{geometric_mean(list(column)):.2f}" for column in zip(*ratios, strict=True))
                print(f"| {spec} | {evaluation} | {depth} | {len(ratios)} | {means} |", flush=True)
    print()


def print_matrix_games() -> None:
    rng = random.Random(1)
    games = [[[rng.uniform(-1, 1) for _ in range(5)] for _ in range(5)] for _ in range(MATRICES)]

    def solve() -> None:
        for game in games:
            _native.solve_matrix_game(game)

    best = min(seconds(solve) for _ in range(ROUNDS))
    print("| 5 x 5 matrix game, from Python | us |\n|---|---:|")
    print(f"| `solve_matrix_game(rows)` | {best / MATRICES * 1e6:.2f} |\n")


def main() -> None:
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print_machine()
    print_mcts()
    print_nodes()
    print_trees()
    print_matrix_games()


if __name__ == "__main__":
    main()

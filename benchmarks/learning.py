"""What the learners do: speed beside a dictionary in Python, and how far they get. Prints Markdown.

    .venv/bin/python benchmarks/learning.py STUDY

docs/LEARNING.md keeps a run of each study: speed and nim (seconds), connect (a quarter of an hour), droids (half an
hour). All chance is seeded; what trains for a time depends on the machine.
"""

from __future__ import annotations

import argparse
import datetime
import random
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from speed import print_machine

import lanista
from lanista.agents.oracle import OracleAgent
from lanista.agents.qlearning import QLearningAgent
from lanista.arena.match import MatchPlan, play_match, summarize
from lanista.games.base import State
from lanista.training.trainer import Opponent, Trainer, Training
from tests.reference import q_learning
from tests.reference.nim import Nim

HANDOUT = {"win": 1000.0, "gamma": 0.9, "alpha": 1.0, "exploration": "random"}
SEEDS = 20
# Connect-k, from the one that is exact at once to the game of the shops.
BOARDS = ((3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (7, 6, 4))
CONNECT_EPISODES = (100_000, 1_000_000, 10_000_000)
DROID_SEEDS = 5
DROID_SECONDS = 180.0
SHOOTER = str(Path(__file__).resolve().parents[1] / "examples" / "shooter_bot.py")


def learner(game: str, **parameters: object) -> QLearningAgent:
    return QLearningAgent(lanista.load_game(game), **parameters)


def train(agent: QLearningAgent, games: int, seed: int = 0, first: int = 0, **arguments: Any) -> None:
    starts = [agent.game.initial_state()]
    agent.learner.learn(starts, games, seed=seed, first=first, total=first + games, **arguments)


def timed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


class PythonNumbers:
    """Python's own random numbers, as a dictionary version would use them."""

    def __init__(self) -> None:
        self._random = random.Random(1)

    def below(self, bound: int) -> int:
        return int(self._random.random() * bound)


def dictionary_rate(games: int) -> float:
    reference = q_learning.SelfPlay(Nim(piles=(3, 4, 5)), alpha=1, gamma=0.9, win=1000)
    numbers = PythonNumbers()

    def work() -> None:
        for _ in range(games):
            reference.learn(q_learning.at_random, numbers)

    return games / timed(work)


def native_rate(games: int) -> float:
    agent = learner("nim", **HANDOUT, encoding="full")
    return games / timed(lambda: train(agent, games))


def speed() -> None:
    """Games a second on one core, in turns with the dictionary of tests/reference."""
    print("| | games a second | rounds a second |\n|---|---:|---:|")
    best = {"python": 0.0, "native": 0.0}
    for _ in range(3):
        best["python"] = max(best["python"], dictionary_rate(10_000))
        best["native"] = max(best["native"], native_rate(1_000_000))
    for name, rate in best.items():
        print(f"| nim 3-4-5, two players, {name} | {rate:,.0f} | |")
    print(f"| ratio | {best['native'] / best['python']:.0f} | |")
    first = learner("droid_battle", versus=True)
    train(first, 50_000, opponent="random")
    for name, opponent in (("random", "random"), ("a frozen learner", first.learner)):
        fastest = (0.0, 0.0)
        for _ in range(3):
            agent = learner("droid_battle", versus=True)
            games = 100_000
            began = time.process_time()
            tally = agent.learner.learn([agent.game.initial_state()], games, opponent=opponent, total=games)
            took = time.process_time() - began
            fastest = max(fastest, (tally.moves / took, games / took))
        print(f"| droid_battle against {name} | {fastest[1]:,.0f} | {fastest[0]:,.0f} |")


def nim() -> None:
    """Games of random play until every value of 3-4-5 is exact to 1e-9, full positions and canonical ones."""
    truth = q_learning.exact(Nim(piles=(3, 4, 5)), gamma=0.9, win=1000)
    game = lanista.load_game("nim")
    states = [game.parse_position(Nim(piles=(3, 4, 5)).position(state)) for state in {state for state, _ in truth}]
    expected = {
        state: [truth[(state.piles, state.mover), action] for action in state.legal_actions()]  # type: ignore[attr-defined]
        for state in states
    }
    print("| positions | seeds | fewest games | median | most |\n|---|---:|---:|---:|---:|")
    for encoding in ("full", "canonical"):
        needed = []
        for seed in range(SEEDS):
            agent, games = learner("nim", **HANDOUT, encoding=encoding), 0
            while not all(_close(agent.values(state, 0), expected[state]) for state in states):
                train(agent, 500, seed, games)
                games += 500
            needed.append(games)
        needed.sort()
        print(f"| {encoding} | {SEEDS} | {needed[0]:,} | {needed[SEEDS // 2]:,} | {needed[-1]:,} |")


def _close(values: Iterable[float], expected: Iterable[float]) -> bool:
    return all(abs(value - truth) <= 1e-9 for value, truth in zip(values, expected, strict=True))


def connect() -> None:
    """How far two-player Q-learning gets on Connect-k: how often its choice is perfect, beside the oracle."""
    print("| board | connect | games | states | seconds | perfect choices | of them where it matters | known |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for width, height, connected in BOARDS:
        game = lanista.load_game("connect_four", width=width, height=height, connect=connected)
        positions = list(_positions(game, 300))
        agent, games, seconds = QLearningAgent(game, last_epsilon=0.2, memory_mb=6144), 0, 0.0
        oracle = OracleAgent(game, time=1.0)
        truths = {state: oracle.analyze(state) for state in positions}
        solved = {state: truth for state, truth in truths.items() if truth.proved}
        for goal in CONNECT_EPISODES:
            began = time.perf_counter()
            train(agent, goal - games, first=games)
            seconds += time.perf_counter() - began
            games = goal
            right = matters = right_there = known = 0
            for state, truth in solved.items():
                chances = agent.strategy(state, state.current_player)
                known += bool(chances)
                action = state.legal_actions()[chances.index(max(chances)) if chances else 0]
                outcomes = {move.action: move.outcome for move in truth.moves}
                perfect = outcomes[action] == truth.outcome
                right += perfect
                if len(set(outcomes.values())) > 1:
                    matters += 1
                    right_there += perfect
            print(
                f"| {width} x {height} | {connected} | {games:,} | {agent.learner.states:,} | {seconds:.1f} | "
                f"{right / len(solved):.1%} of {len(solved)} | {right_there / max(matters, 1):.1%} of {matters} | "
                f"{known / len(solved):.1%} |",
                flush=True,
            )


def _positions(game: lanista.Game, count: int) -> Iterable[State]:
    """Yield different open positions of random games."""
    rng = random.Random(1)
    found: dict[State, None] = {}
    for _ in range(20 * count):
        state = game.initial_state()
        for _ in range(rng.randrange(game.max_length)):
            child = state.child(rng.choice(state.legal_actions()))
            if child.is_terminal:
                break
            state = child
        found[state] = None
        if len(found) == count:
            break
    return found


def droids() -> None:
    """Three minutes against a frozen Q agent, for five seeds; then 100 games against it and others."""
    print("| seed | opponent | games | won | drawn | lost |\n|---:|---|---:|---:|---:|---:|")
    exploited = []
    for seed in range(DROID_SEEDS):
        frozen = learner("droid_battle", versus=True)
        _train_for(frozen, "random", None, DROID_SECONDS / 3, 1000 + seed)
        agent = learner("droid_battle", versus=True)
        before = _exploitability(agent)
        _train_for(agent, "a frozen learner", frozen, DROID_SECONDS, seed)
        exploited.append((seed, before, _exploitability(frozen), _exploitability(agent)))
        starts = [agent.game.initial_state()]
        tally = agent.learner.play(starts, 100, frozen.learner, seed=seed)
        print(f"| {seed} | the frozen learner | 100 | {tally.wins} | {tally.draws} | {tally.losses} |", flush=True)
        for rival in ("random", SHOOTER, "minimax:depth=3", "equilibrium"):
            wins, draws, losses = _match(agent, rival, seed)
            print(f"| {seed} | {Path(rival).name} | 100 | {wins} | {draws} | {losses} |", flush=True)
    print("\n| seed | exploitability, untrained | of the frozen learner | after the training |\n|---:|---:|---:|---:|")
    for seed, *values in exploited:
        print(f"| {seed} | {' | '.join(f'{value:.3f}' for value in values)} |")


def _train_for(agent: QLearningAgent, name: str, rival: QLearningAgent | None, seconds: float, seed: int) -> None:
    other = rival or lanista.load_agent("random", agent.game)
    trainer = Trainer(agent, Opponent(agent.game, other, seed), Training(name, seed))
    for _ in trainer.run(seconds=seconds):
        pass


def _exploitability(agent: QLearningAgent) -> float:
    return lanista.exploitability(agent, agent.game).value


def _match(agent: QLearningAgent, rival: str, seed: int) -> tuple[int, int, int]:
    """Play 100 games from the fixed start, each side 50 times."""

    def load(spec: str, game: lanista.Game) -> object:
        return agent if spec == "learner" else lanista.load_agent(spec, game)

    plan = MatchPlan(agent.game, ("learner", rival), 100, seed, opening_plies=0)
    summary = summarize(list(play_match(plan, load)))  # type: ignore[arg-type]
    return summary.wins, summary.draws, summary.losses


STUDIES = {"speed": speed, "nim": nim, "connect": connect, "droids": droids}


def main() -> None:
    parser = argparse.ArgumentParser(description="what the learners do")
    parser.add_argument("study", choices=STUDIES)
    study = parser.parse_args().study
    print(f"{datetime.date.today()}, Lanista {lanista.__version__}: `learning.py {study}`\n")
    print_machine()
    print()
    began = time.perf_counter()
    STUDIES[study]()
    print(f"\nIn all {time.perf_counter() - began:.0f} s.")


if __name__ == "__main__":
    main()

"""How strong the searches are: matches between agents, every start from both sides. Prints Markdown.

    .venv/bin/python benchmarks/strength.py STUDY [--jobs N] [--share S] [--game GAME] [--time SECONDS]

docs/STRENGTH.md keeps a run of each study. All chance is seeded, so that matches between agents that time does not
bound come out the same again; --share plays that part of the games, for a first look. Scores are A's; intervals are at
95 %, over pairs of games from the same start (lanista.arena.ratings).
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import shlex
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import lanista
from lanista.arena.match import MatchPlan, Summary, play_match, summarize
from lanista.arena.openings import DEFAULT_PLIES
from lanista.arena.ratings import fit_ratings

SEED = 1
SHOOTER = str(Path(__file__).resolve().parents[1] / "examples" / "shooter_bot.py")

# The agents that might be the best of a game, at equal time a move.
IN_TURNS = ("alphabeta", "mcts", "mcts:rave=true", "mcts:playouts=guided", "mcts:playout_plies=4")
# Where the game says which moves are noisy.
NOISY = (*IN_TURNS, "alphabeta:quiescence=true")
CANDIDATES = {
    "breakthrough": NOISY,
    "breakthrough:rows=8,cols=8": NOISY,
    "mancala": NOISY,
    "connect_four": IN_TURNS,
    "einstein": NOISY,
    "colosseum": IN_TURNS,
    "nim:piles=5-6-7-8": IN_TURNS,
    "droid_battle": (
        "minimax:depth=0",
        "minimax:depth=0,assume=pessimistic",
        "minimax:depth=0,assume=optimistic",
        "mcts",
        "mcts:playout_plies=4",
        "mcts:selection=ucb1",
        "mcts:selection=ucb1_tuned,playout_plies=4",
        "equilibrium",
    ),
}


@dataclass(frozen=True)
class Duel:
    """A match to be played; of games that repeat no start, there may be fewer starts than asked for."""

    game: str
    a: str
    b: str
    games: int
    opening_plies: int = DEFAULT_PLIES
    repeats: bool = True  # whether the same start may come up again: no, where both agents always play the same

    def plan(self, share: float) -> MatchPlan:
        pairs = max(1, round(self.games * share / 2))
        plan = MatchPlan(lanista.load_game(self.game), (self.a, self.b), 2 * pairs, SEED, self.opening_plies)
        distinct = len({start.state for start in plan.starts()})
        return plan if self.repeats else replace(plan, games=2 * min(pairs, distinct))


def play(plan: MatchPlan, jobs: int) -> Summary:
    """Play a match; a game that an agent lost by a failure of its own ends the study."""
    results = []
    for result in play_match(plan, lanista.load_agent, jobs=jobs):
        if result.record.failure is not None:
            raise SystemExit(f"{result.record.failure.message}\nagain: {result.record.command}")
        results.append(result)
        if sys.stderr.isatty():
            print(f"\r{len(results)} of {plan.games} games\033[K\r", end="", file=sys.stderr)
    return summarize(results)


def play_duels(duels: Iterable[Duel], jobs: int, share: float) -> None:
    """Play matches and print a line for each."""
    print("| game | A | B | games | score | 95 % | s |\n|---|---|---|---:|---:|---:|---:|")
    for duel in duels:
        began = time.perf_counter()
        result = play(duel.plan(share), jobs)
        estimate = result.estimate
        interval = f"{estimate.score_low:.1%} .. {estimate.score_high:.1%}"
        names = " | ".join(Path(agent).name for agent in (duel.a, duel.b))
        took = time.perf_counter() - began
        print(
            f"| {duel.game} | {names} | {result.games} | {estimate.score:.1%} | {interval} | {took:.0f} |", flush=True
        )


def deeper() -> list[Duel]:
    """Two plies more against two plies less; one ply against none."""
    duels = [
        Duel(game, f"alphabeta:depth={depth + 2}", f"alphabeta:depth={depth}", 600 if depth < 5 else 300, repeats=False)
        for game in ("mancala", "breakthrough")
        for depth in range(1, 7)
    ]
    in_turns = ("mancala", "breakthrough", "connect_four", "colosseum", "einstein", "nim:piles=5-6-7-8")
    duels += [Duel(game, "alphabeta:depth=1", "random", 400) for game in in_turns]
    return [*duels, Duel("droid_battle", "minimax:depth=1", "random", 400)]


def evaluators() -> list[Duel]:
    """The better evaluator against the basic one, equally deep."""
    boards = ("mancala", "mancala:houses=4,seeds=3", "breakthrough", "breakthrough:rows=8,cols=8")
    return [
        Duel(
            board,
            f"alphabeta:depth={depth},evaluation=better",
            f"alphabeta:depth={depth},evaluation=basic",
            600,
            opening_plies=6 if board == "mancala:houses=4,seeds=3" else DEFAULT_PLIES,
            repeats=False,
        )
        for board in boards
        for depth in range(1, 6)
    ]


def enhancements() -> list[Duel]:
    """RAVE and progressive pruning, each against plain UCT, at equal simulations and at equal time."""
    return [
        Duel(game, f"mcts:{limit},{enhancement}=true", f"mcts:{limit}", games)
        for game in ("einstein", "breakthrough", "colosseum:size=6")
        for enhancement in ("rave", "pruning")
        for limit, games in (("simulations=2000", 240), ("time=0.03", 120))
    ]


def einstein() -> list[Duel]:
    """Half a second a move against the homework's greedy baseline."""
    return [Duel("einstein", f"{agent}:time=0.5", "ewn_greedy", 130) for agent in ("alphabeta", "mcts")]


def droids() -> list[Duel]:
    """Mixed minimax from the fixed start against a random player and one that shoots when it can."""
    return [Duel("droid_battle", "minimax:assume=mixed,depth=3", b, 1000, opening_plies=0) for b in ("random", SHOOTER)]


STUDIES: dict[str, Callable[[], list[Duel]]] = {
    "deeper": deeper,
    "evaluators": evaluators,
    "enhancements": enhancements,
    "einstein": einstein,
    "droids": droids,
}


def timed(agent: str, seconds: float) -> str:
    return f"{agent}{',' if ':' in agent else ':'}time={seconds:g}"


def find_best(game: str, seconds: float, games: int, jobs: int) -> None:
    """Play a round robin of a game's candidates at equal time a move; print who scored what, and ratings."""
    began = time.perf_counter()
    agents = CANDIDATES[game]
    scores: dict[tuple[str, str], float] = {}
    results = []
    for a, b in itertools.combinations(agents, 2):
        plan = Duel(game, timed(a, seconds), timed(b, seconds), games).plan(1)
        summary = play(plan, jobs)
        score = summary.estimate.score
        scores[a, b], scores[b, a] = score, 1 - score
        results.append((a, b, score * summary.games, float(summary.games)))
    ratings = fit_ratings(results)
    print(f"\n### {game}\n\n{seconds:g} s a move, {games} games a pairing, {time.perf_counter() - began:.0f} s.\n")
    print(f"| | agent | Elo | 95 % | score | {' | '.join(map(str, range(1, len(ratings) + 1)))} |")
    print(f"|---:|---|---:|---:|---:|{'---:|' * len(ratings)}")
    for rank, (agent, rating) in enumerate(ratings.items(), 1):
        cells = " | ".join(f"{scores[agent, other]:.0%}" if other != agent else "" for other in ratings)
        interval = f"{rating.elo_low:+.0f} .. {rating.elo_high:+.0f}"
        score = rating.points / rating.games
        print(f"| {rank} | {agent} | {rating.elo:+.0f} | {interval} | {score:.0%} | {cells} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how strong the searches are; prints Markdown.")
    parser.add_argument("study", choices=[*STUDIES, "best"])
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the games")
    parser.add_argument("--share", type=float, default=1, help="part of the games to play")
    parser.add_argument("--game", choices=list(CANDIDATES), help="best: this game only")
    parser.add_argument("--time", type=float, default=0.03, help="best: seconds a move")
    parser.add_argument("--games", type=int, default=24, help="best: games a pairing")
    options = parser.parse_args()
    print(f"{datetime.date.today()}, Lanista {lanista.__version__}: `{shlex.join(['strength.py', *sys.argv[1:]])}`\n")
    began = time.perf_counter()
    if options.study == "best":
        for game in [options.game] if options.game else CANDIDATES:
            find_best(game, options.time, 2 * max(1, round(options.games * options.share / 2)), options.jobs)
    else:
        play_duels(STUDIES[options.study](), options.jobs, options.share)
    print(f"\nIn all {time.perf_counter() - began:.0f} s.")


if __name__ == "__main__":
    main()

"""The agent that a teacher would show, on each course, against the sample submissions. Prints Markdown.

    .venv/bin/python benchmarks/courses.py COURSE [--seconds S] [--games N] [--jobs N] [--against TEXT]

docs/STRENGTH.md keeps a run. --seconds: of our agent's moves; --games: a pairing; --against: only those with this in
their name. The course's own limits hold for both sides. Scores are ours; intervals are at 95 %, over pairs of games
from the same start.
"""

from __future__ import annotations

import argparse
import datetime
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import lanista
from lanista.arena.match import GameResult, MatchPlan, play_match, summarize
from lanista.courses import find_course

SEED = 1
SUBMISSIONS = Path(__file__).resolve().parents[1] / "tests" / "submissions"


@dataclass(frozen=True)
class Contest:
    """Games between ours and another agent, as many on each of the boards."""

    course: str
    boards: tuple[str, ...]
    ours: str
    other: str
    games: int

    @property
    def name(self) -> str:
        return self.other.replace(f"{SUBMISSIONS / self.course}/", "./")

    def results(self, jobs: int) -> Iterator[GameResult]:
        course = find_course(self.course)
        pairs = max(1, round(self.games / len(self.boards) / 2))
        for at, board in enumerate(self.boards):
            game = lanista.load_game(board)
            plan = MatchPlan(game, (self.ours, self.other), 2 * pairs, SEED + at, limits=course.limits, policy=course)
            for result in play_match(plan, lanista.load_agent, jobs=jobs):
                yield replace(result, number=result.number + 2 * pairs * at)


def samples(course: str, *endings: str) -> list[str]:
    """Return the specs of a course's honest sample submissions, one for each ending."""
    folders = sorted(path for path in (SUBMISSIONS / course).iterdir() if path.is_dir() and path.name != "broken")
    return [f"{course}@{folder}{ending}" for folder in folders for ending in endings]


def colosseum(seconds: float, games: int) -> list[Contest]:
    boards = tuple(f"colosseum:size={size}" for size in range(5, 12))
    others = ["random_agent", *samples("colosseum", "")]
    return [Contest("colosseum", boards, f"best:time={seconds}", other, games) for other in others]


def ewn(seconds: float, games: int) -> list[Contest]:
    others = ("ewn_greedy", "ewn_conservative")
    return [Contest("ewn", ("einstein",), f"best:time={seconds}", other, games) for other in others]


def cs63(seconds: float, games: int) -> list[Contest]:
    others = ["random", *samples("cs63", ":PruningPlayer:depth=4,evaluation=basic")]
    boards = ("mancala", "breakthrough")
    return [Contest("cs63", (board,), f"best:time={seconds}", other, games) for board in boards for other in others]


def r2d2(seconds: float, games: int) -> list[Contest]:
    del seconds
    others = ["random", *samples("r2d2", "/r2d2_hw3.py:QAgent", "/r2d2_hw3.py:MinimaxAgent")]
    return [Contest("r2d2", find_course("r2d2").played(), "equilibrium", other, games) for other in others]


COURSES = {
    "colosseum": (colosseum, 0.2, 200),
    "ewn": (ewn, 1.0, 200),
    "cs63": (cs63, 0.5, 40),
    "r2d2": (r2d2, 0.0, 200),
}


def play(contest: Contest, jobs: int) -> str:
    """Play a contest; return its line of the table."""
    began = time.perf_counter()
    results = []
    for result in contest.results(jobs):
        results.append(result)
        if sys.stderr.isatty():
            print(f"\r{contest.name}: {len(results)} games\033[K\r", end="", file=sys.stderr)
    found = summarize(results)
    failures = sum(result.record.failure is not None for result in results)
    boards = contest.boards[0] if len(contest.boards) == 1 else f"{contest.boards[0]} .. {contest.boards[-1]}"
    estimate = found.estimate
    interval = f"{estimate.score_low:.1%} .. {estimate.score_high:.1%}"
    counts = f"{found.wins} / {found.draws} / {found.losses}"
    took = time.perf_counter() - began
    return (
        f"| {boards} | {contest.ours} | {contest.name} | {found.games} | {counts} | {estimate.score:.1%} | {interval} "
        f"| {failures} | {took:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure our agents on the courses; prints Markdown.")
    parser.add_argument("course", choices=list(COURSES))
    parser.add_argument("--seconds", type=float, help="of each of our agent's moves")
    parser.add_argument("--games", type=int, help="games a pairing")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the games")
    parser.add_argument("--against", default="", help="only opponents with this in their name")
    options = parser.parse_args()
    make, seconds, games = COURSES[options.course]
    print(f"{datetime.date.today()}, Lanista {lanista.__version__}: `{shlex.join(['courses.py', *sys.argv[1:]])}`\n")
    print("| boards | ours | against | games | won / drawn / lost | score | 95 % | failures | s |")
    print("|---|---|---|---:|---:|---:|---:|---:|---:|")
    contests = make(options.seconds or seconds, options.games or games)
    for contest in contests:
        if options.against in contest.name:
            print(play(contest, options.jobs), flush=True)


if __name__ == "__main__":
    main()

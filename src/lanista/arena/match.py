"""A match: many games between two agents, every start played from both sides.

Game 2k and game 2k + 1 are a pair: they begin at the same start, in the first agent A is player 0, in the second agent
B. All chance follows from the match's seed and the game's number, so that the games are the same however many processes
share them and in whatever order they are played (for agents that time does not bound).
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Container, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from lanista.agents.base import Agent
from lanista.arena.openings import DEFAULT_PLIES, Opening, match_starts
from lanista.arena.ratings import MatchEstimate, match_interval
from lanista.arena.record import Record
from lanista.arena.referee import NO_LIMITS, Limits, Policy, play_game
from lanista.errors import LanistaError, ParameterError
from lanista.games.base import Game
from lanista.seeding import derive_seed

AgentLoader = Callable[[str, Game], Agent]
MAX_GAMES = 10_000_000


class WorkerDiedError(LanistaError):
    """A process that played games was ended from within or from outside."""


@dataclass(frozen=True)
class MatchPlan:
    """What is to be played. The number of games is even: every start is played from both sides."""

    game: Game
    agents: tuple[str, str]  # specs of A and B
    games: int
    seed: int
    opening_plies: int = DEFAULT_PLIES
    limits: Limits = NO_LIMITS
    policy: Policy | None = None  # a competition's way with failures (that can be pickled); None: they lose the game

    def __post_init__(self) -> None:
        if not 2 <= self.games <= MAX_GAMES or self.games % 2 != 0:
            raise ParameterError(
                f"games must be an even number from 2 to {MAX_GAMES}, every start from both sides, got {self.games}"
            )
        if not 0 <= self.opening_plies <= 1000:
            raise ParameterError(f"opening plies must be 0 to 1000, got {self.opening_plies}")

    def starts(self) -> list[Opening]:
        """Return the start of each pair."""
        return match_starts(self.game, self.games // 2, self.seed, self.opening_plies)


@dataclass(frozen=True)
class GameResult:
    """One finished game of a match. first: "A" or "B", who was player 0; points: A's, 1, 0.5 or 0."""

    number: int
    first: str
    points: float
    record: Record


@dataclass(frozen=True)
class Summary:
    """A match's result so far, from A's view."""

    wins: int
    draws: int
    losses: int
    estimate: MatchEstimate
    move_times: tuple[float, float]  # mean seconds by the wall clock a move takes A and B

    @property
    def games(self) -> int:
        """How many games are finished."""
        return self.wins + self.draws + self.losses


def play_number(plan: MatchPlan, starts: list[Opening], load: AgentLoader, number: int) -> GameResult:
    """Play one game of a match. What agents print goes to standard error: standard output is for results."""
    specs = plan.agents if number % 2 == 0 else plan.agents[::-1]
    seed = derive_seed(plan.seed, "game", number)
    with contextlib.redirect_stdout(sys.stderr):
        agents = [load(spec, plan.game) for spec in specs]
        record = play_game(plan.game, agents, starts[number // 2].state, seed, plan.limits, policy=plan.policy)
    side = number % 2
    return GameResult(number, "AB"[side], (record.returns[side] + 1) / 2, record)


def play_match(
    plan: MatchPlan, load: AgentLoader, *, jobs: int = 1, done: Container[int] = frozenset()
) -> Generator[GameResult]:
    """Play a match's games but those already `done`, and yield each as it is finished.

    jobs: processes to share them among; 1 plays them in this one. load: makes an agent from its spec (a function that
    other processes can import). Closing the iterator ends the processes.
    """
    numbers = [number for number in range(plan.games) if number not in done]
    if jobs == 1:
        starts = plan.starts()
        for number in numbers:
            yield play_number(plan, starts, load, number)
    else:
        yield from _play_in_processes(plan, load, numbers, jobs)


def summarize(results: Iterable[GameResult]) -> Summary:
    """Return the result of the games so far, at least one; the interval is over pairs of the same start."""
    pairs: dict[int, list[float]] = defaultdict(list)
    points: list[float] = []
    times: tuple[list[float], list[float]] = ([], [])
    for result in results:
        points.append(result.points)
        pairs[result.number // 2].append(result.points)
        for move in result.record.moves:
            times[(move.player + (result.first == "B")) % 2].append(move.wall)
    return Summary(
        wins=points.count(1),
        draws=points.count(0.5),
        losses=points.count(0),
        estimate=match_interval([sum(pair) / len(pair) for pair in pairs.values()]),
        move_times=(_mean(times[0]), _mean(times[1])),
    )


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


@dataclass
class _Worker:
    """What a worker process holds for all the games that it plays."""

    plan: MatchPlan
    load: AgentLoader
    starts: list[Opening]


_worker: _Worker | None = None


def _start_worker(plan: MatchPlan, load: AgentLoader) -> None:
    global _worker  # noqa: PLW0603  (the pool's processes have no other place for it)
    # The interrupt of a terminal reaches the whole group; the parent process decides what ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker = _Worker(plan, load, plan.starts())


def _end_with_parent() -> None:
    """End this process when the one that shares out the games is no more; by itself it would wait for games forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play_in_worker(number: int) -> GameResult:
    assert _worker is not None
    return play_number(_worker.plan, _worker.starts, _worker.load, number)


def _play_in_processes(plan: MatchPlan, load: AgentLoader, numbers: list[int], jobs: int) -> Generator[GameResult]:
    pool = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_start_worker, initargs=(plan, load)
    )
    waiting = iter(numbers)
    running: set[Future[GameResult]] = set()
    try:
        while True:
            # A few games more than processes, so that none waits for us.
            while len(running) < 4 * jobs and (number := next(waiting, None)) is not None:
                running.add(pool.submit(_play_in_worker, number))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    except BrokenProcessPool as error:
        raise WorkerDiedError("a process that played games was ended, perhaps by an agent's own code") from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.kill()

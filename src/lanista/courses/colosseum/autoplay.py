"""Autoplay: many games between two agents, the sides swapped every run, and who won how often."""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from lanista.arena.record import Failure, Record
from lanista.arena.referee import Session
from lanista.courses.colosseum.course import ColosseumCourse
from lanista.courses.colosseum.players import Contestant
from lanista.courses.colosseum.starts import original_start
from lanista.games.base import PLAYER_LETTERS, State
from lanista.games.spec import load_game
from lanista.seeding import derive_seed

_SHOWN_EVERY = 0.2  # seconds between signs of life


@dataclass
class Tally:
    """What became of one player's games."""

    wins: int = 0
    ties: int = 0
    losses: int = 0
    seconds: float = 0.0
    """Of thinking, over all games."""
    failures: Counter[str] = field(default_factory=Counter)
    """How many moves a random walk replaced, by what was wrong with them."""
    lost_games: Counter[str] = field(default_factory=Counter)
    """How many games a failure ended, by its kind."""
    first_failure: Failure | None = None

    def add(self, record: Record, player: int) -> None:
        """Count a game in which it was player 0 or 1."""
        result = record.returns[player]
        self.wins += result > 0
        self.ties += result == 0
        self.losses += result < 0
        for move in record.moves:
            if move.player == player:
                self.seconds += move.wall
                if move.forgiven is not None:
                    self._note(self.failures, move.forgiven)
        if record.failure is not None and record.failure.player == player:
            self._note(self.lost_games, record.failure)

    def _note(self, counter: Counter[str], failure: Failure) -> None:
        counter[failure.kind] += 1
        self.first_failure = self.first_failure or failure

    def win_percentage(self, tie_counts: float) -> float:
        """Return the share of games won, each tie counted as so much."""
        games = self.wins + self.ties + self.losses
        return (self.wins + tie_counts * self.ties) / games


class Autoplay:
    """Runs between player_1 and player_2, the second first in the first run, on boards of random sizes.

    sizes: as range() takes them. is_original: ties count, and starts are drawn, as in the original program.
    """

    is_original = False

    def __init__(
        self, contestants: tuple[Contestant, Contestant], runs: int, sizes: tuple[int, int], seed: int
    ) -> None:
        self.contestants = contestants
        self.tallies = (Tally(), Tally())
        self.runs = runs
        self.sizes = sizes
        self.seed = seed
        self.played = 0

    def check(self) -> None:
        """Refuse agents that cannot play by themselves."""
        game = load_game("colosseum", size=self.sizes[0])
        for contestant in self.contestants:
            contestant.check_autoplay(game)

    def play(self) -> None:
        """Play the runs."""
        shown = time.monotonic()
        is_watched = sys.stderr.isatty()
        for run in range(self.runs):
            self._play_one(run)
            self.played += 1
            if is_watched and time.monotonic() - shown > _SHOWN_EVERY:
                shown = time.monotonic()
                print(f"\r{self.played} of {self.runs} games", end="", file=sys.stderr, flush=True)
        if is_watched:
            print(f"\r{'':40}\r", end="", file=sys.stderr, flush=True)

    def _play_one(self, run: int) -> None:
        seed = derive_seed(self.seed, "run", run)
        start, is_swapped = self._start(seed, is_swapped=run % 2 == 0)
        sides = (1, 0) if is_swapped else (0, 1)  # whose contestant is player 0, and player 1
        agents = [self.contestants[who].make(start.game) for who in sides]
        course = ColosseumCourse()
        session = Session(start.game, agents, start, seed, course.limits, policy=course)
        while not session.is_over:
            session.step()
        record = session.finish()
        for player, who in enumerate(sides):
            self.tallies[who].add(record, player)

    def _start(self, seed: int, *, is_swapped: bool) -> tuple[State, bool]:
        """Return a run's start, and whether player_2 begins."""
        size = random.Random(derive_seed(seed, "size")).randrange(*self.sizes)
        seed = derive_seed(seed, "start")
        if self.is_original:
            return original_start(size, is_swapped, random.Random(seed))
        return load_game("colosseum", size=size).initial_state(seed=seed), is_swapped

    @property
    def _tie_counts(self) -> float:
        return 1.0 if self.is_original else 0.5

    def report(self) -> list[str]:
        """Return the original's two lines (its comma in the second alone included), then what went wrong."""
        lines = []
        for letter, tally, comma in zip(PLAYER_LETTERS, self.tallies, ("", ","), strict=True):
            seconds = f"({round(tally.seconds / self.played, 5)} seconds/game)"
            lines.append(f"Player {letter} win percentage: {tally.win_percentage(self._tie_counts)}{comma} {seconds}")
        for letter, contestant, tally in zip(PLAYER_LETTERS, self.contestants, self.tallies, strict=True):
            who = f"Player {letter} ({contestant.label})"
            if tally.failures:
                lines.append(complaint(who, tally))
            if tally.lost_games:
                lines.append(f"{who}: games lost by a failure: {_kinds(tally.lost_games)}")
            if tally.first_failure is not None:
                failure = tally.first_failure
                lines += [f"  the first: {failure.kind}: {failure.message}", f"  at position {failure.position}"]
        return lines

    def as_json(self) -> str:
        """Return the results as one line of JSON."""
        players = [
            {
                "player": letter,
                "agent": contestant.label,
                "wins": tally.wins,
                "ties": tally.ties,
                "losses": tally.losses,
                "win_percentage": tally.win_percentage(self._tie_counts),
                "seconds_per_game": tally.seconds / self.played,
                "random_walks": dict(tally.failures),
                "lost_by_failure": dict(tally.lost_games),
            }
            for letter, contestant, tally in zip(PLAYER_LETTERS, self.contestants, self.tallies, strict=True)
        ]
        return json.dumps(
            {"games": self.played, "seed": self.seed, "sizes": list(range(*self.sizes)), "players": players}
        )


def complaint(who: str, tally: Tally) -> str:
    """Return how many of a player's moves failed, and how."""
    return f"{who}: failed moves, a random walk played instead of each: {_kinds(tally.failures)}"


def _kinds(counter: Counter[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(counter.items()))

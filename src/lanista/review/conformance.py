"""Whether an agent keeps to the rules and the clock: a few games against random play, and all that went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

from lanista.agents.base import Agent, Player
from lanista.arena.openings import DEFAULT_PLIES, match_starts
from lanista.arena.record import Failure, Move, Record
from lanista.arena.referee import NO_LIMITS, Limits, Policy, play_game
from lanista.games.base import Game
from lanista.seeding import derive_seed


@dataclass(frozen=True)
class Mistake:
    """Something that an agent did wrong. number: of the game, from 1; command: plays that game again."""

    number: int
    failure: Failure
    is_forgiven: bool
    command: str


@dataclass(frozen=True)
class SlowMove:
    """The move that took longest, in seconds by the wall clock."""

    seconds: float
    position: str
    name: str


@dataclass(frozen=True)
class Conformance:
    """What a check found out. times: seconds by the wall clock of each of the agent's moves."""

    wins: int
    draws: int
    losses: int
    times: tuple[float, ...]
    slowest: SlowMove | None
    mistakes: tuple[Mistake, ...]

    @property
    def conforms(self) -> bool:
        """Whether nothing went wrong."""
        return not self.mistakes

    @property
    def median_time(self) -> float:
        """The median of the times; 0 without a move."""
        return median(self.times) if self.times else 0.0


def play_check(
    game: Game,
    make: Callable[[], Player],
    opponent: Callable[[], Agent],
    games: int,
    seed: int,
    limits: Limits = NO_LIMITS,
    policy: Policy | None = None,
) -> Iterator[Record]:
    """Play an agent against another from both sides of random starts and openings; yield each game's record.

    make, opponent: called once a game. policy: a competition's way with failures; None: the first loses the game.
    """
    starts = match_starts(game, (games + 1) // 2, seed, min(DEFAULT_PLIES, game.max_length // 4))
    for number in range(games):
        players: list[Player] = [make(), opponent()]
        if number % 2 == 1:
            players.reverse()
        own = derive_seed(seed, "check", number)
        yield play_game(game, players, starts[number // 2].state, own, limits, policy=policy)


def judge(game: Game, records: list[Record]) -> Conformance:
    """Return what the records of a check, in the order of play, say about the agent."""
    mistakes: list[Mistake] = []
    times: list[float] = []
    slowest: SlowMove | None = None
    points: list[float] = []
    for number, record in enumerate(records):
        side = number % 2
        points.append(record.returns[side])
        for failure, is_forgiven in _failures(record):
            if failure.player == side:
                mistakes.append(Mistake(number + 1, failure, is_forgiven, record.command))
        for position, move in _moves(game, record):
            if move.player != side:
                continue
            times.append(move.wall)
            if slowest is None or move.wall > slowest.seconds:
                slowest = SlowMove(move.wall, position, move.name)
    wins, losses = sum(point > 0 for point in points), sum(point < 0 for point in points)
    return Conformance(wins, len(points) - wins - losses, losses, tuple(times), slowest, tuple(mistakes))


def _failures(record: Record) -> Iterator[tuple[Failure, bool]]:
    """Yield what went wrong in a game, and whether the game went on."""
    for failure in record.forgiven():
        yield failure, True
    if record.failure is not None:
        yield record.failure, False


def _moves(game: Game, record: Record) -> Iterator[tuple[str, Move]]:
    """Yield the moves of a game with the positions in which they were made."""
    state = game.parse_position(record.start)
    for moves in record.plies():
        for move in moves:
            yield state.position, move
        state = state.child(*(move.action for move in moves))

"""`lanista ewn`: the homework's `game`: two programs, a program and a person, or two people."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from lanista.agents import all_agents
from lanista.agents.base import Agent
from lanista.agents.terminal import Screen, printable
from lanista.arena.record import Record
from lanista.arena.referee import NO_LIMITS, Session
from lanista.courses.command_line import HandoutParser
from lanista.courses.ewn.course import EwnCourse
from lanista.courses.ewn.person import Board, EwnPerson, Paint
from lanista.courses.ewn.talk import EwnProgram, arrangement
from lanista.errors import LanistaError, SpecError, UsageError
from lanista.files import path_spec, writing
from lanista.games.base import Game
from lanista.games.spec import load_game
from lanista.sandbox.verdict import Verdict
from lanista.seeding import check_seed, derive_seed

Load = Callable[..., Agent]
HUMAN = "human"
BASELINES = {"random": "random", "conservative": "ewn_conservative", "greedy": "ewn_greedy"}
SEARCH_SECONDS = 1.0
EXIT_AGENT_FAILED = 1
_MAX_ROUNDS = 100_000
_OPTIONS = ("-f", "-s")
_DESCRIPTION = "EinStein würfelt nicht! (Dame), as the homework's `game` plays it."
_EPILOG = """\
AGENT is an executable, a folder or a zip with a Makefile (make builds it), one
of random, conservative and greedy, or any other agent (lanista agents einstein).
Who is left out is you: the arrow keys choose, Z plays; or type moves like 30.

Example: lanista ewn -f ./agent -s greedy -r 5
Example: lanista ewn -f conservative
"""


@dataclass(frozen=True)
class Match:
    """What is to be played. agents: the specs of -f and -s."""

    agents: tuple[str, str]
    rounds: int
    log: Path | None
    shows_board: bool
    seed: int


def read(words: Sequence[str]) -> Match:
    """Return the match that the words of the command line name; --help prints and ends the program."""
    parser = HandoutParser("ewn", _DESCRIPTION, _EPILOG)
    parser.add_argument("-f", metavar="AGENT", help="who moves first in the first game")
    parser.add_argument("-s", metavar="AGENT", help="who moves second in the first game")
    parser.add_argument("-r", metavar="ROUNDS", type=int, default=10, help="rounds of two games, sides swapped (10)")
    parser.add_argument("-l", metavar="LOG", type=Path, help="write every game's start, moves and result to this file")
    parser.add_argument("-g", type=int, choices=(0, 1), help="1 shows the board (default: only where you play)")
    parser.add_argument(
        "--seed", type=int, help="decides the starts, and the chance of our agents (default: a new one)"
    )
    options = parser.read(words)
    if not 1 <= options.r <= _MAX_ROUNDS:
        raise UsageError(f"-r must be 1 to {_MAX_ROUNDS} rounds, got {options.r}")
    agents = (_spec(options.f), _spec(options.s))
    shows_board = HUMAN in agents if options.g is None else options.g == 1
    seed = secrets.randbits(31) if options.seed is None else check_seed(options.seed)
    return Match(agents, options.r, options.l, shows_board, seed)


def _spec(text: str | None) -> str:
    """Return the spec of what stands after -f or -s; SpecError if it names nothing."""
    if text is None:
        return HUMAN
    if text in BASELINES:
        return BASELINES[text]
    name = text.partition(":")[0]
    if "@" in text or name in all_agents() or name == "exec":
        return text
    path = Path(text)
    if path.exists():
        is_bot = path.suffix == ".py" and not os.access(path, os.X_OK)
        return path_spec(path) if is_bot else f"ewn@{path_spec(path)}"
    if name.endswith(".py"):
        return text
    if path.name in BASELINES:  # the handout's own: ./greedy
        return BASELINES[path.name]
    is_path = "/" in text or path.suffix == ".zip"
    raise SpecError(f"there is no {text}" if is_path else f"unknown agent {text!r}, and no file of that name is here")


def play(match: Match, load: Load, paint: Paint) -> int:
    """Play the match and return the exit status: 1 if a program or an agent failed.

    load: makes an agent from its spec. paint: the board in colour.
    """
    game = load_game("einstein")
    board = Board(paint, is_shown=match.shows_board)
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(_opened(match.log)) if match.log is not None else None
        agents = [_agent(spec, game, load, board) for spec in match.agents]
        for agent in agents:
            if isinstance(agent, EwnProgram):
                stack.callback(agent.end_program)
        table = _Table(match, agents, board, log)
        stack.callback(table.sum_up)
        for number in range(2 * match.rounds):
            record = table.play(game, number)
            if record is None:
                print("You have left the match.")
                break
        return EXIT_AGENT_FAILED if table.failures else 0


def _opened(path: Path) -> TextIO:
    with writing(path, LanistaError):
        return path.open("w")


def _agent(spec: str, game: Game, load: Load, board: Board) -> Agent:
    if spec == HUMAN:
        return EwnPerson(game, board)
    if not spec.startswith("ewn@"):
        return paced(spec, game, load, SEARCH_SECONDS)
    path = Path(spec.removeprefix("ewn@"))
    if path.is_dir() or path.suffix == ".zip":
        print(f"make builds {path}", file=sys.stderr)
    agent = EwnProgram(game, path, echoes=True)
    for note in agent.program.notes:
        print(f"note: {path}: {note}", file=sys.stderr)
    return agent


def paced(spec: str, game: Game, load: Load, seconds: float) -> Agent:
    """Return an agent that takes so many seconds a move, if it is a search that has no limit of its own."""
    agent = load(spec, game)
    limits = [agent.parameters.get(name) for name in ("time", "depth", "nodes", "simulations")]
    if limits[0] is None or any(limits):
        return agent
    return load(spec, game, time=seconds)


class _Table:
    """A match in progress: who has won how often."""

    def __init__(self, match: Match, agents: Sequence[Agent], board: Board, log: TextIO | None) -> None:
        self.wins = [0, 0]
        self.games = self.failures = 0
        self._match = match
        self._agents = agents
        self._board = board
        self._log = log
        self._names = [printable(spec.removeprefix("ewn@")) for spec in match.agents]
        self._people = [agent.is_interactive for agent in agents]
        self._screen = Screen(draw=board.show)
        print(f"-f {self._names[0]}, -s {self._names[1]}: {2 * match.rounds} games, seed {match.seed}", flush=True)

    def play(self, game: Game, number: int) -> Record | None:
        """Play a game and show how it ended; None: a person has left."""
        start = game.initial_state(seed=derive_seed(self._match.seed, "start", number))
        seats = (0, 1) if number % 2 == 0 else (1, 0)
        # A person has all the time there is.
        limits = NO_LIMITS if any(self._people) else EwnCourse.limits
        sides = [self._agents[seat] for seat in seats]
        if any(self._people):
            print(f"game {number + 1}: red {self._names[seats[0]]}, blue {self._names[seats[1]]}")
        session = Session(game, sides, start, derive_seed(self._match.seed, "game", number), limits)
        while not session.is_over:
            self._step(session, seats)
        record = session.finish()
        failure = record.failure
        if failure is not None and failure.kind == Verdict.RESIGNED and self._people[seats[failure.player]]:
            return None
        if self._board.is_shown and failure is None:
            self._board.show(session.state)
        self._take_note(record, arrangement(start), number, seats)
        return record

    def _step(self, session: Session, seats: tuple[int, int]) -> None:
        plies = len(session.rounds)
        if not self._people[seats[plies % 2]]:  # a person is shown the board when asked
            self._screen.show(session.state)
        session.step()
        if len(session.rounds) > plies and (self._board.is_shown or any(self._people)):
            (move,) = session.rounds[-1]
            print(
                f"{session.game.player_names[move.player]} {self._names[seats[move.player]]}: {move.name}", flush=True
            )

    def _take_note(self, record: Record, digits: str, number: int, seats: tuple[int, int]) -> None:
        self.games += 1
        first, _ = record.returns
        moves = f"{len(record.moves)} moves"
        if first == 0:
            result = f"draw after {moves}"
        else:
            winner = seats[0 if first > 0 else 1]
            self.wins[winner] += 1
            result = f"{_OPTIONS[winner]} wins after {moves}"
        if record.failure is not None:
            self.failures += record.failure.kind != Verdict.RESIGNED
            loser = seats[record.failure.player]
            result += f"; {_OPTIONS[loser]}: {record.failure.kind}: {printable(record.failure.message)}"
            if not isinstance(self._agents[loser], EwnProgram):  # what those wrote is there already
                print(printable(record.failure.details.rstrip()), file=sys.stderr)
        who = f"red {_OPTIONS[seats[0]]}, blue {_OPTIONS[seats[1]]}"
        print(f"game {number + 1:2}  {digits[:6]} {digits[6:]}  {who}  {result}", flush=True)
        if self._log is not None:
            self._log.write(_entry(record, digits, number, [self._names[seat] for seat in seats], result))
            self._log.flush()

    def sum_up(self) -> None:
        """Say how the games went, if any has ended."""
        if self.games == 0:
            return
        draws = self.games - sum(self.wins)
        print(f"after {self.games} games: -f {self._names[0]} won {self.wins[0]},", end=" ")
        print(f"-s {self._names[1]} won {self.wins[1]}, draws {draws}", flush=True)


def _entry(record: Record, digits: str, number: int, names: Sequence[str], result: str) -> str:
    """Return a game as the log has it: six lines, and an empty one."""
    longest = [max((move.wall for move in record.moves if move.player == side), default=0.0) for side in (0, 1)]
    return (
        f"game {number + 1}\n"
        f"red {names[0]}, longest move {longest[0]:.3f} s\n"
        f"blue {names[1]}, longest move {longest[1]:.3f} s\n"
        f"start {digits}\n"
        f"moves {' '.join(record.move_names())}\n"
        f"result {result}\n\n"
    )

"""The course's own command line: the options and the words of its simulator.py."""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lanista.agents.terminal import Screen, printable
from lanista.arena.record import Failure, encode_record
from lanista.arena.referee import NO_LIMITS, Session
from lanista.courses.colosseum.autoplay import Autoplay, Tally, complaint
from lanista.courses.colosseum.course import ColosseumCourse
from lanista.courses.colosseum.players import Contestant, Load, read_contestant
from lanista.courses.colosseum.starts import SINGLE_SIZES
from lanista.courses.command_line import HandoutParser
from lanista.errors import UsageError
from lanista.files import writing
from lanista.games.base import PLAYER_LETTERS
from lanista.games.colosseum import SIZES, Colosseum, ColosseumState
from lanista.games.spec import load_game
from lanista.seeding import check_seed, derive_seed

EXIT_AGENT_FAILED = 1
EXIT_INTERRUPTED = 130
_LONGEST_DELAY = 60  # seconds
_FACING = ("Up", "Right", "Down", "Left")
_ABOUT = """\
Colosseum Survival!: one game, or with --autoplay many, between two agents.

An AGENT is
  random_agent   walks at random
  human_agent    you: type x,y,dir (row, column and u, r, d or l), or q to leave
  student_agent  agents/student_agent.py of the folder where you are; any other
                 name that is registered there will do too
  a path         to a student's repository or file; PATH:NAME if it registers
                 several agents
  a spec         of any agent of Lanista (see: lanista agents colosseum)"""
_EXAMPLES = """\
examples:
  lanista colosseum --player_1 human_agent --player_2 random_agent --display
  lanista colosseum --player_1 student_agent --autoplay --autoplay_runs 100
  lanista colosseum --player_1 ./repository --player_2 mcts --board_size 8"""


@dataclass(frozen=True)
class Hall:
    """What the command needs from the program around it.

    screen: where people sit and boards are shown. load: makes the agent of a spec. warn: says which specs run other
    people's code. trim: leaves our own part out of a traceback.
    """

    screen: Screen
    load: Load
    warn: Callable[[Iterable[str]], None]
    trim: Callable[[str], str]


def run(words: Sequence[str], hall: Hall) -> int:
    """Play what the words ask for; the status is 1 if an agent's failure lost a single game."""
    options = _parser().read(words)
    _check(options)
    seed = secrets.randbits(31) if options.seed is None else check_seed(options.seed)
    texts = (options.player_1, options.player_2)
    # A student sees what the agent prints, as in the original; of a thousand games nobody wants to.
    first, second = (read_contestant(text, hall.load, hall.screen, echoes=not options.autoplay) for text in texts)
    hall.warn(player.spec for player in (first, second))
    if options.autoplay:
        return _autoplay((first, second), seed, options, hall)
    if options.display_save:
        with writing(options.display_save_path, UsageError):
            options.display_save_path.mkdir(parents=True, exist_ok=True)
    return _SingleGame((first, second), seed, options, hall).play()


def _parser() -> HandoutParser:
    """Return the reader of the command line."""
    options = HandoutParser("colosseum", _ABOUT, _EXAMPLES)
    options.add_argument("--player_1", default="random_agent", metavar="AGENT", help="who begins a single game")
    options.add_argument("--player_2", default="random_agent", metavar="AGENT")
    sizes = f"rows and columns, {Colosseum.declared[0].range} (default: drawn, 5 to 9); autoplay ignores it"
    options.add_argument("--board_size", type=int, metavar="M", help=sizes)
    options.add_argument("--board_size_min", type=int, default=6, metavar="M", help="in autoplay (default: 6)")
    help_max = "in autoplay, one more than the largest size (default: 12)"
    options.add_argument("--board_size_max", type=int, default=12, metavar="M", help=help_max)
    options.add_argument("--display", action="store_true", help="show the board after each move")
    delay = "seconds that each board stays (default: 0.4)"
    options.add_argument("--display_delay", type=float, default=0.4, metavar="SECONDS", help=delay)
    options.add_argument("--display_save", action="store_true", help="save a picture (SVG) of each board")
    options.add_argument(
        "--display_save_path", type=Path, default=Path("plots/"), metavar="FOLDER", help="(default: plots/)"
    )
    options.add_argument("--autoplay", action="store_true", help="play many games, the sides swapped every run")
    options.add_argument("--autoplay_runs", type=int, default=1000, metavar="N", help="(default: 1000)")
    options.add_argument(
        "--legacy-ties",
        action="store_true",
        help="the original's rules: a tie is a win of both; a start that is over is drawn again as for one game",
    )
    options.add_argument(
        "--seed", type=int, metavar="N", help="decides all chance; default: a fresh one, which is shown"
    )
    options.add_argument("--json", action="store_true", help="print the result as one line of JSON")
    return options


def _check(options: argparse.Namespace) -> None:
    """Raise a UsageError for numbers that make no sense; the size of a single game is left to the game."""
    for name, size, more in (("min", options.board_size_min, 0), ("max", options.board_size_max, 1)):
        if size - more not in SIZES:
            raise UsageError(f"--board_size_{name} must be {SIZES[0] + more} to {SIZES[-1] + more}, got {size}")
    if options.board_size_min >= options.board_size_max:
        both = f"got {options.board_size_min} and {options.board_size_max}"
        raise UsageError(f"--board_size_max is one more than the largest size, so above --board_size_min; {both}")
    if options.autoplay_runs < 1:
        raise UsageError(f"--autoplay_runs must be at least 1, got {options.autoplay_runs}")
    if not 0 <= options.display_delay <= _LONGEST_DELAY:
        raise UsageError(f"--display_delay must be 0 to {_LONGEST_DELAY} seconds, got {options.display_delay:g}")


def _autoplay(players: tuple[Contestant, Contestant], seed: int, options: argparse.Namespace, hall: Hall) -> int:
    """Play the runs and report; what was played until Ctrl-C is reported too."""
    autoplay = Autoplay(players, options.autoplay_runs, (options.board_size_min, options.board_size_max), seed)
    autoplay.is_original = options.legacy_ties
    if options.display or options.display_save:
        print("Since running autoplay mode, display will be disabled", file=sys.stderr)
    autoplay.check()
    if not options.json:
        sizes = f"sizes {options.board_size_min} to {options.board_size_max - 1}"
        hall.screen.say(
            f"{options.autoplay_runs} games, {players[0].label} against {players[1].label}, {sizes}, seed {seed}"
        )
    status = 0
    try:
        autoplay.play()
    except KeyboardInterrupt:
        print(f"interrupted after {autoplay.played} of {options.autoplay_runs} games", file=sys.stderr)
        status = EXIT_INTERRUPTED
    if autoplay.played and options.json:
        print(autoplay.as_json())
    elif autoplay.played:
        for words in autoplay.report():
            hall.screen.say(words)
    return status


class _SingleGame:
    """One game, told move by move in the original's words."""

    def __init__(self, players: Sequence[Contestant], seed: int, options: argparse.Namespace, hall: Hall) -> None:
        self._options = options
        self._hall = hall
        self._screen = hall.screen
        self._labels = [player.label for player in players]
        size = options.board_size
        if size is None:
            size = random.Random(derive_seed(seed, "size")).randrange(*SINGLE_SIZES)
        game = load_game("colosseum", size=size)
        self._course = ColosseumCourse()
        agents = [player.make(game) for player in players]
        start = game.initial_state(seed=derive_seed(seed, "start"))
        self._session = Session(game, agents, start, seed, self._course.limits, policy=self._course)
        self._has_person = any(agent.is_interactive for agent in agents)
        self._pictures = 0

    def play(self) -> int:
        """Play it to its end, or until a person leaves."""
        session = self._session
        first, second = self._labels
        size = session.game.parameters["size"]
        self._screen.say(f"Player A: {first}, player B: {second}, seed {session.seed}")
        self._screen.say(f"Setting board size to {size}x{size}, max steps {(size + 1) // 2}")
        self._show()
        while not session.is_over:
            self._step()
        failure = session.failure
        if failure is not None and failure.kind == "resigned" and self._has_person:
            self._screen.line("Game ended by user!")
            return 0
        self._end()
        return EXIT_AGENT_FAILED if failure is not None else 0

    def _step(self) -> None:
        """Play a move and tell it. People have all the time they want."""
        session = self._session
        mover = session.agents[session.state.current_player]
        session.limits = NO_LIMITS if getattr(mover, "is_interactive", False) else self._course.limits
        played = len(session.rounds)
        session.step()
        session.limits = self._course.limits
        if len(session.rounds) > played:
            (move,) = session.rounds[-1]
            if move.forgiven is not None:
                self._tell_failure(move.forgiven)
                self._screen.line("Execute Random Walk!")
            cell, side = divmod(move.action, 4)
            row, col = divmod(cell, session.game.parameters["size"])
            self._screen.line(f"Player {PLAYER_LETTERS[move.player]} moves to [{row} {col}] facing {_FACING[side]}")
            self._show()

    def _tell_failure(self, failure: Failure) -> None:
        """Say what an agent did wrong, with the part of the traceback that is its own."""
        self._screen.say(f"Player {PLAYER_LETTERS[failure.player]} fails: {failure.kind}: {failure.message}")
        if failure.details.startswith("Traceback"):
            # What it printed has been seen when it did.
            self._screen.line(printable(self._hall.trim(failure.details.partition("\nit printed:\n")[0])))

    def _show(self) -> None:
        """Show the board and save its picture, if that is asked for."""
        state, options = self._session.state, self._options
        if options.display_save:
            path = options.display_save_path / f"{self._session.seed}-{self._pictures:03}.svg"
            with writing(path, UsageError):
                path.write_text(state.svg())
            self._pictures += 1
        if options.display or (self._has_person and state.is_terminal):
            self._screen.show(state)
        if options.display:
            time.sleep(options.display_delay)

    def _end(self) -> None:
        """Say who has won, and what was wrong with the agents' moves."""
        session = self._session
        record = session.finish()
        if record.failure is not None:
            self._tell_failure(record.failure)
            self._screen.line(f"Game ends! Player {PLAYER_LETTERS[1 - record.failure.player]} wins")
        else:
            game, state = session.game, session.state
            assert isinstance(game, Colosseum) and isinstance(state, ColosseumState)
            cells = [len(game.region(state, player)) for player in (0, 1)]
            winner = f"Player {PLAYER_LETTERS[cells[1] > cells[0]]} wins having control over {max(cells)} blocks!"
            self._screen.line(f"Game ends! {'It is a Tie!' if cells[0] == cells[1] else winner}")
            self._screen.line(f"Run finished. Player A: {cells[0]}, Player B: {cells[1]}")
        for player, label in enumerate(self._labels):
            tally = Tally()
            tally.add(record, player)
            if tally.failures:
                self._screen.say(complaint(f"Player {PLAYER_LETTERS[player]} ({label})", tally))
        if self._pictures:
            self._screen.line(f"{self._pictures} pictures are in {self._options.display_save_path}")
        if self._options.json:
            print(encode_record(record).decode())

"""`lanista cs63`: games and series as the lab's PlayGame.py plays them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lanista.agents import all_agents
from lanista.agents.base import Agent
from lanista.agents.best import strongest
from lanista.agents.human import HumanAgent
from lanista.agents.terminal import Screen, printable
from lanista.arena.record import Failure
from lanista.arena.referee import NO_LIMITS, Limits, Session
from lanista.courses.base import Submission
from lanista.courses.command_line import HandoutParser
from lanista.courses.cs63.course import LAB_FILES, Cs63
from lanista.courses.cs63.lab import lab_game
from lanista.courses.cs63.players import MinMaxPlayer, PruningPlayer
from lanista.errors import UsageError
from lanista.games.base import Game
from lanista.games.spec import parse_spec
from lanista.sandbox.verdict import Verdict
from lanista.seeding import check_seed, derive_seed

EXIT_AGENT_FAILED = 1
_OWN = ("random", "human", "minmax", "pruning", "tournament")
# About half a second a move.
_TOURNAMENT_NODES = 500_000
_NUMBER = re.compile(r"-?[0-9]+")
_EPILOG = """\
players:
  random, human, minmax, pruning, tournament   Lanista's own
  FOLDER or FOLDER:CLASS   a submission; CLASS is MinMaxPlayer, PruningPlayer or
                           TournamentPlayer; without it TournamentPlayers.py is
                           played if it is there, else PruningPlayer
  alphabeta:depth=6, ./bot.py, ...   any agent (see: lanista agents mancala)

examples:
  lanista cs63 breakthrough random human --show
  lanista cs63 mancala minmax random -d1 2 -games 10
  lanista cs63 mancala ./team1:MinMaxPlayer ./team1:PruningPlayer -games 2
  lanista cs63 -games 2 breakthrough ./team1 ./team2 -d1 3 -d2 3 -e1 better
"""


@dataclass(frozen=True)
class Hall:
    """What the command needs from the program around it.

    load: makes the agent of a spec. warn: says which specs run other people's code. trim: leaves our own part out of a
    traceback.
    """

    screen: Screen
    load: Callable[[str, Game], Agent]
    warn: Callable[[Iterable[str]], None]
    trim: Callable[[str], str]


def run(words: Sequence[str], hall: Hall) -> int:
    """Play what the words ask for; the status is 1 if a player's failure lost a game."""
    options = _parser().read(_sizes_last(words))
    if options.games < 1:
        raise UsageError(f"-games must be at least 1, got {options.games}")
    if len(options.game_args) > 2:
        raise UsageError(f"-game_args takes two numbers at most, got {len(options.game_args)}")
    game = lab_game(options.game, tuple(options.game_args))
    players = tuple(
        _player(text, game, depth, evaluation, number, hall)
        for number, (text, depth, evaluation) in enumerate(
            [(options.p1, options.d1, options.e1), (options.p2, options.d2, options.e2)], 1
        )
    )
    hall.warn([player.spec for player in players])
    limits = NO_LIMITS if options.move_time is None else Limits(options.move_time)
    seed = secrets.randbits(31) if options.seed is None else check_seed(options.seed)
    series = _Series(game, players, (options.p1, options.p2), limits, seed, hall, shows=options.show)
    return series.play(options.games)


def _sizes_last(words: Sequence[str]) -> list[str]:
    """Return the words with -game_args and its numbers at the end, where they do not take GAME for one more number."""
    if "-game_args" not in words:
        return list(words)
    first = words.index("-game_args")
    last = first + 1
    while last < len(words) and _NUMBER.fullmatch(words[last]):
        last += 1
    return [*words[:first], *words[last:], *words[first:last]]


def _parser() -> HandoutParser:
    parser = HandoutParser("cs63", "Play Mancala or Breakthrough, one game or a series.", _EPILOG)
    parser.add_argument("game", metavar="GAME", choices=Cs63.games, help="mancala or breakthrough")
    parser.add_argument("p1", metavar="P1", help="player 1, who begins (but see -games)")
    parser.add_argument("p2", metavar="P2", help="player 2")
    parser.add_argument(
        "-games", type=int, default=1, metavar="N", help="games to play; of more than one player 2 begins the first"
    )
    parser.add_argument("--show", action="store_true", help="show the board before every move")
    sizes = "mancala: houses of each player, seeds in each house (6 4); breakthrough: height, width (7 5)"
    parser.add_argument("-game_args", type=int, nargs="*", default=[], metavar="SIZE", help=sizes)
    for number in (1, 2):
        parser.add_argument(
            f"-e{number}", choices=("basic", "better"), help=f"player {number}'s static evaluator (basic)"
        )
        parser.add_argument(f"-d{number}", type=int, metavar="DEPTH", help=f"player {number}'s depth (4)")
    parser.add_argument(
        "--move-time", type=float, metavar="SECONDS", help="a later move loses the game (default: no limit)"
    )
    parser.add_argument("--seed", type=int, help="decides all chance, to play the same games again")
    return parser


def _player(text: str, game: Game, depth: int | None, evaluation: str | None, number: int, hall: Hall) -> Agent:
    """Return the player that a text names."""
    given = {"depth": depth, "evaluation": evaluation}
    values: dict[str, object] = {name: value for name, value in given.items() if value is not None}
    match text:
        case "minmax":
            return MinMaxPlayer(game, **values)
        case "pruning":
            return PruningPlayer(game, **values)
        case "tournament":
            kind, parameters = strongest(game)
            limit = {} if depth is not None else {"nodes": _TOURNAMENT_NODES}
            return kind(game, **{**parameters, **limit, **values})
        case "random" | "human":
            return hall.load(text, game)
    folder, _, class_name = text.partition(":")
    if folder not in all_agents() and Path(folder).is_dir():
        return Cs63().submission(game, Path(folder), class_name or None, values, echoes=True)
    if Path(folder).name in LAB_FILES:
        raise UsageError(f"{folder} is one file of a submission: name the folder that it is in, {Path(folder).parent}")
    spec = parse_spec(text)
    if spec.path is None and spec.command is None and spec.name not in all_agents():
        raise UsageError(
            f"there is no player {text!r}: {', '.join(_OWN)}, a submission's folder, or an agent (see: lanista agents "
            f"{game.name})"
        )
    if values:
        option = f"-{next(iter(values))[0]}{number}"
        raise UsageError(f"{option} is for the lab's players and submissions; {text} has parameters of its own")
    return hall.load(text, game)


class _Series:
    """Some games between two players, who take turns in beginning."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Agent],
        names: tuple[str, str],
        limits: Limits,
        seed: int,
        hall: Hall,
        *,
        shows: bool,
    ) -> None:
        self._game = game
        self._players = players
        self._names = [f"player {number} ({name})" for number, name in enumerate(names, 1)]
        self._limits = limits
        self._seed = seed
        self._hall = hall
        self._shows = shows
        self._wins = [0, 0]
        self._draws = 0
        self._failures: set[tuple[int, str]] = set()
        for player in players:
            if isinstance(player, HumanAgent):
                player.screen = hall.screen

    def play(self, count: int) -> int:
        """Play the games and say who won; a person who leaves ends the series."""
        for number in range(count):
            # Which player of the series sits at each side of the board.
            sides = (1, 0) if count > 1 and number % 2 == 0 else (0, 1)
            if not self._play_game(number, count, sides):
                break
        if count > 1:
            self._report()
        return EXIT_AGENT_FAILED if self._failures else 0

    def _play_game(self, number: int, count: int, sides: tuple[int, int]) -> bool:
        """Play one game; False if a person has left it."""
        screen, game = self._hall.screen, self._game
        agents = [self._players[side] for side in sides]
        session = Session(game, agents, game.initial_state(), derive_seed(self._seed, number), self._limits)
        is_seen = self._shows or any(agent.is_interactive for agent in agents)
        if is_seen and count > 1:
            screen.line(f"game {number + 1} of {count}: {self._names[sides[0]]} begins")
        while not session.is_over:
            if self._shows:
                screen.show(session.state)
            plies = len(session.rounds)
            session.step()
            if is_seen and len(session.rounds) > plies:
                move = session.rounds[-1][0]
                screen.line(f"{self._names[sides[move.player]]}: {move.name}")
        if is_seen and session.failure is None:
            screen.show(session.state)
        returns = session.finish().returns
        if session.failure is not None:
            at_fault = sides[session.failure.player]
            if session.failure.kind == Verdict.RESIGNED and self._players[at_fault].is_interactive:
                screen.line(f"{self._names[at_fault]} has left the game")
                return False
            self._tell(session.failure, at_fault, f"game {number + 1}: " if count > 1 else "")
        winner = sides[0] if returns[0] > 0 else sides[1]
        if returns[0] == 0:
            self._draws += 1
        else:
            self._wins[winner] += 1
        if count == 1 or is_seen:
            screen.line("draw" if returns[0] == 0 else f"{self._names[winner]} wins")
        return True

    def _tell(self, failure: Failure, at_fault: int, where: str) -> None:
        """Say why a game was lost; with all that is known the first time."""
        line = self._hall.screen.line
        line(printable(f"{where}{self._names[at_fault]} loses: {failure.kind}: {failure.message}"))
        if (at_fault, failure.message) not in self._failures:
            line(f"position: {failure.position}")
            details = failure.details
            if isinstance(self._players[at_fault], Submission):  # what it printed has been seen
                details = details.partition("it printed:\n")[0] if failure.kind == Verdict.CRASH else ""
            if details:
                line(printable(self._hall.trim(details)))
        self._failures.add((at_fault, failure.message))

    def _report(self) -> None:
        line = self._hall.screen.line
        line(f"results after {sum(self._wins) + self._draws} games:")
        for name, wins in zip(self._names, self._wins, strict=True):
            line(f"{wins} wins for {name}")
        line(f"{self._draws} draws")

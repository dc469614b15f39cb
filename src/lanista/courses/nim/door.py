"""The command `lanista nim`: the handout's questions, each of which an option can answer too."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from lanista.agents.qlearning import QLearningAgent
from lanista.agents.terminal import Screen
from lanista.courses.command_line import HandoutParser
from lanista.courses.nim.connect import BOARDS, HEADINGS, LEGEND, report
from lanista.courses.nim.learning import LARGEST_PILE, learn, new_learner, table_lines
from lanista.courses.nim.playing import play_games
from lanista.courses.nim.prompts import EndOfInputError, Prompts, read_number
from lanista.errors import UsageError
from lanista.files import writing, written_whole
from lanista.games.base import PLAYER_LETTERS
from lanista.games.spec import load_game
from lanista.seeding import MAX_SEED

_MOST_GAMES = 1_000_000_000  # minutes of nim
_SMALLEST = 3  # columns, rows and stones in a line of the handout's board
_BOARD = ("width", "height", "connect")


def run(words: Sequence[str], screen: Screen) -> int:
    """Ask, learn, print the table, play."""
    options = _parser().read(words)
    _check(options)
    prompts = Prompts(screen)
    try:
        if options.game == "nim":
            _nim(options, prompts)
        else:
            _connect_four(options, prompts)
    except EndOfInputError:
        pass
    screen.line("Goodbye.")
    return 0


def _parser() -> HandoutParser:
    parser = HandoutParser(
        "nim",
        "Nim with Q-learning: learns from random games, prints the Q-values and plays\n"
        "against you. What no option says is asked; the end of input (Ctrl-D) leaves.",
        "examples:\n"
        "  lanista nim\n"
        "  lanista nim --piles 3 4 5 --games 100000 --play A\n"
        "  lanista nim --piles 2 4 6 --games 50000 --merge --table q.txt\n"
        "  lanista nim --game connect_four --width 3 --height 3 --connect 3 --games 10000\n"
        "  lanista nim --game connect_four --games 100000      every board up to 7 x 6",
    )
    add = parser.add_argument
    add("--piles", nargs=3, type=_number(0, LARGEST_PILE), metavar="N", help="objects in each pile, 0 to 9")
    add("--games", type=_number(0, _MOST_GAMES), metavar="N", help="games to learn from")
    add("--play", type=str.upper, choices=list(PLAYER_LETTERS), help="the player that you are in every game")
    add("--seed", type=_number(0, MAX_SEED), default=0, metavar="N", help="decides all chance (default: 0)")
    add("--quiet", action="store_true", help="print no table of Q-values, or no report")
    add("--table", type=Path, metavar="FILE", help="write the Q-values to this file too")
    add("--merge", action="store_true", help="learn symmetric positions as one")
    add("--game", choices=("nim", "connect_four"), default="nim", help="what is learned (default: nim)")
    whose = "connect_four: {} (3 where another of the three is given; none: every board up to 7 x 6)"
    add("--width", type=_number(1, 16), metavar="N", help=whose.format("columns"))
    add("--height", type=_number(1, 16), metavar="N", help="connect_four: rows")
    add("--connect", type=_number(2, 16), metavar="N", help="connect_four: stones in a line that win")
    return parser


def _number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            return read_number(text, low, high)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def _check(options: argparse.Namespace) -> None:
    """Refuse options that mean nothing in what was chosen, and a table that cannot be written, before any work."""
    is_nim = options.game == "nim"
    foreign = _BOARD if is_nim else ("piles", "table")
    has_board = any(getattr(options, name) is not None for name in _BOARD)
    if not is_nim and not has_board:
        foreign = (*foreign, "play", "quiet")
    for name in foreign:
        if getattr(options, name):
            what = "nim" if is_nim else f"connect_four on {'one board' if has_board else 'every board'}"
            raise UsageError(f"--{name} has no meaning in {what} (see: lanista nim --help)")
    if options.piles is not None and not any(options.piles):
        raise UsageError("--piles 0 0 0 leaves nothing to take")
    if options.table is not None and (options.table.is_dir() or not options.table.parent.is_dir()):
        raise UsageError(f"cannot write {options.table}: that is a folder, or lies in none that is there")
    if options.table is not None and not os.access(options.table.parent, os.W_OK):
        raise UsageError(f"cannot write {options.table}: its folder is read-only")


def _nim(options: argparse.Namespace, prompts: Prompts) -> None:
    piles = options.piles or _ask_piles(prompts)
    games = _games(options, prompts)
    learner = new_learner(load_game("nim", piles=piles), merge=options.merge)
    learn(learner, games, options.seed)
    lines = [] if options.quiet and options.table is None else list(table_lines(learner))
    if not options.quiet:
        prompts.screen.line("The Q-values:")
        prompts.screen.line("\n".join(lines))
    if options.table is not None:
        _write(options.table, lines)
    play_games(learner, prompts, options.play, options.seed)


def _ask_piles(prompts: Prompts) -> list[int]:
    while True:
        piles = [prompts.number(f"How many objects in pile {pile}? ", 0, LARGEST_PILE) for pile in range(3)]
        if any(piles):
            return piles
        prompts.screen.say("All piles are empty: there is nothing to take")


def _games(options: argparse.Namespace, prompts: Prompts) -> int:
    """Return how many games to learn from."""
    games: int | None = options.games
    return prompts.number("How many games to learn from? ", 0, _MOST_GAMES) if games is None else games


def _write(path: Path, lines: Sequence[str]) -> None:
    with writing(path, UsageError), written_whole(path) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


def _connect_four(options: argparse.Namespace, prompts: Prompts) -> None:
    chosen = [getattr(options, name) for name in _BOARD]
    sizes = BOARDS if chosen == [None] * 3 else (tuple(_SMALLEST if size is None else size for size in chosen),)
    boards = [load_game("connect_four", **dict(zip(_BOARD, size, strict=True))) for size in sizes]
    games = _games(options, prompts)
    learner: QLearningAgent | None = None
    if not options.quiet:
        prompts.screen.say(LEGEND)
        prompts.screen.line(HEADINGS)
    for board in boards:
        learner = new_learner(board, merge=options.merge)
        if options.quiet:
            learn(learner, games, options.seed)
        else:
            for line in report(learner, games, options.seed):
                prompts.screen.line(line)
    if len(boards) == 1 and learner is not None:
        play_games(learner, prompts, options.play, options.seed)

"""`lanista replay`: steps through the record of a game."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.agents.terminal import printable
from lanista.errors import IllegalActionError, LanistaError, NotationError, ParameterError, RecordError

if TYPE_CHECKING:
    from lanista.arena.record import Record
    from lanista.games.base import State

_HELP = "Enter or n: next, p: previous, a number: that ply, e: the end, q: quit"
_SQLITE = b"SQLite format 3\x00"


def replay(file: Path, game: str | None = None, /, *, ply: int | None = None, json: bool = False) -> None:
    """Step through a recorded game; every move is checked against the rules.

    At a terminal each ply waits for you; into a pipe all positions are printed.

    Example: lanista replay game.json
    Example: lanista replay lanista.db 3.17   (match 3, game 17)

    Parameters
    ----------
    file
        A record (JSON), or a database of matches.
    game
        Which game of a database: MATCH.GAME.
    ply
        Print only the position after so many plies.
    json
        Print the record as one line of JSON.
    """
    from lanista.arena.record import encode_record

    record = _find(file, game)
    if json:
        print(encode_record(record).decode())
        return
    states = replay_states(record)
    if ply is not None:
        if not 0 <= ply < len(states):
            raise ParameterError(f"--ply must be 0 to {len(states) - 1} in this game, got {ply}")
        _show(record, states, ply)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step(record, states)
    else:
        for number in range(len(states)):
            _show(record, states, number)
        print(_result(record))


def replay_states(record: Record) -> list[State]:
    """Return the start and the state after each ply; RecordError where the record and the rules disagree."""
    from lanista.games.spec import load_game

    try:
        rules = load_game(record.game)
        states = [rules.parse_position(record.start)]
        for moves in record.plies():
            states.append(states[-1].child(*(move.action for move in moves)))
    except (IllegalActionError, NotationError) as error:
        raise RecordError(f"the record does not fit the rules: {error}") from error
    except TypeError as error:
        raise RecordError(f"the record ends within a round: {error}") from error
    if states[-1].position != record.final:
        raise RecordError(f"the record's moves lead to {states[-1].position!r}, it says {record.final!r}")
    returns = states[-1].returns() if record.failure is None else record.failure.returns
    if record.returns != returns or record.score != states[-1].score():
        raise RecordError(f"the record says {record.returns} and {record.score}, its game ends in {returns}")
    return states


def _find(file: Path, game: str | None) -> Record:
    from lanista.arena.record import read_record
    from lanista.arena.store import Store

    try:
        with file.open("rb") as stream:
            is_database = stream.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        raise RecordError(f"cannot read {file}: {error.strerror or error}") from error
    if not is_database:
        if game is not None:
            raise RecordError(f"{file} is a single record; {game!r} names a game of a database")
        return read_record(file)
    match, dot, number = (game or "").partition(".")
    if not (dot and match.isdecimal() and number.isdecimal()):
        raise LanistaError(f"{file} is a database: name a game as MATCH.GAME, e.g. {file} 1.0")
    with closing(Store(file)) as store:
        for row in store.games(store.match(int(match)).id):
            if row.number == int(number):
                return row.record
    raise LanistaError(f"match {match} in {file} has no game {number}")


def _show(record: Record, states: list[State], ply: int) -> None:
    from lanista.cli.output import print_board

    names = record.move_names()
    players = " against ".join(printable(player.spec) for player in record.players)
    print(f"{players}: ply {ply} of {len(names)}" + (f", after {printable(names[ply - 1])}" if ply else ", the start"))
    print_board(states[ply])
    print()


def _result(record: Record) -> str:
    first, _ = record.returns
    who = "draw" if first == 0 else f"{record.players[0 if first > 0 else 1].spec} wins"
    return printable(f"{who}, score {record.score:g} ({record.reason})")


def _step(record: Record, states: list[State]) -> None:
    ply, last = 0, len(states) - 1
    print(_HELP)
    while True:
        _show(record, states, ply)
        if ply == last:
            print(_result(record))
        try:
            word = input(f"{ply}/{last}> ").strip().lower()
        except EOFError:
            print()
            return
        if word == "q":
            return
        if word in ("", "n"):
            ply = min(ply + 1, last)
        elif word == "p":
            ply = max(ply - 1, 0)
        elif word == "e":
            ply = last
        elif word.isdecimal() and int(word) <= last:
            ply = int(word)
        else:
            print(f"{word!r} is none of these. {_HELP}")

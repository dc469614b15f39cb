"""The record of one game: a JSON document that holds all that is needed to play it again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import msgspec

from lanista.errors import RecordError

RECORD_VERSION = 1


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """An agent as it was named, and the hash of its code."""

    spec: str
    code_hash: str | None = None  # sha256 of the source file that defines it; None for agents without a file


class Failure(msgspec.Struct, frozen=True):
    """What a player did wrong: the game ends and that player loses, unless the competition forgives it."""

    player: int
    kind: str  # a Verdict of sandbox/verdict.py: "crash", "illegal", "time", "protocol" or "resigned"
    message: str  # one line
    position: str
    details: str = ""  # a traceback, if there is one

    @property
    def returns(self) -> tuple[float, float]:
        """The result that it makes: the player at fault has lost."""
        return (-1.0, 1.0) if self.player == 0 else (1.0, -1.0)


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's choice. Where both move at once, a round is player 0's move, then player 1's."""

    player: int
    action: int
    name: str  # in the game's notation
    wall: float  # seconds by the wall clock that the agent took
    cpu: float  # seconds of processor time of the process that it ran in
    forgiven: Failure | None = None  # what the player did wrong; this move was made instead


class Record(msgspec.Struct, frozen=True):
    """One finished game."""

    game: str  # spec, for people and for games in files
    parameters: dict[str, Any]
    seed: int
    start: str  # position text
    players: tuple[Player, Player]
    moves: tuple[Move, ...]
    final: str  # position text
    returns: tuple[float, float]
    score: float  # margin of player 0 in the game's points at the final position
    started: str  # UTC, ISO 8601
    program: str  # version of Lanista
    simultaneous: bool = False
    game_hash: str | None = None  # sha256 of the file of a game written in Python
    move_time: float | None = None  # seconds a player had for a move, and
    game_time: float | None = None  # for all moves of the game; None: no limit
    first_move_time: float | None = None  # for the first of its moves; None: as for every other
    course: str | None = None  # whose way with failures it was played by; None: the first loses the game
    failure: Failure | None = None
    version: int = RECORD_VERSION

    @property
    def reason(self) -> str:
        """Why the game ended, in a few words."""
        return "end of game" if self.failure is None else f"{self.failure.kind}: {self.failure.message}"

    def plies(self) -> list[tuple[Move, ...]]:
        """Return the moves ply by ply: one each, or both players' where they moved at once."""
        size = 2 if self.simultaneous else 1
        return [self.moves[first : first + size] for first in range(0, len(self.moves), size)]

    def move_names(self) -> list[str]:
        """Return the moves in notation, one text a ply: `MOVE_UP+SHOOT` where both moved at once."""
        return ["+".join(move.name for move in moves) for moves in self.plies()]

    def forgiven(self) -> list[Failure]:
        """Return the failures after which the game went on, in the order of play."""
        return [move.forgiven for move in self.moves if move.forgiven is not None]

    @property
    def command(self) -> str:
        """The command that plays this very game again, with the same chance for agents that use their seed alone."""
        specs = [shlex.quote(text) for text in (self.game, *(player.spec for player in self.players))]
        times = (
            ("--move-time", self.move_time),
            ("--game-time", self.game_time),
            ("--first-move-time", self.first_move_time),
        )
        rules = "".join(f" {option} {time:g}" for option, time in times if time is not None)
        rules += "" if self.course is None else f" --course {shlex.quote(self.course)}"
        return f"lanista play {' '.join(specs)} --seed {self.seed} --start {shlex.quote(self.start)}{rules}"


def encode_record(record: Record) -> bytes:
    """Return the record as one line of JSON."""
    return msgspec.json.encode(record)


def decode_record(data: bytes | str, source: str = "record") -> Record:
    """Return the record in a JSON text; RecordError names `source` and what is wrong with it."""
    try:
        head = msgspec.json.decode(data, type=dict[str, Any])
        version = head.get("version")
        if version != RECORD_VERSION:
            raise RecordError(f"{source}: record version {version!r} is not known; this program reads {RECORD_VERSION}")
        return msgspec.convert(head, Record)
    except msgspec.MsgspecError as error:
        raise RecordError(f"{source} is not the record of a game: {error}") from error


def read_record(path: Path) -> Record:
    """Return the record in a file; RecordError says what is wrong."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from error
    return decode_record(data, str(path))

"""The store: one SQLite file with the matches, and with every finished game as soon as it is over."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lanista.arena.record import Record, decode_record, encode_record
from lanista.errors import StoreError, listing
from lanista.seeding import MAX_SEED
from lanista.version import __version__

_APPLICATION_ID = int.from_bytes(b"Lani", "big")  # in the file's header: tells our databases from everyone else's
_PATIENCE = 10.0  # seconds to wait for another writer, which holds the lock for milliseconds
_BATCH = 100  # games read at a time: about a megabyte of records
_MAX_INTEGER = 2**63 - 1  # SQLite's

# Step n, a tuple of statements, takes a file from schema n (0: empty) to schema n + 1. Steps are only ever appended.
_MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # The seed is text because it may be beyond SQLite's signed 64 bits; options and record are JSON.
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY, created TEXT NOT NULL, game TEXT NOT NULL, agent_a TEXT NOT NULL,
            agent_b TEXT NOT NULL, games INTEGER NOT NULL, seed TEXT NOT NULL, options TEXT NOT NULL,
            program TEXT NOT NULL
        )""",
        """CREATE TABLE games (
            match INTEGER NOT NULL REFERENCES matches (id), number INTEGER NOT NULL, first TEXT NOT NULL,
            points REAL NOT NULL, record TEXT NOT NULL, PRIMARY KEY (match, number)
        )""",
    ),
)

_MATCH = "SELECT id, created, game, agent_a, agent_b, games, seed, options, program FROM matches"

_REASONS = {  # where SQLite's own words do not say enough
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened, or its folder not written",
    sqlite3.SQLITE_IOERR: "reading or writing failed; is the disk full or a limit reached?",
    sqlite3.SQLITE_READONLY: "it or its folder may not be written",
}


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match between agents A and B as it was planned."""

    id: int
    created: str  # UTC, ISO 8601
    game: str  # spec
    agents: tuple[str, str]  # specs of A and B
    games: int  # planned
    seed: int
    options: dict[str, object]  # what else decides the games: opening plies, limits, ...
    program: str  # version of Lanista


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game of a match."""

    match: int
    number: int  # from 0, within the match
    first: str  # "A" or "B": who was player 0
    points: float  # A's: 1, 0.5 or 0
    record: Record


class Store:
    """The matches and finished games in one file; a context manager that closes it.

    Any number of processes may have the file open and write to it: each has a Store of its own, used in one thread.
    Every method raises StoreError, one line with the file's name, where the file cannot be read or written.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """Open the file, bringing an older schema up to date, or create it; its folder must exist.

        Raises StoreError, leaving the file as it was, if it is no database, not one of Lanista's, of a newer schema,
        locked, or not to be written.

        now: the time in UTC, for the matches' creation dates.
        """
        self.path = path
        self._now = now
        with self._explained():
            if path.exists() and not path.is_file():
                raise StoreError(f"{path}: it is not a file")
            if path.exists() and not os.access(path, os.W_OK):  # SQLite would say so at the first game
                raise StoreError(f"{path}: it may not be written")
            if not path.parent.is_dir():
                raise StoreError(f"{path}: there is no folder {path.parent}")
            # isolation_level None: a statement outside BEGIN is a transaction, committed when it returns.
            self._connection = sqlite3.connect(path.absolute(), timeout=_PATIENCE, isolation_level=None)
            try:
                self._migrate()
                self._switch_to_wal()
                # NORMAL: what is committed is in the kernel's hands, so a killed process loses nothing. A power cut may
                # take the last games, which the match then plays again, but never damages the file. FULL would spare
                # them at the price of an fsync a game: up to tens of milliseconds, longer than a fast game.
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._connection.execute("PRAGMA foreign_keys = ON")
            except BaseException:
                self._connection.close()
                raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing is lost without it."""
        self._connection.close()

    def add_match(
        self, game: str, agents: tuple[str, str], games: int, seed: int, options: Mapping[str, object]
    ) -> MatchRow:
        """Store a match that is about to be played, for MatchRow's fields, and return it with its new id.

        Raises StoreError if a value has the wrong type or range; options must be what JSON can hold.
        """
        _check_integer("games", games, 1)
        _check_integer("seed", seed, 0, MAX_SEED)
        try:
            options_text = json.dumps(dict(options), allow_nan=False)
        except (TypeError, ValueError) as error:
            raise StoreError(f"options {options!r} are no JSON object: {error}") from error
        created = self._now().isoformat(timespec="seconds")
        with self._explained():
            cursor = self._connection.execute(
                "INSERT INTO matches (created, game, agent_a, agent_b, games, seed, options, program)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (created, game, *agents, games, str(seed), options_text, __version__),
            )
        assert cursor.lastrowid is not None
        return self.match(cursor.lastrowid)

    def add_game(self, match: int, number: int, first: str, points: float, record: Record) -> None:
        """Store a finished game, for GameRow's fields; it is committed, whole, when this returns.

        Raises StoreError if the match is unknown, has that number already, or a value has the wrong type or range.
        After an error the game is not stored, all others still are, and the store can be used again.
        """
        _check_integer("match", match, 1)
        _check_integer("number", number, 0)
        if first not in ("A", "B"):
            raise StoreError(f"first must be 'A' or 'B', got {first!r}")
        if points not in (0, 0.5, 1):
            raise StoreError(f"points must be 0, 0.5 or 1, got {points!r}")
        try:
            text = encode_record(record).decode()
            decode_record(text, "the record")  # what is stored can be read: a NaN, say, has become null
        except (TypeError, ValueError) as error:
            raise StoreError(f"game {number} of match {match} cannot be stored: {error}") from error
        with self._explained():
            try:
                self._connection.execute(
                    "INSERT INTO games (match, number, first, points, record) VALUES (?, ?, ?, ?, ?)",
                    (match, number, first, float(points), text),
                )
            except sqlite3.IntegrityError as error:
                self.match(match)  # an unknown match is one reason, the same number again the other
                raise StoreError(f"{self.path}: game {number} of match {match} is stored already") from error

    def match(self, id: int) -> MatchRow:
        """Return a match; StoreError names the last ones if there is none with this id."""
        _check_integer("match", id, 1)
        rows = self._query(f"{_MATCH} WHERE id = ?", id)
        if not rows:
            last = listing(str(number) for (number,) in self._query("SELECT id FROM matches ORDER BY id DESC LIMIT 5"))
            raise StoreError(f"{self.path}: there is no match {id}; the last are: {last or 'none yet'}")
        return _match_row(rows[0])

    def matches(self) -> list[MatchRow]:
        """Return all matches by id, so the oldest first."""
        return [_match_row(row) for row in self._query(f"{_MATCH} ORDER BY id")]

    def games(self, match: int | None = None) -> Iterator[GameRow]:
        """Return the finished games of one match or of all, by match and number; they are read as the iterator goes.

        Raises StoreError at once if the match is unknown, and RecordError at a record that this program cannot read.
        """
        if match is None:
            return self._read_games(1, _MAX_INTEGER)
        return self._read_games(self.match(match).id, match)

    def results(self, matches: Iterable[int] | None = None) -> list[tuple[str, str, str, float, float]]:
        """Return (game, agent A, agent B, points of A, finished games) of each match that has any, of all by default.

        Raises StoreError if a match is unknown.
        """
        sums = {
            match: (points, float(games))
            for match, points, games in self._query("SELECT match, sum(points), count(*) FROM games GROUP BY match")
        }
        rows = self.matches() if matches is None else [self.match(id) for id in dict.fromkeys(matches)]
        return [(row.game, *row.agents, *sums[row.id]) for row in rows if row.id in sums]

    def _read_games(self, first: int, last: int) -> Iterator[GameRow]:
        """The games of the matches with these and the ids between; no lock or snapshot is held between two batches."""
        at = (first, -1)
        while rows := self._query(
            "SELECT match, number, first, points, record FROM games"
            " WHERE (match, number) > (?, ?) AND match <= ? ORDER BY match, number LIMIT ?",
            *(*at, last, _BATCH),
        ):
            for match, number, who, points, text in rows:
                record = decode_record(text, f"{self.path}: game {number} of match {match}")
                yield GameRow(match, number, who, points, record)
            at = rows[-1][:2]

    def _migrate(self) -> None:
        """Bring the file to the newest schema in one transaction; StoreError if it is not one of ours."""
        with self._connection:  # commits, or rolls back on an error
            self._connection.execute("BEGIN IMMEDIATE")  # of two that create the file, the second waits here
            application, version, tables = self._connection.execute(
                "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)"
                " FROM pragma_application_id, pragma_user_version"
            ).fetchone()
            if application != _APPLICATION_ID and (application, version, tables) != (0, 0, 0):
                raise StoreError(f"{self.path}: it is another program's database")
            if version > len(_MIGRATIONS):
                raise StoreError(
                    f"{self.path}: a newer Lanista wrote it (schema {version}; this one knows up to {len(_MIGRATIONS)})"
                )
            for step in _MIGRATIONS[version:]:
                for statement in step:  # one by one: executescript would commit first
                    self._connection.execute(statement)
            if version < len(_MIGRATIONS):
                self._connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
                self._connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")

    def _switch_to_wal(self) -> None:
        """Have the file keep a write-ahead log, for good; where the file system cannot, it keeps a rollback journal."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:  # here alone SQLite does not wait for others
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
            time.sleep(0.01)

    def _query(self, sql: str, *values: object) -> list[Any]:
        """All rows at once: an open cursor would keep its snapshot, and a later write of ours could fail for that."""
        with self._explained():
            return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Make errors of SQLite and of the file system StoreErrors."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte: without the finer distinctions
            raise StoreError(f"{self.path}: {_REASONS.get(code, error)}") from error
        except (OSError, ValueError) as error:  # ValueError: a path or text that is no UTF-8
            raise StoreError(f"{self.path}: {getattr(error, 'strerror', None) or error}") from error


def _check_integer(name: str, value: object, least: int, most: int = _MAX_INTEGER) -> None:
    """Raise StoreError unless the value is a whole number in this range."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise StoreError(f"{name} must be a whole number, {least} to {most}, got {value!r}")


def _match_row(row: tuple[Any, ...]) -> MatchRow:
    id, created, game, agent_a, agent_b, games, seed, options, program = row
    return MatchRow(id, created, game, (agent_a, agent_b), games, int(seed), json.loads(options), program)

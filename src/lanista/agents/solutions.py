"""Solved positions kept in one SQLite file, so that nothing is solved twice.

A row is found by the game, the representative of all symmetric positions, and the program: its version and its native
code. A row that is damaged counts as missing.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from lanista import _native
from lanista.agents.analysis import Analysis, MoveAnalysis
from lanista.errors import StoreError
from lanista.games.base import State
from lanista.version import __version__

_APPLICATION_ID = int.from_bytes(b"LanS", "big")  # in the file's header: tells our files from everyone else's
_PATIENCE = 10.0  # seconds to wait for another writer, which holds the lock for milliseconds
_TABLE = """CREATE TABLE IF NOT EXISTS solutions (
    game TEXT NOT NULL, position TEXT NOT NULL, program TEXT NOT NULL, analysis TEXT NOT NULL, checksum TEXT NOT NULL,
    PRIMARY KEY (game, position, program)
)"""


class Solutions:
    """The solutions in one file; any number of processes may use it at once, a kill loses no more than the last.

    Every method raises StoreError, one line with the file's name, where the file cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        """Open the file or create it; one that is no database, or of something else, is refused and left as it is."""
        self._path = path
        with self._explained():
            self._connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self) -> None:
        if self._one("PRAGMA application_id") == _APPLICATION_ID:
            return
        # Locked, so that of several processes that make the file one does it while the others wait.
        self._connection.execute("BEGIN IMMEDIATE")
        owner, tables = self._one("PRAGMA application_id"), self._one("SELECT count(*) FROM sqlite_master")
        if owner != _APPLICATION_ID:
            if owner or tables:
                raise StoreError(f"{self._path}: it holds something else than solutions")
            self._connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            self._connection.execute(_TABLE)
        self._connection.execute("COMMIT")

    def _one(self, query: str) -> int:
        (value,) = self._connection.execute(query).fetchone()
        return int(value)

    def close(self) -> None:
        """Close the file; nothing is lost without it."""
        self._connection.close()

    def find(self, state: State) -> Analysis | None:
        """Return the analysis of a position that was solved, or of one symmetric to it."""
        like, _ = state.canonical()
        with self._explained():
            row = self._connection.execute(
                "SELECT analysis, checksum FROM solutions WHERE game = ? AND position = ? AND program = ?", _key(like)
            ).fetchone()
        if row is None or row[1] != _checksum(like, row[0]):
            return None
        try:
            return _translated(_decode(row[0]), like, state)
        except (TypeError, ValueError, KeyError):  # of another shape
            return None

    def add(self, state: State, analysis: Analysis) -> None:
        """Keep the analysis of a position; it must be proved."""
        like, _ = state.canonical()
        text = json.dumps(dataclasses.asdict(_translated(analysis, state, like)))
        with self._explained():
            row = (*_key(like), text, _checksum(like, text))
            self._connection.execute("INSERT OR REPLACE INTO solutions VALUES (?, ?, ?, ?, ?)", row)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self._path}: {error}") from error


@cache
def _program() -> str:
    """Return what decides a result beside the question: the version and the native code."""
    module = getattr(_native, "_kernel").__file__  # noqa: B009 the stub shows the kernel's own names alone
    return f"{__version__} {hashlib.sha256(Path(module).read_bytes()).hexdigest()[:16]}"


def _key(state: State) -> tuple[str, str, str]:
    return state.game.spec, state.position, _program()


def _checksum(state: State, text: str) -> str:
    return hashlib.sha256("\n".join((*_key(state), text)).encode()).hexdigest()


def _decode(text: str) -> Analysis:
    fields = json.loads(text)
    for name in ("moves", "replies"):
        fields[name] = tuple(MoveAnalysis(**{**move, "line": tuple(move["line"])}) for move in fields[name])
    return Analysis(**{**fields, "line": tuple(fields["line"])})


def _translated(analysis: Analysis, source: State, target: State) -> Analysis:
    """Return what is said of one position as said of another that is symmetric to it."""
    if source == target:
        return analysis

    def moves(given: tuple[MoveAnalysis, ...], player: int) -> tuple[MoveAnalysis, ...]:
        known = {move.action: move for move in given}
        return tuple(
            dataclasses.replace(known[there], action=here, line=_line(known[there].line, source, target, here))
            for here, there in _counterparts(target, source, player).items()
        )

    player = analysis.player
    return dataclasses.replace(
        analysis,
        action=_counterparts(source, target, player)[analysis.action],
        line=_line(analysis.line, source, target),
        moves=moves(analysis.moves, player),
        replies=moves(analysis.replies, 1 - player) if analysis.replies else (),
    )


def _counterparts(source: State, target: State, player: int) -> dict[int, int]:
    """Return each action's counterpart in a position that is symmetric, by way of the representative of both."""
    _, names = source.canonical()
    actions = {name: action for action, name in target.canonical()[1].items()}
    return {action: actions[names[action]] for action in source.legal_actions(player)}


def _line(line: tuple[int, ...], source: State, target: State, first: int | None = None) -> tuple[int, ...]:
    """Return a line of play in a symmetric position; of the first action's counterparts, `first`."""
    result: list[int] = []
    for action in line:
        counterpart = _counterparts(source, target, source.current_player)[action]
        if first is not None and not result:
            counterpart = first
        result.append(counterpart)
        source, target = source.child(action), target.child(counterpart)
    return tuple(result)

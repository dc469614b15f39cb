"""Opening books of connect_four: the exact score of every position up to a number of plies, of two mirror images one.

A book is one line of JSON that says what it is about, then the scores, a signed byte each, compressed by zlib (whose
checksum finds damage). The positions themselves are not in it: the kernel lists them, always in the same order. Scores
are those of connect_four_score.py.

A book in the making is a file `NAME.part`: the line, then the scores of the last ply as far as they have been found. A
byte is whole or missing, so that any kill leaves a file to go on from.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import json
import zlib
from array import array
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import BinaryIO

from lanista import _native
from lanista.agents.analysis import read_report
from lanista.agents.connect_four_score import move_scores, solver_score
from lanista.errors import BookError, ParameterError
from lanista.files import written_whole
from lanista.games.connect_four import ConnectFour, ConnectFourState

_FORMAT = "lanista connect_four book 1"
MOST_PLIES = 12
"""The positions of the next ply would take hundreds of megabytes."""
_SHIPPED = "connect_four.book"


class OpeningBook:
    """The scores (connect_four_score.py) of a game's openings."""

    def __init__(self, game: ConnectFour, plies: int, scores: array[int]) -> None:
        self.game = game
        self.plies = plies
        self._scores = scores
        self._positions = _native.ConnectFourPositions(game.rules, plies)
        if len(self._positions) != len(scores):
            raise BookError(f"a book of {plies} plies has {len(self._positions)} scores, got {len(scores)}")

    def score(self, state: ConnectFourState) -> int | None:
        """Return the score of a position in which the game goes on, for its mover; None: it is not in the book."""
        number = self._positions.find(state)
        return None if number is None else self._scores[number]

    def __len__(self) -> int:
        return len(self._scores)


def read_book(source: bytes, game: ConnectFour, name: str) -> OpeningBook:
    """Return the book that a file holds; BookError, which names the file, where it holds none of this game."""
    head, _, packed = source.partition(b"\n")
    plies = _read_head(head, game, name)
    try:
        scores = array("b", zlib.decompress(packed))
    except zlib.error as error:
        raise BookError(f"{name} is damaged: {error}") from None
    try:
        return OpeningBook(game, plies, scores)
    except BookError as error:
        raise BookError(f"{name} is damaged: {error}") from None


@functools.cache
def shipped_book() -> OpeningBook | None:
    """Return the book of the standard board that comes with Lanista."""
    file = resources.files("lanista.agents") / _SHIPPED
    return read_book(file.read_bytes(), ConnectFour(), _SHIPPED) if file.is_file() else None


def _head(game: ConnectFour, plies: int) -> bytes:
    return json.dumps({"format": _FORMAT, "game": game.spec, "plies": plies}).encode()


def _read_head(head: bytes, game: ConnectFour, name: str) -> int:
    try:
        facts = json.loads(head)
        if facts["format"] != _FORMAT:
            raise ValueError
        plies, spec = int(facts["plies"]), facts["game"]
    except (ValueError, KeyError, TypeError):
        raise BookError(f"{name} is no opening book of this version") from None
    if spec != game.spec:
        raise BookError(f"{name} is a book of {spec}, not of {game.spec}")
    return plies


class BookBuilder:
    """Builds the book of a game's first `plies` plies into a file; goes on where an earlier one was stopped."""

    def __init__(self, game: ConnectFour, plies: int, path: Path, memory_mb: int) -> None:
        for name, value, least, most in (("plies", plies, 0, MOST_PLIES), ("memory", memory_mb, 1, 65536)):
            if not least <= value <= most:
                raise ParameterError(f"{name} must be {least} to {most}, got {value}")
        self.game, self.plies, self.path = game, plies, path
        self._positions = _native.ConnectFourPositions(game.rules, plies)
        self._first = self._positions.first(plies)
        options = _native.ConnectFourSolverOptions()
        options.memory_mb = memory_mb
        self._solver: _native.Search = game.rules.solver(game, options, "basic")
        self.total = len(self._positions) - self._first
        """Positions of the last ply, which are solved one by one."""
        self.done = 0
        """How many of them an earlier build had solved."""

    @property
    def part(self) -> Path:
        """The file that an unfinished build leaves."""
        return self.path.with_name(self.path.name + ".part")

    def run(self) -> Iterator[int]:
        """Solve what is left and write the book; yield, after each, how many positions of the last ply are solved.

        BookError: the path has a finished book, another build is at work, or what it left is about something else.
        """
        if self.path.exists():
            raise BookError(f"{self.path} exists already")
        with contextlib.ExitStack() as stack:
            part = stack.enter_context(self.part.open("a+b", buffering=0))
            scores = self._resume(part)
            self.done = len(scores)
            yield len(scores)
            for number in range(self._first + len(scores), len(self._positions)):
                score = self._solve(number)
                scores.append(score)
                part.write(scores[-1:].tobytes())
                yield len(scores)
            self._write(self._with_earlier(scores))
            self.part.unlink()

    def _resume(self, part: BinaryIO) -> array[int]:
        try:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BookError(f"another build is writing {self.part}") from None
        part.seek(0)
        head, separator, rest = part.read().partition(b"\n")
        if not separator:
            # Nothing yet, or stopped within its first write.
            part.truncate(0)
            part.write(_head(self.game, self.plies) + b"\n")
            return array("b")
        plies = _read_head(head, self.game, str(self.part))
        if plies != self.plies or len(rest) > self.total:
            raise BookError(f"{self.part} is of a book of {plies} plies, not {self.plies}; delete it to begin anew")
        return array("b", rest)

    def _solve(self, number: int) -> int:
        state = self._positions.state(self.game, number)
        return solver_score(state, read_report(self._solver.run(state), "points"))

    def _with_earlier(self, last: array[int]) -> array[int]:
        """Return the scores of all positions: what is best of the positions after them, from the last ply backwards."""
        scores = array("b", bytes(self._first)) + last

        def score_of(state: ConnectFourState) -> int | None:
            number = self._positions.find(state)
            return None if number is None else scores[number]

        for number in reversed(range(self._first)):
            after = move_scores(self._positions.state(self.game, number), score_of)
            assert after is not None
            scores[number] = max(after.values())
        return scores

    def _write(self, scores: array[int]) -> None:
        with written_whole(self.path) as file:
            file.write(_head(self.game, self.plies) + b"\n" + zlib.compress(scores.tobytes(), 9))

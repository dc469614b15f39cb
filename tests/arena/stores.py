"""What the tests of the store share: a record, a writer process, ways to ask."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import lanista.arena.store as store_module
from lanista.arena.record import Move, Player, Record, encode_record
from lanista.arena.store import GameRow, MatchRow, Store
from lanista.errors import StoreError

SOURCE = Path(store_module.__file__).parents[2]
RECORD = Record(
    game="nim:piles=3-4-5",
    parameters={"piles": [3, 4, 5]},
    seed=1,
    start="3 4 5",
    players=(Player("random"), Player("./bot.py", code_hash="0" * 64)),
    moves=tuple(Move(turn % 2, turn, f"a{turn} ü", 0.001, 0.0005) for turn in range(8)),
    final="0 0 0",
    returns=(1.0, -1.0),
    score=1.0,
    started="2026-01-02T03:04:05+00:00",
    program="0.1.0",
)

# Adds games to match 1, from the first that is missing up to number STOP - 1, and says so after each.
WRITER = """
import sys
from pathlib import Path
import msgspec
from lanista.arena.record import decode_record
from lanista.arena.store import Store
path, stop = sys.argv[1:]
record = decode_record(sys.stdin.readline())
with Store(Path(path)) as store:
    done = int(sum(games for *_, games in store.results([1])))
    for number in range(done, int(stop)):
        game = msgspec.structs.replace(record, seed=number)
        store.add_game(1, number, "AB"[number % 2], (0, 0.5, 1)[number % 3], game)
        print(number, flush=True)
"""


def numbered(number: int, match: int = 1) -> GameRow:
    """The game that the writers store under this number."""
    return GameRow(
        match, number, "AB"[number % 2], (0, 0.5, 1)[number % 3], msgspec.structs.replace(RECORD, seed=number)
    )


def add(store: Store, game: GameRow) -> None:
    store.add_game(game.match, game.number, game.first, game.points, game.record)


def new_match(store: Store, agents: tuple[str, str] = ("random", "./bot.py")) -> MatchRow:
    return store.add_match("nim:piles=3-4-5", agents, 100, 7, {"opening_plies": 4})


def refusal(call: Callable[[], object]) -> str:
    """The message, one line, of the StoreError that a call raises."""
    with pytest.raises(StoreError) as caught:
        call()
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 500
    return message


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    child.stdin.write(encode_record(RECORD).decode() + "\n")
    child.stdin.flush()
    return child


def is_sound(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()

"""The store: what is put in comes back, and what cannot be is refused."""

from __future__ import annotations

import math
import random
import sqlite3
from pathlib import Path

import msgspec
import pytest

import lanista.arena.store as store_module
from lanista.arena.ratings import fit_ratings
from lanista.arena.store import MatchRow, Store
from lanista.errors import RecordError

from .stores import RECORD, add, new_match, numbered, refusal

# What is stored comes back


def test_a_match_comes_back_as_it_was_stored(store: Store, path: Path) -> None:
    options = {"opening_plies": 4, "limits": {"move": 0.5, "memory": None}, "starts": ["ü", '"']}
    row = store.add_match("nim:piles=3-4-5", ("random", "./bot.py:Bot:depth=3"), 100, 2**64 - 1, options)
    assert row == MatchRow(
        1,
        "2026-01-02T03:04:05+00:00",
        "nim:piles=3-4-5",
        ("random", "./bot.py:Bot:depth=3"),
        100,
        2**64 - 1,
        options,
        "0.1.0",
    )
    second = new_match(store)
    assert second.id == 2
    with Store(path) as again:
        assert again.match(1) == row
        assert again.matches() == [row, second]


def test_games_come_back_by_match_and_number_in_whatever_order_they_finished(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_BATCH", 3)  # several batches, and batches that two matches share
    for _ in range(4):
        new_match(store)
    games = [numbered(number, match) for match, count in ((1, 6), (2, 1), (4, 7)) for number in range(count)]
    for game in random.Random(1).sample(games, len(games)):
        add(store, game)
    assert list(store.games()) == games
    assert list(store.games(1)) == games[:6]
    assert list(store.games(2)) == games[6:7]
    assert list(store.games(3)) == []
    assert list(store.games(4)) == games[7:]


def test_results_sum_the_points_of_agent_a_by_match(store: Store) -> None:
    for agents in (("x", "y"), ("y", "z"), ("x", "y"), ("x", "z")):
        new_match(store, agents)
    for match, number, points in ((1, 0, 1), (1, 1, 0.5), (1, 2, 0), (2, 0, 1), (3, 0, 0.5)):
        store.add_game(match, number, "A", points, RECORD)
    game = "nim:piles=3-4-5"
    first, second, third = (game, "x", "y", 1.5, 3.0), (game, "y", "z", 1.0, 1.0), (game, "x", "y", 0.5, 1.0)
    assert store.results() == [first, second, third]  # match 4 has no game yet
    assert store.results([3, 1, 4, 3]) == [third, first]  # each once
    assert store.results([]) == []
    assert list(fit_ratings(result[1:] for result in store.results())) == ["y", "x", "z"]


def test_a_reader_half_way_through_hinders_no_writer(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_BATCH", 2)
    new_match(store)
    for number in range(4):
        add(store, numbered(number))
    reader = store.games()
    assert next(reader) == numbered(0)
    with Store(path) as other:
        add(other, numbered(4))
    add(store, numbered(5))  # fails at once if the reader keeps the snapshot from before game 4
    assert [game.number for game in reader] == [1, 2, 3, 4, 5]


def test_a_record_that_cannot_be_read_is_named(store: Store, path: Path) -> None:
    new_match(store)
    add(store, numbered(0))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE games SET record = '{}'")
    connection.close()
    with pytest.raises(RecordError, match=r"games\.db: game 0 of match 1: record version None is not known"):
        list(store.games())


# Schemas


def schema(path: Path) -> tuple[int, list[str]]:
    """The schema's version, and the columns of the games."""
    connection = sqlite3.connect(path)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    columns = [row[1] for row in connection.execute("PRAGMA table_info(games)")]
    connection.close()
    return version, columns


def test_an_older_file_is_brought_up_to_date_and_a_newer_one_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as store:
        new_match(store)
        add(store, numbered(0))
    version, columns = schema(path)
    with monkeypatch.context() as patch:
        later = (
            ("ALTER TABLE games ADD COLUMN note TEXT", "UPDATE games SET note = 'x'"),
            ("ALTER TABLE games ADD COLUMN more TEXT",),
        )
        patch.setattr(store_module, "_MIGRATIONS", store_module._MIGRATIONS + later)
        for _ in range(2):  # the steps are taken once
            with Store(path) as store:
                assert list(store.games()) == [numbered(0)]
            assert schema(path) == (version + 2, [*columns, "note", "more"])
    before = path.read_bytes()
    assert (
        refusal(lambda: Store(path))
        == f"{path}: a newer Lanista wrote it (schema {version + 2}; this one knows up to {version})"
    )
    assert path.read_bytes() == before


def test_a_step_that_fails_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path) as store:
        new_match(store)
    before = schema(path)
    with monkeypatch.context() as patch:
        broken = ("ALTER TABLE games ADD COLUMN note TEXT", "UPDATE absent SET note = 1")
        patch.setattr(store_module, "_MIGRATIONS", (*store_module._MIGRATIONS, broken))
        assert refusal(lambda: Store(path)) == f"{path}: no such table: absent"
    assert schema(path) == before
    with Store(path) as store:
        assert len(store.matches()) == 1


def test_the_file_keeps_a_write_ahead_log_and_survives_without_power(store: Store) -> None:
    assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._connection.execute("PRAGMA synchronous").fetchone()[0] >= 1  # OFF could damage the file


# Values that are refused


def test_an_unknown_match_is_refused_with_the_last_ones(store: Store, path: Path) -> None:
    assert refusal(lambda: store.match(1)) == f"{path}: there is no match 1; the last are: none yet"
    for _ in range(7):
        new_match(store)
    message = f"{path}: there is no match 8; the last are: 7, 6, 5, 4, 3"
    assert refusal(lambda: store.match(8)) == message
    assert refusal(lambda: store.games(8)) == message  # when called, not at the first game
    assert refusal(lambda: store.results([1, 8])) == message
    assert refusal(lambda: add(store, numbered(0, match=8))) == message


@pytest.mark.parametrize("id", ["x", "1", 1.0, True, None, 0, -1, 2**63])
def test_a_match_id_that_is_none_is_refused(store: Store, id: int) -> None:
    new_match(store)
    message = f"match must be a whole number, 1 to 9223372036854775807, got {id!r}"
    assert refusal(lambda: store.match(id)) == message
    assert refusal(lambda: store.results([id])) == message
    assert refusal(lambda: add(store, numbered(0, match=id))) == message
    if id is not None:
        assert refusal(lambda: store.games(id)) == message


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("number", -1, "number must be a whole number, 0 to 9223372036854775807, got -1"),
        ("number", "0", "number must be a whole number, 0 to 9223372036854775807, got '0'"),
        ("number", 2**63, "number must be a whole number, 0 to 9223372036854775807, got 9223372036854775808"),
        ("first", "C", "first must be 'A' or 'B', got 'C'"),
        ("first", 0, "first must be 'A' or 'B', got 0"),
        ("points", 0.3, "points must be 0, 0.5 or 1, got 0.3"),
        ("points", math.nan, "points must be 0, 0.5 or 1, got nan"),
        ("points", -1, "points must be 0, 0.5 or 1, got -1"),
        ("points", "1", "points must be 0, 0.5 or 1, got '1'"),
        ("record", None, "game 0 of match 1 cannot be stored: "),
        ("record", {"version": 1}, "game 0 of match 1 cannot be stored: "),
        ("record", msgspec.structs.replace(RECORD, score=math.nan), "game 0 of match 1 cannot be stored: "),
        ("record", msgspec.structs.replace(RECORD, parameters={"x": object()}), "game 0 of match 1 cannot be stored: "),
        ("record", msgspec.structs.replace(RECORD, start="\udcff"), "game 0 of match 1 cannot be stored: "),
    ],
)
def test_a_game_that_cannot_be_is_refused(store: Store, field: str, value: object, message: str) -> None:
    new_match(store)
    game = {"match": 1, "number": 0, "first": "A", "points": 1, "record": RECORD, field: value}
    assert refusal(lambda: store.add_game(**game)).startswith(message)  # type: ignore[arg-type]
    assert list(store.games()) == []


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", None, "NOT NULL constraint failed"),
        ("game", object(), "type 'object' is not supported"),
        ("agents", ("random", "./\udcff.py"), "surrogates not allowed"),
        ("games", 0, "games must be a whole number, 1 to"),
        ("games", 1.5, "games must be a whole number, 1 to"),
        ("seed", -1, "seed must be a whole number, 0 to 18446744073709551615, got -1"),
        ("seed", 2**64, "seed must be a whole number, 0 to"),
        ("seed", "x", "seed must be a whole number, 0 to"),
        ("options", {"limit": math.inf}, "options {'limit': inf} are no JSON object: "),
        ("options", {"path": Path("x")}, "options {'path': PosixPath('x')} are no JSON object: "),
        ("options", 5, "options 5 are no JSON object: "),
    ],
)
def test_a_match_that_cannot_be_is_refused(store: Store, field: str, value: object, message: str) -> None:
    match = {"game": "nim", "agents": ("a", "b"), "games": 10, "seed": 1, "options": {}, field: value}
    assert message in refusal(lambda: store.add_match(**match))  # type: ignore[arg-type]
    assert store.matches() == []


def test_the_same_game_twice_is_refused_and_the_first_kept(store: Store, path: Path) -> None:
    new_match(store)
    add(store, numbered(0))
    again = msgspec.structs.replace(RECORD, seed=99)
    message = f"{path}: game 0 of match 1 is stored already"
    assert refusal(lambda: store.add_game(1, 0, "B", 1, again)) == message
    assert list(store.games()) == [numbered(0)]
    add(store, numbered(1))

"""The store keeps every finished game, whatever happens to the process, and refuses what it cannot keep."""

from __future__ import annotations

import math
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

import lanista.arena.store as store_module
from lanista.arena.ratings import fit_ratings
from lanista.arena.record import Move, Player, Record, encode_record
from lanista.arena.store import GameRow, MatchRow, Store
from lanista.errors import RecordError, StoreError

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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, now=lambda: datetime(2026, 1, 2, 3, 4, 5, 678, UTC)) as store:
        yield store


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


# Kills, two writers, a full disk


def test_a_kill_loses_no_finished_game_and_leaves_no_half_one(path: Path) -> None:
    with Store(path) as store:
        new_match(store)
    rng = random.Random(1)
    stored = 0
    for kill in range(20):
        printed: list[int] = []
        with start(WRITER, path, 10**9) as child:
            assert child.stdout is not None
            if kill % 4 == 0:
                time.sleep(rng.uniform(0.03, 0.15))  # while it starts, recovers the log, or already writes
            else:
                printed.append(int(child.stdout.readline()))
                time.sleep(rng.uniform(0, 0.005))
            child.kill()
            printed.extend(int(line) for line in child.stdout.read().splitlines())
        assert child.returncode == -signal.SIGKILL
        assert printed == list(range(stored, stored + len(printed)))  # it went on where the last one stopped
        with Store(path) as store:
            games = list(store.games(1))
        assert games == [numbered(number) for number in range(len(games))]
        # The last game may be stored and not yet printed.
        assert len(games) - stored - len(printed) in (0, 1)
        stored = len(games)
        assert is_sound(path)
    assert stored > 100


def test_a_kill_while_the_file_is_created_leaves_one_that_can_be_used(tmp_path: Path) -> None:
    creator = """
import sys
from pathlib import Path
from lanista.arena.store import Store
for number in range(10**9):
    Store(Path(sys.argv[1], f"{number}.db")).close()
    print(number, flush=True)
"""
    rng = random.Random(1)
    for kill in range(5):
        folder = tmp_path / str(kill)
        folder.mkdir()
        with start(creator, folder) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(rng.uniform(0, 0.02))
            child.kill()
        files = list(folder.glob("*.db"))
        for path in files:
            with Store(path) as store:
                add(store, numbered(0, new_match(store).id))
            assert is_sound(path)
        assert files


def test_several_processes_create_one_file_and_write_to_it_at_once(path: Path) -> None:
    writer = """
import sys
from pathlib import Path
from lanista.arena.record import decode_record
from lanista.arena.store import Store
record = decode_record(sys.stdin.readline())
print("ready", flush=True)
sys.stdin.readline()
with Store(Path(sys.argv[1])) as store:
    match = store.add_match("nim", ("random", sys.argv[2]), 300, 1, {}).id
    for number in range(300):
        store.add_game(match, number, "A", 1, record)
"""
    children = [start(writer, path, index) for index in range(3)]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    with Store(path) as store:  # a fourth that creates it
        while any(child.poll() is None for child in children):
            for _, _, _, points, games in store.results():
                assert points == games
        assert [child.returncode for child in children] == [0, 0, 0]
        assert sorted(row.agents[1] for row in store.matches()) == ["0", "1", "2"]
        assert [games for *_, games in store.results()] == [300.0, 300.0, 300.0]
        assert all(game.record == RECORD for game in store.games())
    for child in children:
        child.communicate()
    assert is_sound(path)


def test_the_switch_to_the_log_waits_for_another_that_opens_the_new_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(path).close()
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("PRAGMA journal_mode = DELETE")  # as the file is for a moment after its creation
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(Store, "_migrate", lambda store: None)  # which came before the other's BEGIN
    release = threading.Timer(0.1, other.rollback)
    release.start()
    with Store(path) as store:
        assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    release.join()
    other.close()


def test_two_stores_may_share_a_match(path: Path) -> None:
    with Store(path) as one, Store(path) as two:
        new_match(one)
        add(one, numbered(0))
        add(two, numbered(1))
        assert "game 0 of match 1 is stored already" in refusal(lambda: add(two, numbered(0)))
        assert list(one.games()) == list(two.games()) == [numbered(0), numbered(1)]


def test_a_file_that_may_not_grow_ends_in_one_line_and_keeps_all_finished_games(path: Path) -> None:
    limited = """
import resource, sys
from pathlib import Path
import msgspec
from lanista.arena.record import decode_record
from lanista.arena.store import Store
from lanista.errors import StoreError
record = decode_record(sys.stdin.readline())
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (5_000_000, hard))  # beyond the first checkpoints, which come at 4 MB of log
with Store(Path(sys.argv[1])) as store:
    number = 0
    def play_on(stop):
        global number
        while number < stop:
            game = msgspec.structs.replace(record, seed=number)
            store.add_game(1, number, "AB"[number % 2], (0, 0.5, 1)[number % 3], game)
            print(number, flush=True)
            number += 1
    try:
        play_on(10**9)
    except StoreError as error:
        print(error, flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    play_on(number + 10)  # once there is room again
"""
    with Store(path) as store:
        new_match(store)
    child = start(limited, path)
    output, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    numbers = [int(line) for line in output.splitlines() if line.isdecimal()]
    errors = [line for line in output.splitlines() if not line.isdecimal()]
    assert errors == [f"{path}: reading or writing failed; is the disk full or a limit reached?"]
    assert len(numbers) > 1000
    with Store(path) as store:
        assert list(store.games()) == [numbered(number) for number in numbers]
    assert is_sound(path)


def test_a_full_disk_is_an_error_in_one_line_and_keeps_all_finished_games(store: Store, path: Path) -> None:
    new_match(store)
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages + 20}")  # what is over counts as a full disk
    stored = []

    def fill() -> None:
        for number in range(1000):
            add(store, numbered(number))
            stored.append(numbered(number))

    assert refusal(fill) == f"{path}: database or disk is full"
    assert len(stored) > 10
    assert list(store.games()) == stored
    store._connection.execute("PRAGMA max_page_count = 1000000")
    add(store, numbered(len(stored)))
    assert is_sound(path)


# Files that are refused


@pytest.mark.parametrize(
    "content",
    [b"hello\n", b"number,points\n" * 1000, b"\0" * 8192, bytes(range(256)) * 64],
    ids=["text", "table", "zeros", "garbage"],
)
def test_a_file_of_another_kind_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refusal(lambda: Store(path)) == f"{path}: file is not a database"
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE matches (id INTEGER PRIMARY KEY)",
        "PRAGMA application_id = 7; CREATE TABLE games (id INTEGER)",
        "PRAGMA application_id = 7",
        "PRAGMA user_version = 1",
        "PRAGMA journal_mode = WAL; CREATE TABLE moves (id INTEGER)",
    ],
)
def test_another_programs_database_is_refused_and_left_alone(path: Path, script: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(script)
    connection.close()
    before = path.read_bytes()
    assert refusal(lambda: Store(path)) == f"{path}: it is another program's database"
    assert path.read_bytes() == before


def test_a_damaged_file_is_refused(path: Path) -> None:
    with Store(path) as store:
        new_match(store)
    damaged = bytearray(path.read_bytes())
    damaged[100:4096] = b"\xff" * 3996
    path.write_bytes(damaged)
    assert refusal(lambda: Store(path)) == f"{path}: database disk image is malformed"


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    assert refusal(lambda: Store(tmp_path)) == f"{tmp_path}: it is not a file"
    assert refusal(lambda: Store(Path("/dev/null"))) == "/dev/null: it is not a file"
    missing = tmp_path / "missing" / "games.db"
    assert refusal(lambda: Store(missing)) == f"{missing}: there is no folder {missing.parent}"
    (tmp_path / "file").touch()
    below = tmp_path / "file" / "games.db"
    assert refusal(lambda: Store(below)) == f"{below}: there is no folder {below.parent}"
    assert "File name too long" in refusal(lambda: Store(tmp_path / ("x" * 300)))


def test_an_empty_file_becomes_a_store_and_names_that_sqlite_reads_otherwise_are_plain_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("empty", ":memory:", "file:x?mode=memory"):
        Path(name).touch()
        with Store(Path(name)) as store:
            new_match(store)
        with Store(Path(name)) as store:
            assert len(store.matches()) == 1


def test_a_file_or_folder_that_may_not_be_written_is_refused() -> None:
    opener = """
import os, sys
from pathlib import Path
from lanista.arena.store import Store
from lanista.errors import StoreError
if os.geteuid() == 0:
    os.setuid(65534)  # root may write everything
try:
    Store(Path(sys.argv[1]))
except StoreError as error:
    print(error)
"""

    def outcome(path: Path) -> str:
        child = start(opener, path)
        output, _ = child.communicate(timeout=60)
        assert child.returncode == 0
        return output

    with tempfile.TemporaryDirectory() as name:  # not tmp_path, which its owner alone may enter
        folder = Path(name)
        path = folder / "games.db"
        with Store(path) as store:
            new_match(store)
        path.chmod(0o444)
        folder.chmod(0o777)
        assert outcome(path) == f"{path}: it may not be written\n"
        path.chmod(0o666)
        assert outcome(path) == ""
        folder.chmod(0o555)
        assert outcome(path) == f"{path}: it or its folder may not be written\n"
        new = folder / "new.db"
        assert outcome(new) == f"{new}: it cannot be opened, or its folder not written\n"
        inner = folder / "inner" / "games.db"
        folder.chmod(0o755)
        inner.parent.mkdir(mode=0o600)
        assert outcome(inner) == f"{inner}: Permission denied\n"


def test_a_file_that_stays_locked_is_refused(store: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_match(store)
    monkeypatch.setattr(store_module, "_PATIENCE", 0.05)
    with Store(path) as hasty:
        store._connection.execute("BEGIN IMMEDIATE")
        assert refusal(lambda: add(hasty, numbered(0))) == f"{path}: database is locked"
        assert refusal(lambda: Store(path)) == f"{path}: database is locked"
        assert len(hasty.matches()) == 1  # reading needs no lock
        store._connection.execute("ROLLBACK")
        add(hasty, numbered(0))
        assert list(store.games()) == [numbered(0)]


def test_a_closed_store_is_refused(path: Path) -> None:
    with Store(path) as store:
        new_match(store)
    store.close()  # twice is no harm
    assert refusal(store.matches) == f"{path}: Cannot operate on a closed database."


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

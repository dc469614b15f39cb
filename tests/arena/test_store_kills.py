"""The store through kills, two writers and a full disk: no finished game is lost."""

from __future__ import annotations

import random
import signal
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from lanista.arena.store import Store

from .stores import RECORD, WRITER, add, is_sound, new_match, numbered, refusal, start

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

"""Files that are no store, or that may not be used, are refused and left alone."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path

import pytest

import lanista.arena.store as store_module
from lanista.arena.store import Store

from .stores import add, new_match, numbered, refusal, start

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

"""Files that are written whole or not at all, whatever stands at the path."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from lanista.files import written_whole


def write(path: Path, data: bytes) -> None:
    with written_whole(path) as file:
        file.write(data)


def test_a_file_is_replaced_whole_or_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write(path, b"old")
    with pytest.raises(ZeroDivisionError), written_whole(path) as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert path.read_bytes() == b"old"
    write(path, b"new")
    assert path.read_bytes() == b"new" and [file.name for file in tmp_path.iterdir()] == ["a"]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "real").write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to("folder/real")
    write(link, b"new")
    assert link.is_symlink() and (tmp_path / "folder" / "real").read_bytes() == b"new"


def test_what_is_no_ordinary_file_is_written_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write(pipe, b"new")
    reader.join(10)
    assert found == [b"new"] and pipe.is_fifo()
    with pytest.raises(OSError, match="Is a directory"):
        write(tmp_path, b"new")

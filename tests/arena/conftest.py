"""The store that tests of the arena get."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lanista.arena.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, now=lambda: datetime(2026, 1, 2, 3, 4, 5, 678, UTC)) as store:
        yield store

"""What the tests of programs share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.agents.process import dismiss_idle_programs

from .programs import Program, Write


@pytest.fixture(autouse=True)
def nothing_idle() -> Iterator[None]:
    yield
    dismiss_idle_programs()


@pytest.fixture
def program(tmp_path: Path) -> Write:
    return lambda source: Program(tmp_path, source)

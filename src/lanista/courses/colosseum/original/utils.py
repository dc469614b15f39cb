"""`utils`: logging switched off for a while."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator


@contextlib.contextmanager
def all_logging_disabled(highest_level: int = logging.CRITICAL) -> Iterator[None]:
    """Let nothing up to a level be logged inside the block."""
    before = logging.root.manager.disable
    logging.disable(highest_level)
    try:
        yield
    finally:
        logging.disable(before)

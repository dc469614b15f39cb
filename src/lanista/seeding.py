"""Seeds that follow from one seed: the same for every part of a match wherever and in whatever order it is played."""

from __future__ import annotations

import hashlib


def derive_seed(seed: int, *path: object) -> int:
    """Return a 64-bit seed for the purpose that `path` names, unrelated to those of other paths."""
    text = "/".join(str(part) for part in (seed, *path))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")

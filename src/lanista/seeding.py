"""Seeds that follow from one seed: the same for every part of a match wherever and in whatever order it is played."""

from __future__ import annotations

import hashlib

from lanista.errors import ParameterError, quoted

MAX_SEED = 2**64 - 1


def check_seed(seed: object) -> int:
    """Return a seed as an int, 0 to 2**64 - 1; ParameterError for everything else."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise ParameterError(f"a seed must be a whole number, got {quoted(seed)}")
    number = int(seed.__index__())
    if not 0 <= number <= MAX_SEED:
        raise ParameterError(f"a seed must be 0 to 2**64 - 1, got {number}")
    return number


def derive_seed(seed: int, *path: object) -> int:
    """Return a 64-bit seed for the purpose that `path` names, unrelated to those of other paths."""
    text = "/".join(str(part) for part in (seed, *path))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")

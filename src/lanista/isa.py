"""Which build of the extension suits this processor.

Two builds hold the same code: `baseline` runs on every x86-64 (and is the only one elsewhere), `v3` needs the
x86-64-v3 level (AVX2, BMI2; Haswell, Zen and later) and is up to 2.4 times as fast on bitboards. The environment
variable LANISTA_ISA (`baseline` or `v3`) overrides the choice.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

# The flags of /proc/cpuinfo that make up x86-64-v3 (lzcnt is listed as abm, SSE3 as pni).
V3_FLAGS = set("avx avx2 bmi1 bmi2 f16c fma abm movbe xsave ssse3 sse4_1 sse4_2 popcnt".split())
# AMD family 0x17 (Zen 1 and 2) takes hundreds of cycles for pdep, so that the v3 build is slower there.
_SLOW_PDEP_FAMILY = 0x17


def best_level(cpuinfo: str) -> str:
    """Return the build for the processor that a /proc/cpuinfo text describes."""
    fields: dict[str, str] = {}
    for line in cpuinfo.split("\n\n", maxsplit=1)[0].splitlines():
        key, _, value = line.partition(":")
        fields[key.strip()] = value.strip()
    if not set(fields.get("flags", "").split()) >= V3_FLAGS:
        return "baseline"
    if fields.get("vendor_id") == "AuthenticAMD" and fields.get("cpu family") == str(_SLOW_PDEP_FAMILY):
        return "baseline"
    return "v3"


def choose_level() -> str:
    """Return the build to load: the one that LANISTA_ISA names, or else the best that is installed and runs here."""
    chosen = os.environ.get("LANISTA_ISA")
    if chosen:
        if chosen not in ("baseline", "v3"):
            raise ImportError(f"LANISTA_ISA must be baseline or v3, got {chosen!r}")
        return chosen
    if importlib.util.find_spec("lanista._native_v3") is None:
        return "baseline"
    try:
        return best_level(Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    except OSError:
        return "baseline"

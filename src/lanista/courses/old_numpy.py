"""What numpy had when the courses were given and has taken away since (1.24, 2.0 and later), for submissions.

Loaded in a submission's own process alone.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np


def _in1d(values: Any, among: Any, **options: Any) -> Any:
    return np.isin(np.ravel(values), among, **options)


_NAMES: dict[str, Any] = {
    **{"bool": bool, "int": int, "float": float, "complex": complex, "object": object, "str": str},
    **{"long": int, "unicode": str},
    **dict.fromkeys(("Inf", "Infinity", "infty", "PINF"), np.inf),
    **{"NINF": -np.inf, "NaN": np.nan, "PZERO": 0.0, "NZERO": -0.0},
    **{"bool8": np.bool_, "int0": np.intp, "uint0": np.uintp, "object0": np.object_, "void0": np.void},
    **{"float_": np.float64, "complex_": np.complex128, "cfloat": np.complex128, "singlecomplex": np.complex64},
    **dict.fromkeys(("string_", "bytes0"), np.bytes_),
    **dict.fromkeys(("unicode_", "str0"), np.str_),
    **{"longfloat": np.longdouble, "longcomplex": np.clongdouble, "clongfloat": np.clongdouble},
    **{"product": np.prod, "cumproduct": np.cumprod, "alltrue": np.all, "sometrue": np.any, "round_": np.round},
    **{"in1d": _in1d, "row_stack": np.vstack, "mat": np.asmatrix},
    "asfarray": lambda values, dtype=np.float64: np.asarray(values, dtype),
    "msort": lambda values: np.sort(values, axis=0),
    "trapz": getattr(np, "trapezoid", None),  # missing where trapz still is there
}


def give_back_old_numpy() -> None:
    """Define the names that numpy lacks, np.int, np.Inf and the like; show numbers as then: 3, not np.int64(3)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, meaning in _NAMES.items():
            if not hasattr(np, name):
                setattr(np, name, meaning)
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        np.set_printoptions(legacy="1.25")

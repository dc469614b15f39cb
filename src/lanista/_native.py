"""The compiled rules, in the build that suits this processor (isa.py)."""

import importlib

from lanista.isa import choose_level

_kernel = importlib.import_module(f"lanista._native_{choose_level()}")
globals().update({name: value for name, value in vars(_kernel).items() if not name.startswith("_")})

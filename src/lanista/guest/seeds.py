"""Chance in an agent's own process: the random generators that its code finds, seeded for each game."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from lanista.seeding import derive_seed


def seed_everything(seed: int) -> None:
    """Seed `random` and numpy's legacy generator; where numpy is not loaded yet, as soon as it is."""
    seed = derive_seed(seed, "bot")
    random.seed(seed)
    if "numpy" in sys.modules:
        _seed_numpy(sys.modules["numpy"], seed)
    else:
        _WhenNumpyComes.seed = seed
        if not any(isinstance(finder, _WhenNumpyComes) for finder in sys.meta_path):
            sys.meta_path.insert(0, _WhenNumpyComes())


def _seed_numpy(numpy: ModuleType, seed: int) -> None:
    numpy.random.seed(seed % 2**32)


class _WhenNumpyComes:
    """A finder and loader of modules: finds numpy where it is, and seeds it once it has been loaded."""

    seed = 0

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != "numpy":
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is None or spec.loader is None:
            return None
        self._loader, spec.loader = spec.loader, self  # type: ignore[assignment]
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        _seed_numpy(module, self.seed)

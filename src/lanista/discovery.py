"""Folders that find their own modules: a game, an agent or a command is added by adding its file."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import TypeVar

Kind = TypeVar("Kind")


def modules_in(package: ModuleType) -> Iterator[ModuleType]:
    """Import and yield each module of a package's folder, by name."""
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        yield importlib.import_module(f"{package.__name__}.{info.name}")


def named_classes(package: ModuleType, base: type[Kind]) -> dict[str, type[Kind]]:
    """Return the subclasses of `base` that modules of the folder define with a `name` of their own, by that name."""
    found: dict[str, type[Kind]] = {}
    for module in modules_in(package):
        found.update(named_classes_in(module, base))
    return dict(sorted(found.items()))


def named_classes_in(module: ModuleType, base: type[Kind]) -> dict[str, type[Kind]]:
    """Return the subclasses of `base` that one module defines with a `name` of their own, by that name."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, base)]
    named = {vars(kind).get("name"): kind for kind in kinds if kind.__module__ == module.__name__}
    return {name: kind for name, kind in named.items() if isinstance(name, str)}

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
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__:
                name = vars(value).get("name")
                if isinstance(name, str):
                    found[name] = value
    return dict(sorted(found.items()))

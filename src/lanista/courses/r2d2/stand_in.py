"""A tkinter for files that name it where there is none, or no display to open a window on.

Any name answers, and can be subclassed, called and set; a window that is really to be opened is an error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

# What `from tkinter import *` brings, of what such files use.
_NAMES = (
    "ACTIVE ALL ANCHOR BOTH BOTTOM CENTER DISABLED E END FLAT GROOVE HIDDEN HORIZONTAL INSERT LEFT N NE NO NORMAL NSEW "
    "NW RAISED RIDGE RIGHT ROUND S SE SOLID SUNKEN SW TOP VERTICAL W WORD X Y YES BooleanVar Button Canvas Checkbutton "
    "DoubleVar Entry Event Frame Grid IntVar Label LabelFrame Listbox Menu Menubutton Message Misc OptionMenu Pack "
    "PanedWindow PhotoImage Place Radiobutton Scale Scrollbar Spinbox StringVar TclError Text Tk Toplevel Widget Wm "
    "mainloop"
).split()


class _StandInType(type):
    """Classes of which any attribute answers, as do its sums: `tk.N + tk.S`."""

    def __getattr__(cls, name: str) -> Any:
        return _answer(name)

    def __add__(cls, other: object) -> Any:
        return cls


class StandIn(metaclass=_StandInType):
    """Any widget, event or constant."""

    def __init__(self, *arguments: object, **options: object) -> None:
        del arguments, options

    def __getattr__(self, name: str) -> Any:
        return _answer(name)

    def __call__(self, *arguments: object, **options: object) -> Any:
        """Answer as a method would."""
        return StandIn()

    def __getitem__(self, key: object) -> Any:
        return StandIn()

    def __setitem__(self, key: object, value: object) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        return iter(())


def _answer(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return _open_window if name == "mainloop" else StandIn()


def _open_window(*arguments: object) -> None:
    raise RuntimeError("it opens a window here (guard the program with if __name__ == '__main__')")


class _Module(ModuleType):
    """The module: each of its names is a class of its own."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = _open_window if name == "mainloop" else _StandInType(name, (StandIn,), {})
        if name == "TclError":
            value = type(name, (Exception,), {})
        setattr(self, name, value)
        return value


class _Finder:
    """A finder and loader of modules: finds the stand-in wherever tkinter, or one of its modules, is imported."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        is_ours = name.partition(".")[0] in ("tkinter", "_tkinter")
        return ModuleSpec(name, self, is_package=True) if is_ours else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__all__"] = _NAMES if module.__name__ == "tkinter" else []


def stand_in_for_tkinter() -> None:
    """Let the stand-in be found from now on, unless the real one is there and can open windows."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    can_open_windows = sys.platform != "linux" or bool(os.environ.get("DISPLAY"))
    if not (can_open_windows and find_spec("_tkinter")):
        sys.meta_path.insert(0, _Finder())

"""How long work goes on, shown on standard error where that is a terminal; elsewhere nothing is."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

_BESIDE = 40  # letters that stand beside what is at work: a wheel, the time, up to 9,999,999,999 nodes


def progress_bar(*, width: int = 24, counts: bool = True) -> Progress:
    """Return a bar with a description before it and the time left behind it. counts: and how many of how many."""
    numbers = (MofNCompleteColumn(),) if counts else ()
    text = TextColumn("{task.description}", markup=False)
    return _shown(text, BarColumn(bar_width=width), *numbers, TimeRemainingColumn(compact=True))


@contextlib.contextmanager
def at_work(what: str, *, nodes: str | None = None) -> Iterator[None]:
    """Show that work goes on, and for how long. nodes: what a search's nodes are called; None: they are not shown."""
    counts = () if nodes is None else (_Nodes(nodes),)
    text = TextColumn("{task.description}", markup=False)
    with _shown(SpinnerColumn(), text, TimeElapsedColumn(), *counts) as progress:
        progress.add_task(_cut(what, progress.console.width - _BESIDE))
        yield


class _Nodes(ProgressColumn):
    """How many nodes all searches have looked at since it was made."""

    def __init__(self, name: str) -> None:
        from lanista import _native

        super().__init__()
        self._name, self._total = name, _native.nodes_so_far
        self._before = self._total()

    def render(self, task: Task) -> Text:
        return Text(f"{self._total() - self._before:,} {self._name}")


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: max(room - 1, 0)]}…"


def _shown(*columns: ProgressColumn) -> Progress:
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)

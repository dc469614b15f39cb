"""Where people sit: a screen to write on and a keyboard that gives lines, hidden lines or single keys.

Any text streams will do; what only a terminal can (hide what is typed, give a key without Enter) is tried only there,
and the terminal is put back as it was after every question, whatever happens meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from lanista.errors import LanistaError
from lanista.games.base import State

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 80
_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_ARROW = re.compile(r"\x1b[\[O][0-9;]*([A-D])")
_END_OF_INPUT = b"\x04"
_ESCAPE = b"\x1b"
# The rest of an arrow key's bytes follow at once; a person who pressed Escape alone does not wait long.
_ESCAPE_SECONDS = 0.05
_LONGEST_ESCAPE = 8


class Screen:
    """Text streams that people play at.

    source, sink: what they type and what they see; default: standard input and output. draw: shows a board, default:
    as plain text.

    LanistaError where there is no output to write to.
    """

    def __init__(
        self, source: TextIO | None = None, sink: TextIO | None = None, draw: Callable[[State], None] | None = None
    ) -> None:
        # Standard input and output are None where they were closed.
        self._source: TextIO | None = source or sys.stdin
        seen: TextIO | None = sink or sys.stdout
        if seen is None:
            raise LanistaError("standard output is closed: there is nowhere to show anything")
        self._sink = seen
        self._draw = draw or (lambda state: self.line(str(state)))
        self._shown: State | None = None

    @property
    def is_terminal(self) -> bool:
        """Whether a person types at a terminal that can hide it and give single keys."""
        return self._source is not None and self._source.isatty()

    def show(self, state: State, *, again: bool = False) -> None:
        """Show the board, unless it was the last that was shown."""
        if again or state is not self._shown:
            self._shown = state
            self._draw(state)

    def line(self, text: str = "") -> None:
        """Write lines as they are."""
        self._write(f"{text}\n")

    def say(self, text: str) -> None:
        """Write a paragraph, wrapped, with control characters made visible."""
        self.line(textwrap.fill(printable(text), WIDTH, break_on_hyphens=False))

    def columns(self, entries: Sequence[str]) -> None:
        """Write short texts in columns, row by row."""
        width = max(map(len, entries)) + 2
        across = max(1, WIDTH // width)
        for start in range(0, len(entries), across):
            row = entries[start : start + across]
            self.line(printable("".join(entry.ljust(width) for entry in row)).rstrip())

    def ask(self, prompt: str, *, hidden: bool = False) -> str | None:
        """Return the line that is typed; None at the end of input. hidden: it does not appear on the screen."""
        try:
            # Hidden before the question is there: a quick answer must not be seen either.
            with self._mode(keeps_lines=True) if hidden and self.is_terminal else contextlib.nullcontext():
                self._write(prompt)
                line = self._read_line()
        except KeyboardInterrupt:
            self.line()
            raise
        if not self.is_terminal:
            # A transcript reads as a terminal would show it.
            self.line("" if hidden else printable(line.rstrip("\n"))[: WIDTH - len(prompt)])
        elif hidden or not line:
            self.line()
        return line.rstrip("\n") if line else None

    def ask_key(self, prompt: str) -> str | None:
        """Return the key that is pressed at the terminal, unseen: a character, or left, right, up, down; "" for others.

        None at the end of input.
        """
        assert self._source is not None
        try:
            with self._mode(keeps_lines=False):
                self._write(prompt)
                return _read_key(self._source.fileno())
        finally:
            self.line()

    def _read_line(self) -> str:
        """Return a line with its end; nothing at the end of input."""
        if self._source is None:
            return ""
        if not self.is_terminal:
            return self._source.readline()
        # Past the stream's buffer, which would keep keys that were typed ahead from ask_key.
        line = b""
        while not line.endswith(b"\n"):
            byte = os.read(self._source.fileno(), 1)
            # Ctrl-D comes as itself where it was typed ahead of the question.
            if byte in (b"", _END_OF_INPUT):
                break
            line += byte
        return line.decode(self._source.encoding, errors="replace")

    def _write(self, text: str) -> None:
        self._sink.write(text)
        self._sink.flush()

    @contextlib.contextmanager
    def _mode(self, *, keeps_lines: bool) -> Iterator[None]:
        """Switch echo off, and lines too if asked; Ctrl-C still interrupts."""
        import termios

        assert self._source is not None
        keyboard = self._source.fileno()
        before = termios.tcgetattr(keyboard)
        changed: list[Any] = termios.tcgetattr(keyboard)
        changed[3] &= ~(termios.ECHO if keeps_lines else termios.ECHO | termios.ICANON)
        if not keeps_lines:
            changed[6][termios.VMIN], changed[6][termios.VTIME] = 1, 0
        # What was typed ahead is kept.
        termios.tcsetattr(keyboard, termios.TCSADRAIN, changed)
        try:
            yield
        finally:
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def rich_console(stream: TextIO | None = None) -> Console:
    """Return a console of rich's on a stream (default: standard output).

    Where nobody reads it any more that is a BrokenPipeError, as for all that is printed; rich alone would exit.
    """
    from rich.console import Console

    class PipedConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return PipedConsole(file=stream)


def printable(text: str) -> str:
    """Return a text with everything but printable characters and line ends written as escapes."""
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode() for char in text
    )


def arrow_of(text: str) -> str:
    """Return the arrow, up, down, left or right, whose bytes a terminal sends; "" for any other text."""
    found = _ARROW.fullmatch(text)
    return _ARROWS[found[1]] if found else ""


def _read_key(keyboard: int) -> str | None:
    # Byte by byte, so that what follows stays where a line is read from later.
    first = os.read(keyboard, 1)
    if first in (b"", _END_OF_INPUT):
        return None
    if first == _ESCAPE:
        return _read_escape(keyboard)
    # UTF-8: the lead byte's high bits say how many bytes follow.
    lead = first[0]
    rest = 0 if lead < 0xC0 else 1 if lead < 0xE0 else 2 if lead < 0xF0 else 3
    return (first + b"".join(os.read(keyboard, 1) for _ in range(rest))).decode(errors="replace")


def _read_escape(keyboard: int) -> str:
    """Return the arrow whose bytes after Escape come now; "" for any other such key."""
    tail = b""
    while len(tail) < _LONGEST_ESCAPE and select.select([keyboard], [], [], _ESCAPE_SECONDS)[0]:
        tail += os.read(keyboard, 1)
        is_sequence = tail[:1] in (b"[", b"O")
        if not is_sequence or (len(tail) > 1 and b"@" <= tail[-1:] <= b"~"):
            break
    return arrow_of((_ESCAPE + tail).decode(errors="replace"))

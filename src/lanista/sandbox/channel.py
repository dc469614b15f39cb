"""The line to an agent's program: messages there and back, each by a deadline that nothing moves.

A message is a line, or so many characters. What the program writes besides, its diagnostics, is read all the while, so
that it never waits for us; the first and the last of it are kept.
"""

from __future__ import annotations

import codecs
import contextlib
import math
import os
import select
import sys
import time
from collections import deque

from lanista.sandbox.launch import Child
from lanista.sandbox.verdict import AgentFailure, Verdict
from lanista.sandbox.waiting import wait_awake

LONGEST_LINE = 1 << 20
"""Bytes of a message."""
_CHUNK = 1 << 16
_KEPT = 1 << 14  # bytes of the first diagnostics, and so many of the last
_LAST_WORDS = 0.2  # seconds to wait for what a program that ended has written
_LOOK = 0.25  # seconds between two looks whether a program that writes nothing still runs


class Diagnostics:
    """What a program wrote besides its answers: how it began and how it ended, whatever lies between."""

    def __init__(self) -> None:
        self._first = b""
        self._last: deque[bytes] = deque()
        self._kept = self._size = 0

    def add(self, data: bytes) -> None:
        """Take note of some bytes."""
        self._size += len(data)
        if len(self._first) < _KEPT:
            room = _KEPT - len(self._first)
            self._first, data = self._first + data[:room], data[room:]
        if data:
            self._last.append(data)
            self._kept += len(data)
        while self._last and self._kept - len(self._last[0]) >= _KEPT:
            self._kept -= len(self._last.popleft())

    def text(self) -> str:
        """Return what was kept, and how much was not."""
        last = b"".join(self._last)[-_KEPT:]
        left_out = self._size - len(self._first) - len(last)
        between = f"\n[... {left_out:,} bytes ...]\n".encode() if left_out > 0 else b""
        return (self._first + between + last).decode(errors="backslashreplace")


class Channel:
    """The line to one program that runs. echoes: its diagnostics appear on standard error as they come.

    Every failure is an AgentFailure whose details are the diagnostics so far; after one, the program is not in step
    any more: it is to be killed, unless all that was missing was time.
    """

    def __init__(self, child: Child, *, echoes: bool = False) -> None:
        self.diagnostics = Diagnostics()
        self._child = child
        self.echoes = echoes
        self._letters = codecs.getincrementaldecoder("utf-8")("backslashreplace")  # one may come in two pieces
        self._read = bytearray()
        self._poll = select.poll()
        self._poll.register(child.to_read, select.POLLIN)
        self._poll.register(child.diagnostics, select.POLLIN)

    def send(self, message: bytes, deadline: float) -> None:
        """Write a message; a program that does not read it is late at the deadline."""
        while True:
            try:
                message = message[os.write(self._child.to_write, message) :]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                raise self._ended() from None
            if not message:
                return
            self._drain()
            left = _left(deadline)
            if left <= 0:
                raise self.failure(Verdict.TIME, "it does not even read the question")
            select.select([], [self._child.to_write], [], min(left, 0.05))

    def line(self, deadline: float) -> bytes:
        """Return the next line, without its end."""
        searched = 0
        while (end := self._read.find(b"\n", searched)) < 0 and len(self._read) <= LONGEST_LINE:
            searched = len(self._read)
            self._wait(deadline)
        if not 0 <= end <= LONGEST_LINE:
            raise self.failure(Verdict.PROTOCOL, f"it wrote {LONGEST_LINE:,} bytes without an end of line")
        return self._take(end + 1)[:-1]

    def characters(self, count: int, deadline: float) -> bytes:
        """Return the next characters."""
        while len(self._read) < count:
            self._wait(deadline)
        return self._take(count)

    def unread(self) -> bytes:
        """Return what has come and nobody asked for."""
        with contextlib.suppress(BlockingIOError):
            self._read += os.read(self._child.to_read, _CHUNK)
        return bytes(self._read)

    def failure(self, verdict: Verdict, message: str, *, is_final: bool = False) -> AgentFailure:
        """Make a failure with the diagnostics so far."""
        self._drain()
        return AgentFailure(verdict, message, self.diagnostics.text(), is_final=is_final)

    def last_words(self) -> None:
        """Take the diagnostics of a program that is ending, until it has ended or a moment has passed."""
        until = time.monotonic() + _LAST_WORDS
        while select.select([self._child.diagnostics], [], [], _left(until))[0] and self._drain():
            if time.monotonic() > until:
                break

    def _take(self, count: int) -> bytes:
        """Remove and return the first bytes that came."""
        taken = bytes(self._read[:count])
        del self._read[:count]
        return taken

    def _wait(self, deadline: float) -> None:
        """Read what comes next, or fail at the deadline."""
        # Rounded up: a wait that ends a moment too early would only be repeated.
        events = wait_awake(self._poll) or self._poll.poll(math.ceil(min(_left(deadline), _LOOK) * 1000))
        if not self._has_written(events) and not self._child.is_alive and not self._has_written(self._poll.poll(0)):
            raise self._ended()  # others, which it started, may hold the line
        for descriptor, _ in events:
            if descriptor == self._child.to_read:
                data = os.read(descriptor, _CHUNK)
                if not data:
                    raise self._ended()
                self._read += data
            elif not self._drain():
                self._poll.unregister(descriptor)  # closed: it would be ready for ever
        if time.monotonic() > deadline:
            raise self.failure(Verdict.TIME, "it thinks")

    def _has_written(self, events: list[tuple[int, int]]) -> bool:
        return any(descriptor == self._child.to_read for descriptor, _ in events)

    def _drain(self) -> bool:
        """Take the diagnostics that are there; False once they have ended."""
        try:
            data = os.read(self._child.diagnostics, _CHUNK)
        except BlockingIOError:
            return True
        self.diagnostics.add(data)
        if self.echoes and data:
            sys.stderr.write(self._letters.decode(data))
            sys.stderr.flush()
        return bool(data)

    def _ended(self) -> AgentFailure:
        fate = self._child.fate()
        self.last_words()
        return AgentFailure(Verdict.CRASH, f"its program {fate}", self.diagnostics.text())


def _left(deadline: float) -> float:
    return max(deadline - time.monotonic(), 0.0)

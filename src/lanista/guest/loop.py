"""The loop of an agent's own process: one answer to each question of the referee's, until the line is closed."""

from __future__ import annotations

import json
import math
import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from io import FileIO
from typing import Any, Protocol, cast

from lanista.agents.base import Clock, Resignation, as_action
from lanista.errors import LanistaError
from lanista.games.base import Game, State
from lanista.games.spec import load_game
from lanista.guest.seeds import seed_everything
from lanista.loading import describe, traceback_of
from lanista.sandbox.environment import DESCRIPTORS
from lanista.sandbox.waiting import wait_awake

Message = dict[str, Any]
_CHUNK = 1 << 16  # bytes read at once


class Guest(Protocol):
    """Whom the loop asks: a player of a game, for any number of games one after the other."""

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Prepare for a new game."""

    def choose(self, state: State, player: int, clock: Clock) -> object:
        """Return an action's number; anything else is told to the referee as what it is."""

    def end(self, state: State) -> None:
        """Take note of the end."""


class Trainee(Guest, Protocol):
    """A guest that can be trained before it plays, in the same process: a course's bridge has it."""

    def train(self, until: int, total: int, seed: int) -> None:
        """Train until there have been `until` rounds, of `total` in all; seed: of the whole training."""


class IllegalChoiceError(Exception):
    """A choice that cannot be turned into an action; its text says what was chosen."""


def serve(make: Callable[[], Guest]) -> None:
    """Answer the referee until it closes the line. make: called once, when the game is known."""
    read, write = (int(number) for number in os.environ.pop(DESCRIPTORS).split(","))
    for descriptor in (read, write):
        os.set_inheritable(descriptor, False)  # not for programs that the agent starts
    # A line at a time, so that what was printed before a kill is not lost.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    host = _Host(make)
    with os.fdopen(read, "rb", buffering=0) as questions, os.fdopen(write, "wb", buffering=0) as answers:
        for line in _lines(questions):
            message = json.loads(line)
            if message["type"] == "end":
                host.end(message)
            else:
                answers.write(json.dumps(host.answer(message)).encode() + b"\n")


def _lines(file: FileIO) -> Iterator[bytes]:
    """Yield the lines of an unbuffered file as they come."""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    begun = b""
    while True:
        wait_awake(poll)
        data = file.read(_CHUNK)
        if not data:
            return
        *lines, begun = (begun + data).split(b"\n")
        yield from lines


class _Host:
    """The guest, and the game that it plays."""

    def __init__(self, make: Callable[[], Guest]) -> None:
        self._make = make
        self._game: Game
        self._guest: Guest
        self._state: State

    def answer(self, message: Message) -> Message:
        """Return the answer to a message; whatever the agent's code raises is an answer too."""
        try:
            return self._answer(message)
        except Resignation:
            return {"type": "resign"}
        except IllegalChoiceError as error:
            return {"type": "illegal", "message": str(error)}
        except BaseException as error:  # a SystemExit of the agent's is its own failure
            return {
                "type": "error",
                # numpy's own kind of MemoryError is one too.
                "kind": "MemoryError" if isinstance(error, MemoryError) else type(error).__name__,
                "message": str(error) if isinstance(error, LanistaError) else describe(error),
                "details": traceback_of(error),
            }

    def _answer(self, message: Message) -> Message:
        match message["type"]:
            case "hello":
                self._game = load_game(message["game"])
                seed_everything(0)  # what chance does while the files are loaded is the same each time too
                self._guest = self._make()
                return {"type": "ready", "protocol": message["protocol"], "brief": True}
            case "begin":
                seed_everything(message["seed"])
                self._guest.begin(self._game, message["player"], message["seed"])
                return {"type": "ready"}
            case "choose":
                now = time.monotonic()
                times = (message["move_time"], message["game_time"])
                move, game = (math.inf if seconds is None else seconds for seconds in times)
                if "position" in message:
                    self._state = self._game.parse_position(message["position"])
                for actions in message.get("actions", ()):
                    self._state = self._state.child(*actions)
                choice = self._guest.choose(self._state, message["player"], Clock(now + move, game))
                try:
                    return {"type": "action", "action": as_action(choice)}
                except TypeError as error:
                    raise IllegalChoiceError(str(error)) from None
            case "train":
                cast(Trainee, self._guest).train(message["until"], message["total"], message["seed"])
                return {"type": "ready"}
            case other:
                raise ValueError(f"unknown message {other!r}")

    def end(self, message: Message) -> None:
        """Tell the guest the end; nobody waits for an answer, so that what it does wrong is told where it prints."""
        try:
            self._guest.end(self._game.parse_position(message["position"]))
        except BaseException as error:
            print(traceback_of(error), end="", file=sys.stderr)

"""Programs that misbehave, written by the tests."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import lanista
from lanista.agents.base import Clock, Player
from lanista.agents.process import ProcessAgent
from lanista.arena.record import Record
from lanista.arena.referee import NO_LIMITS, Forgive, Limits, Session
from lanista.sandbox.launch import Launch
from lanista.sandbox.verdict import Verdict

# What every program here begins with. It notes each of its starts in `pids`, and whatever it likes in `notes`.
PREAMBLE = """\
import json, os, signal, subprocess, sys, time

def note(text, file="notes"):
    with open(os.path.join(os.path.dirname(__file__), file), "a") as notes:
        notes.write(f"{text}\\n")

def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()

def say(**message):
    write(json.dumps(message) + "\\n")

def heard():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()

def question():
    "Answer all greetings and return the next question about a move."
    while (message := heard())["type"] != "choose":
        if message["type"] != "end":
            say(type="ready", protocol=1)
    return message

def play():
    "Play well enough until the line is closed."
    while True:
        say(type="action", action=question()["legal"][0])

note(os.getpid(), "pids")
starts = len(open(os.path.join(os.path.dirname(__file__), "pids")).readlines())
"""
# Far more than anything takes on a machine that is busy; what would last for ever gets there.
ENOUGH = 60.0


@dataclass
class Lenient:
    """A competition that forgives."""

    way: Forgive
    name: str = "lenient"

    def forgive(self, seed: int) -> Forgive:
        return self.way


class Program:
    """A small program, written for a test."""

    def __init__(self, folder: Path, source: str) -> None:
        self._folder = folder
        self.file = folder / "program.py"
        self.file.write_text(PREAMBLE + source)
        self.command = (sys.executable, "-I", "-S", str(self.file))
        self.game = lanista.load_game("nim")

    def agent(self, grace: float = 0.0, **launch: object) -> ProcessAgent:
        return ProcessAgent(self.game, "program", Launch(self.command, **launch), grace=grace)  # type: ignore[arg-type]

    def play(
        self, limits: Limits = NO_LIMITS, agent: ProcessAgent | None = None, forgive: Forgive | None = None
    ) -> Record:
        """Play a game in which it begins, against the first legal move."""
        agents: list[Player] = [agent or self.agent(), First()]
        session = Session(self.game, agents, self.game.initial_state(), 1, limits, policy=forgive and Lenient(forgive))
        while not session.is_over:
            session.step()
        return session.finish()

    def fails(self, verdict: Verdict, limits: Limits = NO_LIMITS) -> tuple[str, str]:
        """Play a game that it loses by its first answer; return the message and the evidence."""
        record = self.play(limits)
        assert record.failure is not None
        assert (record.failure.player, record.failure.kind) == (0, verdict), record.failure
        assert record.moves == ()
        assert record.returns == (-1.0, 1.0)
        return record.failure.message, record.failure.details

    def pids(self) -> list[int]:
        return self.numbers("pids")

    def numbers(self, file: str) -> list[int]:
        """Return what it has noted."""
        path = self._folder / file
        return [int(word) for word in path.read_text().split()] if path.exists() else []


class First:
    def choose(self, state: lanista.State, player: int, clock: Clock) -> int:
        return state.legal_actions(player)[0]


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def wait_until(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + ENOUGH
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def ended(pid: int) -> bool:
    return wait_until(lambda: not is_running(pid))


Write = Callable[[str], Program]
SHORT = Limits(move_time=0.5)

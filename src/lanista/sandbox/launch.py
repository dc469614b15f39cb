"""Starting an agent's program: its process group, its descriptors, the limits that the system keeps for us.

Nothing here knows what is said over the descriptors (channel.py) or what an answer is worth (verdict.py).
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lanista.errors import LaunchError
from lanista.sandbox.environment import DESCRIPTORS

_PATIENCE = 5.0  # seconds that the system may take to end a killed process
_LEAVING = 1.0  # seconds in which a program that closed the line ends, if that was its end
# Kills the program when whoever started it ends, however that happens.
_DIE_WITH_US = ("setpriv", "--pdeathsig", "KILL", "--")


def python_guest(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command that runs a module's guest in a Python of its own."""
    # -P: what lies in the working folder is not to be imported in place of the libraries.
    return (sys.executable, "-P", "-m", "lanista.guest", module, *arguments)


@dataclass(frozen=True)
class Launch:
    """A program to be started, and what it may use.

    own_descriptors: it is spoken to on descriptors of its own, and what it prints counts as diagnostics; otherwise
    its standard input and output are the line to it. memory_mb: MiB that it may ask the system for. one_core: it may
    not use more at a time. pauses: it is stopped while it is not asked.
    """

    command: tuple[str, ...]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict, hash=False)
    own_descriptors: bool = False
    memory_mb: int | None = None
    one_core: bool = False
    pauses: bool = False

    def start(self) -> Child:
        """Start the program; LaunchError says why that was not possible."""
        # The guard would say it in its own words, when it is too late.
        if shutil.which(self.command[0]) is None:
            raise LaunchError(f"cannot start {self.command[0]}: there is no such program, or it may not be run")
        to_child, to_write = os.pipe()
        to_read, from_child = os.pipe()
        theirs = (to_child, from_child)
        environment = {**os.environ, **self.environment}
        if self.own_descriptors:
            environment[DESCRIPTORS] = f"{to_child},{from_child}"
        try:
            process = subprocess.Popen(
                [*_guarded(), *self.command],
                stdin=subprocess.DEVNULL if self.own_descriptors else to_child,
                stdout=subprocess.PIPE if self.own_descriptors else from_child,
                stderr=subprocess.STDOUT if self.own_descriptors else subprocess.PIPE,
                pass_fds=theirs if self.own_descriptors else (),
                cwd=self.folder,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            os.close(to_write)
            os.close(to_read)
            raise LaunchError(f"cannot start {self.command[0]}: {error.strerror or error}") from error
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        child = Child(process, to_write, to_read, pauses=self.pauses)
        self._limit(process.pid)
        return child

    def _limit(self, pid: int) -> None:
        """Set what the system keeps for us, while the program is still being loaded."""
        with contextlib.suppress(ProcessLookupError):
            if self.memory_mb is not None:
                size = self.memory_mb << 20
                resource.prlimit(pid, resource.RLIMIT_DATA, (size, size))
            if self.one_core:
                cores = sorted(os.sched_getaffinity(pid))
                os.sched_setaffinity(pid, {cores[pid % len(cores)]})  # those of other referees get others


class Child:
    """A program that runs: what is written to it, read from it, and its end."""

    def __init__(self, process: subprocess.Popen[bytes], to_write: int, to_read: int, *, pauses: bool) -> None:
        output = process.stdout or process.stderr
        assert output is not None
        self._process = process
        self._output = output
        self._pauses = pauses
        self._is_over = self._has_hung_up = False
        self.to_write = to_write
        self.to_read = to_read
        self.diagnostics = output.fileno()
        for descriptor in (to_write, to_read, self.diagnostics):
            os.set_blocking(descriptor, False)

    @property
    def pid(self) -> int:
        """The number of the process, which is its group's too."""
        return self._process.pid

    def pause(self) -> None:
        """Stop all of it until it is asked again, if it is to be."""
        if self._pauses:
            self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it run."""
        if self._pauses:
            self._signal(signal.SIGCONT)

    def cpu_seconds(self) -> float:
        """Return the processor time that the process has used; what it was when it ended is not known."""
        try:
            return time.clock_gettime(~self.pid << 3 | 2)  # the clock of another process: clock_getcpuclockid(3)
        except OSError:
            return 0.0

    @property
    def status(self) -> int | None:
        """How the program ended: its exit status, minus a signal's number; None while it runs."""
        return self._process.poll()

    def fate(self) -> str:
        """Say how the program ended, or that it only closed the line."""
        try:
            status = self._process.wait(timeout=_LEAVING)
        except subprocess.TimeoutExpired:
            return "closed the line to the referee"
        if status >= 0:
            return f"ended with status {status}"
        try:
            return f"was ended by {signal.Signals(-status).name}"
        except ValueError:
            return f"was ended by signal {-status}"

    def hang_up(self) -> None:
        """Close the line to the program, which is how it learns that nothing more comes."""
        if not self._has_hung_up:
            self._has_hung_up = True
            os.close(self.to_write)

    def kill(self) -> None:
        """End the program and all that it started, and close the line; more than once does no harm."""
        if self._is_over:
            return
        self._is_over = True
        self._signal(signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=_PATIENCE)
        # What it started may have outlived it.
        self._signal(signal.SIGKILL)
        self.hang_up()
        os.close(self.to_read)
        self._output.close()

    @property
    def is_alive(self) -> bool:
        """Whether the program still runs."""
        return not self._is_over and self._process.poll() is None

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


def _guarded() -> tuple[str, ...]:
    return _DIE_WITH_US if shutil.which(_DIE_WITH_US[0]) else ()

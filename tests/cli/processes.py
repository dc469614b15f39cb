"""Programs that run beside a test."""

import subprocess
import time
from pathlib import Path

# More than starting takes on any machine; what runs for ever gets there.
_SECONDS_OF_WORK = 1.5
_TICKS = 100  # a second, in /proc


def wait_until_busy(child: subprocess.Popen[str]) -> None:
    """Return once a program is past its start and at work, however busy the machine is with other things."""
    for _ in range(2000):
        assert child.poll() is None, "the program ended early"
        user, system = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        if (int(user) + int(system)) / _TICKS > _SECONDS_OF_WORK:
            return
        time.sleep(0.05)
    raise AssertionError("the program does nothing")

"""Says in one line what this machine lacks to build Lanista, and how to get it; silent when nothing is missing."""

import importlib.util
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

# The first release of g++ whose C++20 the kernel uses.
GXX_AT_LEAST = 11


def missing() -> str | None:
    """Return the first thing that is missing."""
    if sys.version_info < (3, 11):
        version = sys.version.split()[0]
        return f"Python 3.11 or later is needed, this is {version} (name another: make PYTHON=python3.12 ...)"
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    if not header.exists():
        return f"Python's headers are missing ({header}); on Debian and Ubuntu: sudo apt install python3-dev"
    if importlib.util.find_spec("ensurepip") is None:
        return "Python's venv is missing; on Debian and Ubuntu: sudo apt install python3-venv"
    if shutil.which("g++") is None:
        return "the C++ compiler g++ is missing; on Debian and Ubuntu: sudo apt install g++"
    version = subprocess.run(["g++", "-dumpversion"], capture_output=True, text=True, check=False).stdout
    if int(version.partition(".")[0] or 0) < GXX_AT_LEAST:
        return f"g++ {GXX_AT_LEAST} or later is needed, this is {version.strip()}"
    return None


if __name__ == "__main__":
    what = missing()
    if what is not None:
        sys.exit(f"lanista: {what}")

"""What a student hands in, made ready to run: an executable as it is; a folder or a zip is copied and built by make.

The copy lies in a temporary folder of this process, which is removed when the process ends.
"""

from __future__ import annotations

import atexit
import fcntl
import functools
import os
import shutil
import stat
import sys
import tempfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

from lanista.agents.terminal import printable
from lanista.courses.base import files_hash
from lanista.errors import FileLoadError, LaunchError, listing
from lanista.sandbox.channel import Channel
from lanista.sandbox.launch import Launch
from lanista.sandbox.verdict import AgentFailure, Verdict

# The handout: the training has to be done in 30 minutes; here it is a part of make.
BUILD_SECONDS = 30 * 60
MEMORY_MB = 4096
HANDED_IN_BYTES = 2 << 20
_UNPACKED_BYTES = 256 << 20  # a zip of 2 MB that holds more is no homework
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_PREFERRED = "agent"
_PREFIX = "lanista-ewn-"
_GRACE = 60.0  # seconds in which a new folder of another process may not be locked yet
# A make that was started by another make is none of its parts.
_OWN_MAKE = {"MAKEFLAGS": "", "MFLAGS": "", "MAKELEVEL": "0"}


@dataclass(frozen=True)
class Program:
    """An executable and the folder to start it in (None: where we are).

    notes: what the handout asks of a zip and this one lacks.
    """

    file: Path
    folder: Path | None = None
    notes: tuple[str, ...] = ()


_built: dict[tuple[Path, str | None], Program] = {}


def prepare(path: Path) -> Program:
    """Return a submission's program, built if need be; FileLoadError or LaunchError say why there is none.

    What is built once is not built again while its files stay as they are.
    """
    if not path.exists():
        raise FileLoadError(f"there is no {path}")
    if path.is_file() and path.suffix.lower() != ".zip":
        if not os.access(path, os.X_OK):
            raise FileLoadError(f"{path} is no executable (chmod +x {path}), no zip and no folder with a Makefile")
        return Program(path.absolute())
    key = (path.absolute(), files_hash(path))
    if key not in _built or not _built[key].file.exists():
        _built[key] = _build(path)
    return _built[key]


def _build(path: Path) -> Program:
    place = Path(tempfile.mkdtemp(dir=_room()))
    copy = place / "submission"
    try:
        if path.is_dir():
            source = _with_makefile(path, path)
            shutil.copytree(source, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "__pycache__"))
            root = copy
        else:
            _unzip(path, copy)
            root = _with_makefile(copy, path)
    except (OSError, shutil.Error) as error:
        raise FileLoadError(f"cannot copy {path}: {error}") from error
    compiled = _remove_compiled(root)
    notes = _shortcomings(root, path, compiled) if path.is_file() else []  # a folder is still worked on
    return Program(_made(root, path), root, tuple(notes))


def _with_makefile(folder: Path, path: Path) -> Path:
    """Return the folder itself or the only one in it that has a Makefile."""
    inner = sorted(child for child in folder.iterdir() if child.is_dir() and child.name != "__MACOSX")
    for places in ([folder], inner):
        found = [place for place in places if any((place / name).is_file() for name in _MAKEFILES)]
        if len(found) == 1:
            return found[0]
        if found:
            names = listing((place.name for place in found), at_most=5)
            raise FileLoadError(f"{path} holds more than one submission: {names}")
    raise FileLoadError(f"{path} has no Makefile")


def _unzip(path: Path, into: Path) -> None:
    """Unpack a zip, with the permissions that it tells."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _UNPACKED_BYTES:
                raise FileLoadError(f"{path} holds more than {_UNPACKED_BYTES >> 20} MB")
            for entry in archive.infolist():
                file = Path(archive.extract(entry, into))
                if file.is_file() and entry.external_attr >> 16 & stat.S_IXUSR:
                    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    # RuntimeError: it has a password; NotImplementedError: an unknown way to compress.
    except (zipfile.BadZipFile, RuntimeError, EOFError) as error:
        raise FileLoadError(f"{path} cannot be unpacked: {error}") from error


def _remove_compiled(root: Path) -> list[str]:
    """Remove compiled files, so that all that plays comes from the sources; return their names."""
    compiled = []
    for file in sorted(root.rglob("*")):
        if file.is_file() and not file.is_symlink():
            with file.open("rb") as stream:
                is_compiled = stream.read(4) == b"\x7fELF"
            if is_compiled:
                compiled.append(str(file.relative_to(root)))
                file.unlink()
    return compiled


def _shortcomings(root: Path, path: Path, compiled: list[str]) -> list[str]:
    """Return where a zip is not as the handout wants it, though it can be played."""
    notes = [f"it has no {name}" for name in ("src", "report.pdf") if not (root / name).exists()]
    if path.stat().st_size > HANDED_IN_BYTES:
        notes.append(
            f"it has {path.stat().st_size / (1 << 20):.1f} MB, and {HANDED_IN_BYTES >> 20} MB may be handed in"
        )
    if compiled:
        notes.append(f"it holds compiled files, which are not to be handed in: {listing(compiled, at_most=5)}")
    return notes


def _made(root: Path, path: Path) -> Path:
    """Let make do its work; return the executable that it makes."""
    before = _executables(root)
    output = _make(root, path)
    for options in ((), ("--always-make",)):
        if options:  # all was there already: which of it would make have made?
            output = _make(root, path, *options)
        preferred = root / _PREFERRED
        if preferred.is_file() and os.access(preferred, os.X_OK):
            return preferred
        made = [file for file, mark in _executables(root).items() if before.get(file) != mark]
        if made:
            break
    if len(made) == 1:
        return made[0]
    _show(output)
    if not made:
        raise LaunchError(f"make made no executable in {path}")
    names = listing((str(file.relative_to(root)) for file in made), at_most=8)
    raise LaunchError(
        f"make made several executables in {path}: {names}; the one that plays must be called {_PREFERRED}"
    )


def _executables(root: Path) -> dict[Path, tuple[int, int]]:
    """Return the files that can be run, with what tells whether they were made anew."""
    found = {}
    for file in sorted(root.rglob("*")):
        if file.is_file() and os.access(file, os.X_OK) and ".so" not in file.suffixes:
            facts = file.stat()
            found[file] = (facts.st_mtime_ns, facts.st_ino)
    return found


def _make(root: Path, path: Path, *options: str) -> str:
    """Run make and return what it wrote; LaunchError, after it was shown, if it fails."""
    launch = Launch(
        ("make", *options),
        folder=root,
        environment=_OWN_MAKE,
        own_descriptors=True,
        memory_mb=MEMORY_MB,
        one_core=True,
    )
    child = launch.start()
    channel = Channel(child)
    try:
        channel.line(time.monotonic() + BUILD_SECONDS)  # it has nothing to say there: this ends with make itself
        problem = "speaks where nobody listens"
    except AgentFailure as failure:
        if child.status == 0:
            return failure.details
        is_late = failure.verdict is Verdict.TIME
        problem = f"has not ended after {BUILD_SECONDS // 60} minutes" if is_late else child.fate()
    finally:
        child.kill()
    output = channel.diagnostics.text()
    _show(output)
    reason = next((line.partition("*** ")[2] for line in reversed(output.splitlines()) if "*** " in line), "")
    raise LaunchError(f"make in {path} {problem}{': ' if reason else ''}{printable(reason)}")


def _show(output: str) -> None:
    print(printable(output.rstrip()), file=sys.stderr)


@functools.cache
def _room() -> Path:
    """Return this process's folder for what it builds; what killed processes have left is removed."""
    for old in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        _remove_if_left(old)
    room = Path(tempfile.mkdtemp(prefix=_PREFIX))
    # Held as long as the process lives, however it ends.
    fcntl.flock(os.open(room, os.O_RDONLY), fcntl.LOCK_SH)
    atexit.register(shutil.rmtree, room, ignore_errors=True)
    return room


def _remove_if_left(room: Path) -> None:
    try:
        descriptor = os.open(room, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if time.time() - os.fstat(descriptor).st_mtime > _GRACE:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(room, ignore_errors=True)
    except BlockingIOError:
        pass  # somebody plays with it
    finally:
        os.close(descriptor)

"""What the commands share when they print: the console, boards in colour, the warning about bot files.

rich is imported where it is used: `lanista --help` needs none of it.
"""

from __future__ import annotations

import contextlib
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from lanista.games.base import State

# Tables stay readable on the narrowest terminal that is common, and do not sprawl on a wide one.
MAX_WIDTH = 100
EXIT_INTERRUPTED = 130
# A frame of a traceback: where it is, and the lines of code under it.
_FRAME = re.compile(r'^  File "([^"\n]*)", line .*\n(?:    .*\n)*', re.MULTILINE)


def console(stream: TextIO | None = None) -> Console:
    """Return a console on a stream (default: standard output), at most MAX_WIDTH wide."""
    from lanista.agents.terminal import rich_console

    out = rich_console(stream)
    out.width = min(out.width, MAX_WIDTH)
    return out


def colored(state: State) -> Text:
    """Return the drawn board with the game's colours: only marks that stand alone, not letters within words."""
    from rich.text import Text

    text = Text(str(state))
    for mark, style in state.game.text_styles.items():
        text.highlight_regex(rf"(?<![A-Za-z]){re.escape(mark)}(?![A-Za-z])", style)
    return text


def print_board(state: State, stream: TextIO | None = None) -> None:
    """Print the drawn board, in colour where the stream (default: standard output) is a terminal.

    Where NO_COLOR is set it is plain: rich alone would leave bold letters.
    """
    from rich.text import Text

    out = console(stream)
    out.print(Text(str(state)) if out.no_color else colored(state), soft_wrap=True)


def warn_of_bot_files(specs: Iterable[str]) -> None:
    """Say on standard error which files' code will run with the user's rights: bots, and what agents are given.

    Of files that do not exist, others say so.
    """
    from lanista.games.spec import parse_spec
    from lanista.training.checkpoint import is_checkpoint

    files: set[str] = set()
    for text in specs:
        spec = parse_spec(text)
        if spec.path is not None and spec.path.exists() and not is_checkpoint(spec.path):
            files.add(text)
        given = [value for value in spec.arguments.values() if value[0] in "./" and ".py:" in value]
        files.update(value for value in given if Path(value.rpartition(":")[0]).exists())
    if files:
        names = ", ".join(sorted(files))
        print(f"note: {names} runs with your rights and can do all that you can", file=sys.stderr)


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """Let a kill or a closed terminal end the work as Ctrl-C does: with everything put back."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def own_frames(details: str) -> str:
    """Return a traceback without the frames of this program that called the agent, if any others are left."""
    home = str(Path(__file__).parent.parent)
    frames = [frame[1].startswith(home) for frame in _FRAME.finditer(details)]
    if all(frames):
        return details.rstrip()
    return _FRAME.sub(lambda frame: "" if frame[1].startswith(home) else frame[0], details).rstrip()

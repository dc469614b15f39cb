"""The program `lanista`: finds its commands, one module each, and turns errors into one clear line.

A command's module defines a function of the module's own name; its signature is the command line, its docstring the
help (one that reads its words itself, in a handout's form, has OWN_WORDS). It returns the exit status: None or 0
success, 1 a negative result. Errors in what the user gave end in 2.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any, NoReturn

import cyclopts

from lanista.cli.output import EXIT_INTERRUPTED
from lanista.discovery import modules_in
from lanista.errors import LanistaError
from lanista.loading import describe
from lanista.version import __version__

EXIT_BAD_USAGE = 2
# Modules of this folder that are no commands.
_SHARED = {"main", "output", "findings", "progress", "terms"}


def build_app() -> cyclopts.App:
    """Return the program with all commands of this folder; what a command needs it imports when it runs."""
    app = cyclopts.App(
        name="lanista",
        help="Write game-playing agents, learn how good they really are, run fair matches.",
        version=__version__,
        help_format="plaintext",
        suppress_keyboard_interrupt=False,  # main says that it was interrupted
        default_parameter=cyclopts.Parameter(negative=()),
    )
    for module in modules_in(sys.modules[__package__]):
        name = module.__name__.rpartition(".")[2]
        if name not in _SHARED:
            # A command with a handout's own command line explains itself.
            flags: dict[str, Any] = {"help_flags": (), "version_flags": ()} if hasattr(module, "OWN_WORDS") else {}
            app.command(getattr(module, name), name=name.replace("_", "-"), **flags)
    return app


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the program and exit: 0 success, 1 a negative result, 2 bad usage, 130 interrupted."""
    _never_fail_on_letters()
    try:
        app = build_app()
        status: Any = app(sys.argv[1:] if arguments is None else arguments, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except cyclopts.CycloptsError as error:
        _fail(_one_line(error))
    except LanistaError as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has left; do not let Python complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_BAD_USAGE)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(EXIT_INTERRUPTED)
    except OSError as error:
        _fail(str(error))
    except Exception as error:
        if os.environ.get("LANISTA_TRACEBACK"):
            raise
        _fail(f"an error of the program itself: {describe(error)} (LANISTA_TRACEBACK=1 shows where)")
    sys.exit(status if isinstance(status, int) else 0)


def _never_fail_on_letters() -> None:
    """Let no letter that the terminal's encoding lacks, typed or shown, end a command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(message: str) -> NoReturn:
    print(f"lanista: {message}", file=sys.stderr)
    sys.exit(EXIT_BAD_USAGE)


def _one_line(error: cyclopts.CycloptsError) -> str:
    command = " ".join(getattr(error, "command_chain", None) or ())
    text = " ".join(str(error).split())
    return f"{text} (see: lanista {command} --help)" if command else f"{text} (see: lanista --help)"

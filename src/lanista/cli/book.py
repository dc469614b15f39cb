"""`lanista book`: builds a book of exactly solved openings."""

from __future__ import annotations

import sys
from pathlib import Path


def book(game: str, /, *, plies: int, out: Path, memory: int = 256) -> int:
    """Solve every opening of a game up to a number of plies, and write their exact scores to a file.

    Only connect_four has books. A build that was stopped, by Ctrl-C or by a crash, goes on where it was when it is
    started again; until it is finished its work is in the file OUT.part. Each ply takes about five times as long as the
    one before.

    Example: lanista book connect_four:width=6,height=5 --plies 6 --out small.book

    Parameters
    ----------
    game
        The game, e.g. connect_four or connect_four:width=6,height=5.
    plies
        The positions of how many stones, at most, are to be in the book: 0 to 12.
    out
        The file to write; it must not exist yet.
    memory
        MiB for what the solver remembers.
    """
    from lanista.agents.connect_four_book import BookBuilder
    from lanista.cli.output import EXIT_INTERRUPTED, ended_in_order
    from lanista.cli.progress import progress_bar
    from lanista.errors import ParameterError, StoreError
    from lanista.files import writing
    from lanista.games.connect_four import ConnectFour
    from lanista.games.spec import load_game

    rules = load_game(game)
    if not isinstance(rules, ConnectFour):
        raise ParameterError(f"there are books of connect_four only, not of {rules.name}")
    builder = BookBuilder(rules, plies, out, memory)
    progress = progress_bar()
    try:
        with writing(out, StoreError), ended_in_order(), progress:
            task = progress.add_task(f"{rules.spec}, {plies} plies", total=builder.total)
            for done in builder.run():
                progress.update(task, completed=done)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where it was", file=sys.stderr)
        return EXIT_INTERRUPTED
    resumed = f" ({builder.done:,} of them by an earlier build)" if builder.done else ""
    print(f"{out}: {builder.total:,} positions of {plies} plies solved{resumed}, {out.stat().st_size:,} bytes")
    return 0

"""`lanista perft`: counts positions, to check the rules and to time them."""

from __future__ import annotations

import json as json_module
import time

from lanista.errors import ParameterError


def perft(game: str, depth: int, /, *position: str, seed: int | None = None, json: bool = False) -> None:
    """Count the positions after exactly 1, 2, ... DEPTH plies, making each of them.

    Ended positions count where the game ends and are not gone on from; where both players move at once, a ply is one
    joint action.

    Example: lanista perft breakthrough:rows=8,cols=8 5

    Parameters
    ----------
    game
        The game, e.g. connect_four or breakthrough:rows=8,cols=8.
    depth
        How many plies, 1 or more.
    position
        The position to count from, as the remaining words (default: the start).
    seed
        Decides a random start.
    json
        Print one JSON object for machines.
    """
    from lanista.cli.progress import at_work
    from lanista.games.spec import load_game

    if depth < 1:
        raise ParameterError(f"DEPTH must be at least 1, got {depth}")
    rules = load_game(game)
    state = rules.initial_state(seed=seed, start=" ".join(position) or None)
    rows: list[dict[str, object]] = []
    if not json:
        print(f"{rules.spec} from {state.position}")
        print(f"{'plies':>5} {'positions':>16} {'of these ended':>16} {'seconds':>9} {'M/s':>8}")
    for plies in range(1, depth + 1):
        with at_work(f"{plies} plies"):
            began = time.perf_counter()
            positions, ended = state.perft(plies)
            seconds = time.perf_counter() - began
        rows.append({"plies": plies, "positions": positions, "ended": ended, "seconds": seconds})
        if not json:
            rate = positions / seconds / 1e6
            print(f"{plies:>5} {positions:>16,} {ended:>16,} {seconds:>9.3f} {rate:>8.1f}", flush=True)
    if json:
        print(json_module.dumps({"game": rules.spec, "position": state.position, "perft": rows}))

"""Positions to search: met in random games, and endings, of every sequential game at small sizes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import lanista
from lanista.games.base import State

# A size of each game at which plain minimax sees the end from many positions, and depths that it reaches at once.
SMALL = {
    "nim:piles=2-3-4": 6,
    "connect_four:width=4,height=4,connect=3": 5,
    "mancala:houses=3,seeds=2": 6,
    "mancala:houses=4,seeds=3": 5,
    "breakthrough:rows=5,cols=3": 4,
    "colosseum:size=4": 2,
    "einstein": 3,
}


def set_switches(options: object, **switches: object) -> None:
    """Set the named fields of a native search's options."""
    for name, value in switches.items():
        setattr(options, name, value)


def random_positions(spec: str, count: int, seed: int) -> Iterator[State]:
    """Yield open positions from all stages of random games, the endings among them."""
    game = lanista.load_game(spec)
    rng = random.Random(seed)
    while count > 0:
        state = game.initial_state(seed=rng.getrandbits(32))
        while not state.is_terminal and count > 0:
            yield state
            count -= 1
            state = state.child(rng.choice(state.legal_actions()))


def endings(spec: str, plies: int, seed: int) -> Iterator[State]:
    """Yield the positions before the last `plies` plies of random games, for ever."""
    game = lanista.load_game(spec)
    rng = random.Random(seed)
    while True:
        line = [game.initial_state(seed=rng.getrandbits(32))]
        while not line[-1].is_terminal:
            line.append(line[-1].child(rng.choice(line[-1].legal_actions())))
        yield from line[-1 - plies : -1]

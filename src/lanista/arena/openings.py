"""The starts of a match: random starts of the game's own, or distinct random openings from a fixed start."""

from __future__ import annotations

import random
from dataclasses import dataclass

from lanista.games.base import Game, State, movers
from lanista.seeding import derive_seed

DEFAULT_PLIES = 4
# So many openings are tried for a new one before it is taken that there are no more.
_TRIES = 200


@dataclass(frozen=True)
class Opening:
    """A start and how it came about: the moves of the opening in notation, none for a start of the game's own."""

    state: State
    moves: tuple[str, ...] = ()


def match_starts(game: Game, count: int, seed: int, plies: int = DEFAULT_PLIES) -> list[Opening]:
    """Return `count` starts for pairs of games, the same for the same seed; none is over.

    A game with random starts draws one each. Otherwise `plies` random plies are played from the fixed start, to
    positions that are all different while there are enough of them; then they come round again in the same order.
    plies 0: the fixed start each time.
    """
    if game.has_random_start:
        return [Opening(game.initial_state(seed=derive_seed(seed, "start", number))) for number in range(count)]
    if plies == 0:
        return [Opening(game.initial_state())] * count
    openings: dict[State, Opening] = {}
    rng = random.Random(derive_seed(seed, "openings"))
    for _ in range(count):
        fresh = _new_opening(game, plies, rng, openings)
        if fresh is None:
            break
        openings[fresh.state] = fresh
    distinct = list(openings.values()) or [Opening(game.initial_state())]
    return [distinct[number % len(distinct)] for number in range(count)]


def _new_opening(game: Game, plies: int, rng: random.Random, known: dict[State, Opening]) -> Opening | None:
    for _ in range(_TRIES):
        opening = _random_opening(game, plies, rng)
        if not opening.state.is_terminal and opening.state not in known:
            return opening
    return None


def _random_opening(game: Game, plies: int, rng: random.Random) -> Opening:
    state = game.initial_state()
    moves: list[str] = []
    for _ in range(plies):
        if state.is_terminal:
            break
        players = movers(state)
        actions = [rng.choice(state.legal_actions(player)) for player in players]
        moves += [state.action_to_string(action, player) for action, player in zip(actions, players, strict=True)]
        state = state.child(*actions)
    return Opening(state, tuple(moves))

"""What is exactly known of a position at once."""

from __future__ import annotations

import math

from lanista.agents.analysis import Analysis, losses
from lanista.agents.oracle import OracleAgent
from lanista.games.base import NativeGame, State

# Positions that the oracle may look at, about a quarter of a second; and where the rules are in Python.
_AT_ONCE, _AT_ONCE_IN_PYTHON = 1_000_000, 5_000


def solved_at_once(state: State, player: int | None = None) -> Analysis | None:
    """Return the oracle's analysis of an open position, every move's value exact; None where that takes long.

    player: whose moves, where both move at once (default 0).
    """
    nodes = _AT_ONCE if isinstance(state.game, NativeGame) else _AT_ONCE_IN_PYTHON
    found = OracleAgent(state.game, nodes=nodes).analyze(state, player)
    return found if found.proved and all(move.proved and not move.is_bound for move in found.moves) else None


def losses_at_once(state: State, player: int) -> dict[int, float]:
    """Return what the player's moves give away against perfect play (losses); NaN where that is not known."""
    exact = solved_at_once(state, player)
    return dict.fromkeys(state.legal_actions(player), math.nan) if exact is None else losses(exact)

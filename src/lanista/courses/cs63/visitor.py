"""Our agents in the lab's original program: what an exported TournamentPlayers.py asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanista.agents.base import UNLIMITED, Agent
from lanista.courses.cs63.lab import Move, lab_move, position_of
from lanista.games.base import Game


class Visitor:
    """Plays the lab's games with an agent. load: makes the agent of a spec for a game."""

    def __init__(self, spec: str, load: Callable[[str, Game], Agent]) -> None:
        self._spec = spec
        self._load = load
        self._seat: tuple[Game, int] | None = None
        self._agent: Agent
        self._games = 0

    def move(self, game: Any) -> Move:
        """Return the agent's move in the position of the lab's game object."""
        state = position_of(game)
        seat = state.game, state.current_player
        # The lab tells nobody that a game begins; both games begin with a position that never comes again.
        if seat != self._seat or state == state.game.initial_state():
            self._seat = seat
            self._agent = self._load(self._spec, state.game)
            self._agent.begin(state.game, state.current_player, self._games)
            self._games += 1
        return lab_move(state, self._agent.choose(state, state.current_player, UNLIMITED))

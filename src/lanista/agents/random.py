"""Plays uniformly at random."""

from __future__ import annotations

import random

from lanista.agents.base import Agent, Clock
from lanista.games.base import Game, State


class RandomAgent(Agent):
    """Chooses among the legal actions, each with the same chance."""

    name = "random"
    about = "any legal action, each with the same chance"

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Start the agent's own random numbers."""
        self._rng = random.Random(seed)

    def strategy(self, state: State, player: int) -> list[float]:
        """Return the chances with which it plays its legal actions, ascending: all the same."""
        actions = len(state.legal_actions(player))
        return [1 / actions] * actions

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return a random legal action."""
        return self._rng.choice(state.legal_actions(player))

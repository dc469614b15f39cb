"""Plays the last of the legal actions."""

from __future__ import annotations

from lanista.agents.base import Agent, Clock
from lanista.games.base import Game, State


class LastAgent(Agent):
    """Chooses the legal action with the highest number."""

    name = "last"
    about = "always the last of the legal actions"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Return why not: the agent knows games in turns."""
        return "it plays games in turns only" if game.is_simultaneous else None

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the last legal action."""
        return state.legal_actions(player)[-1]

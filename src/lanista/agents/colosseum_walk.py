"""The random agent of the Colosseum course: a random walk, in which not every legal action is equally likely."""

from __future__ import annotations

import random

from lanista.agents.base import Agent, Clock
from lanista.games.base import Game, State
from lanista.games.colosseum import ColosseumState

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def random_walk(state: State, rng: random.Random) -> int:
    """Return the action of the course's random walk.

    The number of steps is uniform in 0..K; each goes in a random free direction; the wall goes to a random free side.
    """
    assert isinstance(state, ColosseumState)
    walls, mover = state.walls, state.current_player
    cell, opponent = state.cells[mover], state.cells[1 - mover]
    for _ in range(rng.randint(0, state.max_steps)):
        sides = zip(_STEPS, walls[cell[0]][cell[1]], strict=True)
        ahead = [(cell[0] + down, cell[1] + right) for (down, right), wall in sides if not wall]
        if opponent in ahead:
            ahead.remove(opponent)
        if not ahead:  # only where the walk begins: elsewhere it can go back
            break
        cell = rng.choice(ahead)
    row, col = cell
    # There is one: the way that led here, or, at the start, the one to the opponent.
    side = rng.choice([side for side, wall in enumerate(walls[row][col]) if not wall])
    return (row * state.size + col) * 4 + side


class ColosseumRandomAgent(Agent):
    """Walks at random, as the course's own random_agent."""

    name = "random_agent"
    about = "the Colosseum course's random agent: a random walk, then a wall on a random free side"

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Return why not: it knows one game."""
        return None if game.name == "colosseum" else "it plays colosseum only"

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Start the agent's own random numbers."""
        self._rng = random.Random(seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the walk's action."""
        return random_walk(state, self._rng)

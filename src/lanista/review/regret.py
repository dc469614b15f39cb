"""How far an agent's choices are from perfect play."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass

from lanista.agents.base import UNLIMITED, Player
from lanista.agents.exact import losses_at_once
from lanista.errors import IllegalActionError
from lanista.games.base import Game, State, is_legal, movers
from lanista.seeding import derive_seed


@dataclass(frozen=True)
class Choice:
    """What an agent chose in a position, and what that gave away."""

    position: str
    player: int
    action: str
    """In the game's notation."""
    loss: float
    """Against perfect play, in the game's points (where both move at once: in the mean outcome); 0: a perfect move."""


@dataclass(frozen=True)
class Regret:
    """An agent's choices in a set of positions that are solved; where both move at once, as each player."""

    choices: tuple[Choice, ...]
    unsolved: int
    """Positions that were left out, because what is perfect there is not known."""

    @property
    def perfect(self) -> float:
        """The share of perfect choices, 0 to 1; NaN without any choice."""
        return self._mean(float(choice.loss == 0) for choice in self.choices)

    @property
    def loss(self) -> float:
        """The mean loss of a choice; NaN without any."""
        return self._mean(choice.loss for choice in self.choices)

    @property
    def worst(self) -> tuple[Choice, ...]:
        """The choices that lost something, the largest loss first."""
        return tuple(sorted((choice for choice in self.choices if choice.loss > 0), key=lambda choice: -choice.loss))

    def _mean(self, values: Iterable[float]) -> float:
        return sum(values) / len(self.choices) if self.choices else math.nan


def measure_regret(agent: Player, positions: Iterable[State], seed: int = 0) -> Regret:
    """Ask an agent in each position, as in a game that begins there, and compare with perfect play.

    IllegalActionError where its choice is none.
    """
    choices: list[Choice] = []
    unsolved = 0
    for number, state in enumerate(positions):
        known = {player: losses_at_once(state, player) for player in movers(state)}
        if any(math.isnan(loss) for lost in known.values() for loss in lost.values()):
            unsolved += 1
            continue
        for player, lost in known.items():
            begin = getattr(agent, "begin", None)
            if callable(begin):
                begin(state.game, player, derive_seed(seed, "regret", number, player))
            action = agent.choose(state, player, UNLIMITED)
            if not is_legal(state, action, player):
                raise IllegalActionError(f"{action!r} is no legal action at {state.position!r} of {state.game.spec}")
            name = state.action_to_string(action, player)
            choices.append(Choice(state.position, player, name, lost[action]))
    return Regret(tuple(choices), unsolved)


def random_positions(game: Game, count: int, seed: int) -> list[State]:
    """Return at most `count` different open positions, from all stages of random games."""
    rng = random.Random(derive_seed(seed, "positions"))
    found: dict[State, None] = {}
    for number in range(20 * count):
        path = [game.initial_state(seed=derive_seed(seed, "start", number))]
        while not path[-1].is_terminal:
            state = path[-1]
            path.append(state.child(*(rng.choice(state.legal_actions(player)) for player in movers(state))))
        if len(path) > 1:
            found[rng.choice(path[:-1])] = None
        if len(found) == count:
            break
    return list(found)

"""Looks one ply ahead with a static evaluator."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lanista.agents.base import Agent, Clock
from lanista.games.base import SIMULTANEOUS, Game, State
from lanista.games.parameters import word


class GreedyAgent(Agent):
    """Plays the action with the best value after it; a random one of equals.

    An ended position is worth its outcome first and its score second, an open one its static evaluation: any win is
    better than any open position, any loss worse. Where both move at once, the value of an action is the mean over the
    opponent's legal actions, all as likely.
    """

    name = "greedy"
    about = "one ply ahead with a static evaluator of the game"
    declared = (word("evaluation", "basic", None, "name of the static evaluator"),)

    def __init__(self, game: Game, **values: object) -> None:
        super().__init__(game, **values)
        # An evaluator that the game does not have is refused here, not at the first move.
        game.initial_state(seed=0).evaluate(self.parameters["evaluation"])

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Start the random numbers that break ties."""
        self._rng = random.Random(seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the best action one ply ahead."""
        actions = state.legal_actions(player)
        values = [self._value(state, action, player) for action in actions]
        best = max(values)
        return self._rng.choice([action for action, value in zip(actions, values, strict=True) if value == best])

    def _value(self, state: State, action: int, player: int) -> tuple[float, float]:
        """Return (mean outcome, mean value) after an action, from the player's side."""
        outcomes, values = zip(*self._results(state, action, player), strict=True)
        return sum(outcomes) / len(outcomes), sum(values) / len(values)

    def _results(self, state: State, action: int, player: int) -> Iterator[tuple[float, float]]:
        sign = 1 if player == 0 else -1
        for child in _children(state, action, player):
            value = child.evaluate(self.parameters["evaluation"])
            yield child.returns()[player], sign * value


def _children(state: State, action: int, player: int) -> Iterator[State]:
    if state.current_player != SIMULTANEOUS:
        yield state.child(action)
        return
    for reply in state.legal_actions(1 - player):
        yield state.child(action, reply) if player == 0 else state.child(reply, action)

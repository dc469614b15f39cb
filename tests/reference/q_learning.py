"""Two-player Q-learning as one would write it first: a dictionary of (state, action).

player 0 wants large values, player 1 small ones:

    Q(s, a) += alpha * (r + gamma * V(s') - Q(s, a)),   V(s') the largest (player 0 to move) or least Q(s', .)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import TERMINAL

_MASK = 2**64 - 1


class Numbers:
    """The random numbers of native/core/random.hpp, for the game of that number in a training."""

    def __init__(self, seed: int, game: int) -> None:
        z = (seed + 0x9E3779B97F4A7C15 * game + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        self._state = z ^ (z >> 31)

    def next(self) -> int:
        self._state = (self._state + 0xA0761D6478BD642F) & _MASK
        product = self._state * (self._state ^ 0xE7037ED1A0B428DB)
        return (product >> 64) ^ (product & _MASK)

    def below(self, bound: int) -> int:
        return self.next() * bound >> 64

    def fraction(self) -> float:
        return (self.next() >> 11) * 2.0**-53


Explore = Callable[[Sequence[float], Numbers], int]
"""From the values of the actions, large ones good for who chooses, to the index of one."""


def at_random(values: Sequence[float], numbers: Numbers) -> int:
    return numbers.below(len(values))


def epsilon_greedy(epsilon: float) -> Explore:
    def explore(values: Sequence[float], numbers: Numbers) -> int:
        if numbers.fraction() < epsilon:
            return numbers.below(len(values))
        return values.index(max(values))

    return explore


def softmax(temperature: float) -> Explore:
    def explore(values: Sequence[float], numbers: Numbers) -> int:
        weights = [math.exp((value - max(values)) / temperature) for value in values]
        left = numbers.fraction() * sum(weights)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        return len(values) - 1

    return explore


@dataclass
class SelfPlay:
    """Learns a game of tests/reference from play against itself."""

    game: Any
    alpha: float
    gamma: float
    win: float = 1.0
    point: float = 0.0
    start: float = 0.0
    table: dict[tuple[Any, int], float] = field(default_factory=dict)

    def learn(self, explore: Explore, numbers: Any) -> None:
        """Play a game from the start and learn from every move."""
        game, state = self.game, self.game.initial()
        while game.mover(state) != TERMINAL:
            sign = 1 if game.mover(state) == 0 else -1
            legal = game.legal(state)
            action = legal[explore([sign * self.value(state, a) for a in legal], numbers)]
            child = game.apply(state, action)
            reward = self.point * (game.score(child) - game.score(state))
            if game.mover(child) == TERMINAL:
                score = game.score(child)
                reward += self.win * ((score > 0) - (score < 0))
            before = self.value(state, action)
            self.table[state, action] = before + self.alpha * (reward + self.gamma * self.best(child) - before)
            state = child

    def value(self, state: Any, action: int) -> float:
        return self.table.get((state, action), self.start)

    def best(self, state: Any) -> float:
        mover = self.game.mover(state)
        if mover == TERMINAL:
            return 0
        return (max if mover == 0 else min)(self.value(state, a) for a in self.game.legal(state))


def exact(game: Any, gamma: float, win: float) -> dict[tuple[Any, int], float]:
    """Return Q* of every position of a game, by recursion, with a reward of `win` times the outcome at the end."""
    table: dict[tuple[Any, int], float] = {}

    def best(state: Any) -> float:
        values = []
        for action in game.legal(state):
            if (state, action) not in table:
                child = game.apply(state, action)
                is_over = game.mover(child) == TERMINAL
                table[state, action] = win * game.score(child) if is_over else gamma * best(child)
            values.append(table[state, action])
        return float((max if game.mover(state) == 0 else min)(values))

    best(game.initial())
    return table

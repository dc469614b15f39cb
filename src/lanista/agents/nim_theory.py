"""Nim by its formula (C. Bouton: Nim, a game with a complete mathematical theory, 1901)."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import reduce
from operator import xor

from lanista.agents.analysis import Analysis, MoveAnalysis, known_move, known_position
from lanista.agents.base import UNLIMITED, Clock
from lanista.errors import game_over, wrong_game
from lanista.games.base import Game, State
from lanista.games.nim import Nim, NimState


def mover_wins(piles: Iterable[int], misere: bool) -> bool:
    """Return whether who is to move wins with perfect play; with no objects left the game is over.

    They lose where the sizes' exclusive or is 0; in misere play, where no pile is larger than 1, on an odd number.
    """
    sizes = list(piles)
    nim_sum = reduce(xor, sizes, 0)
    if misere and max(sizes, default=0) <= 1:
        return nim_sum == 0
    return nim_sum != 0


class NimTheory:
    """Knows the winner of every position of a game of nim, and all moves that keep the win."""

    def __init__(self, game: Nim) -> None:
        self.game = game
        self.info: Analysis | None = None

    def begin(self, game: Game, player: int, seed: int) -> None:
        """There is nothing to prepare, and no chance."""
        self.info = None

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the first winning action; where there is none, one that takes a single object."""
        self.info = self.analyze(state)
        return self.info.action

    def analyze(self, state: State, player: int | None = None, clock: Clock = UNLIMITED) -> Analysis:
        """Return who wins after every action."""
        began = time.perf_counter()
        if not isinstance(state, NimState) or state.game != self.game:
            raise wrong_game(self.game, state)
        if state.is_terminal:
            raise game_over(state)
        mover = state.current_player
        moves = [self._judge(state, action) for action in state.legal_actions()]
        sign = 1 if mover == 0 else -1
        best = max(moves, key=lambda move: sign * move.value)  # the first of equals
        return known_position(mover, moves, best.action, depth=1, seconds=time.perf_counter() - began)

    def _judge(self, state: State, action: int) -> MoveAnalysis:
        child = state.child(action)
        assert isinstance(child, NimState)
        sign = 1 if child.mover == 0 else -1
        outcome = sign if mover_wins(child.piles, self.game.parameters["misere"]) else -sign
        return known_move(action, outcome)

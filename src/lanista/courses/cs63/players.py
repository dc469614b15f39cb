"""The lab's players as its handout writes them: Minimax to a bounded depth, with and without Alpha-Beta pruning.

They differ from our own searches in what the lab asks for: every won position has the same value, the largest, however
soon and however high it is won, and among equally good moves the first in the lab's order is played.
"""

from __future__ import annotations

from math import inf

from lanista.agents.base import Agent, Clock
from lanista.courses.cs63.lab import lab_order
from lanista.games.base import State
from lanista.games.parameters import integer, word

DEPTH = integer("depth", 4, 1, 1000, "plies to look ahead")
EVALUATION = word("evaluation", "basic", ("basic", "better"), "the static evaluator")
# More than any static evaluator says. Not infinite: the first move is played also where all moves lose.
_LARGEST = 1e6


class MinMaxPlayer(Agent):
    """Bounded Minimax: every line of play to the depth."""

    name = "minmax"
    about = "the lab's bounded Minimax"
    declared = (DEPTH, EVALUATION)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the first of the best actions."""
        best_of = max if player == 0 else min
        depth = self.parameters["depth"] - 1
        return best_of(lab_order(state), key=lambda action: self._value(state.child(action), depth))

    def _value(self, state: State, depth: int) -> float:
        if state.is_terminal or depth == 0:
            return self.leaf_value(state)
        best_of = max if state.current_player == 0 else min
        return best_of(self._value(state.child(action), depth - 1) for action in state.legal_actions())

    def leaf_value(self, state: State) -> float:
        """Return the value of a position that is over or at the depth, from the first player's side."""
        if state.is_terminal:
            return _LARGEST * state.returns()[0]
        return state.evaluate(self.parameters["evaluation"])


class PruningPlayer(MinMaxPlayer):
    """Bounded Minimax with Alpha-Beta pruning: the same moves with fewer positions."""

    name = "pruning"
    about = "the lab's Minimax with Alpha-Beta pruning"

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the first of the best actions."""
        alpha, beta, chosen = -inf, inf, -1
        for action in lab_order(state):
            value = self._search(state.child(action), self.parameters["depth"] - 1, alpha, beta)
            if player == 0 and value > alpha:
                alpha, chosen = value, action
            elif player == 1 and value < beta:
                beta, chosen = value, action
        return chosen

    def _search(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """Return the value; at most alpha or at least beta: only a bound."""
        if state.is_terminal or depth == 0:
            return self.leaf_value(state)
        if state.current_player == 0:
            for action in lab_order(state):
                alpha = max(alpha, self._search(state.child(action), depth - 1, alpha, beta))
                if alpha >= beta:
                    break
            return alpha
        for action in lab_order(state):
            beta = min(beta, self._search(state.child(action), depth - 1, alpha, beta))
            if alpha >= beta:
                break
        return beta

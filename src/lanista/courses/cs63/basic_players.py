"""The lab's players to test against, which submissions find as BasicPlayers."""

# The lab's own names:
# ruff: noqa: N802

from __future__ import annotations

import random
from typing import Any


class HumanPlayer:
    """Asks on standard input: a column, or row, column and column step."""

    def getMove(self, game: Any) -> Any:
        """Return the first legal move that is typed."""
        legal = game.availableMoves
        while True:
            words = input(f"your move {legal}: ").replace(",", " ").strip(" ()").split()
            typed = tuple(int(word) for word in words if word.lstrip("-").isdecimal())
            move = typed[0] if len(typed) == 1 else typed
            if move in legal:
                return move


class RandomPlayer:
    """Plays any legal move, each with the same chance."""

    def getMove(self, game: Any) -> Any:
        """Return a random legal move."""
        return random.choice(game.availableMoves)

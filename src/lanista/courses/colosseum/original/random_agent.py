"""`agents.random_agent`: walks at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from .agent import Agent
from .store import register_agent

_MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))


@register_agent("random_agent")
class RandomAgent(Agent):
    """Takes 0 to K steps in random free directions, then puts a wall on a random free side."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "RandomAgent"

    def step(self, chess_board: Any, my_pos: Any, adv_pos: Any, max_step: int) -> Any:
        """Return the end of the walk and the side."""
        row, col = my_pos
        for _ in range(np.random.randint(0, max_step + 1)):
            free = [_MOVES[side] for side in range(4) if not chess_board[row, col, side]]
            ahead = [(row + down, col + right) for down, right in free]
            ahead = [cell for cell in ahead if cell != tuple(adv_pos)]
            if not ahead:
                break
            row, col = ahead[np.random.randint(len(ahead))]
        return (row, col), np.random.choice(np.flatnonzero(~chess_board[row, col]))

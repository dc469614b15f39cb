"""An agent that walks at random."""

import numpy as np
from constants import MOVES
from store import register_agent

from agents.agent import Agent


@register_agent("random_agent")
class RandomAgent(Agent):
    """Takes 0 to max_step steps in random free directions, then puts a barrier on a random free side."""

    def __init__(self):
        super().__init__()
        self.name = "RandomAgent"

    def step(self, chess_board, my_pos, adv_pos, max_step):
        row, col = my_pos
        for _ in range(np.random.randint(0, max_step + 1)):
            cells = [
                (row + MOVES[direction][0], col + MOVES[direction][1])
                for direction in range(4)
                if not chess_board[row, col, direction]
            ]
            cells = [cell for cell in cells if cell != tuple(adv_pos)]
            if not cells:
                break
            row, col = cells[np.random.randint(len(cells))]
        free_sides = [direction for direction in range(4) if not chess_board[row, col, direction]]
        return (row, col), free_sides[np.random.randint(len(free_sides))]

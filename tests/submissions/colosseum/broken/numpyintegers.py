# our student agent
from agents.agent import Agent
from store import register_agent
import numpy as np


@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.autoplay = True

    def step(self, chess_board, my_pos, adv_pos, max_step):
        free = np.flatnonzero(~chess_board[my_pos[0], my_pos[1]])
        r, c = np.array(my_pos, dtype=np.int64)
        return (r, c), np.random.choice(free)

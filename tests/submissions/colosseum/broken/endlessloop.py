# our student agent
from agents.agent import Agent
from store import register_agent
import random


@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.autoplay = True

    def step(self, chess_board, my_pos, adv_pos, max_step):
        tries = 0
        while tries < 1000:
            d = random.randrange(4)
            if not chess_board[my_pos[0], my_pos[1], d]:
                best = (my_pos, d)
            # tries += 1
        return best

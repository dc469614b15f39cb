# our student agent
from agents.agent import Agent
from store import register_agent


@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.autoplay = True

    def step(self, chess_board, my_pos, adv_pos, max_step):
        # -1 is left, -2 down, -3 right, -4 up
        for d in range(-1, -5, -1):
            if not chess_board[my_pos[0], my_pos[1], d]:
                return my_pos, d

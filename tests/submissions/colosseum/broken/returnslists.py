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
        r, c = my_pos
        move = [[int(r), int(c)], None]
        for d in range(4):
            if not chess_board[r, c, d]:
                move[1] = d
        return move

# our student agent
from store import register_agent

from agents.agent import Agent


@register_agent("student_agent")
class StudentAgent(Agent):
    """An agent to start from: it stays where it is and takes the first free side."""

    def __init__(self):
        super().__init__()
        self.name = "StudentAgent"
        self.dir_map = {"u": 0, "r": 1, "d": 2, "l": 3}

    def step(self, chess_board, my_pos, adv_pos, max_step):
        row, col = my_pos
        for direction in range(4):
            if not chess_board[row, col, direction]:
                return my_pos, direction
        return my_pos, self.dir_map["u"]

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
        """Go to the cell that is the most steps away, barriers or not."""
        size = len(chess_board)
        far, goal = -1, None
        for r in range(size):
            for c in range(size):
                steps = abs(r - my_pos[0]) + abs(c - my_pos[1])
                if steps > far and (r, c) != tuple(adv_pos) and not chess_board[r, c].all():
                    far, goal = steps, (r, c)
        for d in range(4):
            if not chess_board[goal[0], goal[1], d]:
                return goal, d

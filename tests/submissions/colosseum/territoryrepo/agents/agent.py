"""The class that every agent extends."""


class Agent:
    """One player of one game; `autoplay` says whether it can play without a person."""

    def __init__(self):
        self.autoplay = True

    def step(self, chess_board, my_pos, adv_pos, max_step):
        """Return ((row, col), direction): where to walk and the side of that cell to put the barrier on.

        chess_board: bool array [M, M, 4], true where a barrier stands (0 up, 1 right, 2 down, 3 left), the agent's own
        copy. my_pos, adv_pos: (row, col). max_step: the most steps a walk may have.
        """
        raise NotImplementedError

    def __str__(self):
        return type(self).__name__

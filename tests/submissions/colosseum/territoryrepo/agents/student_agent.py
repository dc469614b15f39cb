# our student agent
from agents.agent import Agent
from agents.heuristics import (
    WIN_BONUS,
    Move,
    Pos,
    legal_moves,
    ranked,
    set_barrier,
    territory,
)
from store import register_agent
import random
import time
from typing import Tuple

import numpy as np


@register_agent("student_agent")
class StudentAgent(Agent):
    """
    Territory agent. Ranks all our moves by the Voronoi score and then looks,
    for the best few only, at what the adversary can answer.
    """

    TIME_BUDGET = 0.09  # seconds, a lot less than the 2 s so that the TAs are happy
    CANDIDATES = 10

    def __init__(self) -> None:
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.dir_map = {"u": 0, "r": 1, "d": 2, "l": 3}
        self.autoplay = True

    def step(
        self, chess_board: np.ndarray, my_pos: Pos, adv_pos: Pos, max_step: int
    ) -> Tuple[Pos, int]:
        deadline = time.perf_counter() + self.TIME_BUDGET
        me, adv = tuple(my_pos), tuple(adv_pos)
        board = chess_board.copy()

        moves = list(legal_moves(board, me, adv, max_step))
        # on big boards there are too many, keep those close to the adversary
        random.shuffle(moves)
        moves.sort(key=lambda m: abs(m[0][0] - adv[0]) + abs(m[0][1] - adv[1]))
        candidates = ranked(board, moves[:60], adv)

        if candidates[0][0] > WIN_BONUS / 2:
            return candidates[0][1]

        best_move, best_value = candidates[0][1], -float("inf")
        for score, move in candidates[: self.CANDIDATES]:
            value = self.worst_reply(board, move, adv, max_step, best_value, deadline)
            if value is None:
                break
            # the static score breaks ties between equally safe moves
            value += 0.01 * score
            if value > best_value:
                best_move, best_value = move, value
        return best_move

    def worst_reply(self, board, move: Move, adv: Pos, max_step, bound, deadline):
        """Our score after the adversary's best answer, None when time is up."""
        set_barrier(board, move, True)
        try:
            worst = territory(board, move[0], adv)
            if abs(worst) > WIN_BONUS / 2:
                return worst
            replies = sorted(
                legal_moves(board, adv, move[0], max_step),
                key=lambda m: abs(m[0][0] - move[0][0]) + abs(m[0][1] - move[0][1]),
            )
            for reply in replies[:25]:
                if time.perf_counter() > deadline:
                    return None
                set_barrier(board, reply, True)
                worst = min(worst, territory(board, move[0], reply[0]))
                set_barrier(board, reply, False)
                if worst < bound:
                    break
            return worst
        finally:
            set_barrier(board, move, False)

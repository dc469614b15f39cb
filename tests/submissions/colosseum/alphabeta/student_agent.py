# our student agent
from agents.agent import Agent
from store import register_agent
import sys
import time
import numpy as np

# ---------------------------------------------------------------
# Team 31 : Haruka Nakamura, Luc-Antoine Pelletier
#
# Alpha-beta with iterative deepening. Everything about distances
# is done with numpy masks (no queue), this was ~4x faster for us.
# ---------------------------------------------------------------

MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))
OPP = [2, 3, 0, 1]
INF = 10 ** 6
SEPARATED = 1000        # added when the zones are closed
THINK = 0.09            # limit is 2 s, but the tournament is long...
WIDTH = 12              # moves looked at in the inner nodes


class TimeUp(Exception):
    pass


def spread(cb, mask):
    """cells next to the mask with no barrier in between"""
    new = np.zeros_like(mask)
    new[:-1] |= mask[1:] & ~cb[1:, :, 0]
    new[:, 1:] |= mask[:, :-1] & ~cb[:, :-1, 1]
    new[1:] |= mask[:-1] & ~cb[:-1, :, 2]
    new[:, :-1] |= mask[:, 1:] & ~cb[:, 1:, 3]
    return new


def reach(cb, pos, limit, block=None):
    """mask of the cells at most limit steps from pos"""
    mask = np.zeros(cb.shape[:2], dtype=bool)
    mask[pos] = True
    for _ in range(limit):
        new = mask | spread(cb, mask)
        if block is not None:
            new[block] = False
        if np.array_equal(new, mask):
            break
        mask = new
    return mask


def evaluate(cb, me, adv):
    """> 0 is good for me. second value: is the game over?"""
    a = np.zeros(cb.shape[:2], dtype=bool)
    b = a.copy()
    a[me] = True
    b[adv] = True
    mine, his = a.copy(), b.copy()      # who was there first
    while True:
        na, nb = a | spread(cb, a), b | spread(cb, b)
        mine |= na & ~nb & ~his
        his |= nb & ~na & ~mine
        if na.sum() == a.sum() and nb.sum() == b.sum():
            break
        a, b = na, nb
    if not a[adv]:
        diff = int(a.sum()) - int(b.sum())
        return diff + SEPARATED * int(np.sign(diff)), True
    return int(mine.sum()) - int(his.sum()), False


def wall(cb, pos, d, value):
    r, c = pos
    cb[r, c, d] = value
    cb[r + MOVES[d][0], c + MOVES[d][1], OPP[d]] = value


@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.dir_map = {"u": 0, "r": 1, "d": 2, "l": 3}
        self.deadline = 0
        self.autoplay = True

    def moves(self, cb, me, adv):
        cells = np.argwhere(reach(cb, me, self.k, block=adv))
        # near the opponent first
        order = np.argsort(np.abs(cells - np.array(adv)).sum(axis=1), kind="stable")
        out = []
        for r, c in cells[order]:
            for d in range(4):
                if not cb[r, c, d]:
                    out.append(((int(r), int(c)), d))
        return out

    def search(self, cb, me, adv, depth, alpha, beta):
        """negamax, value for the player standing on `me` who is to move"""
        if time.time() > self.deadline:
            raise TimeUp()
        value, over = evaluate(cb, me, adv)
        if over or depth == 0:
            return value
        best = -INF
        for pos, d in self.moves(cb, me, adv)[:WIDTH]:
            wall(cb, pos, d, True)
            try:
                v = -self.search(cb, adv, pos, depth - 1, -beta, -alpha)
            finally:
                wall(cb, pos, d, False)
            if v > best:
                best = v
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return best

    def step(self, chess_board, my_pos, adv_pos, max_step):
        self.deadline = time.time() + THINK
        self.k = max_step
        cb = np.array(chess_board)
        me, adv = tuple(my_pos), tuple(adv_pos)
        todo = self.moves(cb, me, adv)
        best = todo[0]
        try:
            for depth in range(0, 8):
                scored = []
                alpha = -INF
                for pos, d in todo:
                    wall(cb, pos, d, True)
                    try:
                        v = -self.search(cb, adv, pos, depth, -INF, -alpha)
                    finally:
                        wall(cb, pos, d, False)
                    scored.append((v, pos, d))
                    if v > alpha:
                        alpha = v
                        best = (pos, d)
                # best moves of this depth go first in the next one
                scored.sort(key=lambda t: -t[0])
                todo = [(p, d) for _, p, d in scored][:3 * WIDTH]
                best = todo[0]
                if scored[0][0] > SEPARATED or len(todo) == 1:
                    break
        except TimeUp:
            pass
        return best

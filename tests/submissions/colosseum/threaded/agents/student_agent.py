# our student agent
import threading
import time

from store import register_agent

from .agent import Agent
from .board_tools import BitBoard


class Thinker(threading.Thread):
    """Looks two plies ahead until it is told to stop; `best` is always playable."""

    def __init__(self, board, me, him, steps):
        threading.Thread.__init__(self)
        self.board, self.me, self.him, self.steps = board, me, him, steps
        self.enough = threading.Event()
        self.lock = threading.Lock()
        self.best = board.moves(me, him, steps)[0]

    def choose(self, move):
        with self.lock:
            self.best = move

    def run(self):
        board = self.board
        first_look = []
        for cell, d in board.moves(self.me, self.him, self.steps):
            board.flip(cell, d)
            over, value = board.judge(cell, self.him)
            board.flip(cell, d)
            first_look.append((value, over, cell, d))
            if self.enough.is_set():
                break
        first_look.sort(reverse=True)
        self.choose(first_look[0][2:])
        if first_look[0][1] and first_look[0][0] > 0:
            return      # won

        top = -99999
        for value, over, cell, d in first_look:
            board.flip(cell, d)
            if not over:
                value = self.answer(cell, top)
            board.flip(cell, d)
            if value is None:
                return
            if value > top:
                top = value
                self.choose((cell, d))

    def answer(self, cell, top):
        """our value after the best answer (None: stopped)"""
        worst = 99999
        for c, d in self.board.moves(self.him, cell, self.steps):
            if self.enough.is_set():
                return None
            self.board.flip(c, d)
            value = self.board.judge(cell, c)[1]
            self.board.flip(c, d)
            worst = min(worst, value)
            if worst <= top:
                break       # not better than what we have
        return worst


@register_agent("student_agent")
class StudentAgent(Agent):
    """Two players, two threads: this one only watches the clock."""

    SECONDS = 0.09

    def __init__(self):
        super().__init__()
        self.name = "StudentAgent"
        self.dir_map = {"u": 0, "r": 1, "d": 2, "l": 3}
        self.autoplay = True

    def step(self, chess_board, my_pos, adv_pos, max_step):
        started = time.monotonic()
        board = BitBoard(chess_board.tolist())
        thinker = Thinker(board, board.index(my_pos), board.index(adv_pos), max_step)
        thinker.start()
        thinker.join(self.SECONDS - (time.monotonic() - started))
        # the rules: no thread may be alive after our turn
        thinker.enough.set()
        thinker.join()
        cell, d = thinker.best
        return board.pos(cell), d

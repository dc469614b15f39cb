# our student agent
from agents.agent import Agent
from store import register_agent
from copy import deepcopy
import sys, math, random, time
import numpy as np

# COMP 424 - Winter 2022
# Anais Roy-Desjardins (2608xxxxx) and Tomasz Wrona (2609xxxxx)
# Monte Carlo Tree Search, UCT as in class (lecture 10)

C = 0.9             # exploration, tuned by hand
ROLLOUT_DEPTH = 6   # full rollouts are too slow on 10x10
TURN = 0.08

moves = [(-1, 0), (0, 1), (1, 0), (0, -1)]
opposites = {0: 2, 1: 3, 2: 0, 3: 1}


def put_barrier(board, pos, dir):
    x, y = pos
    board[x, y, dir] = True
    board[x + moves[dir][0], y + moves[dir][1], opposites[dir]] = True


def zone(board, pos):
    """ size of the zone of pos and the distances (-1 = not reachable) """
    M = board.shape[0]
    seen = np.zeros((M, M), dtype=np.bool)
    dist = -np.ones((M, M), dtype=np.int)
    todo, seen[pos], dist[pos] = [pos], True, 0
    for cell in todo:       # the list grows while we go through it
        for d in range(4):
            if not board[cell[0], cell[1], d]:
                n = (cell[0] + moves[d][0], cell[1] + moves[d][1])
                if not seen[n]:
                    seen[n] = True
                    dist[n] = dist[cell] + 1
                    todo.append(n)
    return len(todo), dist


def random_move(board, pos, adv, max_step):
    for _ in range(np.random.randint(0, max_step + 1)):
        d = random.randrange(4)
        n = (pos[0] + moves[d][0], pos[1] + moves[d][1])
        if not board[pos[0], pos[1], d] and n != adv:
            pos = n
    free = np.flatnonzero(~board[pos[0], pos[1]])
    return pos, np.int(random.choice(free))


class Node:
    def __init__(self, board, pos, adv, max_step, parent=None, move=None):
        self.board = board          # board when `pos` is to play
        self.pos = pos
        self.adv = adv
        self.max_step = max_step
        self.parent = parent
        self.move = move
        self.children = []
        self.N = 0
        self.W = 0.0                # for the player who just moved (adv)
        size, dist = zone(board, pos)
        self.over = dist[adv] < 0
        self.result = None
        if self.over:
            other, _ = zone(board, adv)
            self.result = 1.0 if other > size else (0.5 if other == size else 0.0)
        self.untried = [] if self.over else self.all_moves()

    def all_moves(self):
        steps = {self.pos: 0}
        todo = [self.pos]
        result = []
        for cell in todo:
            for d in range(4):
                if self.board[cell[0], cell[1], d]:
                    continue
                result.append((cell, d))
                n = (cell[0] + moves[d][0], cell[1] + moves[d][1])
                if n not in steps and n != self.adv and steps[cell] < self.max_step:
                    steps[n] = steps[cell] + 1
                    todo.append(n)
        random.shuffle(result)
        # pop() takes from the end: cells beside the adversary come first
        result.sort(key=lambda m: -abs(m[0][0] - self.adv[0]) - abs(m[0][1] - self.adv[1]))
        return result[-20:]

    def select(self):
        return max(self.children, key=lambda c: c.W / c.N + C * math.sqrt(math.log(self.N) / c.N))

    def expand(self):
        move = self.untried.pop()
        board = deepcopy(self.board)
        put_barrier(board, move[0], move[1])
        child = Node(board, self.adv, move[0], self.max_step, self, move)
        self.children.append(child)
        return child

    def rollout(self):
        """ value for the player who just moved """
        if self.over:
            return self.result
        board, a, b = deepcopy(self.board), self.pos, self.adv
        for i in range(ROLLOUT_DEPTH):      # even, so that a is self.pos again at the end
            a, d = random_move(board, a, b, self.max_step)
            put_barrier(board, a, d)
            a, b = b, a
            if board[a].all() or board[b].all():
                if i % 2 == 0:
                    a, b = b, a
                break
        size_a, dist_a = zone(board, a)
        size_b, dist_b = zone(board, b)
        if dist_a[b] < 0:
            return 1.0 if size_b > size_a else (0.5 if size_b == size_a else 0.0)
        # not finished: who is closer to more cells?
        lead = np.sum((dist_b < dist_a)) - np.sum((dist_a < dist_b))
        return 1 / (1 + math.exp(-lead / 6.0))


@register_agent("student_agent")
class StudentAgent(Agent):
    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.dir_map = {"u": 0, "r": 1, "d": 2, "l": 3}
        self.known = {}     # nodes of our last tree that we may meet again
        self.autoplay = True

    def step(self, chess_board, my_pos, adv_pos, max_step):
        end = time.time() + TURN
        root = self.known.get((chess_board.tostring(), my_pos, adv_pos))
        if root is None:
            root = Node(deepcopy(chess_board), my_pos, adv_pos, max_step)
        root.parent = None
        while time.time() < end or not root.children:
            node = root
            while not node.untried and node.children:
                node = node.select()
            if node.untried:
                node = node.expand()
            value = node.rollout()
            while node is not None:
                node.N += 1
                node.W += value
                value = 1 - value
                node = node.parent
        best = max(root.children, key=lambda c: c.N)
        # keep only the answers to our move, else the memory grows too much
        self.known = {}
        for child in best.children:
            self.known[(child.board.tostring(), child.pos, child.adv)] = child
        return best.move

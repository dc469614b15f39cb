# R2-D2 Battle -- robot exercise 3
# Q table as ONE numpy array over absolute cells and shots; minimax is optimistic (the opponent moves first).
import sys
import tkinter as tk
from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import Set, Tuple

import numpy as np

Location = Tuple[int, int]

N = 4          # the board is always 4 x 4
MAX_SHOTS = 5
ALPHA, GAMMA, EPSILON = 0.15, 0.95, 0.3
UPDATES = 0
DEBUG = True

# my cell, the other's cell, my shots, the other's shots, action
Q = np.zeros((N * N, N * N, MAX_SHOTS + 1, MAX_SHOTS + 1, 5), dtype=np.float32)
rng = np.random.default_rng(521)

# corners are hard to leave, the middle is better
CELL_VALUE = np.array([[0, 1, 1, 0], [1, 2, 2, 1], [1, 2, 2, 1], [0, 1, 1, 0]]) / 10


class Action(Enum):
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()


ACTIONS = list(Action)
DELTA = np.array([[-1, 0], [1, 0], [0, -1], [0, 1], [0, 0]])


class R2Droid:
    def __init__(self, rows: int, cols: int, location: Location, shots: int):
        self.size = np.array([rows, cols])
        self.location = location
        self.shots = shots

    def copy(self) -> 'R2Droid':
        return R2Droid(self.size[0], self.size[1], self.location, self.shots)

    def move_location(self, move: Action) -> None:
        target = np.array(self.location) + DELTA[move.value - 1]
        if (target >= 0).all() and (target < self.size).all():
            self.location = (int(target[0]), int(target[1]))

    def shoot(self, other: 'R2Droid', move: Action) -> bool:
        if move is not Action.SHOOT or not self.shots:
            return False
        self.shots -= 1
        return bool((np.array(self.location) == np.array(other.location)).any())

    def available_actions(self) -> Set[Action]:
        targets = np.array(self.location) + DELTA
        inside = ((targets >= 0) & (targets < self.size)).all(axis=1)
        inside[4] = self.shots > 0
        return {a for a, ok in zip(ACTIONS, inside) if ok}


class Agent(ABC):
    @abstractmethod
    def clear(self):
        ...

    @abstractmethod
    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        ...


def index(me, adv):
    return (me.location[0] * N + me.location[1], adv.location[0] * N + adv.location[1],
            min(me.shots, MAX_SHOTS), min(adv.shots, MAX_SHOTS))


class QAgent(Agent):
    def __init__(self):
        self.prev = None

    def clear(self):
        self.prev = None

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        global UPDATES, EPSILON
        s = index(self_droid, adv_droid)
        mask = np.full(5, -np.inf, dtype=np.float32)
        for a in self_droid.available_actions():
            mask[a.value - 1] = 0
        values = Q[s] + mask
        if self.prev is not None:
            # keeps learning in the real games, too
            Q[self.prev] += ALPHA * (score_change + GAMMA * values.max() - Q[self.prev])
            UPDATES += 1
            if UPDATES % 10000 == 0:
                EPSILON = max(0.05, EPSILON * 0.95)
                if DEBUG:
                    print('[Q]', UPDATES, 'updates, epsilon', round(EPSILON, 3), 'mean |Q|', np.abs(Q).mean())
        if training and rng.random() < EPSILON:
            a = rng.choice(np.flatnonzero(mask == 0))
        else:
            a = values.argmax()
        self.prev = s + (a,)
        return ACTIONS[a]


# ---- minimax on plain numbers (row, col, shots), numpy is too slow for tiny arrays ----

def moves(d):
    r, c, shots = d
    m = []
    if shots > 0: m.append(4)
    if r > 0: m.append(0)
    if r < N - 1: m.append(1)
    if c > 0: m.append(2)
    if c < N - 1: m.append(3)
    return m

STEP = [(-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)]

def play_round(me, adv, a, b):
    x, y = (me[0] + STEP[a][0], me[1] + STEP[a][1]), (adv[0] + STEP[b][0], adv[1] + STEP[b][1])
    if x == y or (x == adv[:2] and y == me[:2]):
        x, y = me[:2], adv[:2]
    line = x[0] == y[0] or x[1] == y[1]
    gain = (line and a == 4) - (line and b == 4)
    return x + (me[2] - (a == 4),), y + (adv[2] - (b == 4),), gain

def evaluate(me, adv, points):
    return points + 0.3 * (me[2] - adv[2]) + CELL_VALUE[me[:2]] - CELL_VALUE[adv[:2]]

def search(me, adv, points, depth, alpha, beta):
    """Optimistic: b first, then we answer it. Returns (value, our answer)."""
    if depth == 0 or me[2] + adv[2] == 0:
        return evaluate(me, adv, points), None
    worst, answer = beta, None
    for b in moves(adv):
        best, move = -9999, None
        for a in moves(me):
            me2, adv2, gain = play_round(me, adv, a, b)
            v = search(me2, adv2, points + gain, depth - 1, max(alpha, best), worst)[0]
            if v > best:
                best, move = v, a
            if best >= worst: break      # the opponent won't choose b
        if best < worst:
            worst, answer = best, move
        if worst <= alpha: break
    return worst, answer


class MinimaxAgent(Agent):
    def clear(self):
        self.rounds = 0

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        me = (*self_droid.location, self_droid.shots)
        adv = (*adv_droid.location, adv_droid.shots)
        value, a = search(me, adv, 0, 3, -9999, 9999)
        if a is None:
            a = moves(me)[0]
        self.rounds += 1
        if DEBUG and not training:
            print(f'[minimax] round {self.rounds}: value {value:.2f} -> {ACTIONS[a].name}')
        return ACTIONS[a]


class TableWindow(tk.Frame):
    """Shows what QAgent thinks of one cell (only for my own debugging)"""
    def __init__(self, master, cell):
        super().__init__(master)
        for k, a in enumerate(ACTIONS):
            tk.Label(self, text=f'{a.name}: {Q[cell, :, :, :, k].mean():.3f}').grid(row=k, column=0)


############################################################
# Given code
############################################################


class KeyboardAgent(Agent):
    KEYS = {"w": Action.MOVE_UP, "a": Action.MOVE_LEFT, "s": Action.MOVE_DOWN, "d": Action.MOVE_RIGHT,
            " ": Action.SHOOT}

    def __init__(self):
        self.key = ""

    def clear(self):
        self.key = ""

    def press(self, event: tk.Event):
        self.key = event.char

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        return self.KEYS.get(self.key)


class Game:
    ROWS, COLS, SHOTS, ROUNDS = 4, 4, 5, 50

    def __init__(self, r2_agent: Agent, q5_agent: Agent):
        self.agents = (r2_agent, q5_agent)
        self.new_game()

    def new_game(self):
        row = min(2, self.ROWS - 1)
        self.r2 = R2Droid(self.ROWS, self.COLS, (row, 0), self.SHOTS)
        self.q5 = R2Droid(self.ROWS, self.COLS, (row, self.COLS - 1), self.SHOTS)
        self.score = [0, 0]
        self.score_change = 0
        self.time = self.ROUNDS
        for agent in self.agents:
            agent.clear()

    def is_over(self):
        return self.time == 0 or (self.r2.shots == 0 and self.q5.shots == 0)

    def next_round(self, training):
        r2, q5 = self.r2, self.q5
        r2_move = self.agents[0].get_best_move(r2.copy(), q5.copy(), self.score_change, training)
        q5_move = self.agents[1].get_best_move(q5.copy(), r2.copy(), -self.score_change, training)
        before = r2.location, q5.location
        r2_can, q5_can = r2_move in r2.available_actions(), q5_move in q5.available_actions()
        if r2_can:
            r2.move_location(r2_move)
        if q5_can:
            q5.move_location(q5_move)
        if r2.location == q5.location or (r2.location, q5.location) == before[::-1]:
            r2.location, q5.location = before
        r2_hits = r2_can and r2.shoot(q5, r2_move)
        q5_hits = q5_can and q5.shoot(r2, q5_move)
        self.score_change = r2_hits - q5_hits
        self.score[0] += self.score_change == 1
        self.score[1] += self.score_change == -1
        self.time -= 1

    def show(self):
        cells = {self.r2.location: "D", self.q5.location: "Q"}
        for row in range(self.ROWS):
            print(" ".join(cells.get((row, col), ".") for col in range(self.COLS)))
        print(f"Score: {self.score[0]} - {self.score[1]}, shots: {self.r2.shots} - {self.q5.shots}, "
              f"time remaining: {self.time}")
        if self.is_over():
            d2, q5 = self.score
            print("Draw!" if d2 == q5 else "D2 wins!" if d2 > q5 else "Q5 wins!")


def train(r2_agent, q5_agent, episodes):
    game = Game(r2_agent, q5_agent)
    for episode in range(episodes):
        if game.is_over():
            game.new_game()
        game.next_round(training=True)
        if (episode + 1) * 10 // episodes > episode * 10 // episodes:
            print(f"Training: {(episode + 1) * 10 // episodes * 10}%", flush=True)


def main(argv):
    r2_agent, q5_agent = globals()[argv[1]](), globals()[argv[2]]()
    if len(argv) > 3:
        opponent = globals()[argv[4]]() if isinstance(r2_agent, KeyboardAgent) else r2_agent
        train(opponent, q5_agent, int(argv[3]))
    game = Game(r2_agent, q5_agent)
    game.show()
    for line in sys.stdin:
        if game.is_over():
            game.new_game()
        if isinstance(r2_agent, KeyboardAgent):
            event = tk.Event()
            event.char = line[:1]
            r2_agent.press(event)
        game.next_round(training=False)
        game.show()


if __name__ == "__main__":
    main(sys.argv)

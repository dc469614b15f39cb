import random
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from enum import Enum, auto
from tkinter import Canvas, Event
from typing import Set, Tuple

Location = Tuple[int, int]


class Action(Enum):
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()

    @property
    def step(self):
        return {"MOVE_UP": (-1, 0), "MOVE_DOWN": (1, 0), "MOVE_LEFT": (0, -1), "MOVE_RIGHT": (0, 1)}.get(self.name, (0, 0))


class R2Droid:
    def __init__(self, rows: int, cols: int, location: Location, shots: int):
        self._rows, self._cols = rows, cols
        self.location, self.shots = location, shots

    def copy(self) -> "R2Droid":
        return R2Droid(self._rows, self._cols, self.location, self.shots)

    def _target(self, move):
        return (self.location[0] + move.step[0], self.location[1] + move.step[1])

    def move_location(self, move: Action) -> None:
        if move in self.available_actions():
            self.location = self._target(move)   # SHOOT steps nowhere

    def shoot(self, other: "R2Droid", move: Action) -> bool:
        if move is Action.SHOOT and self.shots > 0:
            self.shots -= 1
            return any(mine == theirs for mine, theirs in zip(self.location, other.location))
        return False

    def available_actions(self) -> Set[Action]:
        def can(move):
            if move is Action.SHOOT:
                return self.shots > 0
            row, col = self._target(move)
            return 0 <= row < self._rows and 0 <= col < self._cols
        return {move for move in Action if can(move)}


class Agent(ABC):
    @abstractmethod
    def clear(self):
        ...

    @abstractmethod
    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        ...


class Board:
    """Both droids at once, seen from my side. Never changes; `after` makes a new one."""

    SIZE = 4
    __slots__ = ("me", "adv", "points")

    def __init__(self, me, adv, points=0):
        self.me, self.adv, self.points = me, adv, points      # (row, col, shots) each

    @classmethod
    def of(cls, self_droid, adv_droid):
        return cls((*self_droid.location, self_droid.shots), (*adv_droid.location, adv_droid.shots))

    @classmethod
    def actions(cls, droid):
        row, col, shots = droid
        can = [(SHOOT, shots), (UP, row), (DOWN, row < cls.SIZE - 1), (LEFT, col), (RIGHT, col < cls.SIZE - 1)]
        return [move for move, possible in can if possible]

    def aligned(self):
        return self.me[0] == self.adv[0] or self.me[1] == self.adv[1]

    def finished(self):
        return self.me[2] == 0 and self.adv[2] == 0

    def after(self, mine, theirs):
        (r1, c1, s1), (r2, c2, s2) = self.me, self.adv
        new1 = (r1 + STEPS[mine][0], c1 + STEPS[mine][1])
        new2 = (r2 + STEPS[theirs][0], c2 + STEPS[theirs][1])
        if new1 == new2 or (new1 == (r2, c2) and new2 == (r1, c1)):
            new1, new2 = (r1, c1), (r2, c2)
        points = self.points
        if new1[0] == new2[0] or new1[1] == new2[1]:
            points += (mine is SHOOT) - (theirs is SHOOT)
        return Board(new1 + (s1 - (mine is SHOOT),), new2 + (s2 - (theirs is SHOOT),), points)

    def evaluate(self):
        # a spare shot is a possible point
        return self.points * 10 + (self.me[2] - self.adv[2]) * 4


SHOOT, UP, DOWN, LEFT, RIGHT = Action.SHOOT, Action.MOVE_UP, Action.MOVE_DOWN, Action.MOVE_LEFT, Action.MOVE_RIGHT
STEPS = {move: move.step for move in Action}


class QAgent(Agent):
    def __init__(self, learning_rate=0.2, discount=0.9, epsilon=0.25):
        self.learning_rate, self.discount, self.epsilon = learning_rate, discount, epsilon
        self.q = defaultdict(Counter)          # state -> action -> value, everything starts at 0
        self.history = []

    def clear(self):
        self.history.clear()

    @staticmethod
    def state(board):
        # both cells, and of the shots only: have I any, and who has more
        (r1, c1, s1), (r2, c2, s2) = board.me, board.adv
        return (r1, c1, r2, c2, s1 > 0, (s1 > s2) - (s1 < s2))

    def reward(self, score_change, board):
        # do not stand in the fire without an answer
        return score_change - 0.1 * (board.aligned() and board.adv[2] > 0 and board.me[2] == 0)

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        board = Board.of(self_droid, adv_droid)
        state, legal = self.state(board), Board.actions(board.me)
        values = self.q[state]
        best = max(legal, key=lambda move: values[move])
        if training and self.history:
            last_state, last_move = self.history[-1]
            target = self.reward(score_change, board) + self.discount * values[best]
            self.q[last_state][last_move] += self.learning_rate * (target - self.q[last_state][last_move])
        move = random.choice(legal) if training and random.random() < self.epsilon else best
        self.history.append((state, move))
        return move


class TimeUp(Exception):
    pass


class MinimaxAgent(Agent):
    """Goes deeper until the timer rings; each position counts half optimistic and half pessimistic."""

    def __init__(self, seconds=0.02, max_depth=8):
        self.seconds, self.max_depth = seconds, max_depth

    def clear(self):
        self.depths = Counter()

    def matrix(self, board, depth):
        theirs = Board.actions(board.adv)
        return {a: {b: self.value(board.after(a, b), depth - 1) for b in theirs} for a in Board.actions(board.me)}

    def value(self, board, depth):
        if time.perf_counter() > self.deadline:
            raise TimeUp
        if depth == 0 or board.finished():
            return board.evaluate()
        key = (board.me, board.adv, board.points, depth)
        if key not in self.cache:
            rows = self.matrix(board, depth)
            pessimistic = max(min(row.values()) for row in rows.values())
            optimistic = min(max(row[b] for row in rows.values()) for b in Board.actions(board.adv))
            self.cache[key] = (pessimistic + optimistic) / 2
        return self.cache[key]

    def choose(self, board, depth):
        rows = self.matrix(board, depth)
        predicted = min(Board.actions(board.adv), key=lambda b: max(row[b] for row in rows.values()))
        return max(rows, key=lambda a: min(rows[a].values()) + rows[a][predicted])

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        board = Board.of(self_droid, adv_droid)
        self.deadline, self.cache = time.perf_counter() + self.seconds, {}
        best = Board.actions(board.me)[-1]
        try:
            for depth in range(1, 2 if training else self.max_depth + 1):
                best = self.choose(board, depth)
                self.depths[depth] += 1
        except TimeUp:
            pass
        return best


class KeyboardAgent(Agent):
    KEYS = {"w": Action.MOVE_UP, "a": Action.MOVE_LEFT, "s": Action.MOVE_DOWN, "d": Action.MOVE_RIGHT,
            " ": Action.SHOOT}

    def __init__(self):
        self.key = ""

    def clear(self):
        self.key = ""

    def press(self, event: Event):
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
            event = Event()
            event.char = line[:1]
            r2_agent.press(event)
        game.next_round(training=False)
        game.show()


if __name__ == "__main__":
    main(sys.argv)

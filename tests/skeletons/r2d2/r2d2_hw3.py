"""R2-D2 Battle: a small imitation of the file that the course's students fill in, with a text loop for its window.

    python3 r2d2_hw3.py [R2 Agent] [Q5 Agent] [Train Episodes] [training opponent]

Every line of the input plays one round (the space bar of the window); the first character of the line is the key
that a KeyboardAgent takes: w, a, s, d or a space. After a game the next one starts. The end of the input ends it.
R2Droid, which the students write, is filled in here, so that agents can be tried in it alone.
"""

import sys
import tkinter as tk
from abc import ABC, abstractmethod
from enum import Enum, auto

Location = tuple[int, int]


class Action(Enum):
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()


############################################################
# 1. Create the Droid Instance
############################################################


class R2Droid:
    def __init__(self, rows: int, cols: int, location: Location, shots: int):
        self.rows = rows
        self.cols = cols
        self.location = location
        self.shots = shots

    def copy(self) -> "R2Droid":
        return R2Droid(self.rows, self.cols, self.location, self.shots)

    def move_location(self, move: Action) -> None:
        row, col = self.location
        targets = {
            Action.MOVE_UP: (row - 1, col),
            Action.MOVE_DOWN: (row + 1, col),
            Action.MOVE_LEFT: (row, col - 1),
            Action.MOVE_RIGHT: (row, col + 1),
        }
        if move in targets and move in self.available_actions():
            self.location = targets[move]

    def shoot(self, other: "R2Droid", move: Action) -> bool:
        if move is not Action.SHOOT or self.shots == 0:
            return False
        self.shots -= 1
        return self.location[0] == other.location[0] or self.location[1] == other.location[1]

    def available_actions(self) -> set[Action]:
        row, col = self.location
        possible = {
            Action.MOVE_UP: row > 0,
            Action.MOVE_DOWN: row < self.rows - 1,
            Action.MOVE_LEFT: col > 0,
            Action.MOVE_RIGHT: col < self.cols - 1,
            Action.SHOOT: self.shots > 0,
        }
        return {action for action, can in possible.items() if can}


############################################################
# 2. Implement Your Agents
############################################################


class Agent(ABC):
    @abstractmethod
    def clear(self): ...

    @abstractmethod
    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action: ...


class QAgent(Agent):
    def clear(self):
        pass

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        pass


class MinimaxAgent(Agent):
    def clear(self):
        pass

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        pass


############################################################
# Given: please do not change anything below
############################################################


class KeyboardAgent(Agent):
    KEYS = {
        "w": Action.MOVE_UP,
        "a": Action.MOVE_LEFT,
        "s": Action.MOVE_DOWN,
        "d": Action.MOVE_RIGHT,
        " ": Action.SHOOT,
    }

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
        print(
            f"Score: {self.score[0]} - {self.score[1]}, shots: {self.r2.shots} - {self.q5.shots}, "
            f"time remaining: {self.time}"
        )
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

import random
from enum import Enum, auto

class Action(Enum):
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()

class R2Droid:
    def __init__(self, rows, cols, location, shots):
        self.rows, self.cols, self.location, self.shots = rows, cols, location, shots
    def copy(self):
        return R2Droid(self.rows, self.cols, self.location, self.shots)
    def move_location(self, move):
        if move in self.available_actions() and move != Action.SHOOT:
            dr, dc = [(-1, 0), (1, 0), (0, -1), (0, 1)][move.value - 1]
            self.location = (self.location[0] + dr, self.location[1] + dc)
    def shoot(self, other, move):
        fire = move == Action.SHOOT and self.shots > 0
        self.shots -= fire
        return fire and any(x == y for x, y in zip(self.location, other.location))
    def available_actions(self):
        r, c = self.location
        possible = [r > 0, r < self.rows - 1, c > 0, c < self.cols - 1, self.shots > 0]
        return {a for a, ok in zip(Action, possible) if ok}

class QAgent:
    def clear(self):
        pass
    def get_best_move(self, self_droid, adv_droid, score_change, training):
        return random.choice(list(self_droid.available_actions()))

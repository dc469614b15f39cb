import random
import sys
import tkinter as tk
from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import Set, Tuple

Location = Tuple[int, int]


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
    """
    >>> droid = R2Droid(4, 4, (0, 0), 5)
    >>> droid.move_location(Action.MOVE_DOWN)
    >>> droid.move_location(Action.MOVE_LEFT)
    >>> droid.location
    (1, 0)
    >>> droid.shoot(R2Droid(4, 4, (3, 3), 5), Action.SHOOT), droid.shots
    (False, 4)
    """

    def __init__(self, rows: int, cols: int, location: Location, shots: int):
        self.rows = rows
        self.cols = cols
        self.location = location
        self.shots = shots

    def copy(self) -> 'R2Droid':
        return R2Droid(self.rows, self.cols, self.location, self.shots)

    def move_location(self, move: Action) -> None:
        # only if it is a movement and we don't run into a wall
        if move == Action.SHOOT or move not in self.available_actions():
            return
        row, col = self.location
        if move == Action.MOVE_UP:
            row -= 1
        elif move == Action.MOVE_DOWN:
            row += 1
        elif move == Action.MOVE_LEFT:
            col -= 1
        elif move == Action.MOVE_RIGHT:
            col += 1
        self.location = (row, col)

    def shoot(self, other: 'R2Droid', move: Action) -> bool:
        if move != Action.SHOOT or self.shots <= 0:
            return False
        self.shots -= 1
        return self.location[0] == other.location[0] or self.location[1] == other.location[1]

    def available_actions(self) -> Set[Action]:
        row, col = self.location
        actions = {Action.SHOOT} if self.shots > 0 else set()
        if row > 0:
            actions.add(Action.MOVE_UP)
        if row < self.rows - 1:
            actions.add(Action.MOVE_DOWN)
        if col > 0:
            actions.add(Action.MOVE_LEFT)
        if col < self.cols - 1:
            actions.add(Action.MOVE_RIGHT)
        return actions


############################################################
# 2. Implement Your Agents
############################################################


class Agent(ABC):
    @abstractmethod
    def clear(self):
        ...

    @abstractmethod
    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        ...


def aligned(a: R2Droid, b: R2Droid) -> bool:
    return a.location[0] == b.location[0] or a.location[1] == b.location[1]


class QAgent(Agent):
    """Q(s, a) <- Q(s, a) + alpha * (r + gamma * max Q(s', a') - Q(s, a))"""

    def __init__(self):
        self.q_table = {}
        self.alpha = 0.1
        self.gamma = 0.9
        self.epsilon = 0.2
        self.last_state = None
        self.last_action = None

    def clear(self):
        # a new game: forget the last step, but NOT the table
        self.last_state = None
        self.last_action = None

    def get_state(self, self_droid, adv_droid):
        # where the other droid is, seen from me, and who can still shoot
        drow = adv_droid.location[0] - self_droid.location[0]
        dcol = adv_droid.location[1] - self_droid.location[1]
        return (drow, dcol, min(self_droid.shots, 2), min(adv_droid.shots, 2))

    def get_reward(self, self_droid, adv_droid, score_change):
        reward = 10 * score_change
        # a shot that hits nobody is a wasted shot
        if self.last_action == Action.SHOOT and score_change == 0:
            reward -= 2
        return reward

    def get_q(self, state, action):
        return self.q_table.get((state, action), 0.0)

    def get_best_action(self, droid, state):
        actions = sorted(droid.available_actions(), key=lambda a: a.value)
        return max(actions, key=lambda a: self.get_q(state, a))

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        state = self.get_state(self_droid, adv_droid)
        best = self.get_best_action(self_droid, state)
        if training and self.last_state is not None:
            old = self.get_q(self.last_state, self.last_action)
            reward = self.get_reward(self_droid, adv_droid, score_change)
            target = reward + self.gamma * self.get_q(state, best)
            self.q_table[(self.last_state, self.last_action)] = old + self.alpha * (target - old)
        # epsilon-greedy, only while we train
        action = best
        if training and random.random() < self.epsilon:
            action = random.choice(list(self_droid.available_actions()))
        self.last_state = state
        self.last_action = action
        return action


class MinimaxAgent(Agent):
    """Pessimistic: we move first, and the opponent sees our move before it answers."""

    DEPTH = 2

    def clear(self):
        pass

    def play(self, me, adv, my_move, adv_move):
        """One round on copies; returns the new droids and the points that I gain."""
        new_me, new_adv = me.copy(), adv.copy()
        new_me.move_location(my_move)
        new_adv.move_location(adv_move)
        swapped = new_me.location == adv.location and new_adv.location == me.location
        if swapped or new_me.location == new_adv.location:
            new_me.location, new_adv.location = me.location, adv.location
        i_hit = new_me.shoot(new_adv, my_move)
        it_hit = new_adv.shoot(new_me, adv_move)
        return new_me, new_adv, int(i_hit) - int(it_hit)

    def evaluate(self, me, adv, points):
        value = 10 * points + 2 * (me.shots - adv.shots)
        if aligned(me, adv):
            # good for whoever has the shots
            value += (me.shots > 0) - (adv.shots > 0)
        return value

    def minimax(self, me, adv, points, depth):
        if depth == 0 or (me.shots == 0 and adv.shots == 0):
            return self.evaluate(me, adv, points), None
        best_value, best_move = float('-inf'), None
        for my_move in sorted(me.available_actions(), key=lambda a: a.value, reverse=True):
            worst = float('inf')
            for adv_move in adv.available_actions():
                new_me, new_adv, gain = self.play(me, adv, my_move, adv_move)
                value, _ = self.minimax(new_me, new_adv, points + gain, depth - 1)
                worst = min(worst, value)
            if worst > best_value:
                best_value, best_move = worst, my_move
        return best_value, best_move

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        move = self.minimax(self_droid, adv_droid, 0, self.DEPTH)[1]
        if move is None:
            # nobody has a shot left, so it doesn't matter
            move = random.choice(list(self_droid.available_actions()))
        return move


############################################################
# Given: please do not change anything below
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

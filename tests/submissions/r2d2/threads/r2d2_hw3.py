from __future__ import annotations

import random
import sys
import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Iterator, Optional, Set, Tuple

try:
    import tkinter as tk
except ImportError:  # the lab machines have no tkinter
    tk = None

Location = Tuple[int, int]
State = Tuple[int, ...]


class Action(Enum):
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()


OFFSETS: dict[Action, Location] = {
    Action.MOVE_UP: (-1, 0),
    Action.MOVE_DOWN: (1, 0),
    Action.MOVE_LEFT: (0, -1),
    Action.MOVE_RIGHT: (0, 1),
}


@dataclass
class R2Droid:
    rows: int
    cols: int
    location: Location
    shots: int

    def copy(self) -> R2Droid:
        return R2Droid(self.rows, self.cols, self.location, self.shots)

    def move_location(self, move: Action) -> None:
        if move is not Action.SHOOT and move in self.available_actions():
            d_row, d_col = OFFSETS[move]
            self.location = (self.location[0] + d_row, self.location[1] + d_col)

    def shoot(self, other: R2Droid, move: Action) -> bool:
        if move is not Action.SHOOT or self.shots < 1:
            return False
        self.shots -= 1
        return self.location[0] == other.location[0] or self.location[1] == other.location[1]

    def available_actions(self) -> Set[Action]:
        row, col = self.location
        actions = {move for move, (d_row, d_col) in OFFSETS.items()
                   if 0 <= row + d_row < self.rows and 0 <= col + d_col < self.cols}
        return actions | {Action.SHOOT} if self.shots > 0 else actions


class Agent(ABC):
    @abstractmethod
    def clear(self):
        ...

    @abstractmethod
    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        ...


def advance(me: R2Droid, adv: R2Droid, mine: Action, theirs: Action) -> Tuple[R2Droid, R2Droid, int]:
    a, b = me.copy(), adv.copy()
    a.move_location(mine)
    b.move_location(theirs)
    if a.location == b.location or (a.location, b.location) == (adv.location, me.location):
        a.location, b.location = me.location, adv.location
    hit = a.shoot(b, mine)
    return a, b, hit - b.shoot(a, theirs)


@dataclass
class Table:
    """One Q-table; the learning rate of an entry falls with its visits."""
    values: dict[Tuple[State, Action], float] = field(default_factory=dict)
    visits: dict[Tuple[State, Action], int] = field(default_factory=dict)

    def __getitem__(self, key: Tuple[State, Action]) -> float:
        return self.values.get(key, 0.5)  # optimistic: everything gets tried

    def update(self, key: Tuple[State, Action], target: float) -> None:
        n = self.visits[key] = self.visits.get(key, 0) + 1
        self.values[key] = self[key] + (target - self[key]) / n ** 0.6


class QAgent(Agent):
    """Double Q-learning: one table picks the next action, the other one values it."""

    discount: float = 0.9

    def __init__(self) -> None:
        self.tables = (Table(), Table())
        self.last: Optional[Tuple[State, Action]] = None
        self.epsilon = 0.5

    def clear(self) -> None:
        self.last = None

    @staticmethod
    def encode(me: R2Droid, adv: R2Droid) -> State:
        return (*me.location, *adv.location, me.shots > 0, adv.shots > 0)

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        state = self.encode(self_droid, adv_droid)
        actions = sorted(self_droid.available_actions(), key=lambda action: action.name)
        if training and self.last is not None:
            picks, values = random.sample(self.tables, 2)
            chosen = max(actions, key=lambda action: picks[state, action])
            picks.update(self.last, score_change + self.discount * values[state, chosen])
            self.epsilon = max(0.05, self.epsilon * 0.9999)
        if training and random.random() < self.epsilon:
            action = random.choice(actions)
        else:
            action = max(actions, key=lambda action: self.tables[0][state, action] + self.tables[1][state, action])
        self.last = (state, action)
        return action


class Search(threading.Thread):
    """Pessimistic alpha-beta, one depth after the other, until `stop` is set; `best` is always a legal action."""

    def __init__(self, me: R2Droid, adv: R2Droid) -> None:
        super().__init__(daemon=True)
        self.me, self.adv = me, adv
        self.stop = threading.Event()
        self.best = next(self.order(me))

    @staticmethod
    def order(droid: R2Droid) -> Iterator[Action]:
        return iter(sorted(droid.available_actions(), key=lambda action: -action.value))

    def run(self) -> None:
        for depth in range(1, 6):
            _, action = self.value(self.me, self.adv, 0, depth, -1e9, 1e9)
            if self.stop.is_set():
                return
            self.best = action or self.best

    def value(self, me: R2Droid, adv: R2Droid, points: int, depth: int, alpha: float, beta: float) \
            -> Tuple[float, Optional[Action]]:
        if self.stop.is_set() or depth == 0 or me.shots + adv.shots == 0:
            distance = sum(abs(x - y) for x, y in zip(me.location, adv.location))
            return points + 0.4 * (me.shots - adv.shots) + 0.01 * distance, None
        choice = None
        for mine in self.order(me):
            low = beta
            for theirs in self.order(adv):
                a, b, gain = advance(me, adv, mine, theirs)
                low = min(low, self.value(a, b, points + gain, depth - 1, alpha, low)[0])
                if low <= alpha:
                    break
            if low > alpha:
                alpha, choice = low, mine
            if alpha >= beta:
                break
        return alpha, choice


class MinimaxAgent(Agent):
    SECONDS = 0.02

    def clear(self) -> None:
        pass

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        search = Search(self_droid.copy(), adv_droid.copy())
        search.start()
        search.join(self.SECONDS / 10 if training else self.SECONDS)
        search.stop.set()
        search.join()
        return search.best


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

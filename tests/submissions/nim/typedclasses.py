"""
Nim by Q-learning

Author: Marcus Oyelaran
Pledge: I have neither given nor received unauthorized aid on this program.
"""
from __future__ import annotations

import random
import sys
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from typing import Iterator


class Player(Enum):
    A = 1
    B = -1

    @property
    def opponent(self) -> "Player":
        return Player.B if self is Player.A else Player.A


@dataclass(frozen=True)
class Action:
    pile: int
    count: int

    def __str__(self) -> str:
        return f"{self.pile}{self.count}"


@dataclass(frozen=True)
class State:
    player: Player
    piles: tuple[int, ...]

    def actions(self) -> Iterator[Action]:
        for pile, size in enumerate(self.piles):
            for count in range(1, size + 1):
                yield Action(pile, count)

    def after(self, action: Action) -> "State":
        piles = list(self.piles)
        piles[action.pile] -= action.count
        return State(self.player.opponent, tuple(piles))

    @property
    def over(self) -> bool:
        return not any(self.piles)

    def __str__(self) -> str:
        return self.player.name + "".join(map(str, self.piles))


class QLearner:
    """A map of maps: state -> action -> Q."""

    def __init__(self, gamma: float = 0.9, alpha: float = 1.0) -> None:
        self.gamma = gamma
        self.alpha = alpha
        self.table: dict[State, dict[Action, float]] = defaultdict(lambda: defaultdict(float))

    def value(self, state: State) -> float:
        if state.over:
            return 0.0
        best = max if state.player is Player.A else min
        return best(self.table[state][a] for a in state.actions())

    def episode(self, state: State) -> None:
        while not state.over:
            action = random.choice(list(state.actions()))
            nxt = state.after(action)
            # nxt.player wins when nothing is left, because state.player had to take the last one
            reward = 1000.0 * nxt.player.value if nxt.over else 0.0
            old = self.table[state][action]
            self.table[state][action] = old + self.alpha * (reward + self.gamma * self.value(nxt) - old)
            state = nxt

    def policy(self, state: State) -> Action:
        best = max if state.player is Player.A else min
        return best(state.actions(), key=lambda a: self.table[state][a])

    def show(self) -> None:
        print("\nState-action   Q-value")
        for state in sorted(self.table, key=str):
            for action, q in sorted(self.table[state].items(), key=lambda item: str(item[0])):
                print(f"{state}{action}        {q:9.3f}")


class Game:
    def __init__(self, piles: tuple[int, ...], learner: QLearner) -> None:
        self.start = State(Player.A, piles)
        self.learner = learner

    def ask_human(self, state: State) -> Action:
        while True:
            words = input("Your move (pile and number of objects): ").split()
            if len(words) == 2 and all(w.isdigit() for w in words):
                action = Action(int(words[0]), int(words[1]))
                if action in state.actions():
                    return action
            print("  not possible, e.g. '1 2' takes 2 objects from pile 1")

    def play(self, human: Player) -> Player:
        state = self.start
        while not state.over:
            print("Board:", "-".join(map(str, state.piles)), f"  Player {state.player.name} to move")
            if state.player is human:
                action = self.ask_human(state)
            else:
                action = self.learner.policy(state)
                print(f"I take {action.count} from pile {action.pile}")
            state = state.after(action)
        return state.player


def ask_piles() -> tuple[int, ...]:
    while True:
        words = input("Enter the three pile sizes separated by spaces: ").split()
        if len(words) == 3 and all(w.isdigit() and len(w) == 1 for w in words) and any(int(w) for w in words):
            return tuple(int(w) for w in words)
        print("  three numbers from 0 to 9, please")


def main() -> None:
    piles = ask_piles()
    while not (text := input("Enter n, the number of training games: ")).isdigit():
        print("  a whole number, please")
    learner = QLearner()
    for _ in range(int(text)):
        learner.episode(State(Player.A, piles))
    learner.show()
    game = Game(piles, learner)
    while True:
        role = input("\nPlay as A (first), B (second), or Q to quit: ").strip().upper()
        if role in ("Q", "QUIT"):
            break
        if role in ("A", "B"):
            human = Player[role]
            winner = game.play(human)
            print("You win!" if winner is human else "I win!")


if __name__ == "__main__":
    try:
        main()
    except EOFError:
        sys.exit(0)

"""Files that this course writes: what a student begins with, and our agents for the original program."""

from __future__ import annotations

FILE = "r2d2_hw3.py"

# So that the handout's own command runs either file: python3 r2d2_hw3.py QAgent MinimaxAgent 1000
_MAIN = """

if __name__ == "__main__":
    import sys

    from lanista.cli.main import main

    own = ("QAgent", "MinimaxAgent")
    main(["r2d2", *(f"{__file__}:{word}" if word in own else word for word in sys.argv[1:])])
"""

EXPORTED = (
    '''\
# Needs Lanista, and was written by: lanista export r2d2 --agent AGENT
"""QAgent and MinimaxAgent for the exercise's own program, both an agent of Lanista."""

from lanista import load_agent
from lanista.courses.r2d2.droids import Action, Agent, Location, R2Droid
from lanista.courses.r2d2.drop_in import OurAgent

__all__ = ["Action", "Agent", "Location", "MinimaxAgent", "QAgent", "R2Droid"]


class QAgent(OurAgent):
    """Chooses as the agent does, and does not change in a training."""

    def __init__(self):
        super().__init__(load_agent, "AGENT")


class MinimaxAgent(QAgent):
    """The same."""
'''
    + _MAIN
)

STARTER = (
    '''\
"""R2-D2 Battle. Try this file from its folder:

    lanista r2d2 r2d2_hw3.py:QAgent r2d2_hw3.py:MinimaxAgent 1000
    lanista r2d2 KeyboardAgent r2d2_hw3.py:MinimaxAgent
    lanista check r2d2_hw3.py --course r2d2

The first is the handout's python3 r2d2_hw3.py QAgent MinimaxAgent 1000, which works as well.
"""

import random
from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import Set, Tuple

Location = Tuple[int, int]  # row and column, from the upper left


class Action(Enum):
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()


class R2Droid:
    """Part 1. Your agents are given droids that work already, so they can play before this does."""

    def __init__(self, rows: int, cols: int, location: Location, shots: int):
        self.location = location
        self.shots = shots

    def copy(self) -> "R2Droid":
        """Return a droid like this one, whose changes do not change this one."""
        # TODO

    def move_location(self, move: Action) -> None:
        """Move, unless it is no movement or there is a wall."""
        # TODO

    def shoot(self, other: "R2Droid", move: Action) -> bool:
        """If it is a shot and there is one left: spend it and return whether the other droid is hit; else False."""
        # TODO

    def available_actions(self) -> Set[Action]:
        """Return the actions that are possible now."""
        # TODO


class Agent(ABC):
    @abstractmethod
    def clear(self):
        """A new game begins: forget the one before, but nothing that you learned."""

    @abstractmethod
    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        """Return the action for this round.

        self_droid, adv_droid: have location, shots and the methods above. score_change: what you gained in the round
        before, -1, 0 or 1. training: whether this is a training round.
        """


class QAgent(Agent):
    def __init__(self):
        self.q_table = {}

    def clear(self):
        pass

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        # TODO: learn from score_change, and choose by the Q-table.
        return random.choice(list(self_droid.available_actions()))


class MinimaxAgent(Agent):
    def clear(self):
        pass

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Action:
        # TODO: search the game tree.
        return random.choice(list(self_droid.available_actions()))
'''
    + _MAIN
)

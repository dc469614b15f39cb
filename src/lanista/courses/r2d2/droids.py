"""The handout's vocabulary: locations, actions, droids, agents, as its program names them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import Any, ClassVar

Location = tuple[int, int]


class Action(Enum):
    """What a droid can do; the values are those of droid_battle's actions plus one."""

    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()


_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class R2Droid:
    """A droid: its board's rows and cols, its location (row, column), and the shots that it has left."""

    actions: ClassVar[tuple[Any, ...]] = tuple(Action)
    """The actions that it understands, in the order of Action."""

    def __init__(self, rows: int, cols: int, location: Location, shots: int) -> None:
        self.rows = rows
        self.cols = cols
        self.location = location
        self.shots = shots

    def copy(self) -> R2Droid:
        """Return a droid like this one."""
        return type(self)(self.rows, self.cols, self.location, self.shots)

    def move_location(self, move: object) -> None:
        """Move one cell; a shot, or a move off the board, changes nothing."""
        for action, (down, right) in zip(self.actions, _STEPS, strict=False):
            row, col = self.location[0] + down, self.location[1] + right
            if move == action and 0 <= row < self.rows and 0 <= col < self.cols:
                self.location = (row, col)
                return

    def shoot(self, other: R2Droid, move: object) -> bool:
        """Spend a shot, if the move is one and there is one left; return whether it hits the other droid."""
        if move != self.actions[-1] or self.shots <= 0:
            return False
        self.shots -= 1
        return self.location[0] == other.location[0] or self.location[1] == other.location[1]

    def available_actions(self) -> set[Any]:
        """Return the actions that are possible now."""
        (row, col), (up, down, left, right, shoot) = self.location, self.actions
        possible = ((up, row > 0), (down, row < self.rows - 1), (left, col > 0), (right, col < self.cols - 1))
        actions = {action for action, is_possible in possible if is_possible}
        return actions | {shoot} if self.shots > 0 else actions


class Agent(ABC):
    """Whoever chooses a droid's actions."""

    @abstractmethod
    def clear(self) -> None:
        """Forget the game before: a new one begins."""

    @abstractmethod
    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Any:
        """Return the action for this round. score_change: the own gain in the round before, -1, 0 or 1."""

"""`agents.agent`: the class that every agent extends."""

from __future__ import annotations

from typing import Any


class Agent:
    """A player of one game. autoplay: it can play without a person."""

    def __init__(self) -> None:
        self.name = "DummyAgent"
        self.autoplay = True

    def __str__(self) -> str:
        return self.name

    def step(self, chess_board: Any, my_pos: Any, adv_pos: Any, max_step: int) -> Any:
        """Return ((row, col), side): where to walk, and the side of that cell (0 up, 1 right, 2 down, 3 left).

        chess_board: the agent's own copy of the walls, bool [M, M, 4]. my_pos, adv_pos: (row, col). max_step: K.
        """
        raise NotImplementedError

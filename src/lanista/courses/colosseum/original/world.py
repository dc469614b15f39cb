"""`world`: one game between two registered agents, for submissions that play games in their heads."""

from __future__ import annotations

from typing import Any

import numpy as np

from .constants import MAX_BOARD_SIZE, MIN_BOARD_SIZE, PLAYER_1_NAME, PLAYER_2_NAME
from .random_agent import RandomAgent
from .store import AGENT_REGISTRY

__all__ = ["MAX_BOARD_SIZE", "MIN_BOARD_SIZE", "PLAYER_1_NAME", "PLAYER_2_NAME", "World"]


class World:
    """A game from a random start. p0 moves first; chess_board, p0_pos, p1_pos, turn and max_step say how it stands."""

    moves = ((-1, 0), (0, 1), (1, 0), (0, -1))
    opposites = {0: 2, 1: 3, 2: 0, 3: 1}

    def __init__(
        self, player_1: str = "random_agent", player_2: str = "random_agent", board_size: int | None = None, **_: object
    ) -> None:
        self.p0, self.p1 = AGENT_REGISTRY[player_1](), AGENT_REGISTRY[player_2]()
        self.board_size = board_size or int(np.random.randint(MIN_BOARD_SIZE, MAX_BOARD_SIZE))
        self.max_step = (self.board_size + 1) // 2
        self.turn = 0
        self._draw_start()
        while self.check_endgame()[0]:
            self._draw_start()

    def _draw_start(self) -> None:
        """Draw walls and cells in pairs that mirror each other through the centre."""
        size = self.board_size
        self.chess_board = np.zeros((size, size, 4), dtype=bool)
        self.chess_board[0, :, 0] = self.chess_board[:, -1, 1] = True
        self.chess_board[-1, :, 2] = self.chess_board[:, 0, 3] = True
        for _ in range(self.max_step):
            row, col, side = np.argwhere(~self.chess_board)[np.random.randint(np.sum(~self.chess_board))]
            self.set_barrier(row, col, side)
            self.set_barrier(size - 1 - row, size - 1 - col, self.opposites[int(side)])
        centre = np.array((size - 1, size - 1))
        self.p0_pos = np.random.randint(0, size, size=2)
        while np.array_equal(2 * self.p0_pos, centre):
            self.p0_pos = np.random.randint(0, size, size=2)
        self.p1_pos = centre - self.p0_pos

    def get_current_player(self) -> tuple[Any, Any, Any]:
        """Return who moves, their cell and the opponent's."""
        return (self.p1, self.p1_pos, self.p0_pos) if self.turn else (self.p0, self.p0_pos, self.p1_pos)

    def step(self) -> tuple[bool, int, int]:
        """Play a turn, a random walk where the agent fails; return what check_endgame() then says."""
        agent, own, other = self.get_current_player()
        try:
            cell, side = agent.step(self.chess_board.copy(), tuple(own), tuple(other), self.max_step)
            cell = np.asarray(cell, dtype=own.dtype)
            if not (self.check_boundary(cell) and 0 <= side <= 3 and self.check_valid_step(own, cell, side)):
                raise ValueError(f"no legal move: {cell}, {side}")
        except Exception:
            cell, side = self.random_walk(tuple(own), tuple(other))
        if self.turn:
            self.p1_pos = np.asarray(cell)
        else:
            self.p0_pos = np.asarray(cell)
        self.set_barrier(cell[0], cell[1], side)
        self.turn = 1 - self.turn
        return self.check_endgame()

    def check_valid_step(self, start_pos: Any, end_pos: Any, barrier_dir: int) -> bool:
        """Return whether a walk of at most max_step steps ends on a cell whose side is free."""
        end = tuple(end_pos)
        if self.chess_board[(*end, barrier_dir)]:
            return False
        blocked = tuple(self.p0_pos if self.turn else self.p1_pos)
        reached = edge = {tuple(start_pos)}
        for _ in range(self.max_step):
            edge = {cell for here in edge for cell in self._neighbours(here)} - reached - {blocked}
            reached = reached | edge
        return end in reached

    def check_endgame(self) -> tuple[bool, int, int]:
        """Return whether no path joins the players, and the cells of either's zone."""
        first, second = self._zone(tuple(self.p0_pos)), self._zone(tuple(self.p1_pos))
        return tuple(self.p1_pos) not in first, len(first), len(second)

    def _zone(self, start: tuple[Any, ...]) -> set[tuple[Any, ...]]:
        zone = edge = {start}
        while edge:
            edge = {cell for here in edge for cell in self._neighbours(here)} - zone
            zone = zone | edge
        return zone

    def _neighbours(self, cell: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        row, col = cell
        free = [self.moves[side] for side in range(4) if not self.chess_board[row, col, side]]
        return [(row + down, col + right) for down, right in free]

    def check_boundary(self, pos: Any) -> bool:
        """Return whether a cell is on the board."""
        return all(0 <= part < self.board_size for part in pos)

    def set_barrier(self, r: Any, c: Any, dir: Any) -> None:
        """Put a wall on a side of a cell, and on the cell's beyond."""
        self.chess_board[r, c, dir] = True
        down, right = self.moves[dir]
        self.chess_board[r + down, c + right, self.opposites[int(dir)]] = True

    def random_walk(self, my_pos: Any, adv_pos: Any) -> Any:
        """Return the move that is played instead of one that is not legal."""
        return RandomAgent().step(self.chess_board, my_pos, adv_pos, self.max_step)

"""The game engine: one World is one game of Colosseum Survival."""

import logging
import traceback
from collections import deque
from copy import deepcopy
from pathlib import Path
from time import sleep, time

import numpy as np
from agents import RandomAgent
from constants import MAX_BOARD_SIZE, MIN_BOARD_SIZE, MOVES, OPPOSITES, PLAYER_1_NAME, PLAYER_2_NAME
from store import AGENT_REGISTRY

logger = logging.getLogger(__name__)


class World:
    """A game between two registered agents, made fresh for it; player A (0) moves first.

    chess_board: bool array [M, M, 4], a barrier stands on both of its cells. p0_pos, p1_pos: arrays (row, col).
    invalid_moves counts, for each player, the moves that a random walk replaced.
    """

    def __init__(
        self,
        player_1=None,
        player_2=None,
        board_size=None,
        display_ui=False,
        display_delay=2,
        display_save=False,
        display_save_path=None,
        autoplay=False,
    ):
        agent_classes = [AGENT_REGISTRY[player] for player in (player_1, player_2)]
        self.p0, self.p1 = (agent_class() for agent_class in agent_classes)
        for agent in (self.p0, self.p1):
            if autoplay and not agent.autoplay:
                raise ValueError(f"Autoplay mode is not supported by {agent}")
        self.player_names = {PLAYER_1_NAME: str(self.p0), PLAYER_2_NAME: str(self.p1)}
        self.board_size = board_size or np.random.randint(MIN_BOARD_SIZE, MAX_BOARD_SIZE + 1)
        self.max_step = (self.board_size + 1) // 2
        self.display_ui, self.display_delay = display_ui, display_delay
        self.display_save, self.display_save_path = display_save, display_save_path
        self.turn = 0
        self.p0_time, self.p1_time = [], []
        self.invalid_moves = [0, 0]
        self.place_barriers_and_players()
        while self.check_endgame()[0]:
            self.place_barriers_and_players()
        self.render()

    def place_barriers_and_players(self):
        """Draw a start that is symmetric through the board's centre."""
        size = self.board_size
        self.chess_board = np.zeros((size, size, 4), dtype=bool)
        self.chess_board[0, :, 0] = self.chess_board[:, -1, 1] = True
        self.chess_board[-1, :, 2] = self.chess_board[:, 0, 3] = True
        for _ in range(self.max_step):
            row, col, direction = np.random.randint(0, (size, size, 4))
            while self.chess_board[row, col, direction]:
                row, col, direction = np.random.randint(0, (size, size, 4))
            self.set_barrier(row, col, direction)
            self.set_barrier(size - 1 - row, size - 1 - col, OPPOSITES[direction])
        self.p0_pos = self.p1_pos = np.array([0, 0])
        while np.array_equal(self.p0_pos, self.p1_pos):
            self.p0_pos = np.random.randint(0, size, size=2)
            self.p1_pos = size - 1 - self.p0_pos

    def get_current_player(self):
        """Agent, own position, opponent's position and list of times of the player to move."""
        if self.turn == 0:
            return self.p0, self.p0_pos, self.p1_pos, self.p0_time
        return self.p1, self.p1_pos, self.p0_pos, self.p1_time

    def step(self):
        """Play one turn; return what check_endgame() then says."""
        agent, my_pos, adv_pos, times = self.get_current_player()
        start = time()
        try:
            next_pos, direction = agent.step(deepcopy(self.chess_board), tuple(my_pos), tuple(adv_pos), self.max_step)
            next_pos = np.asarray(next_pos)
            if not self.check_valid_step(my_pos, next_pos, direction):
                raise ValueError(f"Not a valid step: ({next_pos}, {direction}), max steps {self.max_step}")
        except Exception:
            logger.warning("%s: a random walk is played instead\n%s", agent, traceback.format_exc())
            self.invalid_moves[self.turn] += 1
            next_pos, direction = self.random_walk(tuple(my_pos), tuple(adv_pos))
        times.append(time() - start)
        if self.turn == 0:
            self.p0_pos = np.array(next_pos)
        else:
            self.p1_pos = np.array(next_pos)
        self.set_barrier(*next_pos, direction)
        logger.info("%s moves to %s and puts a barrier %s", agent, tuple(map(int, next_pos)), "urdl"[direction])
        self.turn = 1 - self.turn
        self.render()
        return self.check_endgame()

    def check_valid_step(self, start_pos, end_pos, barrier_dir):
        """Whether a walk of at most max_step steps ends on end_pos and its side barrier_dir is free."""
        end = tuple(end_pos)
        if len(end) != 2 or not self.check_boundary(end) or barrier_dir not in range(4):
            return False
        if any(int(part) != part for part in (*end, barrier_dir)) or self.chess_board[(*end, barrier_dir)]:
            return False
        other = tuple(self.p1_pos if self.turn == 0 else self.p0_pos)
        steps_to = {tuple(start_pos): 0}
        queue = deque(steps_to)
        while queue:
            cell = queue.popleft()
            if cell == end:
                return True
            if steps_to[cell] == self.max_step:
                continue
            for direction, (d_row, d_col) in enumerate(MOVES):
                neighbour = (cell[0] + d_row, cell[1] + d_col)
                if not self.chess_board[(*cell, direction)] and neighbour != other and neighbour not in steps_to:
                    steps_to[neighbour] = steps_to[cell] + 1
                    queue.append(neighbour)
        return False

    def check_endgame(self):
        """(whether no path joins the players, cells of A's zone, cells of B's zone)."""
        zones = [self.zone(tuple(position)) for position in (self.p0_pos, self.p1_pos)]
        return tuple(self.p1_pos) not in zones[0], len(zones[0]), len(zones[1])

    def zone(self, start):
        """The cells that a walk of any length from start reaches."""
        cells, stack = {start}, [start]
        while stack:
            row, col = stack.pop()
            for direction, (d_row, d_col) in enumerate(MOVES):
                neighbour = (row + d_row, col + d_col)
                if not self.chess_board[row, col, direction] and neighbour not in cells:
                    cells.add(neighbour)
                    stack.append(neighbour)
        return cells

    def check_boundary(self, pos):
        """Whether pos is a cell of the board."""
        return all(0 <= part < self.board_size for part in pos)

    def set_barrier(self, r, c, dir):
        """Put a barrier on side dir of cell (r, c), seen from both of its cells."""
        self.chess_board[r, c, dir] = True
        next_pos = (r + MOVES[dir][0], c + MOVES[dir][1])
        if self.check_boundary(next_pos):
            self.chess_board[(*next_pos, OPPOSITES[dir])] = True

    def random_walk(self, my_pos, adv_pos):
        """The move that replaces an invalid one."""
        return RandomAgent().step(self.chess_board, my_pos, adv_pos, self.max_step)

    def render(self):
        """Show and keep the board as text where that is asked for."""
        if not (self.display_ui or self.display_save):
            return
        lines = []
        for row in range(self.board_size):
            cells = self.chess_board[row]
            lines.append("".join("+--" if side[0] else "+  " for side in cells) + "+")
            names = {tuple(self.p0_pos): PLAYER_1_NAME, tuple(self.p1_pos): PLAYER_2_NAME}
            sides = ["|" if side[3] else " " for side in cells]
            lines.append("".join(f"{sides[col]}{names.get((row, col), '.')} " for col in range(self.board_size)) + "|")
        lines.append("+--" * self.board_size + "+")
        text = "\n".join(lines) + f"\nMax steps: {self.max_step}\n"
        if self.display_ui:
            print(text)
            sleep(self.display_delay)
        if self.display_save:
            folder = Path(self.display_save_path)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{len(self.p0_time) + len(self.p1_time):03}.txt").write_text(text)

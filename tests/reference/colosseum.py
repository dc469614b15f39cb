"""Colosseum Survival!: two players walk over a board of M x M cells and put up walls until they are apart.

Cells are (row, column), row 0 at the top. Directions: 0 up, 1 right, 2 down, 3 left. A wall stands between two
cells and belongs to both; the borders are walls. A turn is a walk and a wall: walk 0 to K steps, K = (M + 1) // 2,
from cell to neighbouring cell, through no wall and not through the opponent; then put a wall on one side of the
cell reached, where none stands yet. Staying put is allowed. The game is over as soon as no path joins the two
players.

- Start: border walls; K times a free wall slot is drawn (cell and direction, drawn again while a wall stands there)
  and set together with its mirror image through the board's centre, 2 K walls in all; player 0's cell is drawn,
  player 1 stands on the mirrored cell, drawn again while they coincide. Everything is drawn again while the start
  is already over.
- Action id: (row * M + column) * 4 + direction. Notation: "(2,1)r" with u, r, d, l.
- Position: size, player 0's cell, player 1's cell, the player to move, then each inner wall once, as the right or
  down side of a cell, sorted by row, column, right before down: "5 A0,1 B4,3 A 0,1r 2,3d".
- Score: cells that player 0 can reach by any walk minus those that player 1 can; 0 while they are joined.
"""

import random
from typing import NamedTuple

from . import PLAYER_LETTERS, TERMINAL

UP, RIGHT, DOWN, LEFT = range(4)
STEP = {UP: (-1, 0), RIGHT: (0, +1), DOWN: (+1, 0), LEFT: (0, -1)}
OPPOSITE = {UP: DOWN, RIGHT: LEFT, DOWN: UP, LEFT: RIGHT}
LETTERS = "urdl"

Cell = tuple[int, int]
Walls = tuple[tuple[tuple[bool, ...], ...], ...]
"""[row][column][direction]: a wall stands on that side of the cell."""


class State(NamedTuple):
    cells: tuple[Cell, Cell]
    walls: Walls
    to_move: int


def neighbour(cell: Cell, direction: int) -> Cell:
    down, right = STEP[direction]
    return cell[0] + down, cell[1] + right


def border_walls(size: int) -> list[list[list[bool]]]:
    last = size - 1
    return [[[row == 0, column == last, row == last, column == 0] for column in range(size)] for row in range(size)]


def set_wall(walls: list[list[list[bool]]], cell: Cell, direction: int) -> None:
    """Put up an inner wall, on both cells it belongs to."""
    row, column = cell
    walls[row][column][direction] = True
    row, column = neighbour(cell, direction)
    walls[row][column][OPPOSITE[direction]] = True


def frozen(walls: list[list[list[bool]]]) -> Walls:
    return tuple(tuple(tuple(sides) for sides in row) for row in walls)


class Colosseum:
    def __init__(self, *, size: int = 7) -> None:
        self.size = size
        self.max_steps = (size + 1) // 2
        self.num_actions = size * size * 4

    def initial(self, rng: random.Random) -> State:
        while True:
            state = self._draw_start(rng)
            if self.mover(state) != TERMINAL:
                return state

    def _draw_start(self, rng: random.Random) -> State:
        walls = border_walls(self.size)
        for _ in range(self.max_steps):
            row, column, direction = rng.randrange(self.size), rng.randrange(self.size), rng.randrange(4)
            while walls[row][column][direction]:
                row, column, direction = rng.randrange(self.size), rng.randrange(self.size), rng.randrange(4)
            set_wall(walls, (row, column), direction)
            set_wall(walls, self._mirrored((row, column)), OPPOSITE[direction])
        cell = rng.randrange(self.size), rng.randrange(self.size)
        while cell == self._mirrored(cell):
            cell = rng.randrange(self.size), rng.randrange(self.size)
        return State((cell, self._mirrored(cell)), frozen(walls), 0)

    def _mirrored(self, cell: Cell) -> Cell:
        return self.size - 1 - cell[0], self.size - 1 - cell[1]

    def region(self, state: State, player: int) -> set[Cell]:
        """Every cell that a player could come to by a walk of any length, its own cell among them."""
        found = {state.cells[player]}
        while True:
            wider = found | {neighbour(cell, side) for cell in found for side in self._open_sides(state, cell)}
            if wider == found:
                return found
            found = wider

    def _open_sides(self, state: State, cell: Cell) -> list[int]:
        return [direction for direction in range(4) if not state.walls[cell[0]][cell[1]][direction]]

    def mover(self, state: State) -> int:
        return state.to_move if state.cells[1] in self.region(state, 0) else TERMINAL

    def legal(self, state: State, player: int | None = None) -> list[int]:
        mover = self.mover(state)
        if mover == TERMINAL or player not in (None, mover):
            return []
        reached = {state.cells[mover]}
        for _ in range(self.max_steps):
            reached |= {neighbour(cell, side) for cell in reached for side in self._open_sides(state, cell)}
            reached.discard(state.cells[1 - mover])
        return [
            (row * self.size + column) * 4 + direction
            for row, column in sorted(reached)
            for direction in self._open_sides(state, (row, column))
        ]

    def apply(self, state: State, *actions: int) -> State:
        cell, direction = self._split(actions[0])
        walls = [[list(sides) for sides in row] for row in state.walls]
        set_wall(walls, cell, direction)
        cells = (cell, state.cells[1]) if state.to_move == 0 else (state.cells[0], cell)
        return State(cells, frozen(walls), 1 - state.to_move)

    def score(self, state: State) -> int:
        if self.mover(state) != TERMINAL:
            return 0
        return len(self.region(state, 0)) - len(self.region(state, 1))

    def name(self, state: State, action: int) -> str:
        (row, column), direction = self._split(action)
        return f"({row},{column}){LETTERS[direction]}"

    def position(self, state: State) -> str:
        (row_0, column_0), (row_1, column_1) = state.cells
        fields = [f"{self.size} A{row_0},{column_0} B{row_1},{column_1} {PLAYER_LETTERS[state.to_move]}"]
        for row in range(self.size):
            for column in range(self.size):
                if column < self.size - 1 and state.walls[row][column][RIGHT]:
                    fields.append(f"{row},{column}r")
                if row < self.size - 1 and state.walls[row][column][DOWN]:
                    fields.append(f"{row},{column}d")
        return " ".join(fields)

    def parse(self, text: str) -> State:
        _, cell_0, cell_1, letter, *wall_texts = text.split()
        walls = border_walls(self.size)
        for wall in wall_texts:
            set_wall(walls, self._parse_cell(wall[:-1]), LETTERS.index(wall[-1]))
        cells = self._parse_cell(cell_0[1:]), self._parse_cell(cell_1[1:])
        return State(cells, frozen(walls), PLAYER_LETTERS.index(letter))

    def _parse_cell(self, text: str) -> Cell:
        row, column = text.split(",")
        return int(row), int(column)

    def _split(self, action: int) -> tuple[Cell, int]:
        """The cell and the direction of an action."""
        square, direction = divmod(action, 4)
        return divmod(square, self.size), direction

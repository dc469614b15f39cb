"""Connect-k: drop stones into columns; `connect` own stones in a straight line win.

A stone falls to the lowest empty square of its column. A line is horizontal, vertical or diagonal. A full board
without a line is a draw. Rows are counted from the top, columns from the left; player 0's stones are +1, player 1's
-1, empty is 0:

        columns 0 1 2 3 4 5 6
    row 0       . . . . . . .
    row 4       . . . o . . .
    row 5       . . . x . . .

- Action id: the column from 0. Notation: the column from 1.
- Position: the rows from the top, x for player 0, o for player 1, numbers for runs of empty squares, then the
  player to move: "7/7/7/7/3o3/3x3 A".
- Score: +1 when player 0 has a line, -1 when player 1 has one, otherwise 0.
"""

from typing import NamedTuple

from . import EMPTY, PLAYER_LETTERS, TERMINAL, pack_row, unpack_row

LETTER = {0: EMPTY, +1: "x", -1: "o"}
STONE = {letter: stone for stone, letter in LETTER.items()}

Board = tuple[tuple[int, ...], ...]


class State(NamedTuple):
    board: Board
    to_move: int


class ConnectFour:
    def __init__(self, *, width: int = 7, height: int = 6, connect: int = 4) -> None:
        self.width = width
        self.height = height
        self.connect = connect
        self.num_actions = width
        self.lines = self._all_lines()

    def _all_lines(self) -> list[list[tuple[int, int]]]:
        """Every straight line of `connect` squares on the board, as lists of (row, column)."""
        lines = []
        for row in range(self.height):
            for column in range(self.width):
                for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                    line = [(row + i * down, column + i * right) for i in range(self.connect)]
                    if all(r < self.height and 0 <= c < self.width for r, c in line):
                        lines.append(line)
        return lines

    def initial(self) -> State:
        return State(((0,) * self.width,) * self.height, 0)

    def score(self, state: State) -> int:
        for line in self.lines:
            stones = [state.board[row][column] for row, column in line]
            if all(stone == +1 for stone in stones):
                return +1
            if all(stone == -1 for stone in stones):
                return -1
        return 0

    def mover(self, state: State) -> int:
        if self.score(state) != 0 or 0 not in state.board[0]:
            return TERMINAL
        return state.to_move

    def legal(self, state: State, player: int | None = None) -> list[int]:
        mover = self.mover(state)
        if mover == TERMINAL or player not in (None, mover):
            return []
        return [column for column in range(self.width) if state.board[0][column] == 0]

    def apply(self, state: State, *actions: int) -> State:
        column = actions[0]
        board = [list(row) for row in state.board]
        row = max(row for row in range(self.height) if board[row][column] == 0)
        board[row][column] = +1 if state.to_move == 0 else -1
        return State(tuple(tuple(squares) for squares in board), 1 - state.to_move)

    def name(self, state: State, action: int) -> str:
        return str(action + 1)

    def position(self, state: State) -> str:
        rows = [pack_row(LETTER[stone] for stone in row) for row in state.board]
        return "/".join(rows) + " " + PLAYER_LETTERS[state.to_move]

    def parse(self, text: str) -> State:
        rows, letter = text.split()
        board = tuple(tuple(STONE[square] for square in unpack_row(row)) for row in rows.split("/"))
        return State(board, PLAYER_LETTERS.index(letter))

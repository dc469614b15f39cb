"""Breakthrough: two armies of pawn-like pieces; bring one piece to the far row, or take all of the enemy's.

Player 0's pieces (+1, x) fill the two top rows and move down; player 1's (-1, o) fill the two bottom rows and move
up. A move goes one row forward: straight on only to an empty square, diagonally to an empty square or onto an enemy
piece, which is captured. Row 0 is at the top, column 0 at the left; squares are numbered row * cols + column. In
algebraic notation columns are letters and row 1 is at the bottom. The lab's board of 7 rows and 5 columns:

    row 0  x x x x x  7
    row 1  x x x x x  6
    row 2  . . . . .  5
    row 3  . . . . .  4
    row 4  . . . . .  3
    row 5  o o o o o  2
    row 6  o o o o o  1
           a b c d e

- Over when a piece stands on the far row of its side, or a side has no piece left. There is always a move before
  that.
- Action id: from_square * 3 + (dcol + 1), where dcol is the step to the right: -1, 0 or +1 for either player.
- Notation: the two squares: "c2d3".
- Position: the rows from the top, numbers for runs of empty squares, then the player to move:
  "xxxxx/xxxxx/5/5/5/ooooo/ooooo A".
- Score: +1 when player 0 has won, -1 when player 1 has, 0 before the end.
"""

from typing import NamedTuple

from . import EMPTY, PLAYER_LETTERS, TERMINAL, pack_row, unpack_row

LETTER = {0: EMPTY, +1: "x", -1: "o"}
PIECE = {letter: piece for piece, letter in LETTER.items()}
OWN_PIECE = (+1, -1)
FORWARD = (+1, -1)

Board = tuple[tuple[int, ...], ...]


class State(NamedTuple):
    board: Board
    to_move: int


class Breakthrough:
    def __init__(self, *, rows: int = 7, cols: int = 5) -> None:
        self.rows = rows
        self.cols = cols
        self.num_actions = rows * cols * 3

    def initial(self) -> State:
        two_rows = ((+1,) * self.cols,) * 2
        empty_rows = ((0,) * self.cols,) * (self.rows - 4)
        return State(two_rows + empty_rows + ((-1,) * self.cols,) * 2, 0)

    def score(self, state: State) -> int:
        pieces = [piece for row in state.board for piece in row]
        if +1 in state.board[self.rows - 1] or -1 not in pieces:
            return +1
        if -1 in state.board[0] or +1 not in pieces:
            return -1
        return 0

    def mover(self, state: State) -> int:
        return state.to_move if self.score(state) == 0 else TERMINAL

    def legal(self, state: State, player: int | None = None) -> list[int]:
        mover = self.mover(state)
        if mover == TERMINAL or player not in (None, mover):
            return []
        actions = []
        for row in range(self.rows):
            for column in range(self.cols):
                if state.board[row][column] != OWN_PIECE[mover]:
                    continue
                for dcol in (-1, 0, +1):
                    if not 0 <= column + dcol < self.cols:
                        continue
                    target = state.board[row + FORWARD[mover]][column + dcol]
                    if target == 0 or (dcol != 0 and target == OWN_PIECE[1 - mover]):
                        actions.append((row * self.cols + column) * 3 + dcol + 1)
        return actions

    def apply(self, state: State, *actions: int) -> State:
        (row, column), (to_row, to_column) = self._squares(state, actions[0])
        board = [list(squares) for squares in state.board]
        board[to_row][to_column] = board[row][column]
        board[row][column] = 0
        return State(tuple(tuple(squares) for squares in board), 1 - state.to_move)

    def name(self, state: State, action: int) -> str:
        return "".join(
            "abcdefghijklmnop"[column] + str(self.rows - row) for row, column in self._squares(state, action)
        )

    def position(self, state: State) -> str:
        rows = [pack_row(LETTER[piece] for piece in row) for row in state.board]
        return "/".join(rows) + " " + PLAYER_LETTERS[state.to_move]

    def parse(self, text: str) -> State:
        rows, letter = text.split()
        board = tuple(tuple(PIECE[square] for square in unpack_row(row)) for row in rows.split("/"))
        return State(board, PLAYER_LETTERS.index(letter))

    def _squares(self, state: State, action: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The (row, column) a move starts from and the one it goes to."""
        square, turn = divmod(action, 3)
        row, column = divmod(square, self.cols)
        return (row, column), (row + FORWARD[state.to_move], column + turn - 1)

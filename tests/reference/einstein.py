"""EinStein würfelt nicht! (Dame): six numbered pieces a side run to the opposite corner, without dice.

Six by six squares, numbered row by row from the top left. Red, player 0, starts in the top left triangle and moves
down, right or down-right; blue, player 1, starts in the bottom right triangle and moves up, left or up-left:

     R  R  R  .  .  .      0  1  2  3  4  5
     R  R  .  .  .  .      6  7  8  9 10 11
     R  .  .  .  .  .     12 13 14 15 16 17
     .  .  .  .  .  b     18 19 20 21 22 23
     .  .  .  .  b  b     24 25 26 27 28 29
     .  .  .  b  b  b     30 31 32 33 34 35

The arrangement, 12 digits, names the numbers 0 to 5 of red's pieces on 0, 1, 2, 6, 7, 12 and of blue's on 23, 28,
29, 33, 34, 35. A move goes one square in one of the side's three directions and may land on any piece, also an own
one, which is removed. A player passes if and only if none of its pieces can move at all.

A side has reached when none of its pieces can move to an empty or an enemy square. After each move, in this order:
no red left, blue wins; no blue left, red wins; just one side has reached: it wins if it still has all six pieces,
otherwise play goes on; both have reached: more pieces win; equal: the higher number in the winner's own goal corner
wins (red's goal is square 35, blue's is square 0); equal: a draw. All of this is read off the board alone.

- On the board red's piece k is +(k + 1), blue's is -(k + 1), empty is 0.
- Action id: piece * 3 + direction, direction 0 vertical, 1 horizontal, 2 diagonal; the pass is 18. Notation: "30";
  pass "--".
- Position: the rows from the top, red's pieces A to F, blue's a to f, numbers for runs of empty squares, then the
  player to move: "ABC3/DE4/F5/5a/4bc/3def A".
- Score: +1 when red has won, -1 when blue has, 0 for a draw and before the end.
"""

from typing import NamedTuple

from . import EMPTY, PLAYER_LETTERS, TERMINAL, pack_row, unpack_row

SIZE = 6
RED_START = (0, 1, 2, 6, 7, 12)
BLUE_START = (23, 28, 29, 33, 34, 35)
STEPS = ((+1, 0), (0, +1), (+1, +1))
"""Rows down and columns right of each direction, for red; blue goes the other way."""
FORWARD = (+1, -1)
GOAL = ((SIZE - 1, SIZE - 1), (0, 0))
PASS = 18
RED_WINS, BLUE_WINS, DRAW = "red", "blue", "draw"

LETTER = {0: EMPTY} | {k: "ABCDEF"[k - 1] for k in range(1, 7)} | {-k: "abcdef"[k - 1] for k in range(1, 7)}
PIECE = {letter: piece for piece, letter in LETTER.items()}

Board = tuple[tuple[int, ...], ...]


class State(NamedTuple):
    board: Board
    to_move: int


class Einstein:
    num_actions = 19

    def initial(self, arrangement: str = "012345012345") -> State:
        board = [[0] * SIZE for _ in range(SIZE)]
        for square, digit in zip(RED_START, arrangement[:6], strict=True):
            board[square // SIZE][square % SIZE] = +(int(digit) + 1)
        for square, digit in zip(BLUE_START, arrangement[6:], strict=True):
            board[square // SIZE][square % SIZE] = -(int(digit) + 1)
        return State(tuple(tuple(row) for row in board), 0)

    def pieces(self, board: Board, player: int) -> dict[int, tuple[int, int]]:
        """Where a side's pieces stand: number 0 to 5 -> (row, column)."""
        found = {}
        for row in range(SIZE):
            for column in range(SIZE):
                value = board[row][column] * FORWARD[player]
                if value > 0:
                    found[value - 1] = (row, column)
        return found

    def _moves(self, board: Board, player: int) -> list[tuple[int, int]]:
        """Every move of a side, as (action, what stands on the square it goes to)."""
        moves = []
        for number, (row, column) in sorted(self.pieces(board, player).items()):
            for direction, (down, right) in enumerate(STEPS):
                to_row = row + down * FORWARD[player]
                to_column = column + right * FORWARD[player]
                if 0 <= to_row < SIZE and 0 <= to_column < SIZE:
                    moves.append((number * 3 + direction, board[to_row][to_column]))
        return moves

    def has_reached(self, board: Board, player: int) -> bool:
        return all(target * FORWARD[player] > 0 for _, target in self._moves(board, player))

    def result(self, board: Board) -> str | None:
        """Who has won, or DRAW; None while the game goes on."""
        red, blue = self.pieces(board, 0), self.pieces(board, 1)
        if not red:
            return BLUE_WINS
        if not blue:
            return RED_WINS
        red_reached, blue_reached = self.has_reached(board, 0), self.has_reached(board, 1)
        if red_reached and not blue_reached:
            return RED_WINS if len(red) == 6 else None
        if blue_reached and not red_reached:
            return BLUE_WINS if len(blue) == 6 else None
        if not red_reached:
            return None
        if len(red) != len(blue):
            return RED_WINS if len(red) > len(blue) else BLUE_WINS
        red_corner, blue_corner = (max(0, board[GOAL[side][0]][GOAL[side][1]] * FORWARD[side]) for side in (0, 1))
        if red_corner != blue_corner:
            return RED_WINS if red_corner > blue_corner else BLUE_WINS
        return DRAW

    def mover(self, state: State) -> int:
        return state.to_move if self.result(state.board) is None else TERMINAL

    def legal(self, state: State, player: int | None = None) -> list[int]:
        mover = self.mover(state)
        if mover == TERMINAL or player not in (None, mover):
            return []
        moves = self._moves(state.board, mover)
        return [action for action, _ in moves] or [PASS]

    def apply(self, state: State, *actions: int) -> State:
        me = state.to_move
        action = actions[0]
        board = [list(row) for row in state.board]
        if action != PASS:
            row, column = self.pieces(state.board, me)[action // 3]
            down, right = STEPS[action % 3]
            board[row + down * FORWARD[me]][column + right * FORWARD[me]] = board[row][column]
            board[row][column] = 0
        return State(tuple(tuple(row) for row in board), 1 - me)

    def score(self, state: State) -> int:
        return {RED_WINS: +1, BLUE_WINS: -1, DRAW: 0, None: 0}[self.result(state.board)]

    def name(self, state: State, action: int) -> str:
        return "--" if action == PASS else f"{action // 3}{action % 3}"

    def position(self, state: State) -> str:
        rows = [pack_row(LETTER[piece] for piece in row) for row in state.board]
        return "/".join(rows) + " " + PLAYER_LETTERS[state.to_move]

    def parse(self, text: str) -> State:
        rows, letter = text.split()
        board = tuple(tuple(PIECE[square] for square in unpack_row(row)) for row in rows.split("/"))
        return State(board, PLAYER_LETTERS.index(letter))

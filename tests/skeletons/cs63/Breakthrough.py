"""Breakthrough: pawns that move one row forward; the first on the opponent's home row wins."""

import numpy as np


class Breakthrough:
    """A state of the game; makeMove returns a new one.

    board: int array [height, width]; 0 empty, +1 the first player's pieces (they start at the top and move down),
    -1 the second's. turn: +1 or -1. availableMoves: (row, col, dcol) tuples: the piece at row, col goes one row
    forward and dcol columns to the right. isTerminal: is it over? winner: +1 or -1; it exists only once it is over.
    """

    def __init__(self, height=7, width=5, game=None):
        if game is None:
            self.board = np.zeros((height, width), dtype=int)
            self.board[:2] = 1
            self.board[-2:] = -1
            self.turn = 1
            self.isTerminal = False
        else:
            self.board = game.board.copy()
            self.turn = game.turn
            self.isTerminal = game.isTerminal
            if game.isTerminal:
                self.winner = game.winner

    @property
    def availableMoves(self):
        if self.isTerminal:
            return []
        rows = self.board.tolist()
        height, width = self.board.shape
        moves = []
        for row in range(height):
            ahead = row + self.turn
            if not 0 <= ahead < height:
                continue
            for col in range(width):
                if rows[row][col] != self.turn:
                    continue
                if rows[ahead][col] == 0:
                    moves.append((row, col, 0))
                if col > 0 and rows[ahead][col - 1] != self.turn:
                    moves.append((row, col, -1))
                if col < width - 1 and rows[ahead][col + 1] != self.turn:
                    moves.append((row, col, 1))
        return moves

    def makeMove(self, move):
        row, col, dcol = move
        after = Breakthrough(game=self)
        target = row + self.turn
        after.board[row, col] = 0
        after.board[target, col + dcol] = self.turn
        after.turn = -self.turn
        far_row = self.board.shape[0] - 1 if self.turn == 1 else 0
        if target == far_row or not (after.board == -self.turn).any():
            after.isTerminal = True
            after.winner = self.turn
        return after

    def __str__(self):
        edge = "-" * (2 * self.board.shape[1] + 1)
        signs = {0: "·", 1: "●", -1: "○"}
        rows = ["|" + " ".join(signs[piece] for piece in row) + "|" for row in self.board.tolist()]
        return "\n".join([edge, *rows, edge])

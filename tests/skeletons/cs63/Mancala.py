"""Mancala: two rows of houses, a store at either end, sowing counter-clockwise."""

import numpy as np


class Mancala:
    """A state of the game; makeMove returns a new one.

    houses: int array [2, houses_per_player]; row 0 belongs to player +1, row 1 to player -1.
    scores: int array [2], the stores of +1 (left end) and -1 (right end).
    turn: +1 or -1. availableMoves: columns of the mover's non-empty houses. isTerminal: is it over?
    winner: +1, -1 or 0 for a draw; it exists only once the game is over.
    """

    def __init__(self, houses_per_player=6, seeds_per_house=4, game=None):
        if game is None:
            self.houses = np.full((2, houses_per_player), seeds_per_house, dtype=int)
            self.scores = np.zeros(2, dtype=int)
            self.turn = 1
            self.isTerminal = False
        else:
            self.houses = game.houses.copy()
            self.scores = game.scores.copy()
            self.turn = game.turn
            self.isTerminal = game.isTerminal
            if game.isTerminal:
                self.winner = game.winner

    @property
    def availableMoves(self):
        row = 0 if self.turn == 1 else 1
        return [col for col, seeds in enumerate(self.houses[row].tolist()) if seeds > 0]

    def makeMove(self, move):
        after = Mancala(game=self)
        last_in_store = after._sow(move)
        if not last_in_store:
            after.turn = -self.turn
        after._check_end()
        return after

    def _sow(self, col):
        """Sow from the mover's house; True if the last seed fell into the mover's store."""
        mine = 0 if self.turn == 1 else 1
        n = self.houses.shape[1]
        # The way round as the mover sows it: own houses, own store, the other's houses. Row 0 is sown leftwards.
        rows = self.houses.tolist()
        if mine == 0:
            ring = rows[0][::-1] + [int(self.scores[0])] + rows[1]
            start = n - 1 - col
        else:
            ring = rows[1] + [int(self.scores[1])] + rows[0][::-1]
            start = col
        seeds, ring[start] = ring[start], 0
        place = start
        for _ in range(seeds):
            place = (place + 1) % len(ring)
            ring[place] += 1
        opposite = 2 * n - place
        if place < n and ring[place] == 1 and ring[opposite] > 0:
            ring[n] += 1 + ring[opposite]
            ring[place] = ring[opposite] = 0
        if mine == 0:
            self.houses[0], self.houses[1] = ring[n - 1 :: -1], ring[n + 1 :]
        else:
            self.houses[1], self.houses[0] = ring[:n], ring[:n:-1]
        self.scores[mine] = ring[n]
        return place == n

    def _check_end(self):
        top, bottom = self.houses.sum(axis=1).tolist()
        if top == 0 or bottom == 0:
            self.scores += (top, bottom)
            self.houses[:] = 0
            self.isTerminal = True
        elif 2 * int(self.scores.max()) > top + bottom + int(self.scores.sum()):
            self.isTerminal = True
        if self.isTerminal:
            difference = int(self.scores[0] - self.scores[1])
            self.winner = (difference > 0) - (difference < 0)

    def __str__(self):
        top, bottom = (" | ".join(f"{seeds:2d}" for seeds in row) for row in self.houses.tolist())
        edge = "-" * (len(top) + 16)
        marks = [(">", "<") if self.turn == player else (" ", " ") for player in (1, -1)]
        middle = "-" * (len(top) + 2)
        return "\n".join(
            [
                " " + edge,
                f"{marks[0][0]}|     | {top} |     |{marks[0][1]}",
                f" | {self.scores[0]:3d} |{middle}| {self.scores[1]:3d} |",
                f"{marks[1][0]}|     | {bottom} |     |{marks[1][1]}",
                " " + edge,
            ]
        )

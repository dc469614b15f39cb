import sys
from math import inf


class MinMaxPlayer:
    prune = False

    def __init__(self, boardEval, depthBound):
        self.boardEval, self.depthBound = boardEval, depthBound
        self.moves = 0

    def getMove(self, game):
        self.search(game, 0, -inf, inf)
        self.moves += 1
        if self.moves == 3:
            sys.exit("three moves are enough to look at the values")
        return self.best

    def search(self, game, depth, alpha, beta):
        if depth == self.depthBound or game.isTerminal:
            return self.boardEval(game)
        bestValue = -inf * game.turn
        for move in game.availableMoves:
            value = self.search(game.makeMove(move), depth + 1, alpha, beta)
            if value * game.turn > bestValue * game.turn:
                bestValue = value
                if depth == 0:
                    self.best = move
            if game.turn == 1:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if self.prune and alpha >= beta:
                break
        return bestValue


class PruningPlayer(MinMaxPlayer):
    prune = True

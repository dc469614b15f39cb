import numpy as np


class MinMaxPlayer:
    def __init__(self, boardEval, depthBound):
        self.eval = boardEval
        self.depth = depthBound

    def getMove(self, game):
        values = [self.search(game.makeMove(m), 1, -np.inf, np.inf) for m in game.availableMoves]
        best = np.argmax(game.turn * np.array(values))
        if hasattr(game, "houses"):
            return np.flatnonzero(game.houses[0 if game.turn == 1 else 1])[best]
        return game.availableMoves[best]

    def prune(self, alpha, beta):
        return False

    def search(self, game, depth, alpha, beta):
        if depth >= self.depth or game.isTerminal:
            return self.eval(game)
        values = []
        for move in game.availableMoves:
            values.append(self.search(game.makeMove(move), depth + 1, alpha, beta))
            if game.turn == 1:
                alpha = max(alpha, values[-1])
            else:
                beta = min(beta, values[-1])
            if self.prune(alpha, beta):
                break
        return max(values) if game.turn == 1 else min(values)


class PruningPlayer(MinMaxPlayer):
    def prune(self, alpha, beta):
        return alpha >= beta

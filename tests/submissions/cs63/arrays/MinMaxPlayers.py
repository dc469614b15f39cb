# Mina Okafor, Tobias Lindqvist
import numpy as np


class MinMaxPlayer:
    def __init__(self, boardEval, depthBound):
        self.eval = boardEval
        self.depthBound = depthBound
        self.best = None
        self.nodes = 0

    def getMove(self, game):
        self.nodes = 0
        self.search(game, 0, -np.inf, np.inf)
        return self.best

    def cutoff(self, alpha, beta):
        return False  # plain minimax looks at everything

    def search(self, state, depth, alpha, beta):
        self.nodes += 1
        if state.isTerminal or depth == self.depthBound:
            return self.eval(state)
        sign = state.turn
        bestValue = -np.inf  # seen from the player to move
        for move in state.availableMoves:
            value = self.search(state.makeMove(move), depth + 1, alpha, beta)
            if sign * value > bestValue:
                bestValue = sign * value
                if depth == 0:
                    self.best = move
            if sign > 0:
                alpha = np.maximum(alpha, value)
            else:
                beta = np.minimum(beta, value)
            if self.cutoff(alpha, beta):
                break
        return sign * bestValue


class PruningPlayer(MinMaxPlayer):
    """Only the cutoff is different."""

    def cutoff(self, alpha, beta):
        return alpha >= beta

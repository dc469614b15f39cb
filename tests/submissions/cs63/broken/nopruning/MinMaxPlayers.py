from math import inf


class MinMaxPlayer:
    def __init__(self, boardEval, depthBound):
        self.boardEval, self.depthBound = boardEval, depthBound

    def getMove(self, game):
        self.search(game, 0)
        return self.best

    def search(self, game, depth):
        if depth == self.depthBound or game.isTerminal:
            return self.boardEval(game)
        bestValue = -inf * game.turn
        for move in game.availableMoves:
            value = self.search(game.makeMove(move), depth + 1)
            if value * game.turn > bestValue * game.turn:
                bestValue = value
                if depth == 0:
                    self.best = move
        return bestValue

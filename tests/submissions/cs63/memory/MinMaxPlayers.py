"""B. Castellanos + Wen Zhao"""
from Search import Search

class MinMaxPlayer:
    def __init__(self, boardEval, depthBound):
        self.bound = depthBound
        self.search = Search(boardEval, prune=False)
        self.moves = 0

    def getMove(self, game):
        self.moves += 1
        value, move = self.search.best(game, self.bound)
        s = self.search
        print("[minmax] #%d: %s, value %s (%d nodes, %d from the table)" % (self.moves, move, value, s.nodes, s.hits))
        return move

class PruningPlayer:
    def __init__(self, boardEval, depthBound):
        self.bound = depthBound
        self.search = Search(boardEval, prune=True)
        self.moves = 0

    def getMove(self, game):
        self.moves += 1
        value, move = self.search.best(game, self.bound)
        s = self.search
        print("[pruning] #%d: %s, value %s (%d nodes, %d from the table)" % (self.moves, move, value, s.nodes, s.hits))
        return move

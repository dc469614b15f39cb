"""Players that search to a bounded depth."""


class MinMaxPlayer:
    """Depth-bounded Minimax."""

    def __init__(self, boardEval, depthBound):
        self.eval = boardEval
        self.bound = depthBound

    def getMove(self, game):
        raise NotImplementedError("TODO")


class PruningPlayer:
    """Depth-bounded Minimax with Alpha-Beta pruning."""

    def __init__(self, boardEval, depthBound):
        self.eval = boardEval
        self.bound = depthBound

    def getMove(self, game):
        raise NotImplementedError("TODO")

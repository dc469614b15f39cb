########################################
# CS63: Artificial Intelligence, Lab 3
# Author 1: Priya Raman
# Author 2: Joel Hartwick
########################################

infinity = float("inf")

class MinMaxPlayer:
    """Bounded depth Minimax, as in the pseudo-code on the lab page."""
    bestMove = None

    def __init__(self, boardEval, depthBound):
        self.name = "MinMax"
        self.boardEval = boardEval
        self.depthBound = depthBound

    def getMove(self, game):
        """Returns the best move for the player whose turn it is."""
        MinMaxPlayer.bestMove = None
        self.bounded_min_max(game, 0)
        return MinMaxPlayer.bestMove

    def bounded_min_max(self, state, depth):
        if depth == self.depthBound or state.isTerminal:
            return self.boardEval(state)

        bestValue = state.turn * -infinity
        for move in state.availableMoves:
            next_state = state.makeMove(move)
            value = self.bounded_min_max(next_state, depth+1)
            # print("  "*depth, move, value)
            if state.turn == 1:
                if value > bestValue:
                    bestValue = value
                    if depth == 0:
                        MinMaxPlayer.bestMove = move
            else:
                if value < bestValue:
                    bestValue = value
                    if depth == 0:
                        MinMaxPlayer.bestMove = move
        return bestValue


class PruningPlayer:
    """Bounded depth Minimax with Alpha-Beta pruning."""
    bestMove = None

    def __init__(self, boardEval, depthBound):
        self.name = "Pruning"
        self.boardEval = boardEval
        self.depthBound = depthBound

    def getMove(self, game):
        PruningPlayer.bestMove = None
        self.pruning_search(game, 0, -infinity, infinity)
        return PruningPlayer.bestMove

    def pruning_search(self, state, depth, alpha, beta):
        if depth == self.depthBound or state.isTerminal:
            return self.boardEval(state)

        bestValue = state.turn * -infinity
        for move in state.availableMoves:
            next_state = state.makeMove(move)
            value = self.pruning_search(next_state, depth+1, alpha, beta)
            if state.turn == 1:
                if value > bestValue:
                    bestValue = value
                    if depth == 0:
                        PruningPlayer.bestMove = move
                alpha = max(value, alpha)
            else:
                if value < bestValue:
                    bestValue = value
                    if depth == 0:
                        PruningPlayer.bestMove = move
                beta = min(value, beta)
            if alpha >= beta:
                break  # prune the remaining children
        return bestValue

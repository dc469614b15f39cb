"""Shared by both players (and by the tournament player). B. Castellanos + Wen Zhao

tables[(evaluator's name, prune)] is a transposition table. It lives as long as the
program, so from the second game on we know most of the opening already.
"""
INF = float('inf')
EXACT, LOWER, UPPER = 0, 1, 2
LIMIT = 150000      # entries, then we start over
tables = {}

def key(game):
    if hasattr(game, 'board'):
        return (game.board.shape, game.turn, game.board.tobytes())
    return (game.turn, tuple(game.scores), tuple(game.houses[0]), tuple(game.houses[1]))

class Search(object):
    def __init__(self, evaluator, prune):
        self.evaluator = evaluator
        self.prune = prune
        self.table = tables.setdefault((evaluator.__name__, prune), {})
        self.nodes = self.hits = 0

    def best(self, game, depth):
        """(value, move). The root is always searched, never looked up. First best move wins ties."""
        if len(self.table) > LIMIT:
            self.table.clear()
        self.nodes = self.hits = 0
        alpha, beta = -INF, INF
        bestMove, bestValue = None, -INF*game.turn
        for move in game.availableMoves:
            v = self.value(game.makeMove(move), depth-1, alpha, beta)
            if (game.turn == 1 and v > bestValue) or (game.turn == -1 and v < bestValue):
                bestMove, bestValue = move, v
            if game.turn == 1: alpha = max(alpha, v)
            else: beta = min(beta, v)
        return bestValue, bestMove

    def value(self, game, left, alpha, beta):
        self.nodes += 1
        if left <= 0 or game.isTerminal:
            return self.evaluator(game)
        k = (left, key(game))
        if k in self.table:
            v, kind = self.table[k]
            if kind == EXACT or (kind == LOWER and v >= beta) or (kind == UPPER and v <= alpha):
                self.hits += 1
                return v
        a, b = alpha, beta
        best = -INF*game.turn
        for move in game.availableMoves:
            v = self.value(game.makeMove(move), left-1, a, b)
            if game.turn == 1:
                best = max(best, v); a = max(a, v)
            else:
                best = min(best, v); b = min(b, v)
            if self.prune and a >= b:
                break
        if not self.prune or alpha < best < beta: kind = EXACT
        elif best >= beta: kind = LOWER
        else: kind = UPPER
        self.table[k] = (best, kind)
        return best

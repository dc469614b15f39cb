def mancalaBasicEval(state):
    diff = int(state.scores[0]) - int(state.scores[1])
    if not state.isTerminal or state.winner == 0:
        return diff
    return state.winner * (int(state.scores.sum()) + int(state.houses.sum()))

def breakthroughBasicEval(state):
    rows = state.board.tolist()
    n = len(rows)
    if state.isTerminal:
        return state.winner * 2 * n * len(rows[0])
    plus = sum((i + 1) * row.count(1) for i, row in enumerate(rows))
    minus = sum((n - i) * row.count(-1) for i, row in enumerate(rows))
    return plus - minus

def breakthroughBetterEval(state):
    # ranks, and 3 for every piece
    return 5 * breakthroughBasicEval(state) + 3 * int(state.board.sum())

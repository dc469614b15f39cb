def mancalaBasicEval(game):
    if game.isTerminal:
        return game.winner * int(game.houses.sum() + game.scores.sum())
    return int(game.scores[0] - game.scores[1])


def breakthroughBasicEval(game):
    height, width = game.board.shape
    if game.isTerminal:
        return game.winner * 2 * height * width
    value = 0
    for row in range(height):
        for piece in game.board[row].tolist():
            if piece == 1:
                value += row + 1
            elif piece == -1:
                value -= height - row
    return value


def breakthroughBetterEval(game):
    """Half a piece more is worth as much as a step: pieces count 2, ranks 4."""
    return 4 * breakthroughBasicEval(game) + 2 * int(game.board.sum())

# Mina Okafor, Tobias Lindqvist
# Lab 3 - static evaluators. No loops over squares in here, everything is numpy.
import numpy as np


def mancalaBasicEval(game):
    top, bottom = game.scores
    if game.isTerminal and game.winner != 0:
        return game.winner * (game.houses.sum() + game.scores.sum())
    return top - bottom


def mancalaBetterEval(game):
    """
    store difference counts 4 times;
    seeds on the own side count half (they'd be ours if the game ended now),
    a house whose last seed would land exactly in the store = a free turn: +1
    """
    if game.isTerminal:
        return 10 * mancalaBasicEval(game)
    n = game.houses.shape[1]
    distance = np.stack([np.arange(1, n + 1), np.arange(n, 0, -1)])
    freeTurns = (game.houses == distance).sum(axis=1)
    features = np.stack([game.scores, game.houses.sum(axis=1), freeTurns])
    return np.array([4.0, 0.5, 1.0]) @ (features[:, 0] - features[:, 1])


def _ranks(board):
    """Column vectors with the rank of each row, for +1 and for -1."""
    down = np.arange(1, board.shape[0] + 1)[:, np.newaxis]
    return down, down[::-1]


def breakthroughBasicEval(game):
    if game.isTerminal:
        return game.winner * 2 * game.board.size
    plus, minus = _ranks(game.board)
    return (plus * (game.board == 1)).sum() - (minus * (game.board == -1)).sum()


def _hits(pieces, direction):
    """Boolean board: squares which these pieces could capture on (or take back on)."""
    wide = np.pad(pieces, 1)
    return np.roll(wide, (direction, 1), (0, 1))[1:-1, 1:-1] | np.roll(wide, (direction, -1), (0, 1))[1:-1, 1:-1]


def breakthroughBetterEval(game):
    """
    Squares of the ranks (divided by the height) instead of the ranks, so a far advanced piece is worth much more;
    6 for each piece;
    1 for each piece on a square that an own piece guards;
    -4 for each piece that is attacked and not guarded, and twice that when it is the attacker's turn.
    _hits does the work: shifting the mask of a player's pieces diagonally gives all the squares they strike at.
    """
    if game.isTerminal:
        return game.winner * 1000 * game.board.size
    rank = _ranks(game.board)
    total = 0.0
    masks = game.board == 1, game.board == -1
    strikes = _hits(masks[0], 1), _hits(masks[1], -1)
    for i, sign in enumerate((1, -1)):
        mine = masks[i]
        loose = mine & strikes[1 - i] & ~strikes[i]
        value = (rank[i] ** 2 * mine).sum() / len(game.board) + 6 * mine.sum() + (mine & strikes[i]).sum()
        total += sign * (value - 4 * loose.sum() * (2 if game.turn != sign else 1))
    return total

"""Lab 3, static evaluators. Dana Whitfield, Sam Oyelaran"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Game = Any
Feature = Callable[[Game], float]


def pieces(game: Game, player: int) -> Iterator[tuple[int, int, int]]:
    """Yields (row, col, rank) of each piece of the player."""
    height = game.board.shape[0]
    for row, line in enumerate(game.board):
        for col, piece in enumerate(line):
            if piece == player:
                yield row, col, (row + 1 if player == 1 else height - row)


def difference(feature: Callable[[Game, int], float]) -> Feature:
    return lambda game: feature(game, 1) - feature(game, -1)


def weighted(won: Feature, **terms: tuple[float, Feature]) -> Feature:
    """An evaluator from named terms; won(game) is the value of a position that +1 has won."""

    def evaluate(game: Game) -> float:
        if game.isTerminal and game.winner != 0:
            return game.winner * won(game)
        return sum(weight * feature(game) for weight, feature in terms.values())

    return evaluate


def all_seeds(game: Game) -> int:
    return int(game.houses.sum() + game.scores.sum())


def all_ranks(game: Game) -> int:
    """The two far rows full of pieces: more than that the ranks cannot add up to."""
    height, width = game.board.shape
    return width * height + width * (height - 1)


def store(game: Game, player: int) -> int:
    return int(game.scores[0 if player == 1 else 1])


def near_seeds(game: Game, player: int) -> int:
    """Seeds in the half of the row that is farther from the store: they stay ours for long."""
    half = game.houses.shape[1] // 2
    return int(game.houses[0][half:].sum() if player == 1 else game.houses[1][: game.houses.shape[1] - half].sum())


def rank_sum(game: Game, player: int) -> int:
    return sum(rank for _, _, rank in pieces(game, player))


def columns(game: Game, player: int) -> int:
    return len({col for _, col, _ in pieces(game, player)})


def leader(game: Game, player: int) -> int:
    """The most advanced piece; a move in hand is a step more."""
    return max((rank for _, _, rank in pieces(game, player)), default=0) + (game.turn == player)


mancalaBasicEval = weighted(all_seeds, stores=(1, difference(store)))
mancalaBetterEval = weighted(all_seeds, stores=(1, difference(store)), kept=(0.1, difference(near_seeds)))
breakthroughBasicEval = weighted(all_ranks, ranks=(1, difference(rank_sum)))
# Better: the basic one, and whoever has the most advanced piece and pieces in more columns. A break through
# happens where the other side has no piece, so gaps are bad; the leader ties up the defenders.
breakthroughBetterEval = weighted(
    lambda game: 50 * all_ranks(game),
    ranks=(1, difference(rank_sum)),
    leader=(3, difference(leader)),
    columns=(1, difference(columns)),
)

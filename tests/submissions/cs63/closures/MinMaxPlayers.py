"""Dana Whitfield, Sam Oyelaran"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

Evaluator = Callable[[Any], float]


def successors(game: Any) -> Iterator[tuple[Any, Any]]:
    for move in game.availableMoves:
        yield move, game.makeMove(move)


def minimax(evaluate: Evaluator, bound: int) -> Callable[[Any], Any]:
    def value(game: Any, depth: int) -> float:
        if depth == bound or game.isTerminal:
            return evaluate(game)
        choose = max if game.turn == 1 else min
        return choose(value(child, depth + 1) for _, child in successors(game))

    def best(game: Any) -> Any:
        choose = max if game.turn == 1 else min  # both keep the first of equals
        return choose(successors(game), key=lambda pair: value(pair[1], 1))[0]

    return best


def alpha_beta(evaluate: Evaluator, bound: int, stopped: Callable[[], bool] = lambda: False) -> Callable[[Any], Any]:
    best_move: Any = None

    def value(game: Any, depth: int, alpha: float, beta: float) -> float:
        nonlocal best_move
        if depth == bound or game.isTerminal or stopped():
            return evaluate(game)
        result = -inf * game.turn
        for move, child in successors(game):
            found = value(child, depth + 1, alpha, beta)
            if (found - result) * game.turn > 0:
                result = found
                if depth == 0:
                    best_move = move
            alpha, beta = (max(alpha, found), beta) if game.turn == 1 else (alpha, min(beta, found))
            if alpha >= beta:
                break
        return result

    def best(game: Any) -> Any:
        value(game, 0, -inf, inf)
        return best_move

    return best


@dataclass
class MinMaxPlayer:
    boardEval: Evaluator
    depthBound: int

    def getMove(self, game: Any) -> Any:
        return minimax(self.boardEval, self.depthBound)(game)


@dataclass
class PruningPlayer:
    boardEval: Evaluator
    depthBound: int

    def getMove(self, game: Any) -> Any:
        return alpha_beta(self.boardEval, self.depthBound)(game)

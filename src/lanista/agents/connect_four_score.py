"""The literature's scores of connect_four.

From the mover's side: 0 a draw; a win counts 1 with the winner's last possible stone and one more for each stone of
theirs that it comes earlier; a loss minus that. So a score says who wins and in how many plies.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from lanista.agents.analysis import Analysis
from lanista.games.connect_four import ConnectFour, ConnectFourState


def stones_in(state: ConnectFourState) -> int:
    """Return how many stones have been played."""
    return sum(map(abs, chain.from_iterable(state.board)))


def solver_score(state: ConnectFourState, found: Analysis) -> int:
    """Return the score of a solved position."""
    if found.outcome is None or found.distance is None:
        raise ValueError("the position is not solved")
    sign = found.outcome if state.mover == 0 else -found.outcome
    return sign * _win_score(state, stones_in(state) + found.distance - 1)


def plies_to_end(game: ConnectFour, stones: int, score: int) -> int:
    """Return how many plies a game lasts whose mover, after `stones`, has this score."""
    if score == 0:
        return game.max_length - stones
    # The winner plays the last stone after these, or after one more.
    before = game.max_length - 2 * abs(score)
    is_movers_turn = (before - stones) % 2 == 0
    return before + ((score > 0) != is_movers_turn) + 1 - stones


def move_scores(state: ConnectFourState, score_of: Callable[[ConnectFourState], int | None]) -> dict[int, int] | None:
    """Return each move's score, for who makes it; None where one is unknown.

    score_of: the score, for its mover, of a position in which the game goes on.
    """
    scores: dict[int, int] = {}
    for action in state.legal_actions():
        after = state.child(action)
        if after.is_terminal:
            scores[action] = _win_score(state, stones_in(state)) if after.score() else 0
            continue
        score = score_of(after)
        if score is None:
            return None
        scores[action] = -score
    return scores


def _win_score(state: ConnectFourState, stones: int) -> int:
    """Return the score of who wins with the next stone after `stones`, in the game of a position."""
    return (state.game.max_length + 1 - stones) // 2

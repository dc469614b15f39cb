"""The two baseline agents of the EinStein homework, move for move as the course's own programs play.

Both look at the moves in order of the source square (0..35), each vertical, horizontal, diagonal.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from lanista.agents.base import Agent, Clock
from lanista.games.base import Game, State
from lanista.games.einstein import EinsteinState

_STEPS = (6, 1, 7)
_PASS = 18


class _Move(NamedTuple):
    action: int
    source: int
    target: int


class _EinsteinBaseline(Agent):
    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Return why not: these know one game."""
        return None if game.name == "einstein" else "it plays einstein only"

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Start the agent's own random numbers."""
        self._rng = random.Random(seed)


class EwnConservativeAgent(_EinsteinBaseline):
    """The first move that captures an enemy piece, else the first that captures nothing, else any."""

    name = "ewn_conservative"
    about = "the homework's conservative baseline: captures enemies, spares its own"

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the baseline's move."""
        board = _squares(state)
        moves = list(_moves(board, player))
        for wanted in (-1, 0):
            for move in moves:
                if _sign(board[move.target], player) == wanted:
                    return move.action
        return self._rng.choice(moves).action if moves else _PASS


class EwnGreedyAgent(_EinsteinBaseline):
    """The first move of the best value: captures, progress and edges, less half a point for each capture it allows."""

    name = "ewn_greedy"
    about = "the homework's greedy baseline: one ply, captures, progress and edges"

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the baseline's move."""
        board = _squares(state)
        moves = list(_moves(board, player))
        if not moves:
            return _PASS
        # max() keeps the first of equals.
        return max(moves, key=lambda move: _value(state, board, move, player)).action


def _value(state: State, board: list[int], move: _Move, player: int) -> float:
    child = state.child(move.action)
    if child.is_terminal:
        return {1.0: 100.0, 0.0: 50.0, -1.0: -100.0}[child.returns()[player]]
    captured = _sign(board[move.target], player)
    if captured != 0:
        value = 5.0 if captured < 0 else -5.0
    else:
        advanced = sum(divmod(move.source, 6)) // 10
        value = 1 + (1 - advanced if player == 0 else advanced)
        row, col = divmod(move.target, 6)
        if row in (0, 5) or col in (0, 5):
            value += 0.6
    return value - 0.5 * _captures(_squares(child), 1 - player)


def _captures(board: list[int], player: int) -> int:
    """How many of a player's moves capture; a pass counts when square 2 is the opponent's, a quirk of the original."""
    moves = list(_moves(board, player))
    if not moves:
        return int(_sign(board[2], player) < 0)
    return sum(_sign(board[move.target], player) < 0 for move in moves)


def _squares(state: State) -> list[int]:
    assert isinstance(state, EinsteinState)  # refusal() has seen to it
    return [piece for row in state.board for piece in row]


def _sign(piece: int, player: int) -> int:
    """1 for the player's own piece, -1 for an enemy's, 0 for none."""
    own = piece if player == 0 else -piece
    return (own > 0) - (own < 0)


def _moves(board: list[int], player: int) -> Iterator[_Move]:
    way = 1 if player == 0 else -1
    for source, piece in enumerate(board):
        if _sign(piece, player) != 1:
            continue
        row, col = divmod(source, 6)
        can_vertical = row != (5 if player == 0 else 0)
        can_horizontal = col != (5 if player == 0 else 0)
        allowed = (can_vertical, can_horizontal, can_vertical and can_horizontal)
        for direction, step in enumerate(_STEPS):
            if allowed[direction]:
                yield _Move((abs(piece) - 1) * 3 + direction, source, source + way * step)

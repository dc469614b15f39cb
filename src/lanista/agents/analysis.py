"""What a search found out: about a position, and about each of its moves."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from lanista import _native
from lanista.agents.base import UNLIMITED, Clock
from lanista.games.base import State


@dataclass(frozen=True)
class MoveAnalysis:
    """One legal action. What is said of players 0 and 1 is so whoever moves."""

    action: int
    value: float
    """Of the position after it, from player 0's side; in the unit of its Analysis. NaN: it was not searched."""
    outcome: int | None
    """1, 0, -1: player 0 wins, nobody does, player 1 wins; None while it is open."""
    proved: bool
    """Whether value and outcome are the game's own: no evaluation bears on them."""
    is_bound: bool
    """Whether the value only says that the action is no better than the chosen one."""
    distance: int | None
    """Plies to the end with perfect play, this action the first, where that is known: who wins hastens, who loses
    delays."""
    line: tuple[int, ...]
    """Best play as far as it is known, this action first; empty where both players move at once."""
    probability: float
    """With which to play it where chance is part of the answer; else 1 for the chosen action, 0 for others."""
    visits: int
    """mcts: simulations through it."""
    rave_mean: float
    """mcts with rave: mean outcome for player 0, -1 to 1, of the simulations that played it then or later."""
    rave_visits: int
    """How many those are."""
    pruned: bool
    """mcts with pruning: found inferior and no longer tried."""


@dataclass(frozen=True)
class Analysis:
    """What a search says about a position."""

    player: int
    """Who is to choose, 0 or 1."""
    action: int
    """The choice; where chance is part of the answer, the most probable."""
    unit: str
    """What values are: "points" of the game or its evaluator, at the end the margin; or, where chance is part of the
    answer, the mean "outcome", -1 to 1, or the mean "margin" in points."""
    value: float
    """Of the position, from player 0's side."""
    outcome: int | None
    """1, 0, -1: player 0 wins, nobody does, player 1 wins; None while it is open."""
    proved: bool
    """Whether value and outcome are the game's own: no evaluation bears on them."""
    distance: int | None
    """Plies to the end with perfect play, where that is known: who wins hastens, who loses delays."""
    depth: int
    """Plies searched in full; mcts: of the deepest simulation within the tree."""
    nodes: int
    """Positions looked at."""
    simulations: int
    """mcts: playouts of this search."""
    reused: int
    """mcts: simulations kept from earlier moves."""
    seconds: float
    """By the wall clock."""
    last_nodes: int
    """Nodes of the last iteration that was finished."""
    line: tuple[int, ...]
    """Best play as far as it is known; empty where both players move at once."""
    moves: tuple[MoveAnalysis, ...]
    """Every legal action of `player`, ascending."""
    replies: tuple[MoveAnalysis, ...]
    """The other player's, where both move at once."""


@runtime_checkable
class Analyst(Protocol):
    """An agent that says what it found."""

    @property
    def info(self) -> Analysis | None:
        """The search behind the last choice; None before the first."""

    def analyze(self, state: State, player: int | None = None, clock: Clock = UNLIMITED) -> Analysis:
        """Return what a search finds about every action of a position that is not over."""


def known_move(action: int, outcome: int, distance: int | None = None) -> MoveAnalysis:
    """Return what theory says of an action, without a search; who chooses it is for known_position to say."""
    return MoveAnalysis(
        action=action,
        value=float(outcome),
        outcome=outcome,
        proved=True,
        is_bound=False,
        distance=distance,
        line=(action,),
        probability=0,
        visits=0,
        rave_mean=0,
        rave_visits=0,
        pruned=False,
    )


def known_position(player: int, known: Iterable[MoveAnalysis], choice: int, depth: int, seconds: float) -> Analysis:
    """Return the analysis of a position all of whose actions theory knows; `choice` is a best one of them."""
    moves = tuple(replace(move, probability=float(move.action == choice)) for move in known)
    chosen = next(move for move in moves if move.action == choice)
    return Analysis(
        player=player,
        action=choice,
        unit="points",
        value=chosen.value,
        outcome=chosen.outcome,
        proved=True,
        distance=chosen.distance,
        depth=depth,
        nodes=len(moves),
        simulations=0,
        reused=0,
        seconds=seconds,
        last_nodes=len(moves),
        line=chosen.line,
        moves=moves,
        replies=(),
    )


_NOTHING = 1e-9  # values of mixed play differ by their rounding


def losses(analysis: Analysis) -> dict[int, float]:
    """Return what each of the player's moves gives away against perfect play, in the unit of the values; 0: nothing.

    Where both move at once the other one plays that of its perfect strategies which punishes the move most: what loses
    nothing is part of a perfect strategy. NaN: the move's value is not proved; so are all unless the position's is.
    """
    sign = 1 if analysis.player == 0 else -1

    def loss(move: MoveAnalysis) -> float:
        if not (analysis.proved and move.proved) or move.is_bound:
            return math.nan
        lost = sign * (analysis.value - move.value)
        return lost if lost > _NOTHING else 0.0

    return {move.action: loss(move) for move in analysis.moves}


def read_report(report: _native.Report, unit: str) -> Analysis:
    """Return what a native search reported, with its values taken apart."""
    at_once = bool(report.replies)
    value, outcome = _decode(report.value, report.proved, unit, at_once)
    return Analysis(
        player=report.player,
        action=report.action,
        unit=unit,
        value=value,
        outcome=outcome,
        proved=report.proved,
        distance=_read_distance(report.distance),
        depth=report.depth,
        nodes=report.nodes,
        simulations=report.simulations,
        reused=report.reused,
        seconds=report.seconds,
        last_nodes=report.last_nodes,
        line=tuple(report.line),
        moves=_read_moves(report.moves, unit, at_once),
        replies=_read_moves(report.replies, unit, at_once),
    )


def best_first(moves: Iterable[MoveAnalysis], player: int, choice: int | None = None) -> list[MoveAnalysis]:
    """Return a player's moves in order: `choice`, then the most probable, the most visited, the best value."""
    sign = 1 if player == 0 else -1

    def key(move: MoveAnalysis) -> tuple[float, ...]:
        return (
            move.action != choice,
            -move.probability,
            -move.visits,
            -sign * (move.outcome or 0),
            math.inf if math.isnan(move.value) else -sign * move.value,
            sign * (move.outcome or 0) * (move.distance or 0),
            move.is_bound,
        )

    return sorted(moves, key=key)


def _read_moves(moves: Iterable[_native.MoveReport], unit: str, at_once: bool) -> tuple[MoveAnalysis, ...]:
    return tuple(_read_move(move, unit, at_once) for move in moves)


def _read_move(move: _native.MoveReport, unit: str, at_once: bool) -> MoveAnalysis:
    value, outcome = _decode(move.value, move.proved, unit, at_once)
    return MoveAnalysis(
        action=move.action,
        value=value,
        outcome=outcome,
        proved=move.proved,
        is_bound=move.is_bound,
        distance=_read_distance(move.distance),
        line=tuple(move.line),
        probability=move.probability,
        visits=move.visits,
        rave_mean=move.rave_mean,
        rave_visits=move.rave_visits,
        pruned=move.pruned,
    )


def _read_distance(plies: int) -> int | None:
    return None if plies == _native.UNKNOWN_DISTANCE else plies


def _decode(value: float, proved: bool, unit: str, at_once: bool) -> tuple[float, int | None]:
    """Return (value, outcome). Means stay as they are; points lose what a win adds to its margin.

    A mean of 0 says that nobody wins only where the players move in turns; else it may be as many wins as losses.
    """
    if math.isinf(value):
        return math.nan, None
    if unit == "points" and abs(value) > _native.MAX_EVALUATION:
        outcome = 1 if value > 0 else -1
        return value - outcome * _native.WIN, outcome
    value += 0.0  # no minus zero
    if unit == "points":
        return value, 0 if proved else None
    known = proved and unit == "outcome" and value in ((-1, 1) if at_once else (-1, 0, 1))
    return value, int(value) if known else None

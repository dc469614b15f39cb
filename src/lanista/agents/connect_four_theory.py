"""Connect Four, solved: from the opening book, by the exact solver, and for what is beyond it by alpha-beta."""

from __future__ import annotations

import math
import time
from dataclasses import replace

from lanista import _native
from lanista.agents.analysis import Analysis, known_move, known_position, read_report
from lanista.agents.base import UNLIMITED, Clock
from lanista.agents.connect_four_book import OpeningBook, shipped_book
from lanista.agents.connect_four_score import move_scores, plies_to_end, stones_in
from lanista.agents.search import time_to_stop
from lanista.errors import game_over, wrong_game
from lanista.games.base import Game, State
from lanista.games.connect_four import ConnectFour, ConnectFourState

# Of a choice's time and nodes, for proving; what is left is for the search that chooses where nothing is proved.
_PROVING = 0.7
# Positions where nothing else is limited: about ten seconds for a choice, twenty minutes for an analysis.
_CHOICE_NODES, _ANALYSIS_NODES = 50_000_000, 5_000_000_000


class ConnectFourTheory:
    """Knows the outcome of a position and how far its end is, as far as nodes, time and memory reach."""

    def __init__(self, game: ConnectFour, nodes: int, time: float, memory_mb: int) -> None:
        self.game = game
        self.info: Analysis | None = None
        self._nodes, self._time, self._memory_mb = nodes, time, memory_mb
        self._book = shipped_book() if game.spec == ConnectFour.name else None
        self._solver, self._searcher = self._new_solver(), self._new_searcher()

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Forget earlier games; there is no chance."""
        self._solver.forget()
        self._searcher.forget()
        self.info = None

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return an action that wins soonest, or draws, or loses latest; unsolved, what the search likes best."""
        self.info = self._solve(self._solver, self._searcher, state, clock, all_moves=False)
        return self.info.action

    def analyze(self, state: State, player: int | None = None, clock: Clock = UNLIMITED) -> Analysis:
        """Return outcome and distance of every action."""
        return self._solve(self._new_solver(), self._new_searcher(), state, clock, all_moves=True)

    def _new_solver(self) -> _native.Search:
        options = _native.ConnectFourSolverOptions()
        options.memory_mb = self._memory_mb
        solver: _native.Search = self.game.rules.solver(self.game, options, "better")
        return solver

    def _new_searcher(self) -> _native.Search:
        searcher: _native.Search = self.game.rules.alphabeta(self.game, _native.AlphaBetaOptions(), "better")
        return searcher

    def _solve(
        self, solver: _native.Search, searcher: _native.Search, state: State, clock: Clock, *, all_moves: bool
    ) -> Analysis:
        if not isinstance(state, ConnectFourState) or state.game != self.game:
            raise wrong_game(self.game, state)
        if state.is_terminal:
            raise game_over(state)
        state = state if state.game is self.game else self.game.parse_position(state.position)
        if self._book is not None and (known := from_book(self._book, state)) is not None:
            return known
        began = time.monotonic()
        stop = time_to_stop(clock, began, self._time or math.inf)
        nodes = self._nodes
        if not nodes and math.isinf(stop):
            nodes = _ANALYSIS_NODES if all_moves else _CHOICE_NODES
        until = stop if math.isinf(stop) else began + _PROVING * (stop - began)
        most = max(1, int(_PROVING * nodes)) if nodes else None
        found = read_report(solver.run(state, nodes=most, deadline=until, all_moves=all_moves), "points")
        if found.proved:
            return found
        rest = max(1, nodes - found.nodes) if nodes else None
        seen = read_report(searcher.run(state, nodes=rest, deadline=stop, all_moves=all_moves), "points")
        return _combined(found, seen)


def from_book(book: OpeningBook, state: ConnectFourState) -> Analysis | None:
    """Return the exact analysis of a position whose moves are all in the book."""
    began = time.perf_counter()
    scores = move_scores(state, book.score)
    if scores is None:
        return None
    best = max(scores, key=scores.__getitem__)  # the first of equals
    stones, sign = stones_in(state), 1 if state.mover == 0 else -1
    moves = [
        known_move(action, sign * ((score > 0) - (score < 0)), plies_to_end(book.game, stones, score))
        for action, score in scores.items()
    ]
    distance = plies_to_end(book.game, stones, scores[best])
    return known_position(state.mover, moves, best, depth=distance or 0, seconds=time.perf_counter() - began)


def _combined(found: Analysis, seen: Analysis) -> Analysis:
    """Return what is proved, and of open moves what a search saw; its choice, unless that is proved to lose."""
    sign = 1 if found.player == 0 else -1
    lost = {move.action for move in found.moves if move.outcome == -sign}
    action = found.action if seen.action in lost else seen.action
    moves = tuple(
        replace(known if known.proved else searched, probability=float(known.action == action))
        for known, searched in zip(found.moves, seen.moves, strict=True)
    )
    chosen = next(move for move in moves if move.action == action)
    return replace(
        seen,
        action=action,
        value=chosen.value,
        outcome=chosen.outcome,
        proved=seen.proved and action == seen.action,
        nodes=found.nodes + seen.nodes,
        seconds=found.seconds + seen.seconds,
        line=chosen.line,
        moves=moves,
    )

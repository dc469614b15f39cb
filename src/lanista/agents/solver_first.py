"""A solver that proves values or says what it could not, with alpha-beta to choose where nothing is proved."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from lanista import _native
from lanista.agents.alphabeta import AlphaBetaAgent
from lanista.agents.analysis import Analysis, read_report
from lanista.agents.base import UNLIMITED, Clock
from lanista.games.base import Game, State


class SolverFirst(AlphaBetaAgent):
    """Chooses what a native solver proves; where half of the time and nodes prove nothing, what alpha-beta finds.

    Its analysis is the solver's alone. has_margins: whether the solver tells by how much a lost game is lost.
    """

    def __init__(
        self, game: Game, make_solver: Callable[[], _native.Search], *, has_margins: bool, **values: object
    ) -> None:
        super().__init__(game, **values)
        self._has_margins = has_margins
        self._make_solver = make_solver
        self._solver = make_solver()

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Forget earlier games."""
        super().begin(game, player, seed)
        self._solver.forget()

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return an action that is proved to win or to keep the margin; else the one that looks best."""
        state = self._own(state)
        _, nodes, deadline = self.limits(clock)
        now = time.monotonic()
        half = (nodes + 1) // 2 if nodes is not None else None
        found = self._ask(self._solver, state, half, now + (deadline - now) / 2)
        won = found.outcome == (1 if found.player == 0 else -1)
        if won or (found.proved and self._has_margins):
            self._info = found
            return found.action
        rest = nodes - found.nodes if nodes is not None else None
        seen = self._ask(self._search, state, rest, deadline)
        # Where all is lost: what holds out longest.
        self._info = replace(found, action=seen.action, line=seen.line) if found.proved else seen
        return seen.action

    def analyze(self, state: State, player: int | None = None, clock: Clock = UNLIMITED) -> Analysis:
        """Return what a new solver proves about every action of a position that is not over."""
        _, nodes, deadline = self.limits(clock)
        return self._ask(self._make_solver(), self._own(state), nodes, deadline, all_moves=True)

    def _ask(
        self, search: _native.Search, state: State, nodes: int | None, deadline: float, *, all_moves: bool = False
    ) -> Analysis:
        return read_report(search.run(state, nodes=nodes, deadline=deadline, all_moves=all_moves), self.unit)

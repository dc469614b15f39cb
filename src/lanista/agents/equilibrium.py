"""Plays an exact equilibrium of a game in which both move at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache

from lanista import _native
from lanista.agents.base import Clock
from lanista.agents.evaluation import UserEvaluation
from lanista.agents.search import EVALUATION, TIME, SearchAgent
from lanista.games.base import Game, State
from lanista.games.parameters import integer, word

AIMS = ("outcome", "points")
"""What players want: to win (1, 0, -1), or a large margin of points."""


class EquilibriumAgent(SearchAgent):
    """Solves the whole game by backward induction and plays its equilibrium: no opponent can gain on it.

    Each position is the matrix game of the values after it, from the ends of the game backwards. A game that was solved
    serves later games of the same thread too. Where time, nodes or memory are too short, and where a game can go on for
    more than 1,000 rounds, positions count as evaluated: then it looks one round ahead.
    """

    name = "equilibrium"
    about = "exact play where both move at once, by backward induction"
    declared = (
        word("aim", "outcome", AIMS, "what counts at the end: to win, or the margin in points"),
        integer("nodes", 0, 0, 2**53, "positions to solve; 0: no limit (50 million where time is none)"),
        TIME,
        EVALUATION,
        integer("memory_mb", 1024, 1, 65536, "MiB of the values found; when it is full, the rest stays unsolved"),
    )
    default_nodes = (50_000_000, 1_000_000)

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Return why not: this is for players who move at once."""
        return None if game.is_simultaneous else "the players move in turns (alphabeta and mcts fit)"

    @property
    def unit(self) -> str:
        """What the values are."""
        return "outcome" if self.parameters["aim"] == "outcome" else "margin"

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Forget what earlier games did not solve to the end; all chance follows from the seed."""
        self._search = self.make_search()
        super().begin(game, player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return an action drawn from the equilibrium strategy."""
        self._search = self.make_search()  # this thread's
        return super().choose(state, player, clock)

    def make_search(self) -> _native.Search:
        """Return the solver of all agents with these parameters in this thread: what one has solved the others know."""
        asked = (self.game, self.evaluation, self.parameters["aim"], self.parameters["memory_mb"])
        if isinstance(self.evaluation, UserEvaluation):
            return _new_solver(*asked)
        return _solvers()(*asked)


def _new_solver(game: Game, evaluation: str | UserEvaluation, aim: str, memory_mb: int) -> _native.Search:
    options = _native.BackwardInductionOptions()
    options.aim = aim
    options.memory_mb = memory_mb
    search: _native.Search = game.rules.backward_induction(game, options, evaluation)
    return search


_thread = threading.local()


def _solvers() -> Callable[..., _native.Search]:
    """Return the thread's solvers, of which the last two games asked for are kept."""
    if not hasattr(_thread, "solvers"):
        _thread.solvers = lru_cache(maxsize=2)(_new_solver)
    solvers: Callable[..., _native.Search] = _thread.solvers
    return solvers

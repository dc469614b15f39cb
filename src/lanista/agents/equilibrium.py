"""Plays an exact equilibrium of a game in which both move at once."""

from __future__ import annotations

import threading
from functools import lru_cache

from lanista import _native
from lanista.agents.evaluation import UserEvaluation
from lanista.agents.search import EVALUATION, TIME, SearchAgent
from lanista.games.base import Game
from lanista.games.parameters import integer, word


class EquilibriumAgent(SearchAgent):
    """Solves the whole game by backward induction and plays its equilibrium: no opponent can gain on it.

    Each position is the matrix game of the values after it, from the ends of the game backwards. What is solved serves
    all later moves and games. Positions that time, nodes or memory were too short for count as evaluated.
    """

    name = "equilibrium"
    about = "exact play where both move at once, by backward induction"
    declared = (
        word("aim", "outcome", ("outcome", "points"), "what counts at the end: to win, or the margin in points"),
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

    def make_search(self) -> _native.Search:
        """Return the solver of all agents with these parameters in this thread: what one has solved the others know."""
        asked = (self.game, self.evaluation, self.parameters["aim"], self.parameters["memory_mb"])
        if isinstance(self.evaluation, UserEvaluation):
            return _new_solver(*asked)
        return _solver(threading.get_ident(), *asked)


def _new_solver(game: Game, evaluation: str | UserEvaluation, aim: str, memory_mb: int) -> _native.Search:
    options = _native.BackwardInductionOptions()
    options.aim = aim
    options.memory_mb = memory_mb
    search: _native.Search = game.rules.backward_induction(game, options, evaluation)
    return search


@lru_cache(maxsize=4)
def _solver(thread: int, game: Game, evaluation: str, aim: str, memory_mb: int) -> _native.Search:
    del thread
    return _new_solver(game, evaluation, aim, memory_mb)

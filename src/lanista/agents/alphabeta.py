"""Alpha-beta search with everything that makes it deep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from lanista import _native
from lanista.agents.search import EVALUATION, TIME, SearchAgent
from lanista.errors import ParameterError
from lanista.games.base import Game
from lanista.games.parameters import integer, switch


class AlphaBetaAgent(SearchAgent):
    """Finds minimax's value and move with far fewer nodes; every enhancement has a switch."""

    name = "alphabeta"
    about = "alpha-beta: deepening, transposition table, principal variation search"
    declared = (
        integer("depth", 0, 0, 1000, "plies to look ahead; 0: as far as nodes or time allow"),
        integer("nodes", 0, 0, 2**53, "positions to look at; 0: no limit (100,000 where nothing else is one)"),
        TIME,
        EVALUATION,
        switch("table", True, "transposition table: what was found about positions met again"),
        integer("table_mb", 64, 1, 65536, "MiB of the table"),
        switch("deepening", True, "one ply deeper at a time, each the order of the next"),
        switch("pvs", True, "principal variation search: narrow windows after the first move"),
        switch("aspiration", True, "a window around the value of the last depth"),
        switch("ordering", True, "the game's own order of moves"),
        switch("killers", True, "try early what refuted a sister position"),
        switch("history", True, "try early what refuted many positions"),
        switch("quiescence", False, "follow captures and the like beyond the depth"),
        switch("resist", True, "when all is lost, play what holds out longest"),
    )

    needs: ClassVar = {"table_mb": ("table", (True,))}

    @classmethod
    def refusal(cls, game: Game) -> str | None:
        """Return why not: windows need players who move in turns."""
        return "both players move at once (minimax, mcts and equilibrium fit)" if game.is_simultaneous else None

    def refuse_meaningless(self, given: Mapping[str, object]) -> None:
        """Raise ParameterError for parameters that mean nothing together."""
        super().refuse_meaningless(given)
        if not self.parameters["deepening"] and self.parameters["depth"] == 0:
            raise ParameterError("agent alphabeta: deepening=false needs a depth: depth=6, say")

    def make_search(self) -> _native.Search:
        """Return a new search with this agent's parameters."""
        return self.new_search("alphabeta", _native.AlphaBetaOptions())

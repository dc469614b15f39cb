"""Looks at every line of play to a depth."""

from __future__ import annotations

from typing import ClassVar

from lanista import _native
from lanista.agents.search import EVALUATION, TIME, SearchAgent
from lanista.games.parameters import integer, switch, word


class MinimaxAgent(SearchAgent):
    """Plain minimax, the oracle of the other searches.

    Where both move at once, `assume` says what a player thinks of the other's choice: mixed solves the matrix game of
    every position and plays its equilibrium.
    """

    name = "minimax"
    about = "every line of play to a depth; where both move at once, the equilibrium"
    declared = (
        integer(
            "depth", 3, 0, 1000, "plies to look ahead, whatever the time; 0: as far as time (or 100,000 nodes) allows"
        ),
        TIME,
        EVALUATION,
        switch("quiescence", False, "follow captures and the like beyond the depth"),
        word(
            "assume",
            "mixed",
            ("mixed", "optimistic", "pessimistic"),
            "what the other chooses where both move at once: an equilibrium, the best for us, the worst for us",
        ),
        switch("table", True, "where both move at once: remember positions met before"),
        integer("table_mb", 16, 1, 65536, "MiB of that table"),
    )
    only_in_turns = frozenset({"quiescence"})
    only_at_once = frozenset({"assume", "table", "table_mb"})
    needs: ClassVar = {"table_mb": ("table", (True,))}

    @property
    def unit(self) -> str:
        """Mixed play weighs outcomes, the others take the best of values."""
        return "outcome" if self.game.is_simultaneous and self.parameters["assume"] == "mixed" else "points"

    def make_search(self) -> _native.Search:
        """Return a new search with this agent's parameters."""
        if self.game.is_simultaneous:
            return self.new_search("simultaneous_minimax", _native.SimultaneousOptions())
        return self.new_search("minimax", _native.MinimaxOptions())

"""Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Mapping

from lanista import _native
from lanista.agents.search import EVALUATION, TIME, SearchAgent
from lanista.errors import ParameterError, listing
from lanista.games.parameters import integer, number, switch, word

_IN_TURNS = ("ucb1", "ucb1_tuned")
_AT_ONCE = ("ucb1", "regret_matching")


class MctsAgent(SearchAgent):
    """UCT: a tree that grows where simulations went well; every enhancement has a switch.

    Where both move at once the players choose independently at each node (decoupled UCT, or regret matching), and the
    agent plays each action as often as it was visited.
    """

    name = "mcts"
    about = "Monte Carlo tree search: UCT, with RAVE and pruning if asked"
    declared = (
        integer("simulations", 0, 0, 2**53, "playouts a move; 0: no limit (10,000 where time is none either)"),
        TIME,
        word(
            "selection",
            "ucb1",
            ("ucb1", "ucb1_tuned", "regret_matching"),
            "which child to descend to; regret_matching only where both move at once",
        ),
        number("exploration", 1, 0, 100, "weight of what was seldom tried"),
        switch("rave", False, "count an action's later plays too (all moves as first)"),
        number("rave_bias", 0.1, 0, 100, "how fast plain means take over from RAVE's"),
        switch("pruning", False, "drop moves that are statistically inferior"),
        number("prune_ratio", 1, 0, 100, "standard errors between a pruned move and the best"),
        integer("prune_after", 64, 1, 2**31 - 1, "simulations of a move before it may be pruned"),
        switch("proofs", True, "back up proved wins and losses"),
        switch("keep_tree", True, "keep what the last search found below the moves played"),
        word("playouts", "random", ("random", "guided"), "guided: each move the best of a few by the evaluation"),
        integer("guided_candidates", 4, 2, 1000, "how many moves a guided playout compares"),
        integer("playout_plies", 0, 0, 2**31 - 1, "length of a playout, then the evaluation; 0: to the end"),
        EVALUATION,
        integer("memory_mb", 256, 1, 65536, "MiB of the tree; when it is full, it grows no more"),
    )
    counted = "simulations"
    default_nodes = (10_000, 500)
    only_in_turns = frozenset({"rave", "rave_bias", "pruning", "prune_ratio", "prune_after", "proofs", "keep_tree"})

    def refuse_meaningless(self, given: Mapping[str, object]) -> None:
        """Raise ParameterError for parameters that mean nothing in this game."""
        super().refuse_meaningless(given)
        fits = _AT_ONCE if self.game.is_simultaneous else _IN_TURNS
        selection = self.parameters["selection"]
        if selection not in fits:
            raise ParameterError(
                f"agent mcts: selection must be one of {listing(fits)} in {self.game.name}, got {selection!r}"
            )

    @property
    def unit(self) -> str:
        """Means of playouts."""
        return "outcome"

    def make_search(self) -> _native.Search:
        """Return a new search with this agent's parameters."""
        if self.game.is_simultaneous:
            return self.new_search("simultaneous_mcts", _native.SimultaneousMctsOptions())
        return self.new_search("mcts", _native.MctsOptions())

"""Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from lanista import _native
from lanista.agents.search import EVALUATION, TIME, SearchAgent
from lanista.errors import ParameterError
from lanista.games.parameters import AUTO, integer, number, switch, word

_MANY = 1_000_000


class MctsAgent(SearchAgent):
    """UCT: a tree that grows where simulations went well; every enhancement has a switch.

    Where both move at once each player has a bandit of its own at every node: regret matching, whose average strategy
    approaches an equilibrium and is what the agent plays by; or UCB (decoupled UCT), which plays the most visited move.
    """

    name = "mcts"
    about = "Monte Carlo tree search: UCT, with RAVE and pruning if asked"
    declared = (
        integer("simulations", 0, 0, 2**53, "playouts a move; 0: no limit (10,000 where time is none either)"),
        TIME,
        word(
            "selection",
            AUTO,
            (AUTO, "ucb1", "ucb1_tuned", "regret_matching"),
            "which move to try next; auto: ucb1 where the players move in turns, else regret_matching, only there",
        ),
        number(
            "exploration",
            None,
            0,
            100,
            "weight of what was seldom tried (ucb1, ucb1_tuned); auto: 0.9, with rave 0.5, where both move at once 1",
        ),
        number("epsilon", 0.2, 0, 1, "regret_matching: chance of trying any move"),
        switch("rave", False, "count an action's later plays too (all moves as first)"),
        number("rave_bias", 0.1, 0, 100, "how fast plain means take over from RAVE's"),
        switch("pruning", False, "drop moves that are statistically inferior"),
        number("prune_ratio", 3, 0.01, 100, "standard errors that end the intervals of a pruned move and of the best"),
        integer("prune_visits", 50, 1, _MANY, "simulations of a move before it may be pruned"),
        switch("proofs", True, "back up proved wins, draws and losses"),
        switch("keep_tree", True, "keep what the last search found below the moves played"),
        word("playouts", "random", ("random", "guided"), "guided: each move the best of some by the evaluation"),
        integer("playout_candidates", 3, 1, 1000, "how many random moves a guided playout compares"),
        integer("playout_plies", 0, 0, _MANY, "length of a playout, then the evaluation; 0: to the end"),
        EVALUATION,
        integer("memory_mb", 256, 1, 65536, "MiB of the tree; when it is full, it grows no more"),
    )
    counted = "simulations"
    default_nodes = (10_000, 500)
    only_in_turns = frozenset(
        {
            "rave",
            "rave_bias",
            "pruning",
            "prune_ratio",
            "prune_visits",
            "proofs",
            "playouts",
            "playout_candidates",
        }
    )
    only_at_once = frozenset({"epsilon"})
    needs: ClassVar = {
        "exploration": ("selection", ("ucb1", "ucb1_tuned")),
        "epsilon": ("selection", ("regret_matching",)),
        "rave_bias": ("rave", (True,)),
        "prune_ratio": ("pruning", (True,)),
        "prune_visits": ("pruning", (True,)),
        "playout_candidates": ("playouts", ("guided",)),
    }

    def refuse_meaningless(self, given: Mapping[str, object]) -> None:
        """Raise ParameterError for parameters that mean nothing in this game."""
        super().refuse_meaningless(given)
        if self.parameters["selection"] == "regret_matching" and not self.game.is_simultaneous:
            raise ParameterError(
                f"agent mcts: selection=regret_matching has no meaning where the players move in turns, "
                f"as in {self.game.name} (ucb1 and ucb1_tuned fit)"
            )

        asked = self.parameters["playout_plies"] > 0 or self.parameters["playouts"] == "guided"
        if self.parameters["evaluation"] != AUTO and not asked:
            how = "playout_plies=8, say" if self.game.is_simultaneous else "playouts=guided or playout_plies=8, say"
            raise ParameterError(f"agent mcts: whole random playouts never ask an evaluation: add {how}")

    @property
    def unit(self) -> str:
        """Means of playouts."""
        return "outcome"

    def in_force(self) -> dict[str, Any]:
        """Return the parameters; `selection` is the one that auto stands for."""
        values = super().in_force()
        if values["selection"] == AUTO:
            values["selection"] = "regret_matching" if self.game.is_simultaneous else "ucb1"
        return values

    def make_search(self) -> _native.Search:
        """Return a new search with this agent's parameters."""
        if self.game.is_simultaneous:
            return self.new_search("simultaneous_mcts", _native.SimultaneousMctsOptions())
        return self.new_search("mcts", _native.MctsOptions())

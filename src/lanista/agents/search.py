"""What the searching agents share: limits and time, chance, evaluation, and what they say about a position.

The searches themselves are native (native/search); each is made by the rules of its game.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import random
import time
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from lanista import _native
from lanista.agents.analysis import Analysis, read_report
from lanista.agents.base import UNLIMITED, Agent, Clock
from lanista.agents.evaluation import UserEvaluation, evaluation_parameter, find_evaluation
from lanista.errors import ParameterError, not_a_player, wrong_game
from lanista.games.base import SIMULTANEOUS, Game, NativeGame, State
from lanista.games.parameters import format_value, number

_DAY = 86400
# What stays unused of a move's time: a share of it, for whatever else the machine does meanwhile, and seconds for the
# way back.
_SPARE_SHARE = 0.08
_SPARE_SECONDS = 0.001
# Of the time left for the game, for one move.
_GAME_SHARE = 1 / 20

EVALUATION = evaluation_parameter()
TIME = number("time", 0, 0, _DAY, "seconds a move; 0: as the clock says")


class SearchAgent(Agent):
    """An agent that plays what a native search finds.

    Subclasses declare their parameters, among them EVALUATION and TIME, and define `make_search`. A search ends at the
    first limit of depth, nodes and time; 0 is no limit. A clock's deadline is kept with something to spare.
    """

    # The parameter that limits the nodes.
    counted: ClassVar[str] = "nodes"
    # Nodes where nothing else is limited, so that the same seed gives the same moves: native, and with Python code.
    default_nodes: ClassVar[tuple[int, int]] = (100_000, 2_000)
    # Parameters without meaning where both move at once, and where the players move in turns.
    only_in_turns: ClassVar[frozenset[str]] = frozenset()
    only_at_once: ClassVar[frozenset[str]] = frozenset()
    # Parameters that mean something only while another has one of certain values.
    needs: ClassVar[Mapping[str, tuple[str, tuple[object, ...]]]] = {}

    def __init__(self, game: Game, **values: object) -> None:
        super().__init__(game, **values)
        self.evaluation = find_evaluation(game, self.parameters["evaluation"])
        self.refuse_meaningless(values)
        self._search = self.make_search()
        self._rng = random.Random(0)
        self._seed = 0
        self._info: Analysis | None = None

    @abstractmethod
    def make_search(self) -> _native.Search:
        """Return a new search with this agent's parameters (new_search makes it)."""

    def in_force(self) -> dict[str, Any]:
        """Return the parameters as the search is to have them."""
        return dict(self.parameters)

    def new_search(self, algorithm: str, options: object) -> _native.Search:
        """Return an algorithm for this game; its options are the parameters of the same names, None: as they are."""
        for name, value in self.in_force().items():
            if hasattr(options, name) and value is not None:
                setattr(options, name, value)
        search: _native.Search = getattr(self.game.rules, algorithm)(self.game, options, self.evaluation)
        return search

    @property
    def unit(self) -> str:
        """What the search's values are: "points" or the mean "outcome" (Analysis.unit)."""
        return "points"

    @property
    def info(self) -> Analysis | None:
        """The search behind the last choice; None before the first. Of moves that lost, values may be bounds."""
        return self._info

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the source file that defines the agent, and of the evaluation's file if it has one."""
        own = super().code_hash
        added = self.evaluation.code_hash if isinstance(self.evaluation, UserEvaluation) else None
        return own if added is None else hashlib.sha256(f"{own} {added}".encode()).hexdigest()

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Forget earlier games; all chance follows from the seed."""
        self._search.forget()
        self._rng = random.Random(seed)
        self._seed = seed
        self._info = None
        if isinstance(self.evaluation, UserEvaluation):
            self.evaluation.seed(seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the action that the search found best; where chance is part of the answer, one drawn from it."""
        state = self._own(state)
        info = self._run(self._search, state, player, clock, self._rng.getrandbits(63))
        self._info = info
        if state.current_player != SIMULTANEOUS:
            return info.action
        actions = [move.action for move in info.moves]
        return self._rng.choices(actions, [move.probability for move in info.moves])[0]

    def analyze(self, state: State, player: int | None = None, clock: Clock = UNLIMITED) -> Analysis:
        """Return what a new search finds about every action of a position that is not over.

        player: who is to choose, where both move at once (default 0). The game that the agent plays is not disturbed.
        """
        state = self._own(state)
        if player not in (None, 0, 1):
            raise not_a_player(state, player)
        mover = state.current_player
        chooser = mover if mover in (0, 1) else (player or 0)
        return self._run(self.make_search(), state, chooser, clock, self._seed, all_moves=True)

    def _run(
        self, search: _native.Search, state: State, player: int, clock: Clock, seed: int, *, all_moves: bool = False
    ) -> Analysis:
        depth, nodes, deadline = self.limits(clock)
        evaluation = self.evaluation
        with evaluation.at_work() if isinstance(evaluation, UserEvaluation) else contextlib.nullcontext():
            report = search.run(
                state, player=player, depth=depth, nodes=nodes, deadline=deadline, all_moves=all_moves, seed=seed
            )
        return read_report(report, self.unit)

    def limits(self, clock: Clock) -> tuple[int | None, int | None, float]:
        """Return the depth, the nodes and the time, on the scale of time.monotonic(), at which a search is to end."""
        depth = self.parameters.get("depth") or None
        nodes = self.parameters.get(self.counted) or None
        deadline = time_to_stop(clock, time.monotonic(), self.parameters["time"] or math.inf)
        if depth is None and nodes is None and math.isinf(deadline):
            is_native = isinstance(self.game, NativeGame) and isinstance(self.evaluation, str)
            nodes = self.default_nodes[0 if is_native else 1]
        return depth, nodes, deadline

    def _own(self, state: State) -> State:
        """Return a position as one of this very game object: a search may keep it for longer than its game lives."""
        game = getattr(state, "game", None)
        if game is None:
            raise wrong_game(self.game, state)
        is_twin = game is not self.game and game == self.game
        return self.game.parse_position(state.position) if is_twin else state

    def refuse_meaningless(self, given: Mapping[str, object]) -> None:
        """Raise ParameterError for parameters, other than defaults, that mean nothing in this game."""
        at_once = self.game.is_simultaneous
        changed = [p.name for p in self.declared if p.name in given and self.parameters[p.name] != p.default]
        for name in changed:
            if name in (self.only_in_turns if at_once else self.only_at_once):
                kind = "where both players move at once" if at_once else "where the players move in turns"
                raise ParameterError(f"agent {self.name}: {name} has no meaning {kind}, as in {self.game.name}")
            if name in self.needs:
                other, values = self.needs[name]
                if self.in_force()[other] not in values:
                    how = " or ".join(f"{other}={format_value(value)}" for value in values)
                    raise ParameterError(f"agent {self.name}: {name} has no meaning without {how}")
        if "quiescence" in changed and not self.game.rules.has_noisy_actions:
            raise ParameterError(
                f"agent {self.name}: quiescence has no meaning in {self.game.name}, which calls no action noisy"
            )


def time_to_stop(clock: Clock, now: float, seconds: float) -> float:
    """Return when a search is to end, on the scale of time.monotonic(); infinity where nothing limits its time.

    seconds: the agent's own limit. Of a game's time, each move gets a share of what is left.
    """
    stop = now + seconds
    if math.isfinite(clock.deadline):
        spare = _SPARE_SHARE * max(clock.deadline - now, 0) + _SPARE_SECONDS
        stop = min(stop, clock.deadline - spare)
    return min(stop, now + clock.game_left * _GAME_SHARE)

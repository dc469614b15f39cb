"""A training, seen from the referee: both agents in one process, where what they learn stays."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from lanista.agents.base import Agent, Clock
from lanista.agents.process import ProcessAgent
from lanista.courses.base import bridge_launch
from lanista.courses.r2d2.course import ENVIRONMENT
from lanista.games.base import Game, State
from lanista.sandbox.verdict import AgentFailure, Verdict

_TENTHS = 10


class Partners(ProcessAgent):
    """Two agents that train with each other; afterwards each can play, as a Partner.

    load: a function that turns a spec and a game into an agent, known by its module and name. What they print is shown.
    """

    def __init__(self, game: Game, specs: tuple[str, str], load: Callable[..., Any]) -> None:
        self._specs = specs
        self._has_learned = False
        loader = f"{load.__module__}:{load.__qualname__}"
        launch = bridge_launch("lanista.courses.r2d2.training", game.spec, loader, *specs, environment=ENVIRONMENT)
        super().__init__(game, "partners", launch, echoes=True)

    @property
    def spec(self) -> str:
        """Both specs."""
        return " and ".join(self._specs)

    def train(self, rounds: int, seed: int) -> Iterator[int]:
        """Let them play so many training rounds; yield the per cent that are done, tenth by tenth.

        AgentFailure says which of them failed, and how.
        """
        self._has_learned = True
        for tenth in range(1, _TENTHS + 1):
            order = {"type": "train", "until": rounds * tenth // _TENTHS, "total": rounds, "seed": seed}
            try:
                answer = self._ask(order, math.inf)
            except AgentFailure as failure:
                if self._program is None:  # who ended it is not known
                    failure.args = (f"the training of {self.spec} came to nothing: {failure.message}",)
                raise
            if answer.type != "ready":
                raise self._out_of_step(f"it answered {answer.type!r} to 'train'")
            yield 100 * tenth // _TENTHS

    def moved(self, actions: tuple[int, ...]) -> None:
        """Nothing: both partners would tell it. Positions are told whole."""

    def _take_program(self, deadline: float) -> None:
        if self._has_learned:
            message = "its process has ended, and with it what was learned"
            raise AgentFailure(Verdict.CRASH, message, is_final=True)
        super()._take_program(deadline)


class Partner(Agent):
    """One of two agents that have trained with each other."""

    def __init__(self, partners: Partners, player: int, spec: str) -> None:
        self.name = spec
        super().__init__(partners.game)
        self._partners = partners
        self._player = player

    @property
    def spec(self) -> str:
        """The agent's spec; what it has learned is not in it."""
        return self.name

    @property
    def code_hash(self) -> str | None:
        """Not known: what it has learned counts."""
        return None

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Prepare for a game, at the place where it has trained."""
        self._partners.begin(game, self._player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return what it chooses."""
        return self._partners.choose(state, self._player, clock)

    def end(self, state: State) -> None:
        """Take note of the end."""
        self._partners.end(state)

    def cpu_seconds(self) -> float:
        """Return the processor time of the process of both."""
        return self._partners.cpu_seconds()

"""Our agents in the course's original program: droids and score changes in, an Action out."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from lanista.agents.base import UNLIMITED
from lanista.courses.r2d2.droids import Action, Agent, R2Droid
from lanista.games.base import State
from lanista.games.spec import load_game

# The handout's board and its rounds, which the original program does not tell its agents.
_SIDE, _ROUNDS = 4, 50


class OurAgent(Agent):
    """Plays as the agent that a spec names; what it needs and is not told, it counts.

    load: turns a spec and a game into an agent.
    """

    def __init__(self, load: Callable[..., Any], spec: str) -> None:
        self._load = load
        self._spec = spec
        self._agent: Any = None
        self.clear()

    def clear(self) -> None:
        """Forget the game before: a new one begins."""
        self._round = 0
        self._points = [0, 0]

    def get_best_move(self, self_droid: R2Droid, adv_droid: R2Droid, score_change: int, training: bool) -> Any:
        """Return the agent's action: one of those that are possible."""
        if self._round == 0:
            self._begin(self_droid, adv_droid)
        elif score_change:
            self._points[0 if score_change > 0 else 1] += 1
        state = self._state(self_droid, adv_droid)
        self._round += 1
        return Action(self._agent.choose(state, 0, UNLIMITED) + 1)

    def _begin(self, mine: R2Droid, theirs: R2Droid) -> None:
        """Prepare for a game on the droids' board, with as many shots as they have; we are always the first."""
        rows, cols = getattr(mine, "rows", _SIDE), getattr(mine, "cols", _SIDE)
        shots = max(mine.shots, theirs.shots, 1)
        spec = f"droid_battle:rows={rows},cols={cols},shots={shots},rounds={_ROUNDS}"
        if self._agent is None or self._agent.game != load_game(spec):
            self._agent = self._load(self._spec, load_game(spec))
        self._agent.begin(self._agent.game, 0, random.getrandbits(63))
        self._points = [0, 0]

    def _state(self, mine: R2Droid, theirs: R2Droid) -> State:
        game = self._agent.game
        fields = [
            f"{letter}{droid.location[0]},{droid.location[1]}:{droid.shots}:{points}"
            for letter, droid, points in zip("DQ", (mine, theirs), self._points, strict=True)
        ]
        # Whoever asks about the middle of a game has played rounds that were not counted.
        (my_points, their_points), shots = self._points, game.shots
        played = max(self._round, shots - mine.shots + their_points, shots - theirs.shots + my_points)
        left = max(_ROUNDS - played, 1)
        state: State = game.parse_position(" ".join([f"{game.rows}x{game.cols}", *fields, str(left)]))
        return state

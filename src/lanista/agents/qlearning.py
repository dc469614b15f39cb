"""Tabular Q-learning: the agent that plays what a table has learned.

The table is native (native/learn). `lanista train` fills it and writes a checkpoint; the checkpoint's path is a spec:
`lanista match nim ./nim.q random`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable
from typing import Any

from lanista import _native
from lanista.agents.base import Agent, Clock
from lanista.agents.user_code import UserFunction
from lanista.errors import ParameterError, listing, quoted
from lanista.games.base import Game, State
from lanista.games.parameters import AUTO, Parameter, integer, number, switch, word

_EXACT = ("full", "canonical")
# Where both move at once a game is long in rounds and what counts comes late.
_GAMMA, _GAMMA_AT_ONCE = 0.9, 0.98
_ALPHA_AMONG_OTHERS = 0.1
_DEEPEST_CODE = 8
# What learners tell apart where a game has features of its own: small enough a table to be visited all over.
_DEFAULT_FEATURES = {"droid_battle": "cells-shots"}


class UserEncoding(UserFunction):
    """A user's `encode(state, player)`: positions with equal codes are one to the learner.

    Codes are whole numbers of 64 bits, texts, truth values, None, or tuples of these. Where the players move in turns,
    positions with different players to move are never one. Actions keep their numbers: positions that are one should
    mean the same by them.
    """

    kind = "encoding"
    form = "(state, player)"

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.codes: dict[Hashable, int] = {}

    def __call__(self, state: State, player: int) -> int:
        """Return the number of the code: those met first are 0, 1, 2, ..."""
        code = self.call(state, player)
        if not _is_code(code):
            raise self.error(state, f"returned {quoted(code, 80)}: a code is a number, a text or a tuple of these")
        return self.codes.setdefault(code, len(self.codes))


class UserReward(UserFunction):
    """A user's `reward(before, after, player) -> float`: what the player gained between two of its decisions."""

    kind = "reward"
    form = "(before, after, player)"

    def __call__(self, before: State, after: State, player: int) -> float:
        """Return the function's number."""
        return self.number(before, self.call(before, after, player))


def _is_code(code: object, depth: int = 0) -> bool:
    """Whether a checkpoint can keep it: plain values of these very types, no larger than 64 bits, not deeply nested."""
    if type(code) is tuple:
        return depth < _DEEPEST_CODE and all(_is_code(part, depth + 1) for part in code)
    if type(code) is int:
        return -(2**63) <= code < 2**64
    return code is None or type(code) in (bool, str)


def _function_or_text(kind: type[UserFunction]) -> Callable[[object], object]:
    def read(value: object) -> object:
        if isinstance(value, kind) or (isinstance(value, str) and value):
            return value
        if callable(value):
            return kind.of(value)
        raise TypeError(value)

    return read


class QLearningAgent(Agent):
    """Plays the best action of its table; where it knows nothing of a position, any action.

    In play against itself (versus=false) the table holds values of player 0, who wants them large, while player 1
    wants them small; where both move at once, of joint actions, and each position is played as the matrix game of its
    values. Against opponents (versus=true) they are the values of whoever chooses.
    """

    name = "qlearning"
    about = "a learned table of action values (lanista train); untrained, anything"
    declared = (
        switch("versus", False, "learns against an opponent (set by --against), not from play against itself"),
        number("alpha", None, 1e-9, 1, "how far a value moves at each experience; auto: 1 alone and exact, else 0.1"),
        number("last_alpha", None, 1e-9, 1, "alpha at the end of the training, in a straight line; auto: alpha"),
        number("gamma", None, 0, 1, "what a value is worth one decision earlier; auto: 0.9, at once 0.98"),
        word("exploration", "epsilon_greedy", ("epsilon_greedy", "random", "softmax"), "how it tries actions"),
        number("epsilon", 1, 0, 1, "epsilon_greedy: the chance of any action, at the start of the training"),
        number("last_epsilon", 0.1, 0, 1, "and at its end"),
        number("temperature", 1, 1e-9, 1e9, "softmax: values so far apart are e times as likely, at the start"),
        number("last_temperature", 0.1, 1e-9, 1e9, "and at the end"),
        number("win", None, -1e9, 1e9, "reward at a game's end, times its outcome; auto: 1, droid_battle 0"),
        number("point", None, -1e9, 1e9, "reward for each point gained; auto: 0, droid_battle 1"),
        number("start", 0, -1e9, 1e9, "what an action is expected to bring before it is tried"),
        Parameter(
            "encoding",
            AUTO,
            "what it tells apart: full positions, canonical ones (symmetric ones are one), the game's features joined "
            "by '-' (droid_battle: cells, offset, shots, rounds, lead), or your own function; auto: canonical, "
            "droid_battle cells-shots",
            "full, canonical, names of features (cells-shots) or ./file.py:function",
            _function_or_text(UserEncoding),
        ),
        Parameter(
            "reward",
            AUTO,
            "auto: by win and point; or your own function (before, after, player) of what a player gained",
            "auto or ./file.py:function",
            _function_or_text(UserReward),
        ),
        integer("memory_mb", 1024, 1, 65536, "MiB at which the table stops growing; to train takes up to 3 times that"),
    )

    def __init__(self, game: Game, **values: object) -> None:
        super().__init__(game, **values)
        self.encode = self._find(UserEncoding, "encoding", (*_EXACT, AUTO, *self._feature_names()))
        self.shaped = self._find(UserReward, "reward", (AUTO,))
        self.learner = self._make_learner()
        self._rng = random.Random(0)

    @property
    def learns_alone(self) -> bool:
        """Whether it learns from play against itself."""
        return not self.parameters["versus"]

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Chance, where it knows nothing or has to mix, follows from the seed."""
        self._rng = random.Random(seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return an action drawn from its strategy."""
        actions = state.legal_actions(player)
        chances = self.strategy(state, player)
        return self._rng.choices(actions, chances)[0] if chances else self._rng.choice(actions)

    def strategy(self, state: State, player: int) -> list[float]:
        """Return the chances with which it plays its legal actions, ascending; empty where it knows nothing."""
        return self.learner.strategy(state, player)

    def values(self, state: State, player: int) -> list[float]:
        """Return what it expects of each legal action, ascending; alone and at once, of the joint actions by row."""
        return self.learner.values(state, player)

    @property
    def encoding(self) -> str:
        """What it tells apart, spelled out."""
        given = str(self.parameters["encoding"])
        return _DEFAULT_FEATURES.get(self.game.name, "canonical") if given == AUTO else given

    def in_force(self) -> dict[str, float]:
        """Return the numbers that `auto` stands for, with the others."""
        given = self.parameters
        alpha = given["alpha"]
        if alpha is None:
            is_exact = self.encode is None and self.encoding in _EXACT
            alpha = 1.0 if self.learns_alone and is_exact else _ALPHA_AMONG_OTHERS
        by_points = self.game.name in _DEFAULT_FEATURES
        automatic = {
            "alpha": alpha,
            "last_alpha": alpha,
            "gamma": _GAMMA_AT_ONCE if self.game.is_simultaneous else _GAMMA,
            "win": 0.0 if by_points else 1.0,
            "point": 1.0 if by_points else 0.0,
        }
        return {name: value if given[name] is None else given[name] for name, value in automatic.items()}

    def _feature_names(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.game.rules.features
        return names

    def _find(self, kind: type[UserFunction], name: str, known: tuple[str, ...]) -> Any:
        """Return the function that a parameter names, None for a word that is known."""
        value = self.parameters[name]
        if isinstance(value, UserFunction):
            return value
        if value[0] in "./":
            return kind.load(value)
        for part in value.split("-"):
            if part not in known or (part not in self._feature_names() and part != value):
                there_are = f"{listing(known)} or ./file.py:function"
                raise ParameterError(
                    f"agent qlearning: unknown {name} {value!r} in {self.game.name}; there are: {there_are}"
                )
        return None

    def _make_learner(self) -> _native.QLearner:
        options = _native.LearningOptions()
        for name, value in {**self.parameters, **self.in_force()}.items():
            if hasattr(options, name):
                setattr(options, name, value)
        names = self._feature_names()
        chosen = [] if self.encode or self.encoding in _EXACT else self.encoding.split("-")
        kind = "function" if self.encode else "features" if chosen else self.encoding
        rules = self.game.rules
        make = rules.simultaneous_q_learner if self.game.is_simultaneous else rules.q_learner
        learner: _native.QLearner = make(
            self.game,
            options,
            self.learns_alone,
            kind,
            sum(1 << names.index(name) for name in chosen),
            self.encode,
            self.shaped,
        )
        return learner


def mean_score(tally: _native.Tally) -> float:
    """Return the learner's share of the points, draws counting half; NaN without games."""
    games = tally.wins + tally.draws + tally.losses
    return (tally.wins + tally.draws / 2) / games if games else math.nan

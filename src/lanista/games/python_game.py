"""Games written in Python alone: one immutable class, and every agent, match and command works with it.

    @dataclass(frozen=True)
    class TicTacToe(lanista.PythonGame):
        cells: tuple[int, ...] = (0,) * 9
        mover: int = 0

        @classmethod
        def initial_state(cls): return cls()
        ...

An object of the class is a position. Needed are `initial_state`, `current_player`, `legal_actions`, `child` and
`returns`; everything else has a default that PythonGame below describes. docs/tutorial-tic-tac-toe.md builds a whole
game this way.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import msgspec

from lanista.errors import RulesError, unknown_evaluation
from lanista.games.base import TERMINAL


# mypy takes an override of any signature for `*args: Any, **kwargs: Any`: a writer names what their game needs.
class PythonGame:
    """Base of a game written in Python: one immutable, hashable class, whose objects are positions.

    A frozen dataclass is the natural form; then positions have an exact text for free. The class attributes say what
    the game is; a parameter of the game is a keyword parameter of `initial_state` with a default (int, bool or str),
    and a parameter named `seed` (an int) makes the start random.
    """

    title: ClassVar[str] = ""
    player_names: ClassVar[tuple[str, str]] = ("first", "second")
    is_simultaneous: ClassVar[bool] = False  # both players move at once, in every position
    num_actions: ClassVar[int] = 1024
    max_length: ClassVar[int] = 10_000
    # No end has a larger margin: lets a search stop at the best result. None: 1, or unknown where score() is defined.
    max_score: ClassVar[float | None] = None
    text_styles: ClassVar[dict[str, str]] = {}  # how the terminal colours a character of the drawn board
    keys: ClassVar[dict[str, str]] = {}  # single keys and the moves they stand for

    @classmethod
    def initial_state(cls, *args: Any, **parameters: Any) -> Any:
        """Return the starting position."""
        raise RulesError(f"{cls.__name__} has no initial_state()")

    @property
    def current_player(self) -> int:
        """0 or 1; lanista.SIMULTANEOUS where both choose at once; lanista.TERMINAL at the end. A field may stand in."""
        raise RulesError(f"{type(self).__name__} has no current_player")

    def legal_actions(self, *args: Any, **kwargs: Any) -> Any:
        """Return the legal actions as ints below num_actions; of `player` where both move at once."""
        raise RulesError(f"{type(self).__name__} has no legal_actions()")

    def child(self, *args: Any, **kwargs: Any) -> Any:
        """Return the position after a legal action (after one of each player where both move at once)."""
        raise RulesError(f"{type(self).__name__} has no child()")

    def returns(self) -> tuple[float, float]:
        """Return each player's result at the end: +1, 0 or -1, summing to 0."""
        raise RulesError(f"{type(self).__name__} has no returns()")

    def score(self) -> float:
        """Return player 0's margin in the game's points. Default: player 0's result at the end, 0 before."""
        return self.returns()[0] if self.current_player == TERMINAL else 0.0

    def evaluate(self, name: str = "basic") -> float:
        """Return a static evaluation of an open position from player 0's side. Default: `basic` knows nothing, 0."""
        if name != "basic":
            raise unknown_evaluation(name, ["basic"])
        return 0.0

    def action_to_string(self, action: int) -> str:
        """Return an action's name. Default: its number."""
        return str(action)

    def position(self) -> str:
        """Return the exact one-line text. Default: the fields of the dataclass as JSON."""
        if not dataclasses.is_dataclass(self):
            raise RulesError(f"{type(self).__name__} is no dataclass: it needs position() and parse_position(text)")
        return msgspec.json.encode([getattr(self, field.name) for field in dataclasses.fields(self)]).decode()

    @classmethod
    def parse_position(cls, text: str) -> Self:
        """Return the position of a text; ValueError if it is none. Default: the inverse of the default position()."""
        values = msgspec.json.decode(text, type=list[Any])
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]
        if len(values) != len(fields):
            raise ValueError(f"{len(values)} fields instead of {len(fields)}")
        hints = typing.get_type_hints(cls)
        pairs = zip(fields, values, strict=True)
        return cls(**{field.name: msgspec.convert(value, hints[field.name]) for field, value in pairs})

    def draw(self) -> str:
        """Return the board in text. Default: the position."""
        return self.position()

    def svg(self) -> str:
        """Return the board as a picture with the hot spots of `gesture`. Default: the text and a button an action."""
        return ""

    def gesture(self, action: int) -> tuple[str, ...]:
        """Return what a person clicks for an action. Default: its button."""
        return (f"action {action}",)

    def canonical(self) -> tuple[Self, Mapping[int, int] | Sequence[int]]:
        """Return the representative of symmetric positions and, by legal action here, the action there.

        Default: the position itself, each action its own.
        """
        return self, range(self.num_actions)

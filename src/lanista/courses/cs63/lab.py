"""The lab's game objects: Mancala and Breakthrough as submissions know them, over our positions.

A player is +1 (ours: 0) or -1 (ours: 1). A move is the column of a house, or (row, column, column step) of a piece.
"""

# The lab's own names:
# ruff: noqa: N802

from __future__ import annotations

import functools
import operator
import string
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self, cast

import numpy as np

from lanista.games import breakthrough
from lanista.games.base import Game, State
from lanista.games.spec import load_game

Move = int | tuple[int, int, int]
PIECES = "·●○"
"""No piece, the first player's, and the second's, which is -1 on the board."""
# The lab lists a piece's moves straight ahead first, then to the left and to the right.
_STEPS = (0, -1, 1)


def lab_game(name: str, sizes: tuple[int, ...] = ()) -> Game:
    """Return a game with the lab's arguments: houses and seeds of Mancala, height and width of Breakthrough."""
    return _games(name, tuple(operator.index(size) for size in sizes))


@functools.cache
def _games(name: str, sizes: tuple[int, ...]) -> Game:
    names = {"mancala": ("houses", "seeds"), "breakthrough": ("rows", "cols")}[name]
    return load_game(name, **dict(zip(names, sizes, strict=False)))


def lab_sizes(game: Game) -> tuple[int, int]:
    """Return the lab's arguments of a game."""
    first, second = ("houses", "seeds") if game.name == "mancala" else ("rows", "cols")
    return game.parameters[first], game.parameters[second]


def lab_order(state: State) -> list[int]:
    """Return the legal actions in the order of the lab's availableMoves."""
    actions = state.legal_actions()
    if state.game.name == "mancala":
        return actions
    # An action is three times the square, and 0, 1 or 2 for left, straight and right.
    return sorted(actions, key=_moves(state.game).rank.__getitem__)


def lab_move(state: State, action: int) -> Move:
    """Return an action as the lab's move."""
    return action if state.game.name == "mancala" else _moves(state.game).moves[action]


def lab_moves(state: State) -> list[Any]:
    """Return the legal moves in the lab's order."""
    actions = lab_order(state)
    return actions if state.game.name == "mancala" else list(map(_moves(state.game).moves.__getitem__, actions))


def action_of(state: State, move: object) -> int:
    """Return the action that a move means, legal or not; ValueError for what is none of the lab's moves."""
    if state.game.name == "mancala":
        try:
            return operator.index(move)  # type: ignore[arg-type]
        except TypeError:
            raise ValueError(f"{move!r} is no column of a house") from None
    try:
        return _moves(state.game).actions[move]
    except (KeyError, TypeError):
        raise ValueError(f"{move!r} is no (row, column, column step) of a piece on this board") from None


class _PieceMoves:
    """All moves of a board: each action's, each one's action, and each action's place in the lab's order."""

    def __init__(self, height: int, width: int) -> None:
        self.moves = [
            (row, column, step) for row in range(height) for column in range(width) for step in sorted(_STEPS)
        ]
        self.actions: Mapping[Any, int] = {move: action for action, move in enumerate(self.moves)}
        self.rank = [3 * (action // 3) + _STEPS.index(move[2]) for action, move in enumerate(self.moves)]


_boards = functools.cache(_PieceMoves)


def _moves(game: Game) -> _PieceMoves:
    assert isinstance(game, breakthrough.Breakthrough)
    return _boards(game.rows, game.cols)


_VIEWS: Mapping[str, Callable[[Any], Any]] = {
    "turn": lambda state: 1 if state.mover == 0 else -1,
    "isTerminal": lambda state: state.is_terminal,
    "winner": lambda state: int(state.returns()[0]),
}


class LabGame:
    """A position in the lab's form.

    What it holds may be changed, as in the lab, and its moves are then those of what is there.
    """

    # What one can ask for; each is made when it is first asked for, and then an attribute like any other.
    views: ClassVar[Mapping[str, Callable[[Any], Any]]]
    # The arrays among them, which with the turn make the position.
    arrays: ClassVar[tuple[str, ...]]
    _state: State

    @classmethod
    def of(cls, state: State) -> Self:
        """Return a position as a new object."""
        game = cls.__new__(cls)
        game._state = state
        return game

    def __getattr__(self, name: str) -> Any:
        if name not in self.views or (name == "winner" and not self._state.is_terminal):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        value = self.__dict__[name] = self.views[name](self._state)
        if name in self.arrays:
            # What they were, to notice what is done to them: comparing bytes is quickest.
            self.__dict__[f"_{name}"] = value.tobytes()
        return value

    @property
    def availableMoves(self) -> list[Any]:
        """The moves of the player whose turn it is; none at the end."""
        return lab_moves(self._position())

    def makeMove(self, move: Any) -> Self:
        """Return the position after a move; ValueError if it is illegal."""
        state = self._position()
        return type(self).of(state.child(action_of(state, tuple(move) if isinstance(move, list) else move)))

    def _position(self) -> State:
        """Return the position that the attributes make."""
        asked = self.__dict__
        if "turn" in asked and asked["turn"] != self.views["turn"](self._state):
            return position_of(self)
        for name in self.arrays:
            if name in asked and np.asarray(asked[name]).tobytes() != asked.get(f"_{name}"):
                return position_of(self)
        return self._state

    def _start(self, name: str, sizes: tuple[int, ...], other: Any) -> None:
        """Begin a new game, or as a copy of another object."""
        if other is None:
            self._state = lab_game(name, sizes).initial_state()
            return
        for key, value in vars(other).items():
            self.__dict__[key] = value.copy() if isinstance(value, np.ndarray) else value


class Mancala(LabGame):
    """Mancala: houses, int array [2, n], row 0 of player +1; scores, int array [2]; turn; isTerminal; winner."""

    arrays = ("houses", "scores")
    views = {**_VIEWS, "houses": lambda state: np.array(state.houses), "scores": lambda state: np.array(state.stores)}

    def __init__(self, houses_per_player: int = 6, seeds_per_house: int = 4, game: Any = None) -> None:
        self._start("mancala", (houses_per_player, seeds_per_house), game)

    def __str__(self) -> str:
        return "\n".join(str(self._position()).splitlines()[1:6])


class Breakthrough(LabGame):
    """Breakthrough: board, int array [height, width] of 0, +1 (moves down) and -1; turn; isTerminal; winner."""

    arrays = ("board",)
    views = {**_VIEWS, "board": lambda state: np.array(state.board)}

    def __init__(self, height: int = 7, width: int = 5, game: Any = None) -> None:
        self._start("breakthrough", (height, width), game)

    def __str__(self) -> str:
        return "\n".join(_framed(np.asarray(self.board).tolist()))


def _framed(board: Iterable[Iterable[int]]) -> list[str]:
    """Return the lines of a board of Breakthrough as the handout shows it."""
    rows = [" ".join(PIECES[piece] for piece in row) for row in board]
    edge = "-" * (len(rows[0]) + 2)
    return [edge, *(f"|{row}|" for row in rows), edge]


def framed(state: State) -> str:
    """Return a position of Breakthrough as the handout shows it; around it, what moves are called, and who moves."""
    position, game = cast(Any, state), cast(breakthrough.Breakthrough, state.game)
    numbers = ["", *map(str, range(game.rows, 0, -1)), ""]
    drawn = [f"{number:>2} {line}" for number, line in zip(numbers, _framed(position.board), strict=True)]
    letters = " ".join(string.ascii_lowercase[: game.cols])
    mover = position.mover
    said = [] if state.is_terminal else [f"{game.player_names[mover]} ({PIECES[mover + 1]}) to move"]
    return "\n".join([*drawn, f"    {letters}", *said])


LAB_GAMES: Mapping[str, type[LabGame]] = {"mancala": Mancala, "breakthrough": Breakthrough}


def position_of(game: Any) -> State:
    """Return the position of a game object, ours or the lab's own; ValueError where it is no such game's."""
    mover = 0 if game.turn == 1 else 1
    if hasattr(game, "houses"):
        houses, scores = np.asarray(game.houses).tolist(), np.asarray(game.scores).tolist()
        total, columns = sum(map(sum, houses)) + sum(scores), len(houses[0])
        if total % (2 * columns):
            raise ValueError(f"{total} seeds in 2 x {columns} houses and the stores are no game of Mancala")
        rules = lab_game("mancala", (columns, total // (2 * columns)))
        return cast(State, rules.rules.state(rules, houses, scores, mover))
    board = np.asarray(game.board)
    rules = lab_game("breakthrough", board.shape)
    return cast(State, rules.rules.state(rules, board.ravel().tolist(), mover))

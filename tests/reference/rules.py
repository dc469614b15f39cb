"""What the reference games have in common, and two things every test of rules does with them: perft and random games.

A state is a hashable tuple that compares by value. It says all that the future depends on, the player to move among it,
also when the game is over. Player 0 moves first.
"""

import itertools
import random
from collections.abc import Hashable
from typing import Any, Protocol, TypeVar

from . import SIMULTANEOUS, TERMINAL
from .breakthrough import Breakthrough
from .colosseum import Colosseum
from .connect_four import ConnectFour
from .droid_battle import DroidBattle
from .einstein import Einstein
from .mancala import Mancala
from .nim import Nim

GAMES: dict[str, type[Any]] = {
    "nim": Nim,
    "connect_four": ConnectFour,
    "mancala": Mancala,
    "breakthrough": Breakthrough,
    "colosseum": Colosseum,
    "einstein": Einstein,
    "droid_battle": DroidBattle,
}

State = TypeVar("State", bound=Hashable)


class Reference(Protocol[State]):
    """The rules of one game with its sizes fixed.

    Each game also has `initial`: without arguments where the start is fixed, `initial(arrangement)` in einstein,
    `initial(rng)` in colosseum.
    """

    num_actions: int
    """Dense action ids are below this."""

    def mover(self, state: State) -> int:
        """The player to move: 0, 1, SIMULTANEOUS where both act at once, or TERMINAL."""

    def legal(self, state: State, player: int | None = None) -> list[int]:
        """The ids of the legal actions, ascending; none when the game is over or it is not this player's turn.

        Without `player`: of the mover. Where both act at once a player must be named.
        """

    def apply(self, state: State, *actions: int) -> State:
        """The state after one legal action, or after player 0's and player 1's where both act at once."""

    def score(self, state: State) -> int:
        """The zero-sum margin for player 0 in the game's own points; also defined before the end, mostly as 0."""

    def name(self, state: State, action: int) -> str:
        """The action in the game's official notation."""

    def position(self, state: State) -> str:
        """The state as one line of text."""

    def parse(self, text: str) -> State:
        """The state that `position` wrote as this text."""


def joint_actions(game: Reference[State], state: State) -> list[tuple[int, ...]]:
    """Every choice for one ply: one action each for those who act now. Empty when the game is over."""
    mover = game.mover(state)
    if mover == TERMINAL:
        return []
    if mover == SIMULTANEOUS:
        return list(itertools.product(game.legal(state, 0), game.legal(state, 1)))
    return [(action,) for action in game.legal(state)]


def perft(game: Reference[State], state: State, depth: int) -> int:
    """Number of positions after exactly `depth` plies, ended ones among them, none after an ended one."""
    if depth == 0:
        return 1
    return sum(perft(game, game.apply(state, *actions), depth - 1) for actions in joint_actions(game, state))


def random_start(game: Any, rng: random.Random) -> Any:
    """A start of the game, drawn at random where the rules leave it to chance."""
    if isinstance(game, Colosseum):
        return game.initial(rng)
    if isinstance(game, Einstein):
        digits = list("012345")
        return game.initial("".join(rng.sample(digits, 6) + rng.sample(digits, 6)))
    return game.initial()


def random_playout(
    game: Reference[State], state: State, rng: random.Random
) -> tuple[list[tuple[int, ...]], list[State]]:
    """Play uniformly random actions to the end: the actions of each ply, and the states, one more than the plies."""
    plies: list[tuple[int, ...]] = []
    states = [state]
    while choices := joint_actions(game, states[-1]):
        plies.append(rng.choice(choices))
        states.append(game.apply(states[-1], *plies[-1]))
    return plies, states

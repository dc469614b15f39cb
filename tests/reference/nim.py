"""Nim: piles of objects; a move takes one or more objects from one pile.

`misere` (the default): who takes the last object loses; otherwise who takes the last object wins. The game is over
when all piles are empty. The player who would move then is the one who did not take the last object.

- Action id: pile * largest_pile + (count - 1), where largest_pile is the largest pile of the start.
- Notation: pile index, then count: "23" takes three from pile 2. In a game whose start has a pile above 9: "2:13".
- Position: the piles and the player to move: "3-4-5 A".
- Score: +1 when player 0 has won, -1 when player 1 has, 0 before the end.
"""

from typing import NamedTuple

from . import PLAYER_LETTERS, TERMINAL


class State(NamedTuple):
    piles: tuple[int, ...]
    to_move: int


class Nim:
    def __init__(self, *, piles: tuple[int, ...] = (3, 4, 5), misere: bool = True) -> None:
        self.piles = tuple(piles)
        self.misere = misere
        self.largest_pile = max(piles)
        self.num_actions = len(piles) * self.largest_pile

    def initial(self) -> State:
        return State(self.piles, 0)

    def mover(self, state: State) -> int:
        if sum(state.piles) == 0:
            return TERMINAL
        return state.to_move

    def legal(self, state: State, player: int | None = None) -> list[int]:
        if player not in (None, self.mover(state)):
            return []
        return [
            index * self.largest_pile + count - 1
            for index, pile in enumerate(state.piles)
            for count in range(1, pile + 1)
        ]

    def apply(self, state: State, *actions: int) -> State:
        index, count = self._split(actions[0])
        piles = list(state.piles)
        piles[index] -= count
        return State(tuple(piles), 1 - state.to_move)

    def score(self, state: State) -> int:
        if sum(state.piles) > 0:
            return 0
        took_last = 1 - state.to_move
        winner = 1 - took_last if self.misere else took_last
        return 1 if winner == 0 else -1

    def name(self, state: State, action: int) -> str:
        index, count = self._split(action)
        return f"{index}:{count}" if self.largest_pile > 9 else f"{index}{count}"

    def position(self, state: State) -> str:
        return "-".join(str(pile) for pile in state.piles) + " " + PLAYER_LETTERS[state.to_move]

    def parse(self, text: str) -> State:
        piles, letter = text.split()
        return State(tuple(int(pile) for pile in piles.split("-")), PLAYER_LETTERS.index(letter))

    def _split(self, action: int) -> tuple[int, int]:
        """The pile and the count of an action."""
        return action // self.largest_pile, action % self.largest_pile + 1

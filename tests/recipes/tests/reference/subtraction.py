"""Subtraction: a heap of objects; a move takes one, two or three of them, and whoever takes the last one wins.

- Action id: how many objects are taken, less one.
- Notation: how many: "2".
- Position: the heap and the player to move: "21 A".
- Score: +1 when player 0 has won, -1 when player 1 has, 0 before the end.
"""

from typing import NamedTuple

from . import PLAYER_LETTERS, TERMINAL


class State(NamedTuple):
    heap: int
    to_move: int


class Subtraction:
    num_actions = 3

    def __init__(self, *, heap: int = 21) -> None:
        self.heap = heap

    def initial(self) -> State:
        return State(self.heap, 0)

    def mover(self, state: State) -> int:
        return state.to_move if state.heap > 0 else TERMINAL

    def legal(self, state: State, player: int | None = None) -> list[int]:
        if player not in (None, self.mover(state)):
            return []
        return [taken - 1 for taken in (1, 2, 3) if taken <= state.heap]

    def apply(self, state: State, *actions: int) -> State:
        return State(state.heap - (actions[0] + 1), 1 - state.to_move)

    def score(self, state: State) -> int:
        if state.heap > 0:
            return 0
        took_last = 1 - state.to_move
        return 1 if took_last == 0 else -1

    def name(self, state: State, action: int) -> str:
        return str(action + 1)

    def position(self, state: State) -> str:
        return f"{state.heap} {PLAYER_LETTERS[state.to_move]}"

    def parse(self, text: str) -> State:
        heap, letter = text.split()
        return State(int(heap), PLAYER_LETTERS.index(letter))

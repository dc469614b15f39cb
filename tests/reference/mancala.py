"""Mancala, in the variant called Kalah: two rows of houses with seeds, and a store for each player.

    store 0  <-  0 1 2 3 4 5   top row, player 0, sows to the left
                 0 1 2 3 4 5   bottom row, player 1, sows to the right  ->  store 1

A move takes all seeds of an own non-empty house and sows them one by one, counter-clockwise: player 0 from its
house to the left, into its store, along the bottom row to the right, along the top row to the left again, and so
on. Nobody sows into the other's store. The house the seeds came from is sown like any other when many seeds come
round.

- Last seed in the own store: the same player moves again.
- Last seed in an own house that was empty (it now holds one seed; on a full round it may be the house the seeds
  came from): if the opposite house holds seeds, they and the last seed go to the own store. `empty_capture`: the
  last seed goes there also when the opposite house is empty.
- Then, if a row (of either player) is empty, the seeds of the other row go to the store of that row's owner and the
  game is over. With `early_end` it is also over, without such a sweep, as soon as a store holds more than half of
  all seeds. The sweep comes first: a move that empties a row is followed by the sweep even when a store already
  holds the majority, as in the original lab's code. (No recorded position tells the two orders apart.)
- The player to move after the end is found in the same way as in play: after a last seed in the own store it is
  still the player who has just moved.

- Action id and notation: the column, from 0.
- Position: top row / bottom row, stores, player to move: "4,4,4,4,4,4/4,4,4,4,4,4 0:0 A".
- Score: store 0 minus store 1, at any time.
"""

from typing import NamedTuple

from . import PLAYER_LETTERS, TERMINAL

STORE = -1
"""In a sowing circuit: the own store, in the place of a (row, column)."""


class State(NamedTuple):
    houses: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    to_move: int


class Mancala:
    def __init__(self, *, houses: int = 6, seeds: int = 4, empty_capture: bool = False, early_end: bool = True) -> None:
        self.houses = houses
        self.seeds = seeds
        self.empty_capture = empty_capture
        self.early_end = early_end
        self.num_actions = houses
        top_leftward = [(0, column) for column in reversed(range(houses))]
        bottom_rightward = [(1, column) for column in range(houses)]
        self.circuits: list[list[tuple[int, int] | int]] = [
            [*top_leftward, STORE, *bottom_rightward],
            [*bottom_rightward, STORE, *top_leftward],
        ]
        """For each player the places in the order of sowing; after the last comes the first."""

    def initial(self) -> State:
        row = (self.seeds,) * self.houses
        return State((row, row), (0, 0), 0)

    def mover(self, state: State) -> int:
        top, bottom = state.houses
        if sum(top) == 0 or sum(bottom) == 0:
            return TERMINAL
        all_seeds = sum(top) + sum(bottom) + sum(state.stores)
        if self.early_end and 2 * max(state.stores) > all_seeds:
            return TERMINAL
        return state.to_move

    def legal(self, state: State, player: int | None = None) -> list[int]:
        mover = self.mover(state)
        if mover == TERMINAL or player not in (None, mover):
            return []
        return [column for column in range(self.houses) if state.houses[mover][column] > 0]

    def apply(self, state: State, *actions: int) -> State:
        me = state.to_move
        column = actions[0]
        houses = [list(state.houses[0]), list(state.houses[1])]
        stores = list(state.stores)

        in_hand = houses[me][column]
        houses[me][column] = 0
        circuit = self.circuits[me]
        index = circuit.index((me, column))
        while in_hand > 0:
            index = (index + 1) % len(circuit)
            place = circuit[index]
            if isinstance(place, int):
                stores[me] += 1
            else:
                houses[place[0]][place[1]] += 1
            in_hand -= 1

        last = circuit[index]
        if isinstance(last, int):
            next_player = me
        else:
            next_player = 1 - me
            row, column = last
            opposite = houses[1 - row][column]
            if row == me and houses[row][column] == 1 and (opposite > 0 or self.empty_capture):
                stores[me] += 1 + opposite
                houses[row][column] = 0
                houses[1 - row][column] = 0

        if sum(houses[0]) == 0 or sum(houses[1]) == 0:
            for owner in (0, 1):
                stores[owner] += sum(houses[owner])
                houses[owner] = [0] * self.houses
        return State((tuple(houses[0]), tuple(houses[1])), (stores[0], stores[1]), next_player)

    def score(self, state: State) -> int:
        return state.stores[0] - state.stores[1]

    def name(self, state: State, action: int) -> str:
        return str(action)

    def position(self, state: State) -> str:
        rows = "/".join(",".join(str(seeds) for seeds in row) for row in state.houses)
        return f"{rows} {state.stores[0]}:{state.stores[1]} {PLAYER_LETTERS[state.to_move]}"

    def parse(self, text: str) -> State:
        rows, stores, letter = text.split()
        top, bottom = (tuple(int(seeds) for seeds in row.split(",")) for row in rows.split("/"))
        store_0, store_1 = (int(seeds) for seeds in stores.split(":"))
        return State((top, bottom), (store_0, store_1), PLAYER_LETTERS.index(letter))

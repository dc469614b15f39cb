"""The evaluators named `better` compute their documented formulas, each written out slowly in plain Python."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from .test_evaluations import check_formula

Cell = tuple[int, int]


def nim(state: Any) -> float:
    nim_sum = 0
    for pile in state.piles:
        nim_sum ^= pile
    mover_wins = nim_sum != 0
    if state.game.parameters["misere"] and max(state.piles) <= 1:
        mover_wins = not mover_wins
    return 1.0 if mover_wins == (state.mover == 0) else -1.0


def lines(state: Any) -> Iterator[list[Cell]]:
    height, width, connect = len(state.board), len(state.board[0]), state.game.parameters["connect"]
    for row in range(height):
        for col in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * step, col + right * step) for step in range(connect)]
                if all(0 <= r < height and 0 <= c < width for r, c in cells):
                    yield cells


def connect_four(state: Any) -> float:
    board, height = state.board, len(state.board)
    sides = (1, -1) if state.mover == 0 else (-1, 1)
    stones_in_lines = dict.fromkeys(sides, 0)
    threats: dict[int, set[Cell]] = {side: set() for side in sides}
    for cells in lines(state):
        stones = [board[r][c] for r, c in cells]
        for side in sides:
            if -side not in stones:
                stones_in_lines[side] += stones.count(side)
                if stones.count(0) == 1:
                    threats[side].add(cells[stones.index(0)])
    playable = {
        (max(row for row in range(height) if board[row][col] == 0), col)
        for col in range(len(board[0]))
        if board[0][col] == 0
    }
    own, other = sides
    forced = threats[other] & playable
    value = 0.0
    if threats[own] & playable:
        value = 10
    elif len(forced) > 1 or any((row - 1, col) in threats[other] for row, col in forced):
        value = -10
    else:
        value = 0.1
        for side, sign in ((own, 1), (other, -1)):
            parity = 1 if side == 1 else 0  # rows counted from 1 at the bottom: player 0 wants odd ones
            good = [(r, c) for r, c in threats[side] if (height - r) % 2 == parity and (r + 1, c) not in threats[-side]]
            following = [(r, c) for r, c in threats[side] if (r + 1, c) in playable]
            stacked = any((r - 1, c) in threats[side] for r, c in threats[side])
            value += sign * (
                0.05 * stones_in_lines[side] + 0.35 * len(good) + 0.2 * len(following) + 0.2 * float(stacked)
            )
    return value * own


def mancala(state: Any) -> float:
    houses, mover = len(state.houses[0]), state.mover
    empty_capture = state.game.parameters["empty_capture"]
    value = 0.0
    for player in (mover, 1 - mover):
        sign, weights = (1, (1.5, 1)) if player == mover else (-1, (0.25, 0.2))
        # By distance to the owner's store, nearest first.
        order = range(houses) if player == 0 else range(houses - 1, -1, -1)
        own = [state.houses[player][column] for column in order]
        facing = [state.houses[1 - player][column] for column in order]
        extra = sum(seeds == place + 1 for place, seeds in enumerate(own))
        captures = [0]
        for place, seeds in enumerate(own):
            target = place - seeds
            if seeds > 0 and target >= 0 and own[target] == 0 and (facing[target] > 0 or empty_capture):
                captures.append(facing[target] + 1)
        value += sign * (
            state.stores[player]
            + 0.25 * sum(min(seeds, place + 1) for place, seeds in enumerate(own))
            - 0.3 * own.count(0)
            + weights[0] * extra
            + weights[1] * max(captures)
        )
    return value if mover == 0 else -value


class Breakthrough:
    """One side's view of the board: rows count the steps to its goal."""

    WORTH = (0, 4.2, 3.1, 2.6, 2.1, 1.7, 1.1, 0.9)

    def __init__(self, state: Any, player: int) -> None:
        board = state.board[::-1] if player == 0 else state.board
        side = 1 if player == 0 else -1
        self.rows, self.cols = len(board), len(board[0])
        squares = [(r, c) for r in range(self.rows) for c in range(self.cols)]
        self.own = {(r, c) for r, c in squares if board[r][c] == side}
        self.enemies = {(r, c) for r, c in squares if board[r][c] == -side}

    def front(self) -> int:
        return min(row for row, _ in self.own)

    @staticmethod
    def diagonal(pieces: set[Cell], down: int, cols: int) -> list[Cell]:
        return [(r + down, c + side) for r, c in pieces for side in (-1, 1) if 0 <= c + side < cols]

    def covers(self, square: Cell) -> int:
        return self.diagonal(self.own, -1, self.cols).count(square)

    def attacks(self, square: Cell) -> int:
        return self.diagonal(self.enemies, 1, self.cols).count(square)

    def hanging(self) -> list[Cell]:
        return [square for square in self.own if self.attacks(square) > self.covers(square)]

    def can_hold(self, square: Cell) -> bool:
        row, col = square
        if square in self.own:
            return False
        straight = (row + 1, col) in self.own and square not in self.enemies
        supporters = self.covers(square)
        attackers = self.attacks(square)
        return (straight and supporters >= attackers) or (supporters >= 1 and supporters - 1 >= attackers)

    def sure_run(self, to_move: bool) -> int:
        runners, reach = set(self.own), set(self.enemies)
        for moves in range(self.rows):
            if moves > 0:
                ahead = {(r - 1, c) for r, c in runners} - reach
                runners = (ahead | set(self.diagonal(runners, -1, self.cols))) - self.own
                if any(row == 0 for row, _ in runners):
                    return moves
            if moves > 0 or not to_move:
                taken = set(self.diagonal(reach, 1, self.cols))
                runners -= taken
                reach |= taken | {(r + 1, c) for r, c in reach}
        return 99

    def assets(self, to_move: bool) -> float:
        value = sum(self.WORTH[min(row, 7)] for row, _ in self.own)
        value -= 0.3 * sum(col in (0, self.cols - 1) for _, col in self.own)
        if self.hanging():
            value -= (0.3 if to_move else 0.85) * self.WORTH[min(7, *(row for row, _ in self.hanging()))]
        held = [sum(self.can_hold((row, col)) for col in range(self.cols)) for row in range(6)]
        return value + 0.6 * (held[1] > 0) + 0.4 * held[2] + 0.25 * held[3] + 0.2 * held[4] + 0.1 * held[5]


def breakthrough(state: Any) -> float:
    own, other = Breakthrough(state, state.mover), Breakthrough(state, 1 - state.mover)
    broken_through = other.front() >= 2 and any(own.can_hold((1, col)) for col in range(own.cols))
    if own.front() == 1 or own.sure_run(True) <= other.front() or broken_through:
        value = 60.0
    elif other.sure_run(False) < own.front():
        value = -60.0
    else:
        value = own.assets(True) - other.assets(False) + 0.3
    return value if state.mover == 0 else -value


def colosseum_neighbours(state: Any, cell: Cell) -> list[Cell]:
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
    row, col = cell
    return [(row + r, col + c) for side, (r, c) in enumerate(steps) if not state.walls[row][col][side]]


def colosseum_walk(
    state: Any, start: set[Cell], blocked: set[Cell], steps: int, gate: tuple[Cell, ...] = ()
) -> set[Cell]:
    """All cells within some steps of `start`, never onto `blocked` nor through `gate`."""
    reached = set(start)
    for _ in range(steps):
        reached |= {
            near
            for cell in reached
            for near in colosseum_neighbours(state, cell)
            if near not in blocked and not (cell in gate and near in gate)
        }
    return reached


def colosseum(state: Any) -> float:
    mover, size, steps = state.mover, state.size, state.max_steps
    own, other = state.cells[mover], state.cells[1 - mover]
    everywhere = size * size
    gates = []
    for cell in colosseum_walk(state, {own}, set(), everywhere):
        for near in colosseum_neighbours(state, cell):
            region = colosseum_walk(state, {own}, set(), everywhere, (cell, near))
            if cell in region and other not in region:
                gates.append(
                    (cell, near, len(region), len(colosseum_walk(state, {other}, set(), everywhere, (cell, near))))
                )
    own_ends = colosseum_walk(state, {own}, {other}, steps)
    other_ends = colosseum_walk(state, {other}, {own}, steps)
    sign = 1 if mover == 0 else -1
    if any(mine > theirs and cell in own_ends for cell, _, mine, theirs in gates):
        return 60.0 * sign
    cells = 16.0 * sign * float(state.evaluate("basic"))
    for weight, starter, follower in ((18, own, other), (-10, other, own)):
        first, second = {starter}, {follower}
        for _ in range(everywhere):
            first = colosseum_walk(state, first, second, steps)
            second = colosseum_walk(state, second, first, steps)
        cells += weight * (len(first) - len(second))
    board = [(row, col) for row in range(size) for col in range(size)]
    open_steps = sum(len(colosseum_neighbours(state, cell)) for cell in board) / 2
    threat = any(theirs > mine and near in other_ends for _, near, mine, theirs in gates)
    return sign * (cells / open_steps + 1.7 * bool(gates) - 8 * threat)


def einstein(state: Any) -> float:
    squares = [(row, col, piece) for row, line in enumerate(state.board) for col, piece in enumerate(line) if piece]
    # Both sides as red, who goes down and right.
    sides = [
        [(row, col) for row, col, piece in squares if piece > 0],
        [(5 - row, 5 - col) for row, col, piece in squares if piece < 0],
    ]
    value, contacts = 0.0, 0
    for player, sign in ((state.mover, 1), (1 - state.mover, -1)):
        enemies = [(5 - row, 5 - col) for row, col in sides[1 - player]]
        value += sign * 0.8 * min(len(sides[player]), 5)
        for row, col in sides[player]:
            steps = 10 - row - col
            ahead = [(r, c) for r, c in enemies if r >= row and c >= col]
            value += sign * (0.43 * steps - 0.02 * max(5 - row, 5 - col) - 0.31 * (not ahead) - 0.3 * (steps <= 1))
            contacts += sign == 1 and any(r <= row + 1 and c <= col + 1 for r, c in ahead)
    value += (0.5 + 0.8 * contacts if contacts else 0) - 0.25
    return value if state.mover == 0 else -value


def droid_battle(state: Any) -> float:
    (_, shots0, points0), (_, shots1, points1) = state.droids
    rows, cols = int(state.game.parameters["rows"]), int(state.game.parameters["cols"])
    most = state.rounds_left / 5
    surplus = max(-most, min(most, shots0 - shots1))
    chance = (rows + cols - 2) / (rows * cols - 1)
    return float(points0 - points1 + chance * surplus / (1 + min(shots0, shots1)))


FORMULAS: dict[str, Callable[[Any], float]] = {
    "nim": nim,
    "nim:misere=false": nim,
    "connect_four": connect_four,
    "connect_four:width=4,height=5,connect=3": connect_four,
    "connect_four:width=3,height=15,connect=5": connect_four,
    "mancala": mancala,
    "mancala:houses=3,seeds=12,empty_capture=true": mancala,
    "mancala:houses=4,seeds=2,early_end=false": mancala,
    "breakthrough": breakthrough,
    "breakthrough:rows=8,cols=8": breakthrough,
    "breakthrough:rows=4,cols=3": breakthrough,
    "breakthrough:rows=10,cols=3": breakthrough,
    "colosseum:size=4": colosseum,
    "colosseum:size=5": colosseum,
    "einstein": einstein,
    "droid_battle": droid_battle,
    "droid_battle:rows=2,cols=5,rounds=8": droid_battle,
}


@pytest.mark.parametrize("spec", FORMULAS)
def test_better_is_its_formula(spec: str) -> None:
    check_formula(spec, "better", FORMULAS[spec], 60 if "colosseum" in spec else 300)

"""R2-D2 Battle: two droids on a small board move or shoot at the same time.

Player 0 is D2, player 1 is Q5. Cells are (row, column), row 0 at the top. In each round both choose an action: move
one cell up, down, left or right without leaving the board, or shoot, with at least one shot left. With `stay`, NONE
(do nothing) is always allowed too. A round goes on like this:

1. Both move. A droid that does not move has its own cell as next cell. When the two next cells are equal, or the
   droids would swap cells, neither moves: so walking onto a droid that stays is blocked.
2. Both who chose to shoot spend a shot. A shot hits when the other droid stands in the same row or column after
   moving; nothing is in the way. One hit is one point; when both hit, neither gets a point.

Over when both have no shots left, or after `rounds` rounds. More points win; equal is a draw.

- Action ids: MOVE_UP 0, MOVE_DOWN 1, MOVE_LEFT 2, MOVE_RIGHT 3, SHOOT 4 (one less than the handout's values), with
  `stay` NONE 5. These are also the notation.
- Start: `d2` and `q5`, by default the left end and the right end of row min(2, rows - 1).
- Position: board, each droid's cell:shots:points, rounds left: "4x4 D2,0:5:0 Q2,3:5:0 50".
- Score: points of player 0 minus points of player 1, at any time.
"""

from typing import NamedTuple

from . import SIMULTANEOUS, TERMINAL

NAMES = ("MOVE_UP", "MOVE_DOWN", "MOVE_LEFT", "MOVE_RIGHT", "SHOOT", "NONE")
STEPS = ((-1, 0), (+1, 0), (0, -1), (0, +1))
SHOOT = 4
NONE = 5

Cell = tuple[int, int]


class Droid(NamedTuple):
    cell: Cell
    shots: int
    points: int


class State(NamedTuple):
    droids: tuple[Droid, Droid]
    rounds_left: int


def next_cell(cell: Cell, action: int) -> Cell:
    """The cell a droid wants to be on after this action."""
    if action in (SHOOT, NONE):
        return cell
    down, right = STEPS[action]
    return cell[0] + down, cell[1] + right


class DroidBattle:
    def __init__(
        self,
        *,
        rows: int = 4,
        cols: int = 4,
        shots: int = 5,
        rounds: int = 50,
        d2: Cell | None = None,
        q5: Cell | None = None,
        stay: bool = False,
    ) -> None:
        self.rows = rows
        self.cols = cols
        self.shots = shots
        self.rounds = rounds
        self.d2 = (min(2, rows - 1), 0) if d2 is None else d2
        self.q5 = (min(2, rows - 1), cols - 1) if q5 is None else q5
        self.stay = stay
        self.num_actions = 6 if stay else 5

    def initial(self) -> State:
        return State((Droid(self.d2, self.shots, 0), Droid(self.q5, self.shots, 0)), self.rounds)

    def mover(self, state: State) -> int:
        if state.rounds_left == 0 or all(droid.shots == 0 for droid in state.droids):
            return TERMINAL
        return SIMULTANEOUS

    def legal(self, state: State, player: int | None = None) -> list[int]:
        if player is None:
            raise ValueError("both players act at once: name the player")
        if self.mover(state) == TERMINAL:
            return []
        droid = state.droids[player]
        actions = []
        for action in range(self.num_actions):
            row, column = next_cell(droid.cell, action)
            on_board = 0 <= row < self.rows and 0 <= column < self.cols
            if on_board and (action != SHOOT or droid.shots > 0):
                actions.append(action)
        return actions

    def apply(self, state: State, *actions: int) -> State:
        cells = [droid.cell for droid in state.droids]
        wanted = [next_cell(cells[player], actions[player]) for player in (0, 1)]
        would_swap = wanted[0] == cells[1] and wanted[1] == cells[0]
        if wanted[0] != wanted[1] and not would_swap:
            cells = wanted

        in_line = cells[0][0] == cells[1][0] or cells[0][1] == cells[1][1]
        fires = [actions[player] == SHOOT and state.droids[player].shots > 0 for player in (0, 1)]
        hits = [fires[player] and in_line for player in (0, 1)]
        droids = []
        for player in (0, 1):
            shots = state.droids[player].shots - (1 if fires[player] else 0)
            point = 1 if hits[player] and not hits[1 - player] else 0
            droids.append(Droid(cells[player], shots, state.droids[player].points + point))
        return State((droids[0], droids[1]), state.rounds_left - 1)

    def score(self, state: State) -> int:
        return state.droids[0].points - state.droids[1].points

    def name(self, state: State, action: int) -> str:
        return NAMES[action]

    def position(self, state: State) -> str:
        fields = [f"{self.rows}x{self.cols}"]
        for letter, (cell, shots, points) in zip("DQ", state.droids, strict=True):
            fields.append(f"{letter}{cell[0]},{cell[1]}:{shots}:{points}")
        return " ".join([*fields, str(state.rounds_left)])

    def parse(self, text: str) -> State:
        _, d2, q5, rounds_left = text.split()
        return State((self._parse_droid(d2[1:]), self._parse_droid(q5[1:])), int(rounds_left))

    def _parse_droid(self, text: str) -> Droid:
        cell, shots, points = text.split(":")
        row, column = cell.split(",")
        return Droid((int(row), int(column)), int(shots), int(points))

from dataclasses import dataclass

import lanista

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@dataclass(frozen=True)
class TicTacToe(lanista.PythonGame):
    """Three in a row on a 3 x 3 board; player 0 is x, player 1 is o."""

    cells: tuple[int, ...] = (0,) * 9  # row by row: 1 for x, -1 for o, 0 for empty

    num_actions = 9
    max_length = 9
    player_names = ("x", "o")

    def __post_init__(self):
        ahead = self.cells.count(1) - self.cells.count(-1)
        if len(self.cells) != 9 or not set(self.cells) <= {-1, 0, 1} or ahead not in (0, 1):
            raise ValueError("x and o alternate on nine cells")

    @classmethod
    def initial_state(cls):
        return cls()

    @property
    def current_player(self):
        if self.winner() != 0 or 0 not in self.cells:
            return lanista.TERMINAL
        return self.cells.count(1) - self.cells.count(-1)

    def legal_actions(self):
        return [cell for cell in range(9) if self.cells[cell] == 0]

    def child(self, action):
        mark = 1 if self.current_player == 0 else -1
        return TicTacToe((*self.cells[:action], mark, *self.cells[action + 1 :]))

    def returns(self):
        return self.winner(), -self.winner()

    def winner(self):
        for line in LINES:
            total = sum(self.cells[cell] for cell in line)
            if abs(total) == 3:
                return total // 3
        return 0

    def draw(self):
        marks = [{1: "x", -1: "o"}.get(cell, str(number)) for number, cell in enumerate(self.cells)]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))

    def evaluate(self, name="basic"):
        open_to_x = sum(all(self.cells[cell] != -1 for cell in line) for line in LINES)
        open_to_o = sum(all(self.cells[cell] != 1 for cell in line) for line in LINES)
        return open_to_x - open_to_o

"""R2-D2 Battle (University of Pennsylvania, CIS 521, robot exercise 3, 2022): two droids move or shoot at once.

A board of rows x cols cells (row, column), row 0 at the top; the handout's is 4 x 4. Player 0 is D2, player 1 is Q5:

        0 1 2 3
      0 . . . .
      1 . . . .
      2 D . . Q
      3 . . . .

In each round both choose at once: move one cell up, down, left or right on the board, or shoot, with a shot left. First
both move. If their next cells are equal, or they would swap cells, neither moves; a droid that shoots has its own cell
as the next one, so walking onto it is blocked (the handout speaks only of both moving; its code does this). Then both
who chose to shoot spend a shot. A shot hits when the other droid, after moving, is in the same row or column: a point;
when both hit, neither gets one. Over when both have no shots left, or after `rounds` rounds. More points win; as many
is a draw; the score is the points of D2 minus those of Q5.

With `stay`, the action NONE (stay where one is) is always legal too: what the handout's game loop makes of an illegal
choice. It changes the theory: with it every position has a pure solution, without it one must mix.

Action: MOVE_UP 0, MOVE_DOWN 1, MOVE_LEFT 2, MOVE_RIGHT 3, SHOOT 4 (the handout's numbers less one), NONE 5. Notation:
these names; `up`, `down`, `left`, `right` are short forms.
Position: the board, each droid's cell:shots:points, the rounds left: `4x4 D2,0:5:0 Q2,3:5:0 50`.
Gesture: the cell to move to; the buttons `shoot` and `stay`.
"""

from __future__ import annotations

import re
from typing import Any

from lanista import _native
from lanista.errors import ParameterError
from lanista.games import drawing
from lanista.games.base import NativeGame
from lanista.games.parameters import format_spec, integer, integers, switch
from lanista.games.texts import turn_line

_WORDS = ("up", "down", "left", "right", "shoot", "none")
_NAMES = ("MOVE_UP", "MOVE_DOWN", "MOVE_LEFT", "MOVE_RIGHT", "SHOOT", "NONE")
_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
_SHOOT = 4
_LETTERS = "DQ"
_NUMBER = "(0|[1-9][0-9]{0,2})"
_DROID_TEXT = re.compile(rf"[DQ]{_NUMBER},{_NUMBER}:{_NUMBER}:{_NUMBER}")

DroidBattleState = _native.DroidBattleState


class DroidBattle(NativeGame):
    """R2-D2 Battle; state.droids is ((row, column), shots, points) of D2 and of Q5; state.rounds_left an int."""

    name = "droid_battle"
    title = "R2-D2 Battle"
    player_names = ("D2", "Q5")
    is_simultaneous = True
    declared = (
        integer("rows", 4, 2, 8, "rows of the board"),
        integer("cols", 4, 2, 8, "columns of the board"),
        integer("shots", 5, 1, 15, "shots that each droid has"),
        integer("rounds", 50, 1, 200, "rounds after which the game is over"),
        integers("d2", None, 0, 7, range(2, 3), "start cell of D2, row-column; without it the left end of row 2"),
        integers("q5", None, 0, 7, range(2, 3), "start cell of Q5, row-column; without it the right end of row 2"),
        switch("stay", False, "whether a droid may also do nothing"),
    )
    text_styles = {"D": "bold red", "Q": "bold blue"}
    keys = {
        **{"w": "up", "s": "down", "a": "left", "d": "right", " ": "shoot", "n": "none"},
        **{arrow: arrow for arrow in ("up", "down", "left", "right")},
    }
    notation = "'MOVE_UP' or 'up', down, left, right, 'SHOOT'"
    action_pattern = re.compile(r"(?:move_)?(up|down|left|right)|(shoot|none)")

    def complete(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters with the start cells; refuses cells off the board and one cell for both."""
        rows, cols = values["rows"], values["cols"]
        cells = _start_cells(rows, cols) | {name: values[name] for name in ("d2", "q5") if values[name] is not None}
        for name, (row, col) in cells.items():
            if row >= rows or col >= cols:
                raise ParameterError(
                    f"{self.name}: {name} must be a cell of the {rows}x{cols} board, 0-0 to {rows - 1}-{cols - 1}, "
                    f"got {row}-{col}"
                )
        if cells["d2"] == cells["q5"]:
            row, col = cells["d2"]
            raise ParameterError(f"{self.name}: d2 and q5 must be two different cells, both are {row}-{col}")
        return values | cells

    @property
    def spec(self) -> str:
        """The text that load_game turns into this game; without the start cells that it would choose itself."""
        usual = _start_cells(self.rows, self.cols)
        shown = {name: None if value == usual.get(name) else value for name, value in self.parameters.items()}
        return format_spec(self.name, self.declared, shown)

    def make_rules(self, **parameters: Any) -> _native.DroidBattleRules:
        """Return the native rules."""
        self.rows: int = parameters["rows"]
        self.cols: int = parameters["cols"]
        self.shots: int = parameters["shots"]
        self.rounds: int = parameters["rounds"]
        self.num_actions = 6 if parameters["stay"] else 5
        self.max_length = self.rounds
        cells = [row * self.cols + col for row, col in (parameters.pop("d2"), parameters.pop("q5"))]
        return _native.DroidBattleRules(start=cells, **parameters)

    def format_action(self, state: _native.DroidBattleState, action: int) -> str:
        """Return the action's name, the same for both droids."""
        return _NAMES[action]

    def read_action(self, state: _native.DroidBattleState, match: re.Match[str]) -> int:
        """Return the action of a name."""
        return _WORDS.index(match[1] or match[2])

    def format_position(self, state: _native.DroidBattleState) -> str:
        """Return the board's size, both droids and the rounds left."""
        fields = [
            f"{letter}{row},{col}:{shots}:{points}"
            for letter, ((row, col), shots, points) in zip(_LETTERS, state.droids, strict=True)
        ]
        return " ".join([f"{self.rows}x{self.cols}", *fields, str(state.rounds_left)])

    def parse_position(self, text: str) -> _native.DroidBattleState:
        """Return the position; refuses another board, and shots and points that the rounds played do not allow."""
        fields = self.fields_of(text)
        if len(fields) != 4:
            self.bad_position(text, "it needs the board's size, D2, Q5 and the rounds left")
        if fields[0] != f"{self.rows}x{self.cols}":
            self.bad_position(text, f"the board must be {self.rows}x{self.cols} as the game's, got {fields[0]!r}")
        try:
            d2, q5 = (self._read_droid(field, letter) for field, letter in zip(fields[1:3], _LETTERS, strict=True))
        except ValueError as error:
            self.bad_position(text, str(error))
        if d2[0] == q5[0]:
            self.bad_position(text, f"D2 and Q5 share a cell: {fields[1]!r}, {fields[2]!r}")
        if not re.fullmatch(_NUMBER, fields[3]) or int(fields[3]) > self.rounds:
            self.bad_position(text, f"the rounds left must be 0 to {self.rounds}, got {fields[3]!r}")
        rounds_left = int(fields[3])
        # A point needs a round in which the other droid does not shoot: if both do, both hit or none.
        needed = max(self.shots - d2[1] + q5[2], self.shots - q5[1] + d2[2])
        if needed > self.rounds - rounds_left:
            played = f"{self.rounds - rounds_left} rounds played"
            self.bad_position(
                text, f"rounds left {rounds_left}: the shots spent and points need {needed}, not {played}"
            )
        state: _native.DroidBattleState = self.rules.state(self, [d2, q5], rounds_left)
        return state

    def _read_droid(self, field: str, letter: str) -> tuple[int, int, int]:
        match = _DROID_TEXT.fullmatch(field)
        if match is None or field[0] != letter:
            raise ValueError(f"{letter} must look like '{letter}2,0:5:0' (cell:shots:points), got {field!r}")
        row, col, shots, points = (int(number) for number in match.groups())
        if row >= self.rows or col >= self.cols:
            raise ValueError(f"{field!r} is off the {self.rows}x{self.cols} board")
        if shots > self.shots:
            raise ValueError(f"{field!r} has {shots} shots, more than the {self.shots} of the start")
        if points > self.shots - shots:
            raise ValueError(f"{field!r} has {points} points from {self.shots - shots} shots spent")
        return row * self.cols + col, shots, points

    def status(self, state: _native.DroidBattleState) -> list[str]:
        """Return the lines on both droids, and the rounds left or how the game ended."""
        lines = [
            f"{name}: {shots} {'shot' if shots == 1 else 'shots'}, {points} {'point' if points == 1 else 'points'}"
            for name, (_, shots, points) in zip(self.player_names, state.droids, strict=True)
        ]
        left = "1 round left" if state.rounds_left == 1 else f"{state.rounds_left} rounds left"
        return [*lines, turn_line(state, 0) if state.is_terminal else left]

    def draw_text(self, state: _native.DroidBattleState) -> str:
        """Return the board with its coordinates, and the status."""
        marks = {cell: letter for letter, (cell, _, _) in zip(_LETTERS, state.droids, strict=True)}
        head = "  " + " ".join(str(col) for col in range(self.cols))
        board = [
            f"{row} " + " ".join(marks.get((row, col), ".") for col in range(self.cols)) for row in range(self.rows)
        ]
        return "\n".join([head, *board, *self.status(state)])

    def draw_svg(self, state: _native.DroidBattleState) -> str:
        """Return the board; the hot spots are cells `cell 1,0` and the buttons `shoot` and `stay`."""
        cell, margin = drawing.CELL, drawing.MARGIN
        # Wide enough for the status, and for both buttons.
        width = max(self.cols, 4) * cell + 2 * margin
        left, top = (width - self.cols * cell) / 2, 4 * margin
        bottom = top + self.rows * cell
        picture = drawing.Picture(width, bottom + 2 * margin, f"{self.title}: {state.position}")
        for number, line in enumerate(self.status(state)):
            picture.text(width / 2, margin * (0.6 + 0.8 * number), line, bold=number == 2)
        for col in range(self.cols):
            picture.text(left + (col + 0.5) * cell, top - margin / 2, str(col))
        for row in range(self.rows):
            picture.text(left - margin / 2, top + (row + 0.5) * cell, str(row))
            for col in range(self.cols):
                fill = drawing.LIGHT if (row + col) % 2 == 0 else drawing.DARK
                picture.rect(left + col * cell, top + row * cell, cell, cell, fill, spot=f"cell {row},{col}")
        for player, ((row, col), _, _) in enumerate(state.droids):
            self._draw_droid(picture, left + (col + 0.5) * cell, top + (row + 0.5) * cell, player, f"cell {row},{col}")
        buttons = [] if state.is_terminal else ["shoot", "stay"][: self.num_actions - 4]
        for number, label in enumerate(buttons):
            x = width / 2 + (number - (len(buttons) - 1) / 2) * 120
            picture.button(x, bottom + margin, 100, 34, label, spot=label)
        return picture.render()

    def _draw_droid(self, picture: drawing.Picture, x: float, y: float, player: int, spot: str) -> None:
        paint, edge = drawing.PLAYER_FILL[player], drawing.PLAYER_EDGE[player]
        for side in (-1, 1):
            picture.rect(x + side * 17 - 3.5, y - 4, 7, 28, edge, round_by=3, spot=spot)
        picture.circle(x, y - 8, 14, drawing.PAPER, edge=edge, spot=spot)
        picture.circle(x, y - 14, 3, edge, spot=spot)
        picture.rect(x - 14, y - 7, 28, 27, paint, edge=edge, round_by=4, spot=spot)
        picture.text(x, y + 7, self.player_names[player], size=15, fill=drawing.PLAYER_TEXT, bold=True)

    def format_gesture(self, state: _native.DroidBattleState, action: int, player: int) -> tuple[str, ...]:
        """Return the cell to move to, or the button."""
        if action >= _SHOOT:
            return ("shoot" if action == _SHOOT else "stay",)
        (row, col), _, _ = state.droids[player]
        down, right = _STEPS[action]
        return (f"cell {row + down},{col + right}",)


def _start_cells(rows: int, cols: int) -> dict[str, tuple[int, int]]:
    """Return the start cells that are not given: both ends of row 2, or of the last row if there is no row 2."""
    row = min(2, rows - 1)
    return {"d2": (row, 0), "q5": (row, cols - 1)}

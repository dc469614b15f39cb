"""A person at the board: the arrow keys choose a move, Z plays it; through a pipe lines do the same."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from lanista.agents.base import Clock
from lanista.agents.human import HumanAgent
from lanista.agents.terminal import Screen, rich_console
from lanista.games.base import Game, State
from lanista.games.einstein import Einstein, EinsteinState

PASS = "--"
_SIDE = 6
# Where a square is in the drawn board, and how wide.
_MARGIN, _STEP, _WIDTH = 2, 3, 2
_ARROWS = (("↓", "→", "↘"), ("↑", "←", "↖"))
_COMMANDS = {"q": "quit", "h": "hint", "b": "board", "?": "help"}
_LINE_KEYS = (":", "\n", "\r")
_KEYS = "←→ piece, ↑↓ way, Z plays, ? help"
Paint = Callable[[State], Text]


class Board:
    """The board on a screen, or none where it is not wanted. paint: the drawn board in colour."""

    def __init__(self, paint: Paint, *, is_shown: bool) -> None:
        self.is_shown = is_shown
        self._paint = paint
        self._console = rich_console()

    def show(self, state: State, marked: tuple[int, ...] = ()) -> None:
        """Draw the board; marked squares are reversed."""
        if not self.is_shown:
            return
        text = Text(str(state)) if self._console.no_color else self._paint(state)
        lines = str(state).split("\n")
        for square in marked:
            row, col = divmod(square, _SIDE)
            start = sum(len(line) + 1 for line in lines[:row]) + _MARGIN + _STEP * col
            text.stylize("reverse", start, start + _WIDTH)
        self._console.print(text, soft_wrap=True)

    def take_back(self, state: State, lines: int) -> None:
        """Put the cursor back to where the board was begun, with so many lines written since; on a terminal only."""
        if self._console.is_terminal:
            height = len(str(state).split("\n")) if self.is_shown else 0
            self._console.file.write(f"\033[{height + lines}A\033[J")


class EwnPerson(HumanAgent):
    """A person; where the input is no terminal, or a line is asked for, moves are typed in the handout's notation."""

    def __init__(self, game: Game, board: Board) -> None:
        super().__init__(game)
        self.board = board
        self.screen = Screen(draw=board.show)
        if self.screen.is_terminal:  # there it is drawn with the move that is chosen
            self.screen = Screen(draw=lambda state: None)

    def _introduce(self, state: State, player: int) -> None:
        if not self.screen.is_terminal:
            super()._introduce(state, player)

    def _help(self, state: State, player: int) -> None:
        if self.screen.is_terminal:
            self.screen.line("← → another piece, ↑ ↓ another way, Z plays the move that is shown.")
            self.screen.line("h hint, b board, q quit, ? this; Enter or : for a line to type in.")
        super()._help(state, player)

    def _read(self, state: State, player: int, clock: Clock) -> str | None:
        """Return a move or a command; None at the end of input."""
        if not self.screen.is_terminal:
            return super()._read(state, player, clock)
        by_piece: dict[int, list[str]] = {}
        for action in state.legal_actions():
            by_piece.setdefault(action // 3, []).append(state.action_to_string(action))
        # Left to right as they stand on the board.
        pieces = sorted(by_piece.values(), key=lambda moves: _squares(state, player, moves[0]))
        piece = way = 0
        while True:
            moves = pieces[piece % len(pieces)]
            move = moves[way % len(moves)]
            self.board.show(state, _squares(state, player, move))
            key = self.screen.ask_key(f"{self._named(state, player, move)}  {_KEYS}> ")
            match key.lower() if key is not None else None:
                case None:
                    return None
                case "left" | "right":
                    piece += 1 if key == "right" else -1
                case "up" | "down":
                    way += 1 if key == "down" else -1
                case "z":
                    return move
                case word if key in _LINE_KEYS:
                    return self.screen.ask(f"{state.game.player_names[player]}> ")
                case word if word in _COMMANDS:
                    return _COMMANDS[word]
            self.board.take_back(state, lines=1)

    def _named(self, state: State, player: int, move: str) -> str:
        """Return `red: 3 ↘`."""
        what = "pass" if move == PASS else f"{move[0]} {_ARROWS[player][int(move[1])]}"
        return f"{state.game.player_names[player]}: {what}"


def _squares(state: State, player: int, move: str) -> tuple[int, ...]:
    """Return the squares that a move leaves and enters; none for the pass."""
    if move == PASS:
        return ()
    assert isinstance(state, EinsteinState)
    assert isinstance(state.game, Einstein)
    spots = state.game.format_gesture(state, state.parse_action(move), player)
    return tuple(int(spot.split()[-1]) for spot in spots)

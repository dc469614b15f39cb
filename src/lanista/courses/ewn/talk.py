"""The handout's protocol, from the referee's side: characters to and from an agent's program, nothing between them.

To the program: twelve digits, 'f' or 's', then the opponent's moves, the last one too; 'y' before a further game.
From it: its moves. A move has two characters: piece and direction, or "--".
"""

from __future__ import annotations

import contextlib
import time
import weakref
from pathlib import Path

from lanista.agents.base import Agent, Clock
from lanista.courses.base import files_hash
from lanista.courses.ewn.build import MEMORY_MB, prepare
from lanista.errors import IllegalActionError, LaunchError, NotationError, PositionError
from lanista.files import path_spec
from lanista.games.base import Game, State
from lanista.games.einstein import EinsteinState
from lanista.sandbox.channel import Channel
from lanista.sandbox.launch import Child, Launch
from lanista.sandbox.verdict import AgentFailure, Verdict

MOVE_SECONDS = 10.0
LETTERS = "fs"
AGAIN = "y"
_HOMES = (0, 1, 2, 6, 7, 12, 23, 28, 29, 33, 34, 35)
# What is told fits into the pipe; a program need not read it now.
_SEND_SECONDS = 0.5
_LAST_WORDS = 0.1  # seconds for what is written on standard error after a match


def arrangement(start: State) -> str:
    """Return the twelve digits of a start: red's pieces, then blue's; PositionError for any other position."""
    assert isinstance(start, EinsteinState)
    board = [piece for row in start.board for piece in row]
    digits = "".join(str(abs(board[home]) - 1) for home in _HOMES)
    with contextlib.suppress(PositionError):
        if start.game.parse_start(digits) == start:
            return digits
    raise PositionError(f"{start.position!r} is no start that the handout's protocol has digits for")


class EwnProgram(Agent):
    """Plays by talking with a student's program, which lives for all games of this object, until it does wrong.

    A move has the handout's ten seconds, or less if the clock says so. After a game that did not end by the rules the
    program starts anew, also that of the player who did nothing wrong: it still waits for a move of that game.
    echoes: what the program writes on standard error appears there.
    """

    about = "a program that speaks the characters of the ewn handout"

    def __init__(self, game: Game, path: Path, *, echoes: bool = False) -> None:
        self.name = path.absolute().stem
        super().__init__(game)
        self._path = path
        self._echoes = echoes
        self.program = prepare(path)
        # It is stopped while the other side thinks: on one core, it would take its time.
        self._launch = Launch(
            (str(self.program.file),),
            folder=self.program.folder,
            memory_mb=MEMORY_MB,
            one_core=True,
            pauses=True,
        )
        self._player = 0
        self._line: _Line | None = None
        self._state: State | None = None

    @property
    def spec(self) -> str:
        """The text that load_agent turns into this agent."""
        return f"ewn@{path_spec(self._path)}"

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of the executable or the zip, or of all the folder's files with their names."""
        return files_hash(self._path)

    def cpu_seconds(self) -> float:
        """Return the processor time of its program."""
        return 0.0 if self._line is None else self._line.child.cpu_seconds()

    def begin(self, game: Game, player: int, seed: int) -> None:
        """See to it that the program runs; its chance is its own."""
        self._player = player
        if self._line is not None and not self._line.child.is_alive:
            self.end_program()
        if self._line is None:
            try:
                self._line = _Line(self._launch, echoes=self._echoes)
            except LaunchError as error:
                raise AgentFailure(Verdict.CRASH, str(error)) from None
            self._ended = weakref.finalize(self, self._line.child.kill)

    def opened(self, start: State) -> None:
        """Announce the game."""
        digits = arrangement(start)
        self._state = start
        if self._line is not None:
            self._line.games += 1
            self._line.moves = 0
            self._line.tell((AGAIN if self._line.games > 1 else "") + digits + LETTERS[self._player])

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the move that the program writes in time; AgentFailure says why there is none."""
        asked = time.monotonic()
        assert self._line is not None
        try:
            if state != self._state:
                raise self._line.channel.failure(Verdict.PROTOCOL, "the handout's protocol takes no move back")
            action = self._line.move(state, min(clock.deadline, asked + MOVE_SECONDS))
        except AgentFailure as failure:
            if failure.verdict is Verdict.TIME:
                failure.message = f"no move within {min(clock.deadline - asked, MOVE_SECONDS):.3g} s"
            if self._line.games > 1 and self._line.moves == 0:
                failure.message += f" (it has read the {AGAIN!r} that comes before a further game?)"
            self.end_program()
            raise
        return action

    def moved(self, actions: tuple[int, ...]) -> None:
        """Tell the program the other side's move."""
        if self._state is None:
            return
        mover, name = self._state.current_player, self._state.action_to_string(actions[0])
        self._state = self._state.child(*actions)
        if mover != self._player and self._line is not None:
            self._line.tell(name)

    def end(self, state: State) -> None:
        """Let the program see the end of the game; where there was none by the rules, end the program."""
        if not state.is_terminal:
            self.end_program()
        elif self._line is not None:
            self._line.child.go_on()

    def end_program(self) -> None:
        """End the program; the next game starts it anew."""
        if self._line is not None:
            self._ended.detach()
            self._line.close()
            self._line = None


class _Line:
    """A program that runs. games: how many were announced to it; moves: how many it has made in the last of them."""

    def __init__(self, launch: Launch, *, echoes: bool) -> None:
        self.child: Child = launch.start()
        self.channel = Channel(self.child, echoes=echoes)
        self.games = self.moves = 0
        self._echoes = echoes

    def tell(self, text: str) -> None:
        """Write; that a program has died shows when it is asked."""
        with contextlib.suppress(AgentFailure):
            self.channel.send(text.encode(), time.monotonic() + _SEND_SECONDS)

    def move(self, state: State, deadline: float) -> int:
        """Return the action of the next two characters."""
        self.child.go_on()
        text = self.channel.characters(2, deadline).decode("latin-1")
        self.child.pause()
        self.moves += 1
        try:
            return state.parse_action(text)
        except IllegalActionError as error:
            raise self.channel.failure(Verdict.ILLEGAL, str(error)) from None
        except NotationError:
            hint = "; nothing stands between the moves" if text.strip() != text else ""
            raise self.channel.failure(Verdict.PROTOCOL, f"it wrote {text!r}, which is no move{hint}") from None

    def close(self) -> None:
        """End the program."""
        if self._echoes and self.child.is_alive:
            self.child.go_on()
            with contextlib.suppress(AgentFailure):
                self.channel.characters(1 << 16, time.monotonic() + _LAST_WORDS)
        self.child.kill()

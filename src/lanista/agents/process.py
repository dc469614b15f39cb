"""An agent that is a program of its own, spoken to in lines of JSON (docs/PROTOCOL.md).

Its program lives as long as it behaves: the next agent of the same kind takes it over, and greets it anew, unless it
is to end with the agent. What it does wrong is an AgentFailure, after which the program is killed, unless it kept to
the protocol.
"""

from __future__ import annotations

import atexit
import contextlib
import math
import time
import weakref
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from lanista import errors
from lanista.agents.base import Agent, Clock, Resignation
from lanista.errors import IllegalActionError, LanistaError, LaunchError, NotationError
from lanista.games.base import Game, State
from lanista.sandbox.channel import Channel
from lanista.sandbox.launch import Launch
from lanista.sandbox.verdict import AgentFailure, Verdict

PROTOCOL = 1
START_SECONDS = 60.0
"""How long a program may take to get ready: to load, and for each game."""
_MOST_IDLE = 8  # programs that wait for another game; of more the longest idle one is ended
_LAST_WORD = 0.5  # seconds in which a program must read that a game is over


class Answer(msgspec.Struct):
    """What a program may answer; which fields count depends on the type."""

    type: Literal["ready", "action", "resign", "illegal", "error"]
    protocol: int | None = None
    brief: bool = False  # it follows the game by the actions that are played
    action: int | str | None = None
    kind: str = ""
    message: str = ""
    details: str = ""


class ProcessAgent(Agent):
    """Plays by asking a program.

    grace: seconds that a late answer is waited for before the program is killed. echoes: what it writes besides its
    answers is shown on standard error. is_kept: another such agent may have the program after this one.
    """

    about = "a program of its own, in any language: the JSON lines of docs/PROTOCOL.md"

    def __init__(
        self,
        game: Game,
        name: str,
        launch: Launch,
        *,
        grace: float = 0.0,
        echoes: bool = False,
        is_kept: bool = True,
    ) -> None:
        self.name = name
        super().__init__(game)
        self._launch = launch
        self._grace = grace
        self._echoes = echoes
        self._is_kept = is_kept
        self._player = self._seed = 0
        self._has_begun = False
        # What the program knows, and what has been played since it was last asked.
        self._known: State | None = None
        self._played: list[tuple[int, ...]] = []
        self._program: _Program | None = None
        self._take_program(time.monotonic() + START_SECONDS)

    @property
    def diagnostics(self) -> str:
        """What the program has written besides its answers."""
        return "" if self._program is None else self._program.channel.diagnostics.text()

    def cpu_seconds(self) -> float:
        """Return the processor time of its program."""
        return 0.0 if self._program is None else self._program.child.cpu_seconds()

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Tell the program that a game begins, and wait until it is ready."""
        self._player, self._seed = player, seed
        deadline = time.monotonic() + START_SECONDS
        if self._program is None:
            self._take_program(deadline)
        self._begin(deadline)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return what the program answers; Resignation and AgentFailure say why there is no action."""
        asked = time.monotonic()
        if self._program is None:  # it was ended in this game, which goes on
            self._take_program(min(clock.deadline + self._grace, asked + START_SECONDS))
        if not self._has_begun:
            self._begin(clock.deadline)
        assert self._program is not None
        times = {"move_time": _finite(clock.deadline - asked), "game_time": _finite(clock.game_left)}
        question = {"type": "choose", "player": player, **self._situation(state, player), **times}
        answer = self._ask(question, clock.deadline)
        match answer:
            case Answer(type="action", action=int(action)):
                return action
            case Answer(type="action", action=str(text)):
                try:
                    return state.parse_action(text, player)
                except (NotationError, IllegalActionError) as error:
                    raise self._program.channel.failure(Verdict.ILLEGAL, str(error)) from None
            case Answer(type="resign"):
                raise Resignation
            case Answer(type="illegal", message=message):
                raise self._program.channel.failure(Verdict.ILLEGAL, message)
        raise self._out_of_step(f"it answered {answer.type!r} to 'choose'")

    def moved(self, actions: tuple[int, ...]) -> None:
        """Follow the game."""
        if self._known is not None:
            self._known = self._known.child(*actions)
            self._played.append(actions)

    def end(self, state: State) -> None:
        """Tell the program how the game ended."""
        if self._program is None:
            return
        returns = list(state.returns()) if state.is_terminal else None
        try:
            self._program.tell({"type": "end", "position": state.position, "returns": returns})
        except AgentFailure:
            self._end_program()
        self._has_begun = False

    def _situation(self, state: State, player: int) -> dict[str, object]:
        """Return where the game stands, as the program is to be told; from then on it knows."""
        assert self._program is not None
        known, played = self._known, self._played
        self._known, self._played = state, []
        if not self._program.is_brief:
            names = [state.action_to_string(action, player) for action in state.legal_actions(player)]
            return {"position": state.position, "legal": names}
        return {"actions": played} if known == state else {"position": state.position}

    def _begin(self, deadline: float) -> None:
        answer = self._ask({"type": "begin", "player": self._player, "seed": self._seed}, deadline)
        if answer.type != "ready":
            raise self._out_of_step(f"it answered {answer.type!r} to 'begin'")
        self._has_begun = True
        self._known, self._played = None, []

    def _ask(self, question: dict[str, Any], deadline: float) -> Answer:
        """Return the program's answer in time; one that is late, but not by more than the grace, leaves it alive."""
        assert self._program is not None
        asked = time.monotonic()
        try:
            answer = self._program.ask(question, deadline + self._grace)
        except AgentFailure as failure:
            self._end_program()
            if failure.verdict is Verdict.TIME:
                failure.message = f"no answer within {deadline + self._grace - asked:.3f} s: {failure.message}"
                failure.is_final = self._grace > 0
            raise
        if time.monotonic() > deadline:
            raise self._program.channel.failure(
                Verdict.TIME, f"its answer came {time.monotonic() - deadline:.3f} s late"
            )
        if answer.type == "error":
            is_final = answer.kind == "MemoryError" and self._launch.memory_mb is not None
            raise AgentFailure(Verdict.CRASH, answer.message, self._evidence(answer), is_final=is_final)
        return answer

    def _evidence(self, answer: Answer) -> str:
        printed = self.diagnostics
        return f"{answer.details}\nit printed:\n{printed}" if printed else answer.details

    def _out_of_step(self, message: str) -> AgentFailure:
        assert self._program is not None
        failure = self._program.channel.failure(Verdict.PROTOCOL, message)
        self._end_program()
        return failure

    def _end_program(self) -> None:
        assert self._program is not None
        self._given_back.detach()
        self._program.dismiss()
        self._program = None
        self._has_begun = False

    def _take_program(self, deadline: float) -> None:
        take = _Program.get if self._is_kept else _Program
        self._program = take(self._launch, self.game, self.spec, deadline, echoes=self._echoes)
        leave = _Program.give_back if self._is_kept else _Program.retire
        self._given_back = weakref.finalize(self, leave, self._program)


class _Program:
    """A program that runs and knows the game; idle ones wait for the next agent that needs them, whatever it plays."""

    _idle: list[_Program] = []

    def __init__(self, launch: Launch, game: Game, name: str, deadline: float, *, echoes: bool) -> None:
        self._launch = launch
        self._is_asked = False
        self.child = launch.start()
        self.channel = Channel(self.child, echoes=echoes)
        self.greet(game, name, deadline)

    def greet(self, game: Game, name: str, deadline: float) -> None:
        """Tell the program that somebody new is to play, and wait until it is ready; LaunchError says why it is not."""
        try:
            hello = {"type": "hello", "protocol": PROTOCOL, "game": game.spec, "parameters": _plain(game.parameters)}
            answer = self.ask(hello, deadline)
        except AgentFailure as failure:
            self.dismiss()
            words = [failure.message, *failure.details.strip().splitlines()[-1:]]
            raise LaunchError(f"{name} does not get ready: {': '.join(words)}") from None
        if answer.type != "ready" or answer.protocol != PROTOCOL:
            self.dismiss()
            kind = getattr(errors, answer.kind, None)
            if isinstance(kind, type) and issubclass(kind, errors.LanistaError):  # our own, from the other side
                raise kind(answer.message)
            problem = answer.message if answer.type == "error" else f"it does not speak protocol {PROTOCOL}"
            raise LaunchError(f"{name} does not get ready: {problem}")
        self.is_brief = answer.brief

    @classmethod
    def get(cls, launch: Launch, game: Game, name: str, deadline: float, *, echoes: bool) -> _Program:
        """Return an idle program, or a new one; LaunchError says why it does not get ready."""
        while (program := next((idle for idle in cls._idle if idle._launch == launch), None)) is not None:
            cls._idle.remove(program)
            # It may be about to end, as some do after a game, or not know what a second greeting is.
            with contextlib.suppress(LanistaError):
                program.greet(game, name, deadline)
                return program
        return cls(launch, game, name, deadline, echoes=echoes)

    def give_back(self) -> None:
        """Let the next agent have it, unless it still thinks about something."""
        if self._is_asked:
            self.dismiss()
        else:
            self._idle.append(self)
            if len(self._idle) > _MOST_IDLE:
                self._idle.pop(0).retire()

    def dismiss(self) -> None:
        """End it."""
        self.child.kill()

    def retire(self) -> None:
        """End it when there is nothing more to play; what it says about its last game is to be seen."""
        if self.channel.echoes:
            self.child.hang_up()
            self.channel.last_words()
        self.dismiss()

    @classmethod
    def dismiss_idle(cls) -> None:
        """End all that wait."""
        while cls._idle:
            cls._idle.pop().retire()

    def tell(self, message: dict[str, Any]) -> None:
        """Say something that needs no answer."""
        self.child.go_on()
        self.channel.send(msgspec.json.encode(message) + b"\n", time.monotonic() + _LAST_WORD)
        self.child.pause()

    def ask(self, question: dict[str, Any], deadline: float) -> Answer:
        """Return the answer to a question."""
        if self.channel.unread():
            raise self.channel.failure(Verdict.PROTOCOL, "it answered before it was asked")
        self._is_asked = True
        self.child.go_on()
        self.channel.send(msgspec.json.encode(question) + b"\n", deadline)
        line = self.channel.line(deadline)
        self.child.pause()
        self._is_asked = False
        try:
            return msgspec.json.decode(line, type=Answer)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            text = line[:80].decode(errors="backslashreplace")
            raise self.channel.failure(
                Verdict.PROTOCOL, f"its answer {text!r} is not in the protocol: {error}"
            ) from None


def dismiss_idle_programs() -> None:
    """End the programs that wait for another game."""
    _Program.dismiss_idle()


atexit.register(dismiss_idle_programs)


def _plain(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return a game's parameters as JSON has them."""
    plain = (bool, int, float, tuple)  # a tuple becomes a list
    return {key: value if isinstance(value, plain) else str(value) for key, value in parameters.items()}


def _finite(seconds: float) -> float | None:
    return round(seconds, 6) if math.isfinite(seconds) else None

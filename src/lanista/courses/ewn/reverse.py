"""`lanista ewn-agent`: one of our agents speaks the handout's protocol, so that the original `game` plays with it."""

from __future__ import annotations

import time
from typing import BinaryIO

from lanista.agents.base import Agent, Clock, Resignation, as_action
from lanista.courses.ewn.talk import AGAIN, LETTERS, MOVE_SECONDS
from lanista.errors import LanistaError
from lanista.games.base import Game, State
from lanista.seeding import derive_seed

# Of the ten seconds, what the way to the referee and a busy machine may take.
_SPARE_SECONDS = 0.5


class _GameHasLeft(Exception):
    """The input has ended."""


class _Wire:
    """The line to the game. Blanks and ends of lines are passed over, so that one can try it by hand."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source = source
        self._sink = sink

    def receive(self, count: int) -> str:
        """Return the next characters."""
        text = ""
        while len(text) < count:
            character = self._source.read(1)
            if not character:
                raise _GameHasLeft
            text += character.decode("latin-1").strip()
        return text

    def send(self, text: str) -> None:
        """Write a move."""
        self._sink.write(text.encode())
        self._sink.flush()


def serve(game: Game, agent: Agent, seed: int, source: BinaryIO, sink: BinaryIO) -> None:
    """Play games until the input ends; LanistaError where it is not in the protocol."""
    wire = _Wire(source, sink)
    number = 0
    try:
        while True:
            first = wire.receive(1)
            if first == AGAIN:
                first = wire.receive(1)
            start = game.initial_state(start=first + wire.receive(11))
            letter = wire.receive(1)
            if letter not in LETTERS:
                raise LanistaError(f"after the twelve digits comes 'f' or 's', got {letter!r}")
            _play(wire, agent, start, LETTERS.index(letter), derive_seed(seed, "game", number))
            number += 1
    except _GameHasLeft:
        return


def _play(wire: _Wire, agent: Agent, state: State, player: int, seed: int) -> None:
    agent.begin(state.game, player, seed)
    agent.opened(state)
    while not state.is_terminal:
        if state.current_player == player:
            deadline = time.monotonic() + MOVE_SECONDS - _SPARE_SECONDS
            try:
                action = as_action(agent.choose(state, player, Clock(deadline)))
            except Resignation:
                raise LanistaError("it gives the game up, which the protocol has no word for") from None
            wire.send(state.action_to_string(action))
        else:
            action = state.parse_action(wire.receive(2))
        state = state.child(action)
        agent.moved((action,))
    agent.end(state)

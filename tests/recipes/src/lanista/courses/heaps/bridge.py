"""A submission's own process: its function, asked about the heaps."""

from __future__ import annotations

import sys
from pathlib import Path

from lanista.agents.base import Clock
from lanista.errors import FileLoadError, quoted
from lanista.games.base import Game, State
from lanista.games.nim import Nim, NimState
from lanista.guest.bot import leave_as_found
from lanista.guest.loop import IllegalChoiceError
from lanista.loading import load_module


def guest(arguments: list[str]) -> HeapsGuest:
    """Return a folder's player."""
    (folder,) = arguments
    return HeapsGuest(Path(folder))


class HeapsGuest:
    """Plays with the function `take` of player.py."""

    def __init__(self, folder: Path) -> None:
        leave_as_found()
        sys.path.insert(0, str(folder))
        take = getattr(load_module(folder / "player.py"), "take", None)
        if not callable(take):
            raise FileLoadError(f"{folder}/player.py has no function take(heaps)")
        self._take = take

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Do nothing: the function is not told."""

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the action that the function's answer means."""
        legal = state.legal_actions(player)
        assert isinstance(state, NimState)
        assert isinstance(state.game, Nim)
        largest = state.game.largest
        answer = self._take(list(state.piles))
        for action in legal:
            if answer == (action // largest, action % largest + 1):
                return action
        raise IllegalChoiceError(f"take({list(state.piles)}) returned {quoted(answer)}")

    def end(self, state: State) -> None:
        """Do nothing: the function is not told."""

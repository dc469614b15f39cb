"""The bot that a student begins with: `lanista new PATH --game GAME`."""

from __future__ import annotations

import shlex

from lanista.games.base import Game

_HEAD = '''"""A bot for {game}: {what}

    lanista check {path} --game {game}
    lanista play {game} human {path}
    lanista match {game} {path} random --games 100

What a state can do: lanista games {name}; what you may import from lanista: the README.
"""

import random


def choose(state, player, clock):
    """Return the number of a legal action for `player` (0 or 1).

    state: the position; print(state) shows it, and what you print appears while you play. clock: how much time is left,
    clock.move_left() in seconds.
    """
    actions = state.legal_actions(player)
'''
_IN_TURN = """    for action in actions:
        after = state.child(action)
        if after.is_terminal and after.returns()[player] > 0:
            return action
    return random.choice(actions)
"""
_AT_ONCE = """    # Both players move at once: state.child(mine, theirs) is the position that two actions lead to.
    return random.choice(actions)
"""


def starter(game: Game, path: str) -> str:
    """Return the text of a first bot for a game, which plays as it stands. path: as a spec names the file."""
    what = "any legal action." if game.is_simultaneous else "it wins at once if it can, else plays at random."
    head = _HEAD.format(game=shlex.quote(game.spec), what=what, path=shlex.quote(path), name=shlex.quote(game.name))
    return head + (_AT_ONCE if game.is_simultaneous else _IN_TURN)

"""A bot for any game: wins at once if it can, else plays at random.

Try it: lanista match breakthrough ./first_bot.py random --games 100
"""

import random


def choose(state, player, clock):
    """Return the number of a legal action for `player`."""
    actions = state.legal_actions(player)
    if state.current_player == player:
        for action in actions:
            if state.child(action).returns()[player] > 0:
                return action
    return random.choice(actions)

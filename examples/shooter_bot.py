"""A bot for droid_battle: shoots when it stands in the other's row or column, else makes a random move.

Try it: lanista match droid_battle minimax ./shooter_bot.py --games 100
"""

import random

SHOOT = 4


def choose(state, player, clock):
    """Return the number of a legal action for `player`."""
    ((row, col), shots, _), ((other_row, other_col), _, _) = state.droids[player], state.droids[1 - player]
    if shots > 0 and (row == other_row or col == other_col):
        return SHOOT
    return random.choice([action for action in state.legal_actions(player) if action != SHOOT])

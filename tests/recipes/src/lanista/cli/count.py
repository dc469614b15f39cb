"""`lanista count`: how many legal actions a game begins with."""

from __future__ import annotations

import json as json_module


def count(game: str, *, seed: int | None = None, json: bool = False) -> None:
    """Print how many legal actions each player has at the start of GAME.

    Example: lanista count breakthrough

    Parameters
    ----------
    game
        The game, e.g. connect_four or breakthrough:rows=8,cols=8.
    seed
        Decides a random start.
    json
        Print one JSON object for machines.
    """
    from lanista.games.spec import load_game

    rules = load_game(game)
    state = rules.initial_state(seed=seed)
    counts = [len(state.legal_actions(player)) for player in (0, 1)]
    if json:
        print(json_module.dumps({"game": rules.spec, "position": state.position, "actions": counts}))
        return
    for name, number in zip(rules.player_names, counts, strict=True):
        print(f"{name}: {number} legal actions")

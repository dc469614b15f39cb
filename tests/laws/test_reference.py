"""The compiled rules and the slow independent ones are the same game, action by action."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lanista

from ..reference.rules import GAMES as REFERENCES
from .games import GAMES


def reference_for(game: lanista.Game) -> Any:
    return REFERENCES[game.name](**game.parameters)


@pytest.mark.parametrize("spec", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_same_game_as_the_reference(spec: str, seed: int) -> None:
    rng = random.Random(seed)
    game = lanista.load_game(spec)
    slow = reference_for(game)
    assert game.num_actions == slow.num_actions
    state = game.initial_state(seed=seed)
    twin = slow.parse(state.position)
    while True:
        assert slow.position(twin) == state.position
        assert slow.mover(twin) == state.current_player, state.position
        assert slow.score(twin) == state.score(), state.position
        if state.is_terminal:
            break
        players = (0, 1) if state.current_player == lanista.SIMULTANEOUS else (state.current_player,)
        chosen = []
        for player in players:
            legal = state.legal_actions(player)
            assert slow.legal(twin, player) == legal, state.position
            assert [slow.name(twin, action) for action in legal] == [
                state.action_to_string(action, player) for action in legal
            ]
            chosen.append(rng.choice(legal))
        state, twin = state.child(*chosen), slow.apply(twin, *chosen)

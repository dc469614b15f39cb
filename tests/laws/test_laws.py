"""Every game keeps the laws, at every size."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lanista
from lanista.games import all_games
from lanista.games.laws import check_laws

from .games import GAMES


def test_every_game_is_listed() -> None:
    assert {spec.partition(":")[0] for spec in GAMES} == set(all_games())


@pytest.mark.parametrize("spec", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_laws(spec: str, seed: int) -> None:
    check_laws(lanista.load_game(spec), seed=seed)


@pytest.mark.parametrize("spec", GAMES)
def test_spec_names_the_game(spec: str) -> None:
    game = lanista.load_game(spec)
    assert lanista.load_game(game.spec) == game
    assert hash(lanista.load_game(game.spec)) == hash(game)


@pytest.mark.parametrize("spec", GAMES)
def test_states_of_other_parameters_differ(spec: str) -> None:
    game = lanista.load_game(spec)
    others = [lanista.load_game(other) for other in GAMES if other != spec and other.startswith(game.name)]
    state = game.initial_state(seed=1)
    assert all(state != other.initial_state(seed=1) for other in others if other != game)


@pytest.mark.parametrize("spec", GAMES)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_same_seed_same_start(spec: str, seed: int) -> None:
    game = lanista.load_game(spec)
    assert game.initial_state(seed=seed) == game.initial_state(seed=seed)


@pytest.mark.parametrize("spec", GAMES)
def test_playouts_are_games_of_the_rules(spec: str) -> None:
    game = lanista.load_game(spec)
    start = game.initial_state(seed=1)
    count = start.playouts(500, seed=3)
    assert count.wins + count.draws + count.losses == 500
    assert 500 <= count.plies <= 500 * game.max_length
    again = start.playouts(500, seed=3)
    assert (again.wins, again.draws, again.plies) == (count.wins, count.draws, count.plies)

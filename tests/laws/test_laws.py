"""Every game keeps the laws, at every size."""

import random

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


def mirrored_rows(text: str) -> str:
    """Return the text of the position mirrored left to right: rows of single letters and digits."""
    board, mover = text.split()
    return "/".join(row[::-1] for row in board.split("/")) + f" {mover}"


@pytest.mark.parametrize("spec", ["connect_four", "breakthrough", "breakthrough:rows=6,cols=3"])
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 20))
def test_mirrored_positions_have_one_canonical_form(spec: str, seed: int, plies: int) -> None:
    state = random_position(spec, seed, plies)
    image = state.game.parse_position(mirrored_rows(state.position))
    assert image.canonical()[0] == state.canonical()[0]


def turned(text: str) -> str:
    """Return the text of a colosseum position turned by a quarter: (row, col) becomes (col, size - 1 - row)."""
    size, first, second, mover, *walls = text.split()
    last = int(size) - 1

    def cell(word: str) -> str:
        row, col = map(int, word.split(","))
        return f"{col},{last - row}"

    moved = []
    for wall in walls:
        row, col = map(int, wall[:-1].split(","))
        # A right side becomes a lower side; a lower side becomes a left one, the right side of the next cell.
        moved.append(f"{col},{last - row}d" if wall[-1] == "r" else f"{col},{last - row - 1}r")
    return " ".join([size, f"A{cell(first[1:])}", f"B{cell(second[1:])}", mover, *moved])


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 8))
def test_turned_colosseums_have_one_canonical_form(seed: int, plies: int) -> None:
    state = random_position("colosseum:size=5", seed, plies)
    image = state.game.parse_position(turned(state.position))
    assert image.canonical()[0] == state.canonical()[0]
    assert len(image.legal_actions()) == len(state.legal_actions())


def random_position(spec: str, seed: int, plies: int) -> lanista.State:
    rng = random.Random(seed)
    state = lanista.load_game(spec).initial_state(seed=seed)
    for _ in range(plies):
        if not state.is_terminal:
            state = state.child(rng.choice(state.legal_actions()))
    return state

"""The perft numbers of the specification, made by the compiled rules."""

import pytest

import lanista

START = "012345012345"
PERFT = {
    "connect_four": [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646],
    "mancala": [6, 35, 185, 942, 4690, 23233, 114430, 563055],
    "mancala:early_end=false": [6, 35, 185, 942, 4690, 23233, 114430, 563055, 2763490, 13519607],
    "breakthrough:rows=8,cols=8": [22, 484, 11132, 256036, 6182818, 149264638],
    "breakthrough": [13, 169, 2366, 33029, 496798],
    "einstein": [18, 324, 5454, 91800, 1469028],
}


@pytest.mark.parametrize("spec", PERFT)
def test_perft(spec: str) -> None:
    state = lanista.load_game(spec).initial_state(seed=5)
    assert [state.perft(depth)[0] for depth in range(1, len(PERFT[spec]) + 1)] == PERFT[spec]


def test_perft_counts_ended_positions_and_stops_at_them() -> None:
    # One pile of 3: one ply leaves 2, 1 or 0; from 2 the next leaves 1 or 0, from 1 it leaves 0, the game over.
    state = lanista.load_game("nim:piles=3").initial_state()
    assert [state.perft(depth) for depth in range(5)] == [(1, 0), (3, 1), (3, 2), (1, 1), (0, 0)]


@pytest.mark.parametrize("spec", ["nim", "colosseum:size=4", "droid_battle:rows=2,cols=3", "connect_four:connect=3"])
def test_perft_equals_counting_by_hand(spec: str) -> None:
    start = lanista.load_game(spec).initial_state(seed=3)
    level = [start]
    for depth in range(1, 4 if spec.startswith("nim") else 3):
        level = [child for state in level if not state.is_terminal for child in children(state)]
        assert start.perft(depth) == (len(level), sum(state.is_terminal for state in level))


def children(state: lanista.State) -> list[lanista.State]:
    if state.current_player == lanista.SIMULTANEOUS:
        return [state.child(a, b) for a in state.legal_actions(0) for b in state.legal_actions(1)]
    return [state.child(action) for action in state.legal_actions()]

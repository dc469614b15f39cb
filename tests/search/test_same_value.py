"""No enhancement changes a value: alpha-beta with any switches against plain minimax, on positions of every game."""

from __future__ import annotations

import random

import pytest

from lanista import _native
from tests.search.positions import SMALL, random_positions

SWITCHES = ("ordering", "killers", "history", "table", "deepening", "pvs", "aspiration", "quiescence", "resist")
POSITIONS = 10_000


def _options(rng: random.Random) -> _native.AlphaBetaOptions:
    options = _native.AlphaBetaOptions()
    options.table_mb = 1
    for name in SWITCHES:
        setattr(options, name, rng.random() < 0.6)
    return options


def _shown(options: _native.AlphaBetaOptions) -> str:
    return ", ".join(name for name in SWITCHES if getattr(options, name))


@pytest.mark.parametrize("spec", SMALL)
def test_alphabeta_has_the_value_and_the_move_of_minimax(spec: str) -> None:
    rng = random.Random(3)
    searches: list[tuple[_native.AlphaBetaOptions, _native.Search]] = []
    minimax = {}
    for number, state in enumerate(random_positions(spec, POSITIONS, seed=1)):
        game = state.game
        if number % 500 == 0:
            searches = [
                (options, game.rules.alphabeta(game, options, "basic"))
                for options in (_options(rng) for _ in range(20))
            ]
            for quiescence in (False, True):
                plain = _native.MinimaxOptions()
                plain.quiescence = quiescence
                minimax[quiescence] = game.rules.minimax(game, plain, "basic")
        options, search = rng.choice(searches)
        depth = rng.randint(1, SMALL[spec])
        truth = minimax[options.quiescence].run(state, depth=depth)
        found = search.run(state, depth=depth)
        where = f"{state.position} at depth {depth} with {_shown(options)}"
        assert found.value == truth.value, where
        is_open = abs(truth.value) < _native.MAX_EVALUATION
        if not options.resist and (is_open or not options.deepening):
            assert found.action == truth.action, where
        best = {move.action for move in truth.moves if move.value == truth.value}
        assert found.action in best, where
        assert found.proved or not truth.proved, where

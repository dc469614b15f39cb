"""Exact mancala: the solved values, plain recursion over the slow rules, databases kept on disk, and honesty."""

import random
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista import _native
from lanista.agents.base import UNLIMITED, Clock
from lanista.agents.mancala_endings import build_endings, cache_folder, database_file, load_endings
from lanista.agents.oracle import OracleAgent
from lanista.errors import ParameterError, StoreError
from lanista.games.base import State
from lanista.games.mancala import Mancala
from tests.reference import mancala as reference

VARIANTS = [{"empty_capture": capture, "early_end": early} for capture in (False, True) for early in (False, True)]
NAMES = ["{empty_capture}-{early_end}".format(**variant) for variant in VARIANTS]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "cache"))


def mancala(**parameters: object) -> Mancala:
    game = lanista.load_game("mancala", **parameters)
    assert isinstance(game, Mancala)
    return game


def oracle(game: lanista.Game, **parameters: object) -> OracleAgent:
    agent = lanista.load_agent("oracle", game, **parameters)
    assert isinstance(agent, OracleAgent)
    return agent


class Recursion:
    """The margin that perfect play ends with, for player 0, by the slow rules alone."""

    def __init__(self, **parameters: Any) -> None:
        self.game = reference.Mancala(**parameters)
        self.value = cache(self._value)

    def _value(self, state: reference.State) -> int:
        mover = self.game.mover(state)
        if mover not in (0, 1):
            return self.game.score(state)
        values = [self.value(self.game.apply(state, action)) for action in self.game.legal(state)]
        return max(values) if mover == 0 else min(values)


# The start's margin for player 0, by houses and seeds: computed by two independent programs (specs of the game).
@pytest.mark.parametrize(
    ("houses", "margins"), [(1, (0, -2, 6, -2)), (2, (2, -2, -2, -10)), (3, (0, 4, 2, 2)), (4, (2, 6))]
)
def test_solved_values(houses: int, margins: tuple[int, ...]) -> None:
    for seeds, margin in enumerate(margins, start=1):
        game = mancala(houses=houses, seeds=seeds, early_end=False)
        found = oracle(game).analyze(game.initial_state())
        assert found.proved
        assert (found.value, found.outcome) == (margin, (margin > 0) - (margin < 0))


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
@pytest.mark.parametrize(("houses", "seeds"), [(1, 6), (2, 3), (3, 2), (4, 1)])
def test_every_move_has_the_value_of_plain_recursion(houses: int, seeds: int, variant: dict[str, bool]) -> None:
    game, rng = mancala(houses=houses, seeds=seeds, **variant), random.Random(3)
    truth = Recursion(houses=houses, seeds=seeds, **variant)
    solvers = [
        game.rules.solver(game, 1, None),
        game.rules.solver(game, 1, _native.MancalaDatabase.build(houses, variant["empty_capture"], 5, print)),
    ]
    for _ in range(40):
        state: State = game.initial_state()
        while not state.is_terminal:
            report = rng.choice(solvers).run(state, all_moves=True)
            assert report.proved
            for move in report.moves:
                margin = truth.value(truth.game.parse(state.child(move.action).position))
                assert move.proved
                outcome = (margin > 0) - (margin < 0)
                assert move.value == margin + outcome * _native.WIN, (state.position, move.action)
            state = state.child(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("empty_capture", [False, True])
def test_the_database_holds_what_plain_recursion_finds(empty_capture: bool) -> None:
    houses, seeds, rng = 6, 8, random.Random(5)
    database = _native.MancalaDatabase.build(houses, empty_capture, seeds, print)
    truth = Recursion(houses=houses, seeds=1, empty_capture=empty_capture, early_end=False)
    for _ in range(1000):
        rows = [[0] * houses, [0] * houses]
        for _ in range(rng.randint(1, seeds)):
            rows[rng.randrange(2)][rng.randrange(houses)] += 1
        if all(map(sum, rows)):
            state = reference.State((tuple(rows[0]), tuple(rows[1])), (0, 0), 0)
            assert database.value(rows) == truth.value(state), rows


def test_it_wins_where_a_majority_ends_the_game_and_says_by_how_much() -> None:
    game = mancala(houses=3, seeds=3)
    truth = Recursion(houses=3, seeds=3)
    agent = oracle(game)
    found = agent.analyze(game.initial_state())
    assert found.proved and found.value == truth.value(truth.game.initial())
    rng, state = random.Random(7), game.initial_state()
    while not state.is_terminal:
        if state.current_player == 0:
            state = state.child(agent.choose(state, 0, UNLIMITED))
        else:
            state = state.child(rng.choice(state.legal_actions()))
    assert state.score() >= found.value


def test_what_limits_leave_open_is_not_called_proved() -> None:
    game = mancala(early_end=False)
    state = game.initial_state()
    found = oracle(game, nodes=20_000).analyze(state)
    assert not found.proved and not any(move.proved for move in found.moves)
    assert found.nodes <= 20_000
    agent = oracle(game, nodes=20_000)
    assert agent.choose(state, 0, UNLIMITED) in state.legal_actions()
    assert agent.info is not None and agent.info.depth > 3  # alpha-beta's


def test_a_clock_is_kept() -> None:
    game = mancala(seeds=6)
    agent, state = oracle(game), game.initial_state()
    for _ in range(3):
        clock = Clock(deadline=time.monotonic() + 0.1)
        state = state.child(agent.choose(state, 0, clock))
        assert clock.move_left() > 0


def test_a_kept_database_is_used_by_later_oracles_and_processes(tmp_path: Path) -> None:
    game = mancala(houses=4, seeds=3, early_end=False)
    assert load_endings(game).seeds == 12  # in memory
    assert not cache_folder().exists()
    told: list[int] = []
    assert build_endings(game, 16, told.append).seeds == 16
    assert cache_folder() == tmp_path / "cache"
    assert [path.name for path in cache_folder().iterdir()] == ["mancala-4-16.endings"]
    assert load_endings(game).seeds == 16
    assert build_endings(game, 16, lambda done: pytest.fail("built twice")).seeds == 16
    assert load_endings(mancala(houses=4, seeds=3, empty_capture=True)).seeds == 12
    small = mancala(houses=4, seeds=1)
    build_endings(small, 20)
    assert load_endings(small).seeds == 8  # all of the game
    code = "import lanista; a = lanista.load_agent('oracle', lanista.load_game('mancala:houses=4,seeds=3'));"
    code += "print(a.solver._make_solver.args[2].seeds)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "16\n"


def test_a_damaged_database_counts_as_missing() -> None:
    game = mancala(houses=3, seeds=3)
    build_endings(game, 14)
    path = database_file(game, 14)
    whole = path.read_bytes()
    for damaged in (b"", b"x" * 100, whole[:-1], whole[:200] + bytes([whole[200] ^ 4]) + whole[201:]):
        path.unlink()
        path.write_bytes(damaged)
        with pytest.raises(RuntimeError):
            _native.MancalaDatabase.open(str(path))
        assert load_endings(game).seeds == 12
    assert build_endings(game, 14).seeds == 14
    assert path.read_bytes() == whole
    path.rename(database_file(mancala(houses=3, seeds=3, empty_capture=True), 14))
    assert load_endings(mancala(houses=3, seeds=3, empty_capture=True)).seeds == 12


def test_several_processes_that_want_the_same_database_build_it_once() -> None:
    code = (
        "import lanista; from lanista.agents.mancala_endings import build_endings; told = []; "
        "game = lanista.load_game('mancala:houses=4,seeds=4'); print(build_endings(game, 20, told.append).seeds)"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [run.communicate()[0] for run in runs] == ["20\n"] * 3
    assert [path.name for path in cache_folder().iterdir()] == ["mancala-4-20.endings"]


def test_ctrl_c_ends_the_building_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_endings(mancala(), 16, interrupt)
    assert list(cache_folder().iterdir()) == []


def test_mistakes_are_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="database has no meaning in connect_four"):
        oracle(lanista.load_game("connect_four"), database=10)
    game = mancala(houses=3)
    other = _native.MancalaDatabase.build(3, True, 4, print)
    with pytest.raises(ValueError, match="a game with other rules"):
        game.rules.solver(game, 1, other)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "file" / "below"))
    with pytest.raises(StoreError, match="cannot make the endgame database"):
        oracle(game, database=10)
    assert load_endings(game).seeds == 12

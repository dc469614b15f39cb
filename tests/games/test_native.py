"""The compiled states as Python objects: references, hashes, threads, interrupts, both builds."""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

import lanista
from lanista import _native
from lanista.games import all_games
from lanista.isa import V3_FLAGS, best_level

NATIVE = sorted(all_games())


def random_states(game: lanista.Game, count: int) -> list[lanista.State]:
    states = []
    state = game.initial_state(seed=1)
    for number in range(count):
        if state.is_terminal:
            state = game.initial_state(seed=number)
        states.append(state)
        players = (0, 1) if state.current_player == lanista.SIMULTANEOUS else (state.current_player,)
        legal = [state.legal_actions(player) for player in players]
        state = state.child(*(actions[number % len(actions)] for actions in legal))
    return states


@pytest.mark.parametrize("name", NATIVE)
def test_references_are_given_back(name: str) -> None:
    game = lanista.load_game(name)
    before = sys.getrefcount(game)
    for state in random_states(game, 200):
        state.canonical()
        _ = state == state.game.parse_position(state.position)
        wrong: list[Any] = [-1, "x", 2**70]
        for bad in wrong:
            with pytest.raises((lanista.IllegalActionError, TypeError)):
                state.child(*([bad, 0] if game.is_simultaneous else [bad]))
        with pytest.raises(ValueError, match="count must be at least 1"):
            state.playouts(0)
    del state
    assert sys.getrefcount(game) == before


PRINT_HASHES = """
import lanista
from tests.games.test_native import NATIVE, random_states
for name in NATIVE:
    print([hash(state) for state in random_states(lanista.load_game(name), 50)])
"""


def test_hashes_are_the_same_in_every_process_and_build() -> None:
    outputs = set()
    for isa in ("baseline", "v3") if _native.isa == "v3" else ("baseline",):
        environment = {**os.environ, "LANISTA_ISA": isa, "PYTHONHASHSEED": "random"}
        outputs.add(subprocess.check_output([sys.executable, "-c", PRINT_HASHES], env=environment, text=True))
    assert len(outputs) == 1
    for name, line in zip(NATIVE, outputs.pop().splitlines(), strict=True):
        assert line == str([hash(state) for state in random_states(lanista.load_game(name), 50)])


@pytest.mark.parametrize("name", NATIVE)
def test_different_states_have_different_hashes(name: str) -> None:
    states = set(random_states(lanista.load_game(name), 3000))
    assert len({hash(state) for state in states}) == len(states)


def test_an_unknown_build_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import lanista._native"],
        env={**os.environ, "LANISTA_ISA": "v9"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "LANISTA_ISA must be baseline or v3, got 'v9'" in done.stderr


@pytest.mark.parametrize(
    ("flags", "vendor", "family", "level"),
    [
        ("fpu sse sse2", "GenuineIntel", 6, "baseline"),
        (" ".join(sorted(V3_FLAGS)), "GenuineIntel", 6, "v3"),
        (" ".join(sorted(V3_FLAGS - {"bmi2"})), "GenuineIntel", 6, "baseline"),
        (" ".join(sorted(V3_FLAGS)), "AuthenticAMD", 23, "baseline"),
        (" ".join(sorted(V3_FLAGS)), "AuthenticAMD", 25, "v3"),
    ],
)
def test_the_build_suits_the_processor(flags: str, vendor: str, family: int, level: str) -> None:
    cpuinfo = f"processor : 0\nvendor_id : {vendor}\ncpu family : {family}\nflags : {flags}\n\nprocessor : 1\n"
    assert best_level(cpuinfo) == level


def test_numpys_integers_are_actions() -> None:
    state = lanista.load_game("connect_four").initial_state()
    three: Any = np.array([3], dtype=np.int16)[0]
    assert state.child(three) == state.child(3)
    with pytest.raises(TypeError, match=r"an action is an int, got 3\.0 \(float\)"):
        state.child(3.0)  # type: ignore[arg-type]


def test_a_state_is_immutable() -> None:
    state = lanista.load_game("nim").initial_state()
    for name in ("piles", "position", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)


def test_states_compare_only_for_equality() -> None:
    state: Any = lanista.load_game("nim").initial_state()
    assert state != "3-4-5 A"
    assert state != lanista.load_game("connect_four").initial_state()
    with pytest.raises(TypeError):
        sorted([state, state.child(0)])


def test_long_work_lets_other_threads_run_and_answers_interrupts() -> None:
    state = lanista.load_game("connect_four").initial_state()
    ticks: list[float] = []

    def tick() -> None:
        for _ in range(20):
            ticks.append(time.monotonic())
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=tick)
    began = time.monotonic()
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        state.perft(20)
    thread.join()
    assert len(ticks) == 20
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("name", NATIVE)
def test_players_are_0_and_1(name: str) -> None:
    game = lanista.load_game(name)
    state = game.initial_state(seed=1)
    if game.is_simultaneous:
        for player in (None, 2, -1, "0"):
            with pytest.raises(ValueError, match="player"):
                state.legal_actions(player)  # type: ignore[arg-type]
    else:
        assert state.legal_actions(None) == state.legal_actions(0) == state.legal_actions()
        assert state.legal_actions(1) == []


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True])
def test_bad_seeds_are_refused(seed: object) -> None:
    with pytest.raises(lanista.ParameterError, match="a seed must be"):
        lanista.load_game("colosseum").initial_state(seed=seed)  # type: ignore[arg-type]


def test_without_a_seed_random_starts_differ() -> None:
    game = lanista.load_game("einstein")
    assert len({game.initial_state() for _ in range(5)}) > 1

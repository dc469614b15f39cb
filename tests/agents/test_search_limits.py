"""The searching agents keep their limits: time, nodes, depth, memory."""

import math
import time

import pytest

import lanista
from lanista.agents.base import Clock
from lanista.agents.search import time_to_stop
from tests.agents.test_search import search_agent

# Time.


def test_a_search_ends_a_little_before_the_deadline() -> None:
    for seconds in (0.01, 0.1, 1, 60):
        stop = time_to_stop(Clock(1000 + seconds), 1000, math.inf)
        assert stop == pytest.approx(1000 + 0.92 * seconds - 0.001)


def test_a_search_ends_at_once_when_it_is_late() -> None:
    assert time_to_stop(Clock(999), 1000, math.inf) < 1000


def test_a_share_of_the_games_time_is_for_one_move() -> None:
    assert time_to_stop(Clock(1060, game_left=60), 1000, math.inf) == pytest.approx(1003)
    assert time_to_stop(Clock(1002, game_left=60), 1000, math.inf) == pytest.approx(1001.839)


def test_all_moves_of_a_long_game_fit_into_its_time() -> None:
    left = 10.0
    for _ in range(500):
        used = time_to_stop(Clock(1000 + left, left), 1000, math.inf) - 1000
        assert used < left
        left -= max(used, 0)
    assert left > 0


def test_the_agents_own_time_needs_nothing_to_spare() -> None:
    assert time_to_stop(Clock(), 1000, 0.5) == 1000.5
    assert time_to_stop(Clock(), 1000, math.inf) == math.inf


@pytest.mark.parametrize("spec", ["minimax:depth=0", "alphabeta", "mcts"])
def test_a_move_is_back_in_time(spec: str) -> None:
    agent = search_agent(spec, "breakthrough:rows=8,cols=8")
    began = time.monotonic()
    agent.choose(agent.game.initial_state(), 0, Clock(began + 0.2))
    # Some 10 ms early in truth; a busy machine is given a second.
    assert time.monotonic() - began < 1.2
    assert agent.info is not None
    assert 0.05 < agent.info.seconds < 1.2


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("breakthrough", "alphabeta"),
        ("breakthrough", "minimax:depth=0"),
        ("breakthrough", "mcts:playouts=guided,playout_candidates=5"),
        ("breakthrough", "mcts:playout_plies=1"),
        ("droid_battle", "minimax:depth=0"),
        ("droid_battle", "mcts:playout_plies=1"),
    ],
)
def test_a_slow_evaluation_delays_a_move_by_one_call(game: str, spec: str) -> None:
    def evaluate(state: lanista.State) -> float:
        time.sleep(0.02)
        return 0.0

    agent = search_agent(spec, game, evaluation=evaluate)
    state = agent.game.initial_state()
    began = time.monotonic()
    agent.choose(state, 0, Clock(began + 0.2))
    # One ply of guided play asks 5 times; a busy machine is given a second.
    assert time.monotonic() - began < 0.2 + 5 * 0.02 + 1


def test_memory_beyond_the_machines_is_no_failure() -> None:
    for game, spec in (
        ("connect_four", "alphabeta:depth=3,table_mb=65536"),
        ("nim", "mcts:memory_mb=65536"),
        ("droid_battle", "mcts:simulations=10,memory_mb=65536"),
    ):
        agent = search_agent(spec, game)
        assert agent.choose(agent.game.initial_state(), 0, Clock()) >= 0


def test_a_late_move_is_legal_all_the_same() -> None:
    for spec in ("minimax", "alphabeta", "mcts"):
        agent = search_agent(spec, "connect_four")
        state = agent.game.initial_state()
        assert agent.choose(state, 0, Clock(time.monotonic() - 1)) in state.legal_actions()


# Effort.


def test_without_limits_the_effort_is_a_number_of_nodes() -> None:
    def effort(spec: str, **parameters: object) -> tuple[int | None, int | None, float]:
        return search_agent(spec, "nim", **parameters).limits(Clock())

    assert effort("alphabeta") == (None, 100_000, math.inf)
    assert effort("alphabeta", evaluation=lambda state: 0) == (None, 2_000, math.inf)
    assert effort("alphabeta:depth=3") == (3, None, math.inf)
    assert effort("alphabeta:nodes=7") == (None, 7, math.inf)
    assert effort("minimax") == (3, None, math.inf)
    assert effort("minimax:depth=0") == (None, 100_000, math.inf)
    assert effort("mcts") == (None, 10_000, math.inf)
    assert effort("mcts:playouts=guided", evaluation=lambda state: 0) == (None, 500, math.inf)
    assert effort("mcts:simulations=9") == (None, 9, math.inf)


def test_with_time_there_is_no_other_limit() -> None:
    depth, nodes, deadline = search_agent("alphabeta:time=0.5", "nim").limits(Clock())
    assert (depth, nodes) == (None, None)
    assert deadline < time.monotonic() + 0.6
    depth, nodes, deadline = search_agent("alphabeta", "nim").limits(Clock(time.monotonic() + 5))
    assert (depth, nodes) == (None, None)
    assert math.isfinite(deadline)


def test_nodes_and_depth_are_kept() -> None:
    agent = search_agent("alphabeta:nodes=1000", "breakthrough")
    agent.choose(agent.game.initial_state(), 0, Clock())
    assert agent.info is not None
    assert agent.info.nodes <= 1000
    agent = search_agent("alphabeta:depth=5", "breakthrough")
    agent.choose(agent.game.initial_state(), 0, Clock())
    assert agent.info is not None
    assert agent.info.depth == 5
    agent = search_agent("mcts:simulations=300", "breakthrough")
    agent.choose(agent.game.initial_state(), 0, Clock())
    assert agent.info is not None
    assert agent.info.simulations == 300

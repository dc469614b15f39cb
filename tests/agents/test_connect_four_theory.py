"""The exact solver of connect_four: against recorded scores and a plain recursion, and honest when it is cut short."""

import functools
import random
import time
from pathlib import Path

import pytest

import lanista
from lanista.agents.analysis import Analysis
from lanista.agents.connect_four_score import solver_score
from lanista.agents.connect_four_theory import ConnectFourTheory
from lanista.agents.oracle import OracleAgent
from lanista.games.connect_four import ConnectFour, ConnectFourState

DATA = Path(__file__).parent.parent / "data"
GAME = ConnectFour()


def theory(game: ConnectFour = GAME, nodes: int = 0, time: float = 0, memory_mb: int = 16) -> ConnectFourTheory:
    return ConnectFourTheory(game, nodes=nodes, time=time, memory_mb=memory_mb)


def after(game: ConnectFour, columns: str) -> ConnectFourState:
    state = game.initial_state()
    for column in columns:
        state = state.child(int(column) - 1)
    assert isinstance(state, ConnectFourState)
    return state


def mirrored(state: ConnectFourState) -> ConnectFourState:
    cells = [cell for row in state.board for cell in reversed(row)]
    twin: ConnectFourState = state.game.rules.state(state.game, cells)
    return twin


def recorded(name: str) -> list[tuple[str, int]]:
    lines = (DATA / f"connect_four_{name}.txt").read_text().splitlines()
    return [(columns, int(score)) for columns, score in map(str.split, lines)]


@pytest.mark.parametrize("name", ["end_easy_quiet", "middle", "middle_quiet"])
def test_recorded_scores(name: str) -> None:
    solver = theory()
    for columns, score in recorded(name):
        state = after(GAME, columns)
        solver.choose(state, state.mover, lanista.Clock())
        assert solver.info is not None and solver.info.proved
        assert solver_score(state, solver.info) == score, columns


def test_recorded_scores_of_openings() -> None:
    solver = theory(memory_mb=64)
    for columns, score in sorted(recorded("begin_hard"), key=lambda line: abs(line[1]), reverse=True)[:4]:
        state = after(GAME, columns)
        solver.choose(state, state.mover, lanista.Clock())
        assert solver.info is not None
        assert solver_score(state, solver.info) == score, columns


class Plain:
    """Outcome for player 0 and plies to the end, by trying everything."""

    def __init__(self) -> None:
        self.solve = functools.cache(self._solve)

    def _solve(self, state: ConnectFourState) -> tuple[int, int]:
        if state.is_terminal:
            return int(state.score()), 0
        sign = 1 if state.mover == 0 else -1
        found = [self.solve(state.child(action)) for action in state.legal_actions()]
        outcome, plies = max(found, key=lambda end: (sign * end[0], -sign * end[0] * end[1]))
        return outcome, plies + 1


def random_line(game: ConnectFour, rng: random.Random, plies: int = 0) -> list[ConnectFourState]:
    """Return the positions of a random game of more than so many plies, the last without its end."""
    while True:
        states = [after(game, "")]
        while not states[-1].is_terminal:
            states.append(states[-1].child(rng.choice(states[-1].legal_actions())))
        if len(states) > plies + 1:
            return states[:-1]


@pytest.mark.parametrize(
    ("width", "height", "connect", "lines"),
    [(4, 4, 3, 150), (4, 4, 4, 150), (5, 4, 4, 150), (4, 5, 4, 150), (3, 5, 3, 150), (6, 3, 3, 150), (5, 4, 5, 150)],
)
def test_every_move_as_a_plain_recursion_has_it(width: int, height: int, connect: int, lines: int) -> None:
    game = ConnectFour(width=width, height=height, connect=connect)
    plain, rng = Plain(), random.Random(3)
    solver = theory(game, memory_mb=1)
    for _ in range(lines):
        for state in random_line(game, rng)[width * height - 9 :]:
            exact = {action: plain.solve(state.child(action)) for action in state.legal_actions()}
            found = solver.analyze(state)
            assert found.proved
            assert (found.outcome, found.distance) == plain.solve(state), state.position
            for move in found.moves:
                assert (move.outcome, move.distance) == (exact[move.action][0], exact[move.action][1] + 1)
                assert move.proved and not move.is_bound and len(move.line) == move.distance
            solver.choose(state, state.mover, lanista.Clock())
            assert solver.info is not None
            assert (solver.info.outcome, solver.info.distance) == (found.outcome, found.distance)


@pytest.mark.parametrize(
    ("width", "height", "outcome"),
    [(4, 4, 0), (4, 5, 0), (5, 4, 0), (4, 6, 0), (5, 5, 0), (5, 6, 0), (6, 4, -1), (6, 5, 0), (7, 4, 0)],
)
def test_known_outcomes_of_small_boards(width: int, height: int, outcome: int) -> None:
    game = ConnectFour(width=width, height=height)
    solver = theory(game, memory_mb=64)
    solver.choose(game.initial_state(), 0, lanista.Clock())
    assert solver.info is not None and solver.info.proved
    assert solver.info.outcome == outcome


def test_mirrored_positions_have_mirrored_answers() -> None:
    rng = random.Random(5)
    for number in range(20):
        state = random_line(GAME, rng, 24)[14 + number % 10]
        found, twin = theory().analyze(state), theory().analyze(mirrored(state))
        assert (found.outcome, found.distance) == (twin.outcome, twin.distance)
        assert [(m.outcome, m.distance) for m in found.moves] == [(m.outcome, m.distance) for m in reversed(twin.moves)]


def check_true(found: Analysis, truth: Analysis) -> None:
    assert not found.proved or found.outcome == truth.outcome
    assert found.distance in (None, truth.distance) or not found.proved
    for move, exact in zip(found.moves, truth.moves, strict=True):
        assert not move.proved or move.is_bound or move.outcome == exact.outcome
        assert move.distance in (None, exact.distance)


@pytest.mark.parametrize(("columns", "is_lost"), [("464612517346255764", False), ("555525735141423", True)])
def test_what_is_called_proved_is_so_however_few_the_nodes(columns: str, is_lost: bool) -> None:
    state = after(GAME, columns)
    truth = theory().analyze(state)
    assert (truth.outcome == 2 * state.mover - 1) == is_lost
    unproved = partly = 0
    for nodes in (*range(1, 40), *range(40, 6_000, 300)):
        found, agent = theory(nodes=nodes).analyze(state), theory(nodes=nodes)
        assert agent.choose(state, state.mover, lanista.Clock()) in state.legal_actions()
        assert agent.info is not None
        assert found.nodes <= nodes or nodes < 3
        check_true(found, truth)
        check_true(agent.info, truth)
        unproved += not found.proved
        partly += not found.proved and any(move.proved for move in found.moves)
    assert unproved > 10
    assert (partly > 0) == is_lost  # moves are proved to lose one by one; one that wins is enough


def test_time_is_kept_where_it_is_too_short() -> None:
    game = ConnectFour(width=8, height=7)
    agent = OracleAgent(game, time=0.2)
    began = time.monotonic()
    found = agent.analyze(game.initial_state())
    assert time.monotonic() - began < 0.5
    assert not found.proved and found.distance is None
    assert found.depth > 3  # alpha-beta took over


def test_the_oracle_wins_as_soon_and_loses_as_late_as_can_be() -> None:
    rng = random.Random(7)
    for number in range(6):
        state = random_line(GAME, rng, 20)[18 + number % 2]
        agents = [OracleAgent(GAME, memory_mb=16) for _ in range(2)]
        expected = agents[0].analyze(state)
        plies = 0
        while not state.is_terminal:
            mover = state.mover
            state = state.child(agents[mover].choose(state, mover, lanista.Clock()))
            plies += 1
        assert (state.score(), plies) == (expected.outcome, expected.distance)


def test_the_same_table_serves_many_questions_and_answers_alike() -> None:
    rng = random.Random(11)
    kept = theory()
    for _ in range(15):
        state = random_line(GAME, rng, 20)[15]
        kept.choose(state, state.mover, lanista.Clock())
        fresh = theory()
        fresh.choose(state, state.mover, lanista.Clock())
        assert kept.info is not None and fresh.info is not None
        assert (kept.info.outcome, kept.info.distance) == (fresh.info.outcome, fresh.info.distance)

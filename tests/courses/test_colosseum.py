"""Colosseum submissions: files for the original program play unmodified, and end as the course says."""

from __future__ import annotations

import random
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista.agents.colosseum_walk import random_walk
from lanista.arena.match import MatchPlan, play_match
from lanista.arena.record import Record
from lanista.arena.referee import Limits, Session, play_game
from lanista.courses import find_course
from lanista.courses.colosseum import course as course_module
from lanista.courses.colosseum.bridge import as_action
from lanista.courses.colosseum.course import ColosseumCourse
from lanista.errors import FileLoadError, ParameterError, SpecError
from lanista.guest.loop import IllegalChoiceError
from lanista.sandbox.verdict import Verdict

COURSE = find_course("colosseum")
SUBMISSIONS = Path(__file__).parents[1] / "submissions" / "colosseum"
BROKEN = SUBMISSIONS / "broken"
HONEST = ("alphabeta", "greedy", "montecarlo", "planner", "territoryrepo", "threaded")
HEAD = """
from agents.agent import Agent
from store import register_agent

def stay(board, cell):
    return cell, list(board[cell]).index(False)
"""


def written(folder: Path, step: str, *, init: str = "pass", head: str = "") -> Path:
    """A submission whose agent is registered; `self.turn` counts its moves."""
    text = f"""{HEAD}
{head}
@register_agent("student_agent")
class StudentAgent(Agent):
    games = 0
    def __init__(self):
        super().__init__()
        self.turn = 0
        StudentAgent.games += 1
        {init}
    def step(self, board, me, him, steps):
        self.turn += 1
        {step}
        return stay(board, me)
"""
    file = folder / "student_agent.py"
    file.write_text(text)
    return file


def play(path: Path, limits: Limits = COURSE.limits, *, size: int = 5, seed: int = 1) -> Record:
    """A game of a submission, player 0, against the random agent."""
    game = lanista.load_game("colosseum", size=size)
    agents = [lanista.load_agent(f"colosseum@{path}", game), lanista.load_agent("random_agent", game)]
    start = game.initial_state(seed=seed)
    session = Session(game, agents, start, seed, limits, policy=COURSE)
    while not session.is_over:
        session.step()
    return session.finish()


def failures(record: Record) -> list[tuple[str, str]]:
    """What was forgiven, move by move, of player 0."""
    assert all(move.forgiven is None for move in record.moves if move.player == 1)
    return [(move.forgiven.kind, move.forgiven.message) for move in record.moves if move.forgiven is not None]


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_submission_plays_whole_games(name: str) -> None:
    record = play(SUBMISSIONS / name, size=6)
    assert record.failure is None
    assert failures(record) == []
    assert record.players[0].spec == f"colosseum@{SUBMISSIONS / name}"


@pytest.mark.parametrize(
    "path",
    [
        "territoryrepo",
        "territoryrepo/agents",
        "territoryrepo/agents/student_agent.py",
        "territoryrepo:student_agent",
        "territoryrepo:StudentAgent",
        "territoryrepo/agents/random_agent.py",
        "threaded/agents/student_agent.py",
        "greedy:wall_gremlin",
    ],
)
def test_a_repository_a_folder_of_agents_or_a_file_is_named(path: str) -> None:
    assert play(SUBMISSIONS / path).failure is None


@pytest.mark.parametrize("name", ["numpyintegers", "returnslists", "printsmegabytes"])
def test_numpy_integers_lists_and_prints_are_no_failures(name: str) -> None:
    record = play(BROKEN / f"{name}.py", size=4)
    assert record.failure is None
    assert failures(record) == []


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("callsosexit", Verdict.CRASH, "its program ended with status 0"),
        ("callssysexit", Verdict.CRASH, "SystemExit"),
        ("killsgroup", Verdict.CRASH, "SIGTERM"),
        ("raisesininit", Verdict.CRASH, "AttributeError"),
        ("raisessometimes", Verdict.CRASH, "KeyError: 3"),
        ("returnsnone", Verdict.ILLEGAL, "step() returned None, not ((row, col), side)"),
        ("negativeindices", Verdict.ILLEGAL, "rows and columns are 0 to 5"),
        ("negativedirection", Verdict.ILLEGAL, "sides are 0 to 3"),
        ("toofar", Verdict.ILLEGAL, "no walk of at most 3 steps leads to"),
        ("sleepsonsecondmove", Verdict.TIME, "late"),
    ],
)
def test_a_failed_move_is_replaced_by_a_random_walk_and_the_game_goes_on(name: str, kind: str, message: str) -> None:
    record = play(BROKEN / f"{name}.py", size=6, seed=3)
    assert record.failure is None
    forgiven = failures(record)
    assert forgiven[0][0] == kind
    assert message in forgiven[0][1]


def test_more_than_500_mb_lose_the_game() -> None:
    record = play(BROKEN / "overmemory.py")
    assert record.failure is not None
    assert (record.failure.player, record.failure.kind) == (0, Verdict.CRASH)
    assert "MemoryError" in record.failure.message
    assert record.returns == (-1, 1)


def test_an_endless_loop_loses_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert course_module.GRACE == 10
    monkeypatch.setattr(course_module, "GRACE", 0.3)
    record = play(BROKEN / "endlessloop.py", Limits(0.3))
    assert record.failure is not None
    assert (record.failure.player, record.failure.kind) == (0, Verdict.TIME)
    assert record.moves == ()


def test_the_first_move_of_a_game_has_30_seconds_and_each_other_2() -> None:
    assert COURSE.limits == Limits(move_time=2, first_move_time=30)


def test_making_the_agent_counts_into_the_first_move(tmp_path: Path) -> None:
    path = written(tmp_path, "pass", init="import time; time.sleep(0.8)")
    record = play(path, Limits(move_time=60, first_move_time=0.4))
    assert [kind for kind, _ in failures(record)] == [Verdict.TIME]
    assert record.moves[0].forgiven is not None


def test_loading_the_file_does_not(tmp_path: Path) -> None:
    path = written(tmp_path, "pass", head="import time; time.sleep(2.5)")
    assert failures(play(path, Limits(move_time=60, first_move_time=2))) == []


COUNTING = "raise ValueError(f'game {self.games}, turn {self.turn}')"


def test_every_game_has_an_agent_of_its_own_in_a_process_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path, COUNTING)
    first, second = failures(play(path)), failures(play(path))
    assert first[0][1] == second[0][1] == "ValueError: game 1, turn 1"
    assert first[1][1] == "ValueError: game 1, turn 2"


def test_games_of_a_match_do_not_depend_on_each_other(tmp_path: Path) -> None:
    path = written(tmp_path, COUNTING)
    plan = MatchPlan(lanista.load_game("colosseum:size=5"), (f"colosseum@{path}", "random_agent"), 4, 1, policy=COURSE)
    alone, shared = (
        sorted(play_match(plan, lanista.load_agent, jobs=jobs), key=lambda result: result.number) for jobs in (1, 2)
    )
    assert [result.record.move_names() for result in alone] == [result.record.move_names() for result in shared]
    assert {result.record.forgiven()[0].message for result in alone} == {"ValueError: game 1, turn 1"}


def test_the_door_keeps_the_process_for_all_games(tmp_path: Path) -> None:
    path = written(tmp_path, COUNTING)
    told = []
    for size in (5, 6):  # boards of another size make no difference
        game = lanista.load_game("colosseum", size=size)
        agents = [
            ColosseumCourse().submission(game, path, None, {}, is_kept=True),
            lanista.load_agent("random_agent", game),
        ]
        told.append(failures(play_game(game, agents, game.initial_state(seed=1), 1, policy=COURSE))[0][1])
        del agents
    assert told == ["ValueError: game 1, turn 1", "ValueError: game 2, turn 1"]


FACTS = """
import os, numpy as np
def facts(board, me, him, steps):
    cells = [type(me), type(him), len(me)]
    owned = (type(board).__mro__[1], board.dtype, board.shape, board.flags.owndata or board.base.base is None)
    copied = len(board.tostring()) == board.size
    old = (np.int, np.float, np.object, np.bool)
    assert np.Inf > 1e308 and np.NINF == -np.inf and np.NaN != np.NaN and np.float_(1) == np.product([1.0])
    assert np.in1d([[1, 2]], [2]).tolist() == [False, True] and np.alltrue([1]) and not np.sometrue([0])
    assert np.trapz([1, 1]) == 1 and np.msort([2, 1]).tolist() == [1, 2] and np.asfarray([1]).dtype == np.float64
    return [cells, owned, copied, old, steps, len(os.sched_getaffinity(0)), repr(np.int64(3)), os.getcwd()]
"""


def test_step_gets_the_board_as_the_original_gives_it(tmp_path: Path) -> None:
    path = written(tmp_path, "raise ValueError(facts(board, me, him, steps))", head=FACTS)
    text = failures(play(path, size=7))[0][1]
    assert (
        "[<class 'tuple'>, <class 'tuple'>, 2], (<class 'numpy.ndarray'>, dtype('bool'), (7, 7, 4), True), True" in text
    )
    assert "(<class 'int'>, <class 'float'>, <class 'object'>, <class '" in text
    assert text.endswith(f"4, 1, '3', '{tmp_path}']")  # K = 4, one core


def test_the_board_is_right_and_the_agents_own_copy(tmp_path: Path) -> None:
    game = lanista.load_game("colosseum", size=5)
    state: Any = game.initial_state(seed=1)
    path = written(
        tmp_path, "board_is = board.tolist(), tuple(map(int, me)); board[:] = True; raise ValueError(board_is)"
    )
    told = failures(play(path))[0][1]
    walls = [[list(sides) for sides in row] for row in state.walls]
    assert told == f"ValueError: {(walls, state.cells[0])}"
    # A changed board changes nothing: every later position is told as it is.
    assert "[[True, True, True, True], [True, True, True, True]" not in failures(play(path))[1][1]


def test_threads_do_not_run_during_the_others_turn(tmp_path: Path) -> None:
    ticking = """
import threading, time
ticks = [0]
def tick():
    while True:
        time.sleep(0.002)
        ticks[0] += 1
"""
    step = "threading.Thread(target=tick, daemon=True).start() if self.turn == 1 else None; report(ticks, self.turn)"
    report = "def report(ticks, turn):\n    if turn == 2: raise ValueError(ticks[0])"
    game = lanista.load_game("colosseum", size=11)
    agent = lanista.load_agent(f"colosseum@{written(tmp_path, step, head=ticking + report)}", game)

    class Slow(lanista.Agent):
        name, about = "slow", ""

        def choose(self, state: lanista.State, player: int, clock: lanista.Clock) -> int:
            time.sleep(1)
            return random_walk(state, random.Random(1))

    session = Session(game, [agent, Slow(game)], game.initial_state(seed=1), 1, policy=COURSE)
    for _ in range(3):
        session.step()
    forgiven = session.rounds[2][0].forgiven
    assert forgiven is not None
    # A second would be some 450 of them.
    assert int(forgiven.message.removeprefix("ValueError: ")) < 150


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        (((1, 2), 3), 31),
        ([[1, 2], 3], 31),
        (((1.0, 2.0), 3), 31),
        (((-1, 2), 3), None),
        (((1, 2), -1), None),
        (((1, 2), 4), None),
        (((1, 5), 0), None),
        (((1.5, 2), 0), None),
        (((1, 2), 0.0), None),
        (((1, 2), "u"), None),
        (((1, 2, 3), 0), None),
        ((1, 2, 0), None),
        (None, None),
        ("((1, 2), 3)", None),
        (((float("nan"), 1), 0), None),
        (((float("inf"), 1), 0), None),
    ],
)
def test_answers_are_two_cells_numbers_and_a_side(answer: object, action: int | None) -> None:
    if action is None:
        with pytest.raises(IllegalChoiceError, match=r"step\(\) returned"):
            as_action(answer, 5)
    else:
        assert as_action(answer, 5) == action


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("broken/noagentclass.py", "registers no agent"),
        ("broken/unregistered.py", "registers no agent"),
        ("broken/raisesatimport.py", r"raisesatimport.py, line 6: KeyError: 'center'"),
        ("broken", "has neither student_agent.py nor an agents folder"),
        ("nowhere", "there is no .*nowhere"),
        ("territoryrepo:other", "registers no agent 'other'; there are: student_agent"),
    ],
)
def test_what_cannot_be_loaded_is_told_before_the_game(path: str, message: str) -> None:
    with pytest.raises((FileLoadError, SpecError), match=message):
        play(SUBMISSIONS / path)


def test_arguments_are_refused() -> None:
    with pytest.raises(ParameterError, match="takes no arguments, got depth"):
        play(SUBMISSIONS / "greedy:depth=3")


def test_what_a_submission_brings_along_comes_first(tmp_path: Path) -> None:
    """The repository's own constants, and a helper beside the agent; store, world and utils are ours."""
    agents = tmp_path / "agents"
    agents.mkdir()
    (tmp_path / "constants.py").write_text("MINE = 'own constants'\n")
    (agents / "__init__.py").write_text("from .student_agent import StudentAgent\n")
    (agents / "tools.py").write_text("def help(): return 'own helper'\n")
    head = "import utils, world\nfrom constants import MINE\nfrom world import World\n"
    step = "from agents.tools import help; import tools; raise ValueError(f'{MINE}, {help()}, {World().step()[0]}')"
    written(agents, step, head=head)
    message = failures(play(tmp_path))[0][1]
    assert message.startswith("ValueError: own constants, own helper, ")


@pytest.mark.parametrize("name", ["", "agents/student_agent.py"])
def test_the_agents_folder_alone_is_a_submission(tmp_path: Path, name: str) -> None:
    """As the course handed it out, without store.py and world.py: its random agent takes our own one's name."""
    sample = SUBMISSIONS / "territoryrepo" / "agents"
    shutil.copytree(sample, tmp_path / "agents", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "constants.py").write_text((sample.parent / "constants.py").read_text())
    head = "from world import World\n"
    twice = "class Other(Agent):\n    pass\nregister_agent('student_agent')(Other)\n"
    written(tmp_path / "agents", "pass", head=head + twice)
    with pytest.raises(FileLoadError, match="registered as 'student_agent' already"):
        play(tmp_path / name)
    written(tmp_path / "agents", "raise ValueError(f'{World().step()[0]}')", head=head)
    assert failures(play(tmp_path / name))[0][1].startswith("ValueError: ")


PROJECT = """
import os, sys
import colorsys, wave
from helper import helper_of_its_own
from agents.agent import Agent
from store import register_agent
assert os.getcwd() == sys.path[0] == {root!r}, (os.getcwd(), sys.path)
assert open("agents/data.txt").read() == "mine"
assert wave.MINE and not hasattr(colorsys, "MINE") and helper_of_its_own() == "helped"
"""


@pytest.mark.parametrize("named", ["", "agents", "agents/student_agent.py"])
def test_the_folder_that_holds_agents_is_where_it_runs(named: str, tmp_path: Path) -> None:
    """As for python simulator.py there: its modules come before the libraries, those in agents/ hide none."""
    (tmp_path / "agents").mkdir()
    files = {"agents/data.txt": "mine", "wave.py": "MINE = True", "agents/colorsys.py": "MINE = True"}
    files["agents/helper.py"] = "def helper_of_its_own(): return 'helped'"
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    written(tmp_path / "agents", "pass", head=PROJECT.format(root=str(tmp_path)))
    record = play(tmp_path / named)
    assert record.failure is None
    assert failures(record) == []


def test_nothing_is_written_into_a_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    copy = shutil.copytree(SUBMISSIONS / "territoryrepo", tmp_path / "territoryrepo")
    before = sorted(copy.rglob("*"))
    play(copy)
    assert sorted(copy.rglob("*")) == before


def test_the_random_walk_has_the_handouts_chances() -> None:
    """Steps uniform in 0..K, each in a random free direction, then a random free side; not uniform over moves.

    K is 2; from 0,0 a way leads to 0,1 alone, and from there back and to 0,2.
    """
    game = lanista.load_game("colosseum", size=4)
    state = game.parse_position("4 A0,0 B3,3 A 0,0d 0,1d")
    rng = random.Random(1)
    count = 12_000
    ends = Counter(random_walk(state, rng) // 4 for _ in range(count))
    # 0 steps: 0,0. 1 step: 0,1. 2 steps: half back, half on.
    assert {cell: round(ends[cell] / count, 1) for cell in ends} == {0: 0.5, 1: 0.3, 2: 0.2}
    sides = Counter(action % 4 for action in (random_walk(state, rng) for _ in range(count)) if action // 4 == 1)
    assert set(sides) == {1, 3}
    assert 0.45 < sides[1] / sides.total() < 0.55
    # Shut in by the opponent: it stays.
    shut = game.parse_position("4 A0,0 B0,1 A 0,0d")
    assert {random_walk(shut, rng) for _ in range(50)} == {1}


@pytest.mark.parametrize("size", range(4, 12))
def test_the_random_walk_is_always_legal(size: int) -> None:
    game = lanista.load_game("colosseum", size=size)
    rng = random.Random(size)
    for seed in range(5):
        state = game.initial_state(seed=seed)
        while not state.is_terminal:
            action = random_walk(state, rng)
            assert action in state.legal_actions()
            state = state.child(action)


def test_replaced_moves_follow_from_the_seed() -> None:
    first, second = (play(BROKEN / "returnsnone.py", seed=5) for _ in range(2))
    assert [move.action for move in first.moves] == [move.action for move in second.moves]

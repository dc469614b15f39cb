"""Files written for the exercise's original program, played unmodified in a process of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lanista
from lanista.agents.base import Agent
from lanista.arena.record import Move, Record
from lanista.arena.referee import NO_LIMITS, Limits, Session
from lanista.courses.r2d2.bridge import STAY
from lanista.courses.r2d2.course import R2D2
from lanista.errors import LanistaError
from lanista.games.base import Game
from lanista.sandbox.verdict import Verdict

TESTS = Path(__file__).parents[1]
SAMPLES = TESTS / "submissions" / "r2d2"
HONEST = ["boardclass", "hasty", "numpytable", "textbook", "threads"]
HEAD = """
from enum import Enum, auto
class Action(Enum):
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    MOVE_LEFT = auto()
    MOVE_RIGHT = auto()
    SHOOT = auto()
"""
AGENT = """
class QAgent:
    def clear(self):
        {clear}
    def get_best_move(self, self_droid, adv_droid, score_change, training):
        {move}
"""
# Writes down each call, as a line of JSON in the working folder.
SPY = """
        with open("calls.txt", "a") as file:
            me, it = self_droid, adv_droid
            json.dump([me.location, me.shots, it.location, it.shots, score_change, training, hasattr(me, "mark")], file)
            print(file=file)
        self_droid.mark = True
        self_droid.location, self_droid.shots, adv_droid.shots = (0, 0), 9, 9
        return random.choice(list(Action))
"""


def game() -> Game:
    (spec,) = R2D2().played()
    return lanista.load_game(spec)


def written(folder: Path, move: str, head: str = "", clear: str = "pass") -> Path:
    """Write a student's file whose QAgent does what is said."""
    folder.mkdir(exist_ok=True)
    path = folder / "r2d2_hw3.py"
    path.write_text(head + HEAD + AGENT.format(clear=clear, move=move))
    return path


def submission(path: Path, class_name: str | None = None) -> Agent:
    return R2D2().submission(game(), path, class_name, {})


def play(first: Agent, second: Agent, limits: Limits = NO_LIMITS, start: str | None = None, seed: int = 2) -> Record:
    """Play a game by the course's rules."""
    state = game().initial_state(start=start)
    session = Session(game(), [first, second], state, seed, limits, policy=R2D2())
    while not session.is_over:
        session.step()
    return session.finish()


def against_random(path: Path, class_name: str | None = None, limits: Limits = NO_LIMITS) -> Record:
    return play(submission(path, class_name), lanista.load_agent("random", game()), limits)


def forgiven(record: Record) -> list[Move]:
    return [move for move in record.moves if move.forgiven is not None]


@pytest.mark.parametrize("class_name", ["QAgent", "MinimaxAgent"])
@pytest.mark.parametrize("sample", HONEST)
def test_honest_samples_play_whole_games(sample: str, class_name: str) -> None:
    before = sorted(SAMPLES.rglob("*"))
    record = against_random(SAMPLES / sample / "r2d2_hw3.py", class_name)
    assert record.failure is None
    assert not forgiven(record)
    assert sorted(SAMPLES.rglob("*")) == before  # nothing is written there


@pytest.mark.parametrize(
    ("sample", "told"),
    [
        ("emptygun", "<Action.SHOOT: 5>, which is not possible here"),
        ("none", "None, which is no Action"),
        ("number", "5, which is no Action"),
    ],
)
def test_an_impossible_choice_does_nothing(sample: str, told: str) -> None:
    """The round is played, the record keeps NONE, and the game goes on."""
    record = against_random(SAMPLES / "broken" / sample / "r2d2_hw3.py")
    assert record.failure is None
    stays = forgiven(record)
    assert all(move.action == STAY and move.name == "NONE" and move.player == 0 for move in stays)
    assert f"get_best_move returned {told}" in [move.forgiven.message for move in stays if move.forgiven is not None]


@pytest.mark.parametrize("sample", ["changesdroids", "chatty", "keepsshots", "trainingstops"])
def test_faults_that_do_not_matter_in_play(sample: str) -> None:
    """Changed droids change nothing, what is printed is kept apart, and droids are ours."""
    record = against_random(SAMPLES / "broken" / sample / "r2d2_hw3.py")
    assert record.failure is None
    assert not forgiven(record)


@pytest.mark.parametrize(
    ("sample", "message"),
    [("raises", "ValueError: no best move for ("), ("quits", "its program ended with status 0")],
)
def test_whoever_fails_loses_the_game(sample: str, message: str) -> None:
    record = against_random(SAMPLES / "broken" / sample / "r2d2_hw3.py")
    assert record.failure is not None
    assert record.failure.kind == Verdict.CRASH
    assert message in record.failure.message
    assert record.returns == (-1, 1)


def test_an_exception_is_told_with_its_line_and_the_agent_plays_the_next_game() -> None:
    agent = submission(SAMPLES / "broken" / "raises" / "r2d2_hw3.py")
    first, second = (play(agent, lanista.load_agent("random", game()), seed=seed) for seed in (2, 3))
    assert first.failure is not None
    assert first.failure.message.endswith("(r2d2_hw3.py, line 34)")
    assert "Traceback" in first.failure.details
    assert len(second.moves) > 0


@pytest.mark.parametrize(
    ("move", "clear", "message"),
    [
        ("sys.exit(0)", "pass", "SystemExit: 0 (r2d2_hw3.py, line 14)"),
        ("return 1 / 0", "pass", "ZeroDivisionError: division by zero (r2d2_hw3.py, line 14)"),
        (
            "return self.move()",
            "pass",
            "AttributeError: 'QAgent' object has no attribute 'move' (r2d2_hw3.py, line 14)",
        ),
        ("return input()", "pass", "EOFError: EOF when reading a line (r2d2_hw3.py, line 14)"),
        ("return Action.SHOOT", "self.table.clear()", "in begin(): AttributeError: 'QAgent' object has no attribute"),
    ],
)
def test_failures_name_the_line(move: str, clear: str, message: str, tmp_path: Path) -> None:
    record = against_random(written(tmp_path, move, "import sys", clear))
    assert record.failure is not None
    assert record.failure.kind == Verdict.CRASH
    assert message in record.failure.message


def test_there_is_no_limit_for_a_move_but_who_sets_one_ends_an_endless_loop() -> None:
    assert R2D2().limits == NO_LIMITS
    record = against_random(SAMPLES / "broken" / "endless" / "r2d2_hw3.py", limits=Limits(move_time=0.5))
    assert record.failure is not None
    assert record.failure.kind == Verdict.TIME


@pytest.mark.parametrize(
    ("sample", "class_name", "message"),
    [
        ("argument", None, "QAgent() cannot be made: TypeError: QAgent.__init__() missing 1 required positional"),
        ("nominimax", "MinimaxAgent", "has no class MinimaxAgent"),
        ("startsatimport", None, "it exits when loaded (guard the program with if __name__ == '__main__')"),
    ],
)
def test_what_cannot_be_loaded_is_said_in_one_line(sample: str, class_name: str | None, message: str) -> None:
    with pytest.raises(LanistaError) as error:
        submission(SAMPLES / "broken" / sample / "r2d2_hw3.py", class_name)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no enum Action with MOVE_UP, MOVE_DOWN, MOVE_LEFT, MOVE_RIGHT, SHOOT"),
        ("def f(:", "line 1: "),
        ("\nimport nothing_of_this_name", "line 2: ModuleNotFoundError"),
        (f"{HEAD}\nclass QAgent:\n    def clear(self): pass", "QAgent has no method get_best_move"),
        (f"{HEAD}\nQAgent = 3", "has no class QAgent"),
        ("import tkinter as tk\nroot = tk.Tk()\nroot.mainloop()", "line 3: RuntimeError: it opens a window here"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    path = tmp_path / "r2d2_hw3.py"
    path.write_text(text)
    with pytest.raises(LanistaError, match=r"r2d2_hw3\.py") as error:
        submission(path)
    assert message in str(error.value)


@pytest.mark.parametrize("where", ["{}", "{}:QAgent"])
def test_a_file_or_its_folder_is_a_spec(where: str, tmp_path: Path) -> None:
    path = written(tmp_path / "mine", "return Action.SHOOT")
    for target in (path, path.parent):
        agent = lanista.load_agent(f"r2d2@{where.format(target)}", game())
        assert agent.spec == f"r2d2@{where.format(target)}"
        assert agent.code_hash is not None


@pytest.mark.parametrize("spec", ["r2d2@./nothing.py", "r2d2@{}:QAgent:depth=3", "r2d2@{}:MinimaxAgent"])
def test_specs_that_name_no_agent_are_refused(spec: str, tmp_path: Path) -> None:
    with pytest.raises(LanistaError):
        lanista.load_agent(spec.format(written(tmp_path, "return Action.SHOOT")), game())


def test_what_an_agent_is_told(tmp_path: Path) -> None:
    """Fresh droids each round, the change of its own score in the round before, no training; its own folder."""
    path = written(tmp_path / "spy", SPY, "import json, random", clear='open("calls.txt", "a").write("clear\\n")')
    record = play(lanista.load_agent("random", game()), submission(path), seed=1)
    assert record.failure is None
    head, *lines = (path.parent / "calls.txt").read_text().splitlines()
    assert head == "clear"
    state = game().initial_state()
    score = state.score()
    for line, number in zip(lines, range(0, len(record.moves), 2), strict=True):
        (d2, d2_shots, _), (q5, q5_shots, _) = state.droids  # type: ignore[attr-defined]
        change = score - state.score()  # Q5's side
        score = state.score()
        assert json.loads(line) == [[*q5], q5_shots, [*d2], d2_shots, change, False, False]
        state = state.child(record.moves[number].action, record.moves[number + 1].action)
    assert {json.loads(line)[4] for line in lines} == {-1, 0, 1}


def test_what_numpy_has_taken_away_is_there(tmp_path: Path) -> None:
    head = "import numpy as np\nZEROS = np.zeros(2, dtype=np.float)\n"
    assert against_random(written(tmp_path, "return Action(list(Action)[int(ZEROS[0])])", head)).failure is None


def test_clear_is_called_once_a_game_and_its_first_change_is_0(tmp_path: Path) -> None:
    path = written(tmp_path, SPY, "import json, random", clear='open("calls.txt", "a").write("clear\\n")')
    agent = submission(path)
    for _ in range(3):
        play(agent, lanista.load_agent("random", game()))
    games = (tmp_path / "calls.txt").read_text().split("clear\n")
    assert len(games) == 4
    assert all(json.loads(calls.splitlines()[0])[4] == 0 for calls in games[1:])


@pytest.mark.parametrize(
    "choice",
    ["[]", "{}", "'SHOOT'", "5", "5.0", "True", "Other.SHOOT", "object()", "self_droid", "(1, 2)", "Action"],
)
def test_choices_of_wrong_types_do_nothing(choice: str, tmp_path: Path) -> None:
    head = "from enum import Enum, auto\nclass Other(Enum):\n    SHOOT = 5\n"
    record = play(
        submission(written(tmp_path, f"return {choice}", head)),
        lanista.load_agent("random", game()),
        start="4x4 D2,0:5:0 Q2,3:5:0 2",
    )
    assert record.failure is None
    assert [move.name for move in record.moves if move.player == 0] == ["NONE", "NONE"]


def test_where_a_droid_cannot_stay_an_impossible_choice_loses(tmp_path: Path) -> None:
    rules = lanista.load_game("droid_battle")
    agents = [R2D2().submission(rules, written(tmp_path, "return None"), None, {}), lanista.load_agent("random", rules)]
    session = Session(rules, agents, rules.initial_state(), 1, policy=R2D2())
    session.step()
    assert session.failure is not None
    assert session.failure.kind == Verdict.ILLEGAL


WINDOW = """
import tkinter as tk
import tkinter.ttk
from tkinter import *
from tkinter import Canvas, Event, messagebox
class Board(tk.Frame):
    STICKY = tk.N + tk.S
    def __init__(self, master=None):
        super().__init__(master)
        self.canvas = Canvas(self, width=4)
        self.canvas.bind("<Key>", lambda event: event.char)
        self.canvas["bg"] = "white"
class Twice(tk.Label, tk.Misc):
    pass
class Lamp(Button):
    def light(self, event: tk.Event, end=END): pass
board = Board(tk.Tk())
board.pack(side=tk.LEFT)
for thing in (tk, board, Canvas):
    assert not hasattr(thing, "__wrapped__")
try:
    raise tk.TclError
except TclError:
    pass
"""


def test_files_load_without_tkinter_or_a_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    record = against_random(written(tmp_path, "return random.choice(list(Action))", f"import random\n{WINDOW}"))
    assert record.failure is None


def test_modules_beside_the_file_are_its_own(tmp_path: Path) -> None:
    """Also what it imports while it plays, and files that it opens."""
    agents = []
    for name, direction in (("one", "MOVE_UP"), ("two", "MOVE_DOWN")):
        path = written(
            tmp_path / name, "import later; return Action[open('choice.txt').read()]", "from helper import NAME"
        )
        (path.parent / "helper.py").write_text(f"NAME = {direction!r}")
        (path.parent / "later.py").write_text("")
        (path.parent / "choice.txt").write_text(direction)
        agents.append(submission(path))
    record = play(agents[0], agents[1], start="4x4 D2,0:5:0 Q2,3:5:0 1")
    assert [move.name for move in record.moves] == ["MOVE_UP", "MOVE_DOWN"]

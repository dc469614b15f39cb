"""`lanista nim`: the handout's questions, table and games, answered by hand and by options."""

from __future__ import annotations

import io
import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lanista
from lanista.agents.nim_theory import mover_wins
from lanista.agents.qlearning import QLearningAgent
from lanista.agents.terminal import Screen
from lanista.courses import find_course
from lanista.courses.nim.door import run
from lanista.courses.nim.learning import learn, new_learner
from lanista.errors import SpecError, UsageError
from lanista.games.base import State
from tests.reference import q_learning
from tests.reference.nim import Nim

# The handout's six boards, and who wins them.
BOARDS = {(0, 1, 2): "A", (1, 2, 4): "A", (2, 3, 4): "A", (3, 4, 5): "A", (2, 4, 6): "B", (1, 2, 3): "B"}
ENOUGH = 200_000
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80"}


def door(options: str, typed: str = "") -> str:
    """Return what a session shows."""
    sink = io.StringIO()
    assert run(options.split(), Screen(io.StringIO(typed), sink)) == 0
    return sink.getvalue()


def table(shown: str) -> list[str]:
    return re.findall(r"^[AB]\d{5} +-?\d+\.\d+$", shown, re.MULTILINE)


def test_a_whole_session_by_hand() -> None:
    """Three piles, n, the table, then games: A or B, the piles, pile and count, the winner, and again."""
    shown = door("", "0\n1\n2\n1000\nA\n2\n2\ny\nB\n1\n1\nn\n")
    assert table(shown) == [
        "A00121  -1000.00",
        "A01011  -1000.00",
        "A01211   -810.00",
        "A01221   -810.00",
        "A01222    900.00",
        "B00221   -900.00",
        "B00222   1000.00",
        "B01011   1000.00",
        "B01111   -900.00",
        "B01121   -900.00",
    ]
    _, first, second = shown.split("Are you player A (first) or B (second)? ")
    assert "0: 0\n1: 1  o\n2: 2  o o\nA to move\nWhich pile (0, 1 or 2)? 2\nHow many (1 to 2)? 2\n" in first
    assert "The computer takes 1 from pile 1.\n" in first
    assert "The winner is A: you.\nAnother game (y or n)? y\n" in first
    assert second.startswith("B\nThe computer takes 2 from pile 2.\n")
    assert second.endswith("The winner is A: the computer.\nAnother game (y or n)? n\nGoodbye.\n")


def test_options_answer_the_prompts() -> None:
    by_hand = door("--seed 1", "1\n2\n3\n5000\nA\n0\n1\n")
    by_options = door("--piles 1 2 3 --games 5000 --play A --seed 1", "0\n1\n")
    assert "How many objects" in by_hand
    assert "How many objects" not in by_options
    assert by_hand.partition("A\n\n0:")[2] == by_options.partition("\n\n0:")[2]
    assert table(by_hand) == table(by_options)


def test_quiet_prints_no_table() -> None:
    assert table(door("--piles 1 2 3 --games 1000")) != []
    assert door("--piles 1 2 3 --games 1000 --quiet") == "Are you player A (first) or B (second)? \nGoodbye.\n"


@pytest.mark.parametrize(
    ("typed", "explained"),
    [
        ("three", "'three' is not a whole number from 0 to 9"),
        ("-1", "'-1' is not a whole number from 0 to 9"),
        ("10", "'10' is not a whole number from 0 to 9"),
        ("1.5", "'1.5' is not a whole number from 0 to 9"),
        ("٣", "'٣' is not a whole number from 0 to 9"),
        ("9" * 5000, f"'{'9' * 36}... is not a whole number from 0 to 9"),
        ("3 4 5", "'3 4 5' is not a whole number from 0 to 9"),
        ("", "Nothing was typed: please type a whole number from 0 to 9"),
    ],
)
def test_a_bad_number_is_explained_and_asked_again(typed: str, explained: str) -> None:
    lines = door("", f"{typed}\n2\n").splitlines()
    asked = [line for line in lines if line.startswith("How many objects in pile 0?")]
    assert len(asked) == 2
    assert explained in lines
    assert asked[1] == "How many objects in pile 0? 2"


def test_bad_answers_within_a_game_are_explained_and_asked_again() -> None:
    typed = ["C", "", "AB", "a", "3", "x", "0", "2", "3", "-2", "0", "", "1"]
    shown = door("--piles 0 1 2 --games 1000 --quiet", "\n".join(typed) + "\n")
    for explained in [
        "'C' is none of these: please type A or B",
        "'AB' is none of these: please type A or B",
        "Nothing was typed: please type A or B",
        "'3' is not a whole number from 0 to 2",
        "'x' is not a whole number from 0 to 2",
        "Pile 0 is empty: please choose another",
        "'3' is not a whole number from 1 to 2",
        "'-2' is not a whole number from 1 to 2",
        "'0' is not a whole number from 1 to 2",
        "Nothing was typed: please type a whole number from 1 to 2",
    ]:
        assert f"{explained}\n" in shown
    assert shown.count("Which pile") == 5
    assert "2: 1  o\n" in shown.partition("How many (1 to 2)? 1\n")[2]


def test_piles_that_are_all_empty_are_asked_again() -> None:
    shown = door("", "0\n0\n0\n0\n0\n1\n10\n")
    assert "All piles are empty: there is nothing to take\nHow many objects in pile 0? 0\n" in shown
    assert table(shown) == ["A00121  -1000.00"]


def test_the_end_of_input_ends_every_question_politely() -> None:
    typed = ["0", "1", "2", "1000", "A", "2", "2", "y", "B"]
    for answered in range(len(typed) + 1):
        assert door("", "".join(f"{line}\n" for line in typed[:answered])).endswith("\nGoodbye.\n"), answered


@pytest.mark.parametrize("piles", BOARDS, ids=str)
def test_the_table_holds_the_exact_values(piles: tuple[int, int, int]) -> None:
    """Keys like A34501, one a line, sorted, with two decimals; all that can come up is there."""
    shown = table(door(f"--piles {' '.join(map(str, piles))} --games {ENOUGH} --seed 3"))
    truth = q_learning.exact(Nim(piles=piles), gamma=0.9, win=1000)
    largest = max(piles)
    expected = [
        f"{'AB'[mover]}{''.join(map(str, objects))}{action // largest}{action % largest + 1} {value:9.2f}"
        for ((objects, mover), action), value in truth.items()
    ]
    assert shown == sorted(expected)


@pytest.mark.parametrize(("piles", "winner"), BOARDS.items(), ids=str)
def test_the_signs_of_the_opening_tell_who_wins(piles: tuple[int, int, int], winner: str) -> None:
    """The handout: at least one positive value where A wins; all negative where B does."""
    start = "A" + "".join(map(str, piles))
    lines = table(door(f"--piles {' '.join(map(str, piles))} --games {ENOUGH}"))
    values = [float(line.split()[1]) for line in lines if line.startswith(start)]
    assert any(value > 0 for value in values) == (winner == "A")
    if piles == (0, 1, 2):
        assert sum(value > 0 for value in values) == 1


@pytest.mark.parametrize("piles", ["3 4 5", "2 4 6", "0 1 2"])
def test_merging_prints_the_same_table(piles: str) -> None:
    options = f"--piles {piles} --games {ENOUGH}"
    assert door(f"{options} --merge") == door(options)


def test_merging_needs_fewer_games() -> None:
    truth = table(door(f"--piles 3 4 5 --games {ENOUGH}"))
    assert table(door("--piles 3 4 5 --games 20000 --merge")) == truth
    assert table(door("--piles 3 4 5 --games 20000")) != truth


def test_the_table_is_written_too(tmp_path: Path) -> None:
    file = tmp_path / "q.txt"
    shown = door(f"--piles 1 2 3 --games 1000 --table {file}")
    assert file.read_text().splitlines() == table(shown)
    door(f"--piles 1 2 4 --games 1000 --table {file} --quiet")
    assert file.read_text().startswith("A00121  -1000.00\n")
    assert [path.name for path in tmp_path.iterdir()] == ["q.txt"]


def test_the_same_seed_gives_the_same_session() -> None:
    options, typed = "--piles 3 4 5 --games 100 --play B", "1\n1\n2\n2\n0\n1\n"
    assert door(f"{options} --seed 5", typed) == door(f"{options} --seed 5", typed)
    assert door(f"{options} --seed 5", typed) != door(f"{options} --seed 6", typed)


@pytest.mark.parametrize("merge", [False, True], ids=["full", "merged"])
@pytest.mark.parametrize("piles", BOARDS, ids=str)
def test_the_computer_wins_against_every_line_of_play(piles: tuple[int, int, int], merge: bool) -> None:
    """From every position that the computer can win, as A and as B, whatever it may play and whatever is answered."""
    game = lanista.load_game("nim", piles=piles)
    computer = new_learner(game, merge=merge)
    learn(computer, ENOUGH, seed=0)

    seen: dict[tuple[State, int], bool] = {}

    def always_wins(state: State, side: int) -> bool:
        """Whether the computer wins as `side`, checked to the end of every game."""
        if state.is_terminal:
            return state.returns()[side] == 1
        if (state, side) not in seen:
            actions = choices(computer, state) if state.current_player == side else state.legal_actions()
            seen[state, side] = all(always_wins(state.child(action), side) for action in actions)
        return seen[state, side]

    for objects in itertools.product(*(range(size + 1) for size in piles)):
        for mover in (0, 1):
            if any(objects) and can_come_up(objects, piles, mover):
                state = game.parse_position(f"{'-'.join(map(str, objects))} {'AB'[mover]}")
                side = mover if mover_wins(objects, misere=True) else 1 - mover
                assert always_wins(state, side), state.position
    assert always_wins(game.initial_state(), "AB".index(BOARDS[piles]))


def choices(computer: QLearningAgent, state: State) -> list[int]:
    """Return all that the computer may play."""
    chances = computer.strategy(state, state.current_player)
    assert chances, f"{state.position} was never met"
    return [action for action, chance in zip(state.legal_actions(), chances, strict=True) if chance > 0]


def can_come_up(objects: tuple[int, ...], start: tuple[int, ...], mover: int) -> bool:
    """Whether a game from the start can lead to a position: a number of moves of the right parity fits."""
    taken = sum(start) - sum(objects)
    fewest = sum(now < before for now, before in zip(objects, start, strict=True))
    return any(moves % 2 == mover for moves in range(fewest, taken + 1))


@pytest.mark.parametrize("side", ["A", "B"])
def test_the_course_has_played_games_at_its_door(side: str) -> None:
    """At the door too: whoever takes one object from the first pile there is, loses where the computer can win."""
    piles = "3 4 5" if side == "B" else "2 4 6"
    typed = "".join(f"{pile}\n1\n" for pile in (0, 1, 2, 0, 1, 2) * 4)
    shown = door(f"--piles {piles} --games {ENOUGH} --play {side} --quiet", typed)
    assert f"The winner is {'B' if side == 'A' else 'A'}: the computer.\n" in shown


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--piles 3 4", "argument --piles: expected 3 arguments"),
        ("--piles 3 4 10", "argument --piles: '10' is not a whole number from 0 to 9"),
        ("--piles 0 0 0", "--piles 0 0 0 leaves nothing to take"),
        ("--games many", "argument --games: 'many' is not a whole number from 0 to 1,000,000,000"),
        ("--play C", "argument --play: invalid choice: 'C'"),
        ("--seed -1", "argument --seed: "),
        ("--width 3", "--width has no meaning in nim"),
        ("--table .", "cannot write .: "),
        ("--table no/such/folder/q.txt", "cannot write no/such/folder/q.txt: "),
        ("--game chess", "argument --game: invalid choice: 'chess'"),
        ("--game connect_four --piles 3 4 5", "--piles has no meaning in connect_four on every board"),
        ("--game connect_four --width 3 --table q.txt", "--table has no meaning in connect_four on one board"),
        ("--game connect_four --play A", "--play has no meaning in connect_four on every board"),
        ("--game connect_four --width 2 --height 2", "connect must be 2 to 2, got 3"),
        ("3 4 5", "unrecognized arguments: 3 4 5"),
    ],
)
def test_bad_options_are_one_clear_line(options: str, problem: str) -> None:
    with pytest.raises((UsageError, lanista.ParameterError)) as error:
        door(options)
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


ROW = re.compile(r"^(\d) x (\d) connect (\d) +([\d,]+) +([\d,]+) +([\d.]+) +([\d.]+)% +([\d.]+)%$", re.MULTILINE)


def test_connect_three_is_learned_to_the_last_value() -> None:
    """The second challenge on the handout's board: states, episodes, seconds and agreement with exact values."""
    shown = door("--game connect_four --width 3 --height 3 --connect 3 --games 50000")
    rows = [row.groups() for row in ROW.finditer(shown)]
    assert [row[3] for row in rows] == ["1,000", "10,000", "50,000"]
    assert rows[-1][:3] == ("3", "3", "3")
    assert rows[-1][4] == "505"
    assert rows[-1][6:] == ("100.0", "100.0")
    assert float(rows[0][6]) < 100
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_merging_serves_connect_too() -> None:
    shown = door("--game connect_four --width 3 --games 20000 --merge")
    assert ROW.findall(shown)[-1][4] == "261"


def test_every_board_is_reported() -> None:
    rows = ROW.findall(door("--game connect_four --games 1000"))
    boards = [tuple(map(int, row[:3])) for row in rows]
    assert boards == [(3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (7, 6, 4)]
    assert float(rows[0][6]) > float(rows[-1][6])


def test_connect_is_played_too() -> None:
    options = "--game connect_four --width 3 --height 3 --connect 3 --games 20000 --play B --quiet"
    shown = door(options, "0\n1\n1\n1\n1\n2\n2\n2\n3\n3\n3\n")
    assert "'0' is not a whole number from 1 to 3" in shown
    assert "The computer drops a stone into column" in shown
    assert "The winner is x: the computer." in shown


def test_a_full_column_is_explained() -> None:
    """Two stones in column 1: the computer has to stop the third there, and the column is full."""
    options = "--game connect_four --width 3 --height 3 --connect 3 --games 20000 --play A --quiet"
    assert "Column 1 is full: please choose another\nWhich column (1 to 3)?" in door(options, "1\n1\n1\n")


def program(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanista", "nim", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=ENVIRONMENT, check=False)


def test_the_command_is_driven_by_a_pipe() -> None:
    done = program("--piles", "0", "1", "2", "--games", "1000", typed="A\n2\n2\nn\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.endswith("The winner is A: you.\nAnother game (y or n)? n\nGoodbye.\n")


def test_the_command_explains_itself_and_its_errors() -> None:
    helped = program("--help")
    assert helped.returncode == 0
    assert helped.stdout.startswith("usage: lanista nim ")
    assert all(len(line) <= 80 for line in helped.stdout.splitlines())
    wrong = program("--piles", "3", "4", "x")
    assert wrong.returncode == 2
    assert wrong.stderr == (
        "lanista: argument --piles: 'x' is not a whole number from 0 to 9 (see: lanista nim --help)\n"
    )


def test_submissions_are_programs_that_prompt(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text("")
    with pytest.raises(SpecError, match="is a program that prompts, not an agent"):
        lanista.load_agent(f"nim@{file}", lanista.load_game("nim"))
    with pytest.raises(SpecError, match="has no original program to play in"):
        find_course("nim").export("oracle")


def test_what_a_student_begins_with_runs_as_it_stands(tmp_path: Path) -> None:
    for name, text in find_course("nim").starter().items():
        (tmp_path / name).write_text(text)
    typed = "1\nx\n2\n3\n1000\nA\n7\n0\n1\n1\n2\n2\n3\nn\n"
    done = subprocess.run(
        [sys.executable, "nim.py"], input=typed, capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Please type a whole number from 0 to 9." in done.stdout
    assert "A12301" in done.stdout
    early = subprocess.run(
        [sys.executable, "nim.py"], input="1\n", capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (early.returncode, early.stderr) == (0, "")


def test_a_table_that_cannot_be_written_is_noticed_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(UsageError, match=r"cannot write .*q\.txt: its folder is read-only"):
        door(f"--piles 0 1 2 --games 1000000000 --table {tmp_path}/q.txt")

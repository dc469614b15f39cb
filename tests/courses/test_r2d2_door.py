"""`lanista r2d2`, driven through pipes and at a terminal, in the handout's own form."""

from __future__ import annotations

import io
import re
import shutil
import sys
from pathlib import Path
from typing import Any, Protocol

import pytest

import lanista
from lanista.cli.main import main
from lanista.courses.r2d2.door import KEYBOARD, Order, labels, read
from lanista.training.checkpoint import save
from lanista.training.trainer import Training

TESTS = Path(__file__).parents[1]
SAMPLES = TESTS / "submissions" / "r2d2"
START = """\
  0 1 2 3
0 . . . .
1 . . . .
2 D . . Q
3 . . . .
Score: 0 - 0   Shots: 5 - 5   Time remaining: 50
"""
TEXTBOOK = "textbook/r2d2_hw3.py"


class Done:
    """What a command did."""

    def __init__(self, status: object, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def times(self) -> list[int]:
        """The rounds left, each time that the board was shown."""
        return [int(left) for left in re.findall(r"Time remaining: (\d+)", self.out)]


class Command(Protocol):
    def __call__(self, words: str, typed: str = "") -> Done: ...


@pytest.fixture
def r2d2(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs the command with words and typed lines, in the samples' folder."""
    monkeypatch.chdir(SAMPLES)
    monkeypatch.setenv("COLUMNS", "80")

    def run(words: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            main(["r2d2", *words.split()])
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Done(end.value.code, out, err)

    return run


def test_space_or_enter_plays_a_round(r2d2: Command) -> None:
    done = r2d2("random random", " \n\n  \nq\n\n")
    assert done.status == 0
    assert done.out.startswith(START)
    assert done.times == [50, 49, 48, 47]
    assert len(re.findall(r"^D2: (MOVE_\w+|SHOOT|stays)$", done.out, re.MULTILINE)) == 3
    assert len(re.findall(r"^Q5: (MOVE_\w+|SHOOT|stays)$", done.out, re.MULTILINE)) == 3


@pytest.mark.parametrize("typed", ["", "q\n", "Q\n"])
def test_q_or_the_end_of_input_ends_it(r2d2: Command, typed: str) -> None:
    done = r2d2("random random --text", typed)
    assert (done.status, done.times, done.err) == (0, [50], "")


def test_other_input_is_explained_and_asked_again(r2d2: Command) -> None:
    done = r2d2("random random", "x\nnext\n3\n\x00\n\n")
    assert done.out.count("space or Enter plays the next round, q ends") == 4
    assert done.times == [50, 49]


def test_a_new_game_begins_after_the_end(r2d2: Command) -> None:
    done = r2d2("random random", "\n" * 120)
    assert done.status == 0
    second = done.times.index(50, 1)
    shown = done.out.split("space: new game, q: quit> ")
    assert re.search(r"Time remaining: \d+\n(D2 wins!|Q5 wins!|Draw!)\n$", shown[0])
    assert shown[1].endswith("space: next round, q: quit> \n") or done.times[second + 1] == 49
    assert "\n".join(shown[1].splitlines()[1:]).startswith(START.rstrip())


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("4x4 D0,0:2:3 Q3,3:1:1 20", "Score: 3 - 1   Shots: 2 - 1   Time remaining: 20"),
        ("4x4 D0,0:2:3 Q3,3:1:1 0", "Score: 3 - 1   Shots: 2 - 1   Time remaining: 0\nD2 wins!"),
        ("4x4 D0,0:0:1 Q3,3:0:4 20", "Score: 1 - 4   Shots: 0 - 0   Time remaining: 20\nQ5 wins!"),
        ("4x4 D0,0:0:1 Q3,3:0:1 20", "Score: 1 - 1   Shots: 0 - 0   Time remaining: 20\nDraw!"),
    ],
)
def test_the_labels(position: str, expected: str) -> None:
    """Score, shots, time remaining, and who won."""
    assert labels(lanista.load_game("droid_battle:stay=true").parse_position(position)) == expected


@pytest.mark.parametrize(
    ("key", "choice"),
    [
        ("w", "MOVE_UP"),
        ("W", "MOVE_UP"),
        ("s", "MOVE_DOWN"),
        ("a", "stays"),  # there is the wall
        ("d", "MOVE_RIGHT"),
        (" ", "SHOOT"),
        ("up", "MOVE_UP"),
        ("down", "MOVE_DOWN"),
        ("right", "MOVE_RIGHT"),
        ("left", "stays"),
        ("\x1b[A", "MOVE_UP"),
        ("\x1bOB", "MOVE_DOWN"),
        ("\x1b[1;2C", "MOVE_RIGHT"),
    ],
)
def test_the_keyboard_player(r2d2: Command, key: str, choice: str) -> None:
    done = r2d2("KeyboardAgent MinimaxAgent", f"{key}\n")
    assert done.status == 0
    assert f"\nD2: {choice}\n" in done.out
    assert done.times == [50, 49]


def test_the_keyboard_player_is_asked_again(r2d2: Command) -> None:
    done = r2d2("KeyboardAgent random", "x\n\nd\nq\n")
    assert done.out.count("W, A, S, D or the arrows move, space shoots, q ends") == 2
    assert done.times == [50, 49]


def test_an_empty_gun_stays_silent(r2d2: Command) -> None:
    done = r2d2("KeyboardAgent random", " \n" * 7)
    assert "Shots: 0 - " in done.out
    assert "\nD2: stays\n" in done.out or "wins!" in done.out or "Draw!" in done.out


def test_training_shows_its_progress(r2d2: Command) -> None:
    done = r2d2(f"{TEXTBOOK}:QAgent MinimaxAgent 300", "\n")
    assert done.status == 0
    expected = "".join(f"Training: {per_cent} %\n" for per_cent in range(10, 101, 10))
    assert done.out.startswith(f"{expected}300 rounds in ")
    assert done.times == [50, 49]


@pytest.mark.parametrize(
    "words",
    [
        "QAgent QAgent 100000",
        "QAgent MinimaxAgent 1000",
        "KeyboardAgent MinimaxAgent",
        "KeyboardAgent QAgent 1000 MinimaxAgent",
        f"{TEXTBOOK}:QAgent {TEXTBOOK}:MinimaxAgent 100",
        f"KeyboardAgent {TEXTBOOK} 1000 random",
        f"random {TEXTBOOK}",
        "textbook/r2d2_hw3.py:QAgent numpytable/r2d2_hw3.py:QAgent 300",
        "r2d2@./textbook:MinimaxAgent random 10",
        "equilibrium:aim=points random",
        "mcts:simulations=100 equilibrium",
    ],
)
def test_the_handouts_command_lines(r2d2: Command, words: str) -> None:
    """As it shows them, and with files and agents of Lanista in their places."""
    done = r2d2(words, "s\n \nq\n" if words.startswith(KEYBOARD) else "\n\n")
    assert done.status == 0
    assert done.times == [50, 49, 48]


def test_who_does_not_learn_is_not_trained(r2d2: Command) -> None:
    done = r2d2("MinimaxAgent random 1000", "\n")
    assert "no training: neither minimax:depth=3 nor random learns" in " ".join(done.out.split())
    assert done.times == [50, 49]


def test_a_bot_of_lanistas_own_and_a_checkpoint_play(r2d2: Command, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(state, player, clock):\n    return 4 if 4 in state.legal_actions(player) else 5\n")
    learner: Any = lanista.load_agent("qlearning", lanista.load_game("droid_battle:stay=true"))
    save(tmp_path / "droid.q", learner, Training(None, seed=0))
    done = r2d2(f"{bot} {tmp_path / 'droid.q'}", "\n")
    assert done.status == 0
    assert "\nD2: SHOOT\n" in done.out


def test_an_impossible_choice_is_shown_and_does_nothing(r2d2: Command) -> None:
    done = r2d2("random broken/none/r2d2_hw3.py", "\n")
    assert "Q5: stays: get_best_move returned None, which is no Action" in done.out
    assert (done.status, done.times) == (0, [50, 49])


def test_a_failure_loses_the_game_and_the_next_one_begins(r2d2: Command) -> None:
    done = r2d2("broken/quits/r2d2_hw3.py random", "\n" * 40)
    assert done.status == 1
    one = "D2 (r2d2@./broken/quits/r2d2_hw3.py:QAgent) fails: crash: its program ended with status 0 Q5 wins!"
    assert " ".join(done.out.split()).count(one) >= 2
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_failed_training_is_one_line(r2d2: Command) -> None:
    done = r2d2("broken/trainingstops/r2d2_hw3.py random 3000")
    assert done.status == 2
    assert re.search(r"^lanista: D2 \(.*\) failed in training round 1,001.*KeyError.*$", done.err, re.MULTILINE)


def test_what_an_agent_prints_is_seen_apart_from_the_board(r2d2: Command, tmp_path: Path) -> None:
    path = tmp_path / "r2d2_hw3.py"
    shutil.copy(SAMPLES / TEXTBOOK, path)
    path.write_text(
        path.read_text().replace("best = self.get_best_action(", "print('I think'); best = self.get_best_action(")
    )
    done = r2d2(f"{path} random", "\n")
    assert "I think" in done.err
    assert "I think" not in done.out


@pytest.mark.parametrize(
    ("words", "agents", "rounds", "partners"),
    [
        ("QAgent random", ("qlearning:versus=true", "random"), 0, ("qlearning:versus=true", "random")),
        ("random MinimaxAgent 5", ("random", "minimax:depth=3"), 5, ("random", "minimax:depth=3")),
        ("KeyboardAgent random", (KEYBOARD, "random"), 0, (KEYBOARD, "random")),
        ("KeyboardAgent random 9 mcts", (KEYBOARD, "random"), 9, ("mcts", "random")),
        ("textbook random", ("textbook", "random"), 0, ("textbook", "random")),
    ],
)
def test_what_the_words_mean(words: str, agents: tuple[str, str], rounds: int, partners: tuple[str, str]) -> None:
    assert read(words.split()) == Order(agents, rounds, partners)


@pytest.mark.parametrize("word", [TEXTBOOK, f"{TEXTBOOK}:QAgent", "r2d2@./textbook", f"r2d2@./{TEXTBOOK}:QAgent"])
def test_names_of_students_files(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)
    assert read([word, "random"]).agents[0] == f"r2d2@./{TEXTBOOK}:QAgent"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "the following arguments are required: R2_AGENT, Q5_AGENT"),
        ("random", "the following arguments are required: Q5_AGENT"),
        ("random random ten", "argument TRAIN_ROUNDS: invalid int value: 'ten'"),
        ("random random -1", "the training can have 0 to 1,000,000,000 rounds, not -1"),
        ("QAgent random 9999999999999999999999999", "rounds, not 9999999999999999999999999"),
        ("random random 1 random", "random is one too many"),
        ("random random 1 random random", "unrecognized arguments: random"),
        ("random random --fast", "unrecognized arguments: --fast"),
        ("random KeyboardAgent", "KeyboardAgent is for D2"),
        ("KeyboardAgent KeyboardAgent", "KeyboardAgent is for D2"),
        ("KeyboardAgent random 10 KeyboardAgent", "KeyboardAgent is for D2"),
        ("KeyboardAgent QAgent 10", "lanista r2d2 KeyboardAgent QAgent 10 MinimaxAgent"),
        ("human random", "here a person plays as KeyboardAgent"),
        ("nobody random", "unknown agent 'nobody'"),
        ("alphabeta random", "agent alphabeta cannot play droid_battle"),
        ("nothing.py random", "there is no nothing.py"),
        ("./nothing.py:QAgent random 10", "there is no nothing.py"),
        ("r2d2@./nothing random", "there is no nothing"),
        (f"r2d2@./{TEXTBOOK}:QAgent:depth=3 random 10", "its agents are made without arguments, got depth"),
        (f"{TEXTBOOK}:Nobody random", "has no class Nobody"),
        (f"{TEXTBOOK}:Nobody random 10", "has no class Nobody"),
        ("broken/startsatimport/r2d2_hw3.py random", "it exits when loaded (guard the program with if __name__"),
        ("QAgent nobody 10", "unknown agent 'nobody'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(r2d2: Command, words: str, message: str) -> None:
    done = r2d2(words)
    assert (done.status, done.out) == (2, "")
    (line,) = [line for line in done.err.splitlines() if line.startswith("lanista: ")]
    assert message in line


def test_help_fits_the_screen(r2d2: Command) -> None:
    done = r2d2("--help")
    assert done.status == 0
    assert "usage: lanista r2d2 [-h] [--text] R2_AGENT Q5_AGENT [TRAIN_ROUNDS] [OPPONENT]" in done.out
    assert max(map(len, done.out.splitlines())) <= 80

"""`lanista play`, driven through pipes and at a terminal of 80 columns, as people use it."""

import contextlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lanista
from lanista.arena.record import read_record

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
# TERM is a terminal's even where the tests run without one.
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")},
    "PYTHONPATH": os.pathsep.join(sys.path),
    "TERM": "xterm-256color",
}
GAMES = ["breakthrough", "colosseum", "connect_four", "droid_battle", "einstein", "mancala", "nim"]
BOTS = {
    "raises": "def helper():\n    return 1 / 0\ndef choose(state, player, clock):\n    return helper()\n",
    "illegal": "def choose(state, player, clock):\n    return 10**6\n",
    "late": "import time\ndef choose(state, player, clock):\n    time.sleep(0.3)\n    return 0\n",
    "resigns": "from lanista.agents.base import Resignation\ndef choose(*_):\n    raise Resignation\n",
    "talks": "def choose(state, player, clock):\n    print('hm')\n    return state.legal_actions(player)[0]\n",
}


def lanista_play(*arguments: str, typed: str | bytes = "", cwd: Path | None = None) -> Any:
    """Run the command with typed input; output as text."""
    data = typed if isinstance(typed, bytes) else typed.encode("utf-8", "surrogatepass")
    command = [sys.executable, "-m", "lanista", "play", *arguments]
    done = subprocess.run(command, input=data, capture_output=True, env=ENVIRONMENT, cwd=cwd, timeout=60, check=False)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextlib.contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Any]:
    """Run the command at a terminal of 80 x 24, in a shell that tells afterwards how it ended and left the terminal."""
    script = 'trap : INT; "$@"; echo "status=$?"; stty -a'
    command = ["-c", script, "sh", sys.executable, "-m", "lanista", "play", *arguments]
    child = pexpect.spawn(
        "/bin/sh", command, env=ENVIRONMENT | environment, dimensions=(24, 80), encoding="utf-8", timeout=20
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def check_end(child: Any, status: int) -> None:
    """Check the exit status, and that the terminal echoes and gives lines as before."""
    child.expect(r"status=(\d+)")
    assert int(child.match.group(1)) == status
    child.expect(pexpect.EOF)
    words = child.before.replace(";", " ").split()
    assert "echo" in words
    assert "icanon" in words


def columns_of(text: str) -> int:
    return max(len(line.rstrip("\r")) for line in ESCAPE.sub("", text).split("\n"))


def without_times(record: dict[str, Any]) -> dict[str, Any]:
    moves = [{name: move[name] for name in ("player", "action", "name")} for move in record["moves"]]
    return {**record, "moves": moves, "started": ""}


@pytest.mark.parametrize("game", GAMES)
def test_two_agents_play_the_game_of_the_python_interface(game: str, tmp_path: Path) -> None:
    played = lanista_play(game, "greedy", "random", "--seed", "17", "--json", "--save", "game.json", cwd=tmp_path)
    assert played.returncode == 0
    record = json.loads(played.stdout)
    assert played.stdout.count("\n") == 1
    assert json.loads((tmp_path / "game.json").read_text()) == record
    from lanista.arena.record import encode_record

    expected = json.loads(encode_record(lanista.play(game, ["greedy", "random"], seed=17)))
    assert without_times(record) == without_times(expected)
    assert columns_of(played.stderr) <= 80
    shown = lanista_play(game, "greedy", "random", "--seed", "17")
    assert all(f": {move['name']}" in shown.stdout for move in record["moves"])
    assert "\x1b" not in shown.stdout


def test_a_start_is_a_position_or_the_games_short_form() -> None:
    short = lanista_play("einstein", "greedy", "greedy", "--seed", "3", "--start", "012345543210", "--json")
    assert json.loads(short.stdout)["start"] == "ABC3/DE4/F5/5f/4ed/3cba A"
    seed, position = 2**64 - 1, "0-1-5 B"
    given_position = lanista_play("nim", "random", "random", "--seed", str(seed), "--start", position, "--json")
    record = lanista.play("nim", ["random", "random"], seed=seed, start=position)
    assert [move["name"] for move in json.loads(given_position.stdout)["moves"]] == [m.name for m in record.moves]


def test_a_whole_game_by_pipe() -> None:
    # Nim with one pile of 2, last object loses: take one, and greedy must take the last.
    played = lanista_play("nim:piles=2", "--seed", "1", typed="help\nhint\n5\n01\n")
    assert played.returncode == 0
    assert "A (human): 01\nB (greedy): 01\n" in played.stdout
    assert played.stdout.endswith("A wins\nA (human) wins\n")
    assert played.stderr == ""


@pytest.mark.parametrize("typed", ["", "quit\n", "01\n", "\n\n", "01\nquit\n", "01"])
def test_leaving_is_polite_and_makes_no_record(typed: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    left = lanista_play("nim", "--seed", "1", "--json", "--save", str(file), typed=typed)
    assert left.returncode == 0
    assert left.stdout == ""
    assert "You have left the game. It is not finished, so there is no record." in left.stderr
    assert not file.exists()


def test_a_record_is_saved_and_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert lanista_play("nim", "greedy", "random", "--save", str(file)).returncode == 0
    before = file.read_bytes()
    assert read_record(file).players[0].spec == "greedy"
    again = lanista_play("nim", "greedy", "random", "--save", str(file))
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == f"lanista: {file} is there already; --save writes a new file\n"
    assert file.read_bytes() == before
    nowhere = lanista_play("nim", "greedy", "random", "--save", str(tmp_path / "no" / "game.json"))
    assert nowhere.returncode == 2
    assert nowhere.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["chess"],
        ["nim", "nobody"],
        ["nim", "human", "greedy", "random"],
        ["nim", "--seed", "-1"],
        ["nim", "--seed", "x"],
        ["nim", "--start", "3-4 A"],
        ["nim", "--move-time", "0"],
        ["nim", "--game-time", "nan"],
        ["nim", "./missing.py"],
        ["nim", "--colour"],
    ],
)
def test_bad_usage_is_one_line(arguments: list[str]) -> None:
    refused = lanista_play(*arguments)
    assert refused.returncode == 2
    assert refused.stdout == ""
    lines = [line for line in refused.stderr.splitlines() if not line.startswith("note: ")]
    assert len(lines) == 1
    assert lines[0].startswith("lanista: ")


def test_help_has_an_example() -> None:
    shown = lanista_play("--help")
    assert shown.returncode == 0
    assert "Example: lanista play breakthrough" in shown.stdout
    assert columns_of(shown.stdout) <= 80


@pytest.mark.parametrize(
    ("bot", "options", "words"),
    [
        ("raises", [], ["crash: ZeroDivisionError: division by zero", "bot.py", "in helper"]),
        ("illegal", [], ["illegal: illegal action 1000000"]),
        ("late", ["--move-time", "0.1"], ["time: no answer within 0.1", "--move-time 0.1"]),
    ],
)
def test_a_failing_bot_is_explained_and_can_be_seen_again(
    bot: str, options: list[str], words: list[str], tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(BOTS[bot])
    failed = lanista_play("nim", "random", "./bot.py", "--seed", "5", *options, cwd=tmp_path)
    assert failed.returncode == 1
    assert failed.stderr == "note: ./bot.py runs with your rights and can do all that you can\n"
    end = failed.stdout[failed.stdout.index("B (./bot.py) loses: ") :]
    for word in words:
        assert word in end
    assert "referee.py" not in end
    assert "position: " in end
    command = end.splitlines()[-1].split()
    assert command[:6] == ["lanista", "play", "nim", "random", "./bot.py", "--seed"]
    again = lanista_play("nim", "random", "./bot.py", "--seed", "5", "--start", "3-4-5 A", *options, cwd=tmp_path)
    if bot != "late":
        assert again.stdout == failed.stdout


def test_against_a_person_a_failure_is_seen_again_from_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOTS["raises"])
    failed = lanista_play("nim", "human", "./bot.py", "--seed", "5", typed="25\n", cwd=tmp_path)
    assert failed.returncode == 1
    assert failed.stdout.endswith("lanista play nim human ./bot.py --seed 5 --start '3-4-0 B'\n")


def test_a_bot_that_resigns_has_just_lost(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOTS["resigns"])
    resigned = lanista_play("nim", "random", "./bot.py", "--json", cwd=tmp_path)
    assert resigned.returncode == 0
    assert json.loads(resigned.stdout)["failure"]["kind"] == "resigned"


def test_what_a_bot_prints_stays_out_of_the_json(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOTS["talks"])
    talked = lanista_play("nim", "./bot.py", "random", "--json", cwd=tmp_path)
    assert json.loads(talked.stdout)["players"][0]["spec"] == "./bot.py"
    assert "hm\n" in talked.stderr


def test_a_person_who_is_late_loses_and_that_is_no_failure_of_a_program() -> None:
    with terminal("nim", "--move-time", "0.2", "--seed", "1") as child:
        child.expect("A, 0 s left> ")
        child.expect(pexpect.TIMEOUT, timeout=0.5)
        child.send("01\r")
        child.expect(r"A \(human\) loses: time: took")
        check_end(child, 0)


def test_breakpoint_works_in_a_bot_file(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "def choose(state, player, clock):\n    mine = 41 + 1\n    breakpoint()\n    return 0\n"
    )
    with terminal("nim:piles=1", str(tmp_path / "bot.py"), "random") as child:
        child.expect_exact("(Pdb) ")
        child.send("p mine\r")
        child.expect("42")
        child.expect_exact("(Pdb) ")
        child.send("c\r")
        check_end(child, 0)


UNDO = [
    # Against an agent: both plies. Twice in a row for kalah's agent that moves again, with seed 1.
    ("connect_four", ["human", "greedy"], "3\nundo\n", ["taken back: 3, "]),
    ("connect_four", ["greedy", "human"], "3\nundo\n", ["taken back: 3, "]),
    ("mancala", ["human", "greedy"], "0\nundo\nundo\n", ["taken back: 0, ", "there is nothing to take back"]),
    # A move that lets the same player move again: it alone.
    ("mancala", ["human", "greedy"], "3\n0\nundo\n", ["taken back: "]),
    # Two people: one ply each time.
    ("nim", ["human", "human"], "01\n11\nundo\nundo\nundo\n", ["back: 11\n", "back: 01\n", "there is nothing to take"]),
    ("droid_battle", ["human", "greedy"], "right\nundo\nundo\n", ["taken back: MOVE_RIGHT, ", "there is nothing"]),
    ("droid_battle", ["greedy", "human"], "left\nundo\nundo\n", [", MOVE_LEFT\n", "there is nothing"]),
    ("droid_battle", ["human", "human"], "up\nundo\nup\ndown\nundo\n", ["first choice is", "back: MOVE_UP, MOVE_DOWN"]),
    ("nim", ["greedy", "human"], "undo\n", ["there is nothing to take back"]),
]


@pytest.mark.parametrize(("game", "agents", "typed", "words"), UNDO)
def test_undo_takes_back_to_the_last_choice_of_a_person(
    game: str, agents: list[str], typed: str, words: list[str]
) -> None:
    played = lanista_play(game, *agents, "--seed", "1", typed=typed)
    assert played.returncode == 0
    place = 0
    for word in words:
        place = played.stdout.index(word, place)


def test_after_an_undo_the_position_is_the_old_one_and_the_record_knows_only_what_stayed() -> None:
    played = lanista_play("nim:piles=3", "human", "human", "--json", typed="01\n01\nundo\nundo\n02\n01\n")
    assert [move["name"] for move in json.loads(played.stdout)["moves"]] == ["02", "01"]


def test_both_choices_of_a_round_are_shown_after_it() -> None:
    played = lanista_play("droid_battle", "human", "human", typed="right\nshoot\n")
    first, both = played.stdout.split("D2 (human): MOVE_RIGHT, Q5 (human): SHOOT")
    assert "right" not in first.split("D2> ")[1]
    assert both


def test_a_game_in_a_python_file(tmp_path: Path) -> None:
    game = f"{Path(__file__).parents[2] / 'docs' / 'tictactoe.py'}:TicTacToe"
    played = lanista_play(game, "human", "human", typed="0\n3\n1\n#1\nundo\n4\n#1\n")
    assert played.returncode == 0
    assert played.stdout.endswith("x (human) wins\n")


@settings(max_examples=8, deadline=None)
@given(typed=st.binary(max_size=3000) | st.text(max_size=1000).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_on_standard_input_break_it(typed: bytes) -> None:
    played = lanista_play("breakthrough:rows=4,cols=2", "--seed", "1", typed=typed)
    assert played.returncode == 0
    assert "Traceback" not in played.stdout + played.stderr
    assert columns_of(played.stdout) <= 80
    assert "\x1b" not in played.stdout


def test_a_line_of_a_megabyte() -> None:
    played = lanista_play("nim", typed="x" * 1_000_000 + "\n")
    assert played.returncode == 0
    assert "1000000 characters are no move; 01 is one" in played.stdout


def test_an_encoding_without_the_boards_letters_does_not_stop_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "PYTHONIOENCODING", "ascii")
    played = lanista_play("colosseum", typed="hilfe für mich\n")
    assert (played.returncode, played.stderr) == (0, "")


@pytest.mark.parametrize("game", GAMES)
def test_at_a_terminal_nothing_is_wider_than_it(game: str) -> None:
    with terminal(game, "--seed", "1") as child:
        seen = ""
        keys = ("?", "h", "b", "x", "q")
        for typed in keys if game == "droid_battle" else ("help\r", "hint\r", "board\r", "nonsense\r", "quit\r"):
            child.expect("> ")
            seen += child.before + child.after
            child.send(typed)
        child.expect("status=0")
        seen += child.before
    assert columns_of(seen) <= 80


def test_boards_are_in_colour_at_a_terminal_and_plain_with_no_color() -> None:
    with terminal("breakthrough", "greedy", "greedy", "--seed", "1") as child:
        child.expect("status=0")
        coloured = child.before
    assert "\x1b[1;31mx\x1b[0m" in coloured
    assert "\x1b[1;34mo\x1b[0m" in coloured
    with terminal("breakthrough", "greedy", "greedy", "--seed", "1", NO_COLOR="1") as child:
        child.expect("status=0")
        plain = child.before
    assert "\x1b" not in plain
    assert ESCAPE.sub("", coloured) == plain


def test_keyboard_play() -> None:
    with terminal("droid_battle", "human", "random", "--seed", "1") as child:
        for key, move in [("d", "MOVE_RIGHT"), ("\x1b[A", "MOVE_UP"), ("\x1bOD", "MOVE_LEFT"), ("S", "MOVE_DOWN")]:
            child.expect("D2> ")
            child.send(key)
            child.expect(rf"D2 \(human\): {move}, Q5")
        child.expect("D2> ")
        # A key without a meaning, Escape alone, half a letter, an arrow towards the border; then a shot.
        for key in ("x", "\x1b", "\x1b[3~", "é", "a"):
            child.send(key)
            child.expect("D2> ")
        child.send(" ")
        child.expect(r"D2 \(human\): SHOOT, Q5")
        child.send("u")
        child.expect("taken back: SHOOT, ")
        child.send("h")
        child.expect("hint: ")
        child.send("?")
        child.expect("Enter or : for a line")
        child.send(":")
        child.expect("D2> ")
        child.expect("D2> ")
        child.send("shoot\r")
        child.expect(r"D2 \(human\): SHOOT, Q5")
        child.send("q")
        child.expect("You have left the game")
        check_end(child, 0)


def test_typing_ahead_loses_no_keys() -> None:
    with terminal("droid_battle", "human", "random", "--seed", "1") as child:
        child.expect("D2> ")
        child.send("dwa:up\rq")
        for move in ("MOVE_RIGHT", "MOVE_UP", "MOVE_LEFT", "MOVE_UP"):
            child.expect(rf"D2 \(human\): {move}, Q5")
        check_end(child, 0)


def test_the_first_choice_of_a_round_is_not_on_the_screen_before_the_second() -> None:
    with terminal("droid_battle", "human", "human") as child:
        child.expect("D2> ")
        child.send("d")
        child.expect("Q5> ")
        by_key = child.before
        child.send("w")
        child.expect(r"D2 \(human\): MOVE_RIGHT, Q5 \(human\): MOVE_UP")
        child.expect("D2> ")
        child.send(":")
        child.expect("D2> ")
        child.send("left\r")
        child.expect("Q5> ")
        by_line = child.before
    # What stands there is the second player's list of keys, not the first player's choice.
    assert "d → right" not in by_key.replace("d → right, ", "")
    assert by_key.splitlines()[0].strip() == by_line.splitlines()[0].strip() == ""
    assert "MOVE" not in by_key + by_line


@pytest.mark.parametrize(("game", "prompt"), [("nim", "A> "), ("droid_battle", "D2> ")])
def test_ctrl_c_and_ctrl_d_leave_the_terminal_as_it_was(game: str, prompt: str) -> None:
    for people, key, status in itertools.product((["human", "human"], []), ("\x03", "\x04"), (130, 0)):
        if (key == "\x03") != (status == 130):
            continue
        with terminal(game, *people) as child:
            child.expect(prompt)
            child.send(key)
            check_end(child, status)


def test_ctrl_c_in_a_hidden_line() -> None:
    with terminal("droid_battle", "human", "human") as child:
        child.expect("D2> ")
        child.send(":")
        child.expect("D2> ")
        child.send("righ\x03")
        check_end(child, 130)


def test_a_kill_leaves_the_terminal_as_it_was_and_no_empty_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with terminal("droid_battle", "--save", str(file)) as child:
        child.expect("D2> ")
        assert file.exists()
        (process,) = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()
        os.kill(int(process), signal.SIGTERM)
        check_end(child, 130)
    assert not file.exists()


@settings(max_examples=10, deadline=None)
@given(keys=st.text(alphabet=st.characters(exclude_characters="\x03\x04\x11\x13\x1a\x1c", codec="utf-8"), max_size=40))
def test_no_storm_of_keys_breaks_keyboard_play(keys: str) -> None:
    with terminal("droid_battle:rounds=3", "--seed", "1") as child:
        child.expect("D2> ")
        child.send(keys)
        # Whatever was typed, Enter ends the line, if there is one, and Ctrl-D the game; a person presses it again.
        for _ in range(5):
            child.send("\r\x04")
            if child.expect(["status=0", pexpect.TIMEOUT], timeout=1) == 0:
                break
        assert child.after == "status=0"

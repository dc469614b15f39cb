"""How programs start, what they may use, how they end: nothing is left behind, and the referee goes on."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lanista
from lanista.agents import process
from lanista.agents.base import Clock
from lanista.agents.process import dismiss_idle_programs
from lanista.arena.referee import Limits
from lanista.errors import LaunchError
from lanista.sandbox.launch import Launch
from lanista.sandbox.verdict import Verdict

from .programs import ENOUGH, SHORT, Program, Write, ended, is_running, wait_until

# Starting


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(LaunchError, match=r"cannot start \./nobody: there is no such program, or it may not be run"):
        lanista.load_agent("exec:./nobody", lanista.load_game("nim"))


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("sys.exit('no such module')", "its program ended with status 1: no such module"),
        ("print('hello!')\nsys.stdout.flush()\ntime.sleep(1000)", "(it answered before|is not in the protocol)"),
        ("heard()\nsay(type='ready', protocol=2)", "it does not speak protocol 1"),
        ("heard()\nsay(type='action', action=1)", "it does not speak protocol 1"),
        ("heard()\nsay(type='error', kind='X', message='nim is too hard')", "does not get ready: nim is too hard"),
        ("os.close(1)\ntime.sleep(1000)", "its program closed the line"),
    ],
)
def test_a_program_that_does_not_get_ready(program: Write, source: str, problem: str) -> None:
    bad = program(f"{source}\n")
    with pytest.raises(LaunchError, match=problem) as error:
        bad.agent()
    assert "\n" not in str(error.value)
    assert ended(*bad.pids())


def test_a_program_that_is_never_ready(program: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "START_SECONDS", 0.5)
    sleeper = program("time.sleep(1000)\n")
    with pytest.raises(LaunchError, match="does not get ready: it thinks"):
        sleeper.agent()
    # It may not even have come so far as to note itself.
    assert all(ended(pid) for pid in sleeper.pids())


def test_a_program_that_is_never_ready_for_a_game_loses_it(program: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    sleeper = program("heard()\nsay(type='ready', protocol=1)\ntime.sleep(1000)\n")
    agent = sleeper.agent()
    monkeypatch.setattr(process, "START_SECONDS", 0.3)
    record = sleeper.play(agent=agent)
    assert record.failure is not None
    assert record.failure.kind == Verdict.TIME
    assert record.failure.message.startswith("in begin(): no answer within 0.3")


# Games after one another


def test_an_idle_program_is_reused_and_greeted(program: Write) -> None:
    player = program(
        "while True:\n    message = heard()\n    note(['hello', 'begin', 'choose', 'end'].index(message['type']))\n"
        "    if message['type'] == 'choose':\n        say(type='action', action=message['legal'][0])\n"
        "    elif message['type'] != 'end':\n        say(type='ready', protocol=1)\n"
    )
    agent = player.agent()
    player.play(agent=agent)
    player.play(agent=agent)
    del agent
    player.play()
    assert len(player.pids()) == 1
    greetings = [number for number in player.numbers("notes") if number in (0, 1)]
    assert greetings == [0, 1, 1, 0, 1]


def test_two_players_are_two_programs(program: Write) -> None:
    player = program("play()\n")
    first, second = player.agent(), player.agent()
    assert len(set(player.pids())) == 2
    del first, second


@pytest.mark.parametrize("wait", ["", "time.sleep(0.1)\n"])
def test_a_program_that_ends_after_a_game_is_started_anew(program: Write, wait: str) -> None:
    one_game = program(
        "while (message := heard())['type'] != 'end':\n"
        "    say(type='action', action=message['legal'][0]) if message['type'] == 'choose' else "
        "say(type='ready', protocol=1)\n" + wait
    )
    for games in range(1, 4):
        assert one_game.play().failure is None
        assert len(one_game.pids()) == games


def test_a_program_that_knows_one_greeting_only_is_started_anew(program: Write) -> None:
    player = program("question()\nsay(type='resign')\nwhile heard():\n    say(type='resign')\n")
    player.fails(Verdict.RESIGNED)
    player.fails(Verdict.RESIGNED)
    assert len(player.pids()) == 2


def test_a_killed_program_is_started_anew_where_failures_are_forgiven(program: Write) -> None:
    player = program("if starts == 1:\n    question()\n    time.sleep(1000)\nplay()\n")
    record = player.play(Limits(move_time=ENOUGH, first_move_time=0.3), forgive=lambda state, _: 0)
    assert record.failure is None
    assert record.moves[0].forgiven is not None
    assert record.moves[0].forgiven.kind == Verdict.TIME
    assert all(move.forgiven is None for move in record.moves[1:])
    assert len(player.pids()) == 2


def test_a_new_start_counts_into_the_time_of_the_move(program: Write) -> None:
    """A program that hangs while it is started anew does not hold the game up."""
    player = program("if starts == 1:\n    question()\ntime.sleep(1000)\n")
    began = time.monotonic()
    record = player.play(SHORT, forgive=lambda state, _: state.legal_actions()[-1])
    assert time.monotonic() - began < ENOUGH / 2
    assert record.failure is None
    own = [move.forgiven for move in record.moves if move.player == 0]
    assert all(own)


# What it may use


def test_a_program_that_pauses_is_stopped_between_its_moves(program: Write) -> None:
    """Its threads too; they go on when it is asked."""
    player = program(
        "import threading\n"
        "def think():\n    while True:\n        note(1)\n        time.sleep(0.001)\n"
        "threading.Thread(target=think, daemon=True).start()\n"
        "while True:\n    move = question()['legal'][0]\n    time.sleep(0.1)\n    say(type='action', action=move)\n"
    )
    agent, state = player.agent(pauses=True), player.game.initial_state()
    agent.begin(player.game, 0, 1)
    thoughts = []
    for _ in range(2):
        agent.choose(state, 0, Clock())
        time.sleep(0.1)  # it takes the system a moment to stop all of it
        thoughts.append(len(player.numbers("notes")))
        time.sleep(0.3)
        assert len(player.numbers("notes")) == thoughts[-1]
    assert thoughts[0] < thoughts[1]
    del agent
    dismiss_idle_programs()
    assert ended(*player.pids())


GREEDY = (
    "move = question()['legal'][0]\n"
    "try:\n    hoard = bytearray({size} << 20)\n"
    "except MemoryError as error:\n    say(type='error', kind='MemoryError', message='no memory')\n"
    "say(type='action', action=move)\nplay()\n"
)


def test_memory_is_bounded(program: Write) -> None:
    """Over it loses the game, whatever is forgiven; below it there is nothing to forgive."""
    greedy = program(GREEDY.format(size=400))
    record = greedy.play(agent=greedy.agent(memory_mb=200), forgive=lambda state, _: state.legal_actions()[0])
    assert record.failure is not None
    assert (record.failure.kind, record.failure.message) == (Verdict.CRASH, "no memory")
    modest = program(GREEDY.format(size=50))
    assert modest.play(agent=modest.agent(memory_mb=200)).failure is None


def test_one_core(program: Write) -> None:
    player = program("heard()\nnote(len(os.sched_getaffinity(0)))\nsay(type='ready', protocol=1)\nplay()\n")
    player.agent(one_core=True)
    assert player.numbers("notes") == [1]


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one core")
def test_programs_of_different_referees_do_not_share_one_core() -> None:
    children = [Launch(("sleep", "1000"), one_core=True).start() for _ in range(16)]
    try:
        cores = [os.sched_getaffinity(child.pid) for child in children]
        assert all(len(core) == 1 for core in cores)
        assert len(set.union(*cores)) > 1
    finally:
        for child in children:
            child.kill()


# Programs that end


def test_a_program_that_exits(program: Write) -> None:
    leaver = program("question()\nprint('enough', file=sys.stderr)\nsys.exit(3)\n")
    assert leaver.fails(Verdict.CRASH) == ("its program ended with status 3", "enough\n")


def test_a_shell_script_that_leaves_a_child_behind(tmp_path: Path) -> None:
    script = tmp_path / "leaver.sh"
    script.write_text(
        'read message; echo \'{"type":"ready","protocol":1}\'\n'
        'read message; echo \'{"type":"ready"}\'\n'
        f"read message; sleep 1000 & echo $! > {tmp_path}/child; echo bye >&2; exit 7\n"
    )
    record = lanista.play("nim", [f"exec:sh {script}", "random"], seed=1)
    assert record.failure is not None
    assert record.failure.message == "its program ended with status 7"
    assert record.failure.details == "bye\n"
    assert ended(int((tmp_path / "child").read_text()))


def test_a_program_that_kills_itself(program: Write) -> None:
    message, _ = program("question()\nos.kill(os.getpid(), signal.SIGKILL)\n").fails(Verdict.CRASH)
    assert message == "its program was ended by SIGKILL"


def test_a_program_that_closes_its_output(program: Write) -> None:
    mute = program("question()\nos.close(1)\ntime.sleep(1000)\n")
    message, _ = mute.fails(Verdict.CRASH)
    assert message == "its program closed the line to the referee"
    assert ended(*mute.pids())


CHILD = "child = subprocess.Popen(['sleep', '1000'])\nnote(child.pid, 'children')\n"


def test_the_end_of_a_program_is_seen_although_its_child_holds_the_line(program: Write) -> None:
    parent = program(f"question()\n{CHILD}os._exit(4)\n")
    message, _ = parent.fails(Verdict.CRASH)
    assert message == "its program ended with status 4"
    assert ended(*parent.numbers("children"))


def test_an_answer_just_before_the_end_counts_although_a_child_holds_the_line(program: Write) -> None:
    parent = program(f"move = question()['legal'][0]\n{CHILD}say(type='action', action=move)\nos._exit(0)\n")
    record = parent.play()
    assert record.failure is not None
    assert record.failure.kind == Verdict.CRASH
    assert [move.player for move in record.moves] == [0, 1]


@pytest.mark.parametrize("fault", ["os._exit(1)", "time.sleep(1000)", "write('?')"])
def test_all_that_a_program_started_is_killed_with_it(program: Write, fault: str) -> None:
    parent = program(f"{CHILD}question()\n{fault}\nos.close(1)\ntime.sleep(1000)\n")
    assert parent.play(SHORT).failure is not None
    assert ended(*parent.numbers("children"))


def test_a_programs_children_end_with_it_after_its_last_game(program: Write) -> None:
    parent = program(f"{CHILD}play()\n")
    assert parent.play().failure is None
    assert is_running(*parent.numbers("children"))
    dismiss_idle_programs()
    assert ended(*parent.pids())
    assert ended(*parent.numbers("children"))


# The end of the referee


def referee(player: Program) -> subprocess.Popen[str]:
    """Start a game in a process of its own, and wait until the program thinks about its move."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    spec = f"exec:{' '.join(player.command)}"
    command = [sys.executable, "-m", "lanista", "play", "nim", spec, "random", "--seed", "1"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    running = subprocess.Popen(command, env=environment, **pipes)  # type: ignore[call-overload]
    assert wait_until(lambda: bool(player.numbers("children")))
    return running  # type: ignore[no-any-return]


THINKS = f"question()\n{CHILD}time.sleep(1000)\n"


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="there is no setpriv")
def test_a_program_dies_with_the_referee(program: Write) -> None:
    thinker = program("question()\nnote(1, 'children')\ntime.sleep(1000)\n")
    running = referee(thinker)
    running.kill()
    running.communicate()
    assert ended(*thinker.pids())


def test_ctrl_c_in_the_middle_of_a_question_leaves_nothing_behind(program: Write) -> None:
    thinker = program(THINKS)
    running = referee(thinker)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=ENOUGH)
    assert running.returncode == 130
    assert "Traceback" not in errors
    assert ended(*thinker.pids())
    assert ended(*thinker.numbers("children"))


def test_only_so_many_programs_wait(tmp_path: Path) -> None:
    dismiss_idle_programs()
    game = lanista.load_game("nim")
    for number in range(12):
        bot = tmp_path / f"bot{number}.py"
        bot.write_text("def choose(state, player, clock):\n    return state.legal_actions()[0]\n")
        assert lanista.play(game, [str(bot), "random"], seed=1).failure is None
    waiting = subprocess.run(
        ["pgrep", "-f", f"lanista.guest.bot {tmp_path}/bot"], capture_output=True, text=True, check=True
    )
    assert 0 < len(waiting.stdout.split()) <= 8
    dismiss_idle_programs()

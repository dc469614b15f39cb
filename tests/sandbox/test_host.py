"""The host of programs against programs that misbehave: every verdict, its evidence, and nothing left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import lanista
from lanista.agents import process
from lanista.agents.base import Clock, Player
from lanista.agents.process import ProcessAgent, dismiss_idle_programs
from lanista.arena.record import Record
from lanista.arena.referee import NO_LIMITS, Forgive, Limits, Session, forgive_nothing
from lanista.errors import LaunchError
from lanista.sandbox.channel import LONGEST_LINE, Channel
from lanista.sandbox.launch import Launch
from lanista.sandbox.verdict import AgentFailure, Verdict

# What every program here begins with. It notes each of its starts in `pids`, and whatever it likes in `notes`.
PREAMBLE = """\
import json, os, signal, subprocess, sys, time

def note(text, file="notes"):
    with open(os.path.join(os.path.dirname(__file__), file), "a") as notes:
        notes.write(f"{text}\\n")

def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()

def say(**message):
    write(json.dumps(message) + "\\n")

def heard():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()

def question():
    "Answer all greetings and return the next question about a move."
    while (message := heard())["type"] != "choose":
        if message["type"] != "end":
            say(type="ready", protocol=1)
    return message

def play():
    "Play well enough until the line is closed."
    while True:
        say(type="action", action=question()["legal"][0])

note(os.getpid(), "pids")
starts = len(open(os.path.join(os.path.dirname(__file__), "pids")).readlines())
"""
# Far more than anything takes on a machine that is busy; what would last for ever gets there.
ENOUGH = 60.0


@pytest.fixture(autouse=True)
def nothing_idle() -> Iterator[None]:
    yield
    dismiss_idle_programs()


class Program:
    """A small program, written for a test."""

    def __init__(self, folder: Path, source: str) -> None:
        self._folder = folder
        self.file = folder / "program.py"
        self.file.write_text(PREAMBLE + source)
        self.command = (sys.executable, "-I", "-S", str(self.file))
        self.game = lanista.load_game("nim")

    def agent(self, grace: float = 0.0, **launch: object) -> ProcessAgent:
        return ProcessAgent(self.game, "program", Launch(self.command, **launch), grace=grace)  # type: ignore[arg-type]

    def play(
        self, limits: Limits = NO_LIMITS, agent: ProcessAgent | None = None, forgive: Forgive = forgive_nothing
    ) -> Record:
        """Play a game in which it begins, against the first legal move."""
        agents: list[Player] = [agent or self.agent(), First()]
        session = Session(self.game, agents, self.game.initial_state(), 1, limits, forgive=forgive)
        while not session.is_over:
            session.step()
        return session.finish()

    def fails(self, verdict: Verdict, limits: Limits = NO_LIMITS) -> tuple[str, str]:
        """Play a game that it loses by its first answer; return the message and the evidence."""
        record = self.play(limits)
        assert record.failure is not None
        assert (record.failure.player, record.failure.kind) == (0, verdict), record.failure
        assert record.moves == ()
        assert record.returns == (-1.0, 1.0)
        return record.failure.message, record.failure.details

    def pids(self) -> list[int]:
        return self.numbers("pids")

    def numbers(self, file: str) -> list[int]:
        """Return what it has noted."""
        path = self._folder / file
        return [int(word) for word in path.read_text().split()] if path.exists() else []


class First:
    def choose(self, state: lanista.State, player: int, clock: Clock) -> int:
        return state.legal_actions(player)[0]


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Program]:
    return lambda source: Program(tmp_path, source)


Write = Callable[[str], Program]
SHORT = Limits(move_time=0.5)


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def wait_until(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + ENOUGH
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def ended(pid: int) -> bool:
    return wait_until(lambda: not is_running(pid))


# Too late


def test_a_program_that_never_answers_is_late_and_killed(program: Write) -> None:
    thinker = program("question()\ntime.sleep(1000)\n")
    message, _ = thinker.fails(Verdict.TIME, SHORT)
    assert message.startswith("no answer within 0.")
    assert ended(*thinker.pids())


def test_a_line_in_pieces_does_not_move_the_deadline(program: Write) -> None:
    dripping = program("question()\nwhile True:\n    write(' ')\n    time.sleep(0.02)\n")
    began = time.monotonic()
    dripping.fails(Verdict.TIME, SHORT)
    assert time.monotonic() - began < ENOUGH / 2
    assert ended(*dripping.pids())


def test_what_is_printed_does_not_move_the_deadline_either(program: Write) -> None:
    talking = program("question()\nwhile True:\n    print('well...', file=sys.stderr)\n")
    _, evidence = talking.fails(Verdict.TIME, Limits(move_time=2.0))
    assert evidence.startswith("well...\n")


def test_a_program_that_does_not_read_is_late() -> None:
    child = Launch((sys.executable, "-c", "import time; time.sleep(1000)")).start()
    try:
        with pytest.raises(AgentFailure, match="does not even read the question") as error:
            Channel(child).send(b"x" * (1 << 22), time.monotonic() + 0.3)
        assert error.value.verdict is Verdict.TIME
    finally:
        child.kill()


def test_a_late_answer_within_the_grace_leaves_the_program_alive(program: Write) -> None:
    slow = program(
        "for seconds in (1.0, 0, 0, 0, 0, 0, 0, 0):\n"
        "    message = question()\n"
        "    time.sleep(seconds)\n"
        "    say(type='action', action=message['legal'][0])\n"
        "play()\n"
    )
    record = slow.play(Limits(move_time=0.9), slow.agent(grace=ENOUGH), lambda state, _: state.legal_actions()[0])
    noted = record.moves[0].forgiven
    assert noted is not None
    assert noted.kind == Verdict.TIME
    assert "s late" in noted.message
    assert record.failure is None
    assert len(slow.pids()) == 1


def test_a_program_that_is_too_late_even_for_the_grace_loses_whatever_is_forgiven(program: Write) -> None:
    thinker = program("question()\ntime.sleep(1000)\n")
    record = thinker.play(SHORT, thinker.agent(grace=0.2), lambda state, _: state.legal_actions()[0])
    assert record.failure is not None
    assert record.failure.kind == Verdict.TIME


# Answers that are none


@pytest.mark.parametrize(
    "answer",
    [
        "I take one\n",
        "\n",
        "[]\n",
        "12\n",
        "{}\n",
        '{"type":"move","action":1}\n',
        '{"type":"action","action":1.0}\n',
        '{"type":"action","action":true}\n',
        '{"type":"action","action":[1]}\n',
        '{"type":"action","action":null}\n',
        '{"type":"action"}\n',
        '{"type":"ready"}\n',
        '{"type":"action","action":1} {"type":"action","action":1}\n',
        '{"type":"illegal","message":7}\n',
        "\xff\x00\n",
        '{"type":"action","action":"\ud800"}\n',
        '{"type":"action","action":"\\ud800"}\n',
        '{"type":"error","message":"\ud800"}\n',
        "[" * 100_000 + "\n",
        '{"other":' + "[" * 100_000 + "\n",
        '{"type":"action","action":0,"other":' + "[" * 100_000 + "]" * 100_000 + "}\n",
    ],
    ids=lambda answer: answer[:40].encode("unicode_escape").decode(),
)
def test_an_answer_that_is_not_in_the_protocol(program: Write, answer: str) -> None:
    data = answer.encode("utf-8", "surrogatepass") if "\xff" not in answer else b"\xff\x00\n"
    speaker = program(f"question()\nos.write(1, {data!r})\ntime.sleep(1000)\n")
    speaker.fails(Verdict.PROTOCOL)
    assert ended(*speaker.pids())


@pytest.mark.parametrize("end", ["", "\\n"])
def test_a_line_that_is_too_long(program: Write, end: str) -> None:
    writer = program(f"question()\nwrite('x' * {LONGEST_LINE + 1} + '{end}')\ntime.sleep(1000)\n")
    message, _ = writer.fails(Verdict.PROTOCOL)
    assert message == "it wrote 1,048,576 bytes without an end of line"


def test_the_longest_line_that_is_not_too_long(program: Write) -> None:
    writer = program(
        "start = json.dumps({'type': 'action', 'action': question()['legal'][0]})\n"
        f"write(start[:-1] + ' ' * {LONGEST_LINE} + start[-1] + '\\n')\n".replace(
            f"{LONGEST_LINE}", f"({LONGEST_LINE} - len(start))"
        )
        + "play()\n"
    )
    assert writer.play().failure is None


def test_an_answer_before_the_question(program: Write) -> None:
    hasty = program(
        "heard()\nsay(type='ready', protocol=1)\nheard()\n"
        'write(\'{"type":"ready"}\\n{"type":"action","action":0}\\n\')\ntime.sleep(1000)\n'
    )
    message, _ = hasty.fails(Verdict.PROTOCOL)
    assert message == "it answered before it was asked"


def test_two_answers_to_one_question(program: Write) -> None:
    double = program(
        "move = question()['legal'][0]\n"
        "write(2 * (json.dumps({'type': 'action', 'action': move}) + '\\n'))\ntime.sleep(1000)\n"
    )
    record = double.play()
    assert record.failure is not None
    assert record.failure.kind == Verdict.PROTOCOL
    assert [move.player for move in record.moves] == [0, 1]


@pytest.mark.parametrize("action", ["-1", "10**30", "'99'", "'x'", "''", "'9' * 5000"])
def test_a_move_that_is_not_legal(program: Write, action: str) -> None:
    """By its number or by its name, the program lives on."""
    wrong = program(f"question()\nsay(type='action', action={action})\nplay()\n")
    message, _ = wrong.fails(Verdict.ILLEGAL)
    assert "3-4-5 A" in message
    assert is_running(*wrong.pids())


def test_where_both_move_at_once_a_name_is_the_own_players(program: Write) -> None:
    shooter = program("while True:\n    question()\n    say(type='action', action='MOVE_LEFT')\n")
    shooter.game = lanista.load_game("droid_battle")
    record = shooter.play()
    assert record.failure is not None
    assert record.failure.kind == Verdict.ILLEGAL
    assert "for player 0" in record.failure.message or "MOVE_LEFT" in record.failure.message


def test_an_error_and_a_resignation_leave_the_program_alive(program: Write) -> None:
    failing = program(
        "question()\nsay(type='error', kind='Oops', message='I am lost', details='line 7')\n"
        "question()\nsay(type='resign')\nplay()\n"
    )
    assert failing.fails(Verdict.CRASH) == ("I am lost", "line 7")
    failing.fails(Verdict.RESIGNED)
    assert failing.play().failure is None
    assert len(failing.pids()) == 1


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


# What it prints


def test_the_first_and_the_last_of_a_flood_are_kept(program: Write) -> None:
    flood = program(
        "question()\nsys.stderr.write('the first words\\n')\n"
        "for _ in range(50):\n    sys.stderr.write('x' * 100_000)\n"
        "sys.stderr.write('\\nthe last words\\n')\nsys.stderr.flush()\nsys.exit(1)\n"
    )
    _, evidence = flood.fails(Verdict.CRASH)
    assert evidence.startswith("the first words\n")
    assert evidence.endswith("\nthe last words\n")
    assert " bytes ...]\n" in evidence
    assert len(evidence) < 40_000


def test_a_program_that_prints_much_and_answers_well_is_read_all_the_while(program: Write) -> None:
    talking = program(
        "while True:\n    move = question()['legal'][0]\n    sys.stderr.write('x' * 1_000_000)\n"
        "    sys.stderr.flush()\n    say(type='action', action=move)\n"
    )
    assert talking.play().failure is None


def bot(folder: Path, source: str) -> str:
    file = folder / "bot.py"
    file.write_text(source)
    return str(file)


def test_what_a_bot_prints_goes_to_standard_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = bot(
        tmp_path,
        "import os\nprint('hello')\n"
        "def choose(state, player, clock):\n    print('thinking')\n    os.system('echo of a shell')\n"
        "    return state.legal_actions()[0]\n"
        "def end(state):\n    print('that was', state.position)\n",
    )
    record = lanista.play("nim:piles=1-1-1", [path, "random"], seed=1)
    assert record.failure is None
    dismiss_idle_programs()
    shown = capfd.readouterr()
    assert shown.out == ""
    assert shown.err == "hello\nthinking\nof a shell\nthinking\nof a shell\nthat was 0-0-0 B\n"


@pytest.mark.parametrize("where", ["import numpy\n", "", "import numpy\nnumpy.random.rand()\n"])
def test_all_chance_of_a_bot_follows_from_the_seed(tmp_path: Path, where: str) -> None:
    path = bot(
        tmp_path,
        f"import random\n{where}def choose(state, player, clock):\n    import numpy\n"
        "    actions = state.legal_actions()\n"
        "    return actions[(numpy.random.randint(len(actions)) + random.randrange(len(actions))) % len(actions)]\n",
    )
    games = []
    for seed in (1, 2, 1):
        record = lanista.play("nim:piles=9-9-9", [path, path], seed=seed)
        assert record.failure is None
        games.append([move.action for move in record.moves])
        if seed == 2:
            dismiss_idle_programs()
    assert games[0] == games[2]
    assert games[0] != games[1]


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

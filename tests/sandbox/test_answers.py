"""What programs answer, too late, wrongly or in the wrong form, and what they print: every verdict and its evidence."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import lanista
from lanista.agents.process import dismiss_idle_programs
from lanista.arena.referee import Limits
from lanista.sandbox.channel import LONGEST_LINE, Channel
from lanista.sandbox.launch import Launch
from lanista.sandbox.verdict import AgentFailure, Verdict

from .programs import ENOUGH, SHORT, Write, ended, is_running

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

"""Bots in Python files, each in a process of its own: what they find there, what they leave, what they do wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import lanista
from lanista.agents.process import ProcessAgent, dismiss_idle_programs
from lanista.arena.record import Record
from lanista.arena.referee import Limits, play_game
from lanista.sandbox.launch import Launch

from .programs import ENOUGH, Write, ended, wait_until

FIRST = "    return state.legal_actions(player)[0]\n"


@pytest.fixture(autouse=True)
def nothing_idle() -> Iterator[None]:
    yield
    dismiss_idle_programs()


def play(bot: Path, source: str, *, games: int = 1, limits: Limits = Limits()) -> list[Record]:  # noqa: B008
    """Play games one after the other, each with an agent of its own."""
    bot.write_text(source)
    game = lanista.load_game("nim")
    records = []
    for seed in range(games):
        agents = [lanista.load_agent(str(bot), game), lanista.load_agent("random", game)]
        records.append(play_game(game, agents, game.initial_state(), seed, limits))
    return records


def test_a_mistake_at_the_end_is_told_and_costs_no_later_game(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = f"def choose(state, player, clock):\n{FIRST}def end(state):\n    raise ValueError('boom at the end')\n"
    source = source.replace("def choose", "class Bot: pass\ndef choose")
    records = play(tmp_path / "bot.py", source, games=3)
    assert [record.failure for record in records] == [None] * 3
    dismiss_idle_programs()
    assert capfd.readouterr().err.count("ValueError: boom at the end") == 3


def test_a_recursion_without_end_is_told_in_time(tmp_path: Path) -> None:
    source = (
        "import sys, threading\nsys.setrecursionlimit(200_000)\n"
        "def deeper(n):\n    return deeper(n + 1)\n"
        "def choose(state, player, clock):\n    return deeper(0)\n"
    )
    (record,) = play(tmp_path / "bot.py", source, limits=Limits(move_time=ENOUGH))
    assert record.failure is not None and record.failure.kind == "crash"
    assert record.failure.message.startswith("RecursionError") and record.failure.details.count("deeper(n + 1)") < 100


ODD = "type('Odd', (), {'__repr__': lambda self: 1 / 0})()"


@pytest.mark.parametrize("choice", ["10**5000", "-10**5000", ODD])
def test_an_odd_choice_is_illegal(tmp_path: Path, choice: str) -> None:
    (record,) = play(tmp_path / "bot.py", f"def choose(state, player, clock):\n    return {choice}\n")
    assert record.failure is not None and record.failure.kind == "illegal"
    assert "instead of an action's number" in record.failure.message


def test_letters_arrive_whole(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source = (
        "import os, time\ndef choose(state, player, clock):\n    os.write(2, b'caf\\xc3')\n    time.sleep(0.2)\n"
        f"    os.write(2, b'\\xa9\\n')\n{FIRST}"
    )
    play(tmp_path / "bot.py", source)
    dismiss_idle_programs()
    assert "café\n" in capfd.readouterr().err


def test_each_agent_finds_the_folder_it_was_made_in(tmp_path: Path) -> None:
    """What one bot does to the process is taken back before the next one plays in it."""
    source = (
        "import os\nassert os.getcwd() != '/', 'the last bot is still here'\nos.chdir('/')\n"
        f"def choose(state, player, clock):\n{FIRST}"
    )
    assert [record.failure for record in play(tmp_path / "bot.py", source, games=3)] == [None] * 3


def test_what_was_printed_before_a_kill_is_kept(tmp_path: Path) -> None:
    source = "def choose(state, player, clock):\n    print('I think of 7')\n    while True: pass\n"
    (record,) = play(tmp_path / "bot.py", source, limits=Limits(move_time=1.0))
    assert record.failure is not None and record.failure.kind == "time"
    assert "I think of 7" in record.failure.details


def test_programs_that_a_bot_starts_do_not_hold_its_line(tmp_path: Path) -> None:
    """They inherit no descriptor of the protocol: the end of the bot is the end of the line."""
    source = (
        "import os, subprocess\n"
        "def choose(state, player, clock):\n"
        "    shown = subprocess.run('ls /proc/self/fd', shell=True, capture_output=True, text=True, close_fds=False)\n"
        "    assert set(shown.stdout.split()) <= set('01234'), shown.stdout\n"
        f"{FIRST}"
    )
    # Standard input, output and error, and the folder that ls reads.
    (record,) = play(tmp_path / "bot.py", source)
    assert record.failure is None, record.failure


def test_a_program_that_still_thinks_is_not_given_to_the_next(program: Write) -> None:
    thinker = program("if starts == 1:\n    question()\n    time.sleep(1000)\nplay()\n")
    agent = thinker.agent()
    agent.begin(thinker.game, 0, 1)
    assert agent._program is not None
    channel = agent._program.channel

    def interrupted(deadline: float) -> bytes:
        raise KeyboardInterrupt

    channel.line = interrupted  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        agent.choose(thinker.game.initial_state(), 0, lanista.Clock())
    del agent, channel
    assert ended(thinker.pids()[0])
    assert thinker.play().failure is None and len(thinker.pids()) == 2


def test_a_memory_limit_cannot_be_raised_again(program: Write) -> None:
    raiser = program(
        "import resource\nsoft, hard = resource.getrlimit(resource.RLIMIT_DATA)\nnote(hard >> 20)\nplay()\n"
    )
    agent = ProcessAgent(raiser.game, "program", Launch(raiser.command, memory_mb=300))
    agent.begin(raiser.game, 0, 1)
    assert wait_until(lambda: raiser.numbers("notes") == [300])


def test_what_a_program_leaves_running_ends_with_it(program: Write) -> None:
    """Also where the program itself has ended before it is killed."""
    parent = program(
        "question()\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        "note(child.pid, 'children')\nos._exit(0)\n"
    )
    assert parent.play().failure is not None
    assert ended(*parent.numbers("children"))


def test_an_interrupt_while_the_program_is_loaded_is_no_traceback() -> None:
    code = (
        "import sys, lanista.__main__ as program\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'lanista.cli.main': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupts())\nprogram.run()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")

"""The agents of examples/agents through `exec:`, and the exchange that docs/PROTOCOL.md shows."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista.arena.referee import Limits, Session

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "agents"
GAMES = ["nim", "connect_four", "mancala", "breakthrough:rows=5,cols=4", "einstein", "colosseum:size=5", "droid_battle"]


@pytest.fixture(scope="module", params=["python", "javascript", "c"])
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "python":
        return f"{sys.executable} {EXAMPLES / 'random_agent.py'}"
    if request.param == "javascript":
        if shutil.which("node") is None:
            pytest.skip("there is no node here")
        return f"node {EXAMPLES / 'random_agent.js'}"
    program = tmp_path_factory.mktemp("c") / "last_move"
    warnings = ["-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-O1"]
    subprocess.run(["cc", *warnings, "-o", program, EXAMPLES / "last_move.c"], check=True)
    return str(program)


@pytest.mark.parametrize("spec", GAMES)
def test_an_example_plays_whole_games(spec: str, command: str) -> None:
    game = lanista.load_game(spec)
    for seed in range(2):
        agents = [lanista.load_agent(f"exec:{command}", game), lanista.load_agent("random", game)]
        record = lanista.play(game, [agents[seed], agents[1 - seed]], seed=seed)
        assert record.failure is None
        assert record.moves
        assert game.parse_position(record.final).is_terminal


def test_an_example_plays_the_same_game_for_the_same_seed(command: str) -> None:
    played = []
    for seed in (1, 1, 2):
        record = lanista.play("connect_four", [f"exec:{command}"] * 2, seed=seed)
        played.append([move.action for move in record.moves])
    assert played[0] == played[1]
    assert played[0] != played[2] or "last_move" in command


def test_the_last_move_is_the_last_of_the_legal_ones(command: str) -> None:
    if "last_move" not in command:
        pytest.skip("another example")
    record = lanista.play("connect_four", [f"exec:{command}"] * 2, seed=1)
    assert [move.action for move in record.moves][:7] == [6] * 6 + [5]


def test_the_exchange_in_the_documentation_is_what_happens(tmp_path: Path) -> None:
    """Every line that the page shows is sent and accepted, in this order."""
    shown = re.findall(r"^([<>]) (\{.*\})$", (ROOT / "docs" / "PROTOCOL.md").read_text(), re.MULTILINE)
    assert [mark for mark, _ in shown] == list("><><><><>")
    answers = [text for mark, text in shown if mark == "<"]
    program = tmp_path / "shown.py"
    program.write_text(
        "import pathlib, sys\n"
        f"answers = iter({answers!r})\n"
        "for line in sys.stdin:\n"
        "    with pathlib.Path('heard').open('a') as file:\n"
        "        file.write(line)\n"
        "    if '\"end\"' not in line:\n"
        "        print(next(answers), flush=True)\n"
    )
    game = lanista.load_game("nim:piles=0-1-2")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        agents = [lanista.load_agent(f"exec:{sys.executable} {program}", game), lanista.load_agent("oracle", game)]
    session = Session(game, agents, game.initial_state(), 1, Limits(move_time=5.0))
    while not session.is_over:
        session.step()
    assert session.finish().failure is None
    del session, agents
    expected = [json.loads(text) for mark, text in shown if mark == ">"]
    for heard, message in zip(heard_within(tmp_path / "heard", len(expected)), expected, strict=True):
        assert list(heard) == list(message)
        for name, value in message.items():
            if name == "move_time":
                assert 0 < heard[name] <= value
            elif name != "seed":
                assert heard[name] == value


def heard_within(file: Path, lines: int) -> list[dict[str, Any]]:
    """Return what a program has noted, once there are so many lines: the last message needs no answer."""
    for _ in range(1000):
        if file.read_text().count("\n") >= lines:
            break
        time.sleep(0.01)
    return [json.loads(line) for line in file.read_text().splitlines()]

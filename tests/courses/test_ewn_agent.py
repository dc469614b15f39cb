"""`lanista ewn-agent`: our agents in the homework's own program."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.agents.base import Agent, Clock, Resignation
from lanista.courses.ewn.build import prepare
from lanista.courses.ewn.reverse import serve
from lanista.courses.ewn.talk import arrangement
from lanista.errors import LanistaError
from lanista.games.base import Game, State
from tests.courses.ewn_games import EINSTEIN, ROOT, SAMPLES, baseline, script

ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
ORIGINAL = ROOT / "skeletons" / "ewn" / "game.py"


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanista", *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, input=typed, env=ENVIRONMENT
    )


def test_our_agent_plays_inside_the_original_program(tmp_path: Path) -> None:
    exported = run("export", "ewn", "--agent", "alphabeta:depth=2")
    assert exported.returncode == 0 and "lanista export ewn --agent alphabeta:depth=2" in exported.stdout
    ours = script(tmp_path / "ours", exported.stdout.replace("/usr/bin/env python3", sys.executable, 1))
    theirs = prepare(SAMPLES / "pygreedy").file
    done = subprocess.run(
        [sys.executable, ORIGINAL, "-f", ours, "-s", theirs, "-r", "2"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env=ENVIRONMENT,
    )
    games = done.stdout.splitlines()[:-1]
    assert len(games) == 4 and all(re.search(r"(wins|draw) after \d+ plies$", game) for game in games)


def test_as_first_player_it_moves_at_once_and_ends_with_the_input() -> None:
    done = run("ewn-agent", "ewn_greedy", typed="345120345120f")
    assert done.returncode == 0 and re.fullmatch("[0-5][0-2]", done.stdout) and done.stderr == ""


@pytest.mark.parametrize(
    ("words", "typed", "problem"),
    [
        (["random"], "345120345120x", "after the twelve digits comes 'f' or 's', got 'x'"),
        (["random"], "345120345129s", "digits '345129' are not each of 0 to 5 once"),
        (["random"], "345120345120s77", "'77' is no move"),
        (["nobody"], "", "unknown agent 'nobody'"),
        (["human"], "", "sits at the keyboard"),
        (["mcts", "--seconds", "10"], "", "--seconds must be above 0 and below 10, got 10"),
    ],
)
def test_what_is_not_in_the_protocol_is_one_line(words: list[str], typed: str, problem: str) -> None:
    done = run("ewn-agent", *words, typed=typed)
    assert done.returncode == 2 and done.stdout == ""
    assert problem in done.stderr and done.stderr.count("\n") == 1


class Watched(Agent):
    """The conservative baseline; keeps what it was told."""

    name = "watched"

    def __init__(self) -> None:
        super().__init__(EINSTEIN)
        self._inner = baseline()
        self.left: list[float] = []
        self.began: list[int] = []
        self.ends: list[State] = []

    def begin(self, game: Game, player: int, seed: int) -> None:
        self.began.append(player)
        self._inner.begin(game, player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        self.left.append(clock.move_left())
        return self._inner.choose(state, player, clock)

    def end(self, state: State) -> None:
        self.ends.append(state)


def test_it_plays_game_after_game_and_has_less_than_ten_seconds_a_move() -> None:
    typed, expected = "", ""
    for number, letter in enumerate("fsf"):
        state = EINSTEIN.initial_state(seed=number)
        typed += "y" * (number > 0) + arrangement(state) + letter
        players = {"f": 0, "s": 1}
        agent = baseline()
        while not state.is_terminal:
            action = agent.choose(state, state.current_player, Clock())
            name = state.action_to_string(action)
            if state.current_player == players[letter]:
                expected += name
            else:
                typed += name
            state = state.child(action)
    watched, sink = Watched(), io.BytesIO()
    serve(EINSTEIN, watched, 0, io.BytesIO(typed.encode()), sink)
    assert watched.began == [0, 1, 0] and all(state.is_terminal for state in watched.ends)
    assert sink.getvalue().decode() == expected
    assert all(0 < left <= 9.5 for left in watched.left)


def test_what_a_bot_prints_does_not_come_between_the_moves(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "def choose(state, player, clock):\n    print('hm')\n    return state.legal_actions()[0]\n"
    )
    done = run("ewn-agent", str(tmp_path / "bot.py"), typed="345120345120f")
    assert done.returncode == 0 and re.fullmatch("[0-5][0-2]", done.stdout)
    assert "hm" in done.stderr


def test_a_bot_that_fails_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def choose(state, player, clock):\n    return 999\n")
    done = run("ewn-agent", str(tmp_path / "bot.py"), typed="345120345120f")
    assert done.returncode == 2 and "illegal action 999" in done.stderr and "Traceback" not in done.stderr


def test_an_agent_cannot_resign() -> None:
    class Tired(Watched):
        def choose(self, state: State, player: int, clock: Clock) -> int:
            raise Resignation

    with pytest.raises(LanistaError, match="gives the game up"):
        serve(EINSTEIN, Tired(), 0, io.BytesIO(b"345120345120f"), io.BytesIO())

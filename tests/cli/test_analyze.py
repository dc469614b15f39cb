"""`lanista analyze`: tables, JSON, and one clear line for every mistake."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lanista
from tests.cli.processes import wait_until_busy


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanista", "analyze", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=120)


def succeed(*arguments: str) -> str:
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    assert "--json" in arguments or all(len(line) <= 80 for line in done.stdout.splitlines())
    return done.stdout


def rows(text: str, heading: str = "move") -> list[list[str]]:
    """Return the words of each row of the (first) table."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.split()[:1] == [heading])
    table = [line.split() for line in lines[first:]]
    return [table[0], *table[2 : table.index([])]]


ENDLESS = {
    "alphabeta": ("breakthrough:rows=8,cols=8", "--agent", "alphabeta:depth=40"),
    "mcts": ("breakthrough:rows=8,cols=8", "--agent", "mcts:simulations=1000000000,memory_mb=8"),
    "mixed minimax": ("droid_battle", "--agent", "minimax:depth=40"),
    "equilibrium": ("droid_battle:rows=8,cols=8,shots=15,rounds=200", "--agent", "equilibrium:time=100"),
    "mcts at once": ("droid_battle", "--agent", "mcts:simulations=1000000000,memory_mb=8"),
}


@pytest.mark.parametrize("arguments", ENDLESS.values(), ids=ENDLESS)
def test_ctrl_c_ends_a_search_at_once(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "lanista", "analyze", *arguments]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until_busy(child)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=10)
    assert child.returncode == 130, err
    assert out == ""
    assert "Traceback" not in err


def test_all_moves_the_best_first() -> None:
    text = succeed("nim:piles=3-4", "--agent", "minimax:depth=9")
    assert text.startswith("nim:piles=3-4: 3-4 A\n")
    assert str(lanista.load_game("nim:piles=3-4").initial_state()) in text
    assert "value A wins, proved (values: in points for A)" in text
    assert "minimax:depth=9: depth 9, " in text
    heading, best, *others = rows(text)
    assert heading == ["move", "value", "loss", "proved", "best", "line"]
    # One object of the pile of four: the piles are equal then.
    assert best[:5] == ["11", "A", "wins", "0", "yes"]
    assert best[5] == "11"
    assert len(others) == 6
    assert all(row[1:5] == ["B", "wins", "2", "yes"] for row in others)


def test_the_second_players_best_moves_come_first_too() -> None:
    best, *others = rows(
        succeed("mancala", "4,4,4,4,4,4/4,4,4,4,4,4", "0:0", "B", "--agent", "minimax:depth=1,evaluation=basic")
    )[1:]
    values = [float(row[1]) for row in (best, *others)]
    assert values == sorted(values)
    assert values[0] < 0


def test_a_margin_is_said() -> None:
    game = lanista.load_game("mancala")
    record = lanista.play(game, ["random", "random"], seed=1, start="4,4,4,4,4,4/4,4,4,4,4,4 0:0 A")
    state = game.parse_position(record.start)
    for move in record.moves[:-4]:
        state = state.child(move.action)
    assert " wins by " in succeed("mancala", *state.position.split(), "--agent", "alphabeta:depth=20")


def test_the_start_and_the_defaults() -> None:
    for game in ("mancala", "einstein", "breakthrough:rows=8,cols=8", "colosseum"):
        text = succeed(game)
        state = lanista.load_game(game).initial_state(seed=0)
        assert state.position in text
        assert "alphabeta: depth" in text
        assert len(rows(text)) == 1 + len(state.legal_actions())


def test_what_is_solved_at_once_is_exact_and_losses_are_told() -> None:
    found = json.loads(succeed("connect_four:width=4,height=4", "--json"))
    assert found["agent"] == "oracle" and found["proved"]
    assert {move["loss"] for move in found["moves"]} == {0}
    # What a shallow search plays, beside what perfect play says of it.
    text = succeed("connect_four:width=4,height=4", "4/2x1/1oxo/xoox", "A", "--agent", "minimax:depth=1")
    assert "loss" in rows(text)[0]
    assert "loss" not in succeed("breakthrough:rows=8,cols=8", "--agent", "alphabeta:depth=2")


def test_the_same_command_says_the_same() -> None:
    def facts(*arguments: str) -> Any:
        found = json.loads(succeed("einstein", "--json", *arguments))
        return found | {"seconds": 0}

    assert facts() == facts()
    assert facts("--seed", "0") == facts()
    assert facts("--seed", "1")["position"] != facts()["position"]


def test_json_has_everything_in_notation() -> None:
    found = json.loads(succeed("connect_four:width=4,height=4", "--agent", "alphabeta:depth=5", "--json"))
    assert found["game"] == "connect_four:width=4,height=4"
    assert (found["agent"], found["seed"], found["player"], found["unit"]) == ("alphabeta:depth=5", 0, 0, "points")
    assert found["action"] == found["line"][0]
    assert [move["action"] for move in found["moves"]] == ["1", "2", "3", "4"]
    assert all(move["line"][0] == move["action"] for move in found["moves"])
    for key in ("value", "outcome", "proved", "depth", "nodes", "simulations", "seconds"):
        assert key in found


def test_mcts_shows_visits_rave_and_pruning() -> None:
    agent = "mcts:simulations=3000,rave=true,pruning=true,prune_ratio=0.5,prune_visits=10,proofs=false"
    text = succeed("breakthrough", "--agent", agent)
    heading, *table = rows(text)
    assert heading[:5] == ["move", "value", "visits", "RAVE", "pruned"]
    assert "3,000 simulations" in text
    assert "the mean result for x, -1 to 1" in text
    visits = [int(row[2].replace(",", "")) for row in table]
    assert visits == sorted(visits, reverse=True)


def test_both_players_choices_where_both_move_at_once() -> None:
    text = succeed("droid_battle", "--agent", "minimax:depth=2")
    names = lanista.load_game("droid_battle").player_names
    for name in names:
        assert f"\n{name}" in text.replace("\n ", "\n")
    found = json.loads(succeed("droid_battle", "--json"))
    assert found["agent"] == "oracle" and found["proved"]
    assert json.loads(succeed("droid_battle:rows=8,cols=8", "--json"))["agent"] == "minimax"
    for side in ("moves", "replies"):
        assert sum(move["probability"] for move in found[side]) == pytest.approx(1)


def test_time_limits_the_search() -> None:
    found = json.loads(succeed("breakthrough", "--time", "0.3", "--json"))
    assert 0.1 < found["seconds"] < 3


def test_a_users_evaluation(folder: Path) -> None:
    (folder / "my_eval.py").write_text("print('loaded')\ndef evaluate(state):\n    print('asked')\n    return 7\n")
    done = run("breakthrough", "--agent", "alphabeta:depth=2,evaluation=./my_eval.py:evaluate", "--json")
    assert json.loads(done.stdout)["value"] == 7
    assert "note: ./my_eval.py:evaluate runs with your rights" in done.stderr
    assert "asked" in done.stderr


def test_a_game_in_python(folder: Path) -> None:
    source = Path(__file__).parents[2] / "docs" / "tictactoe.py"
    (folder / "tictactoe.py").write_text(source.read_text())
    text = succeed("./tictactoe.py:TicTacToe", "--agent", "alphabeta:depth=9")
    assert "value draw, proved" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nim", "0-0-0", "A"], "the game is over at '0-0-0 A' of nim"),
        (["nim", "3-4-9", "A"], "bad position '3-4-9 A'"),
        (["chess"], "unknown game 'chess'"),
        (["nim", "--agent", "gredy"], "unknown agent 'gredy'; for nim there are"),
        (["nim", "--agent", "random"], "agent random has no analysis; those that search nim are: alphabeta, best"),
        (["nim", "--agent", "./bot.py"], "agent ./bot.py has no analysis"),
        (["nim", "--agent", "alphabeta:depth=x"], "agent alphabeta: depth must be 0 to 1000, got 'x'"),
        (["nim", "--agent", "alphabeta:evaluation=./none.py:f"], "cannot read"),
        (["nim", "--time", "-1"], "time must be 0 to 86400, got -1"),
        (["nim", "--time", "x"], "--time"),
        (["nim", "--seed", "-1"], "a seed must be 0 to"),
        (["droid_battle", "--agent", "alphabeta"], "alphabeta cannot play droid_battle"),
        (
            ["breakthrough", "--agent", "alphabeta:evaluation=./bad.py:f"],
            "evaluation ./bad.py:f failed, line 2: KeyErr",
        ),
    ],
)
def test_mistakes_are_explained_in_one_line(arguments: list[str], words: str, folder: Path) -> None:
    (folder / "bad.py").write_text("def f(state):\n    return {}[0]\n")
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    lines = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
    assert len(lines) == 1
    assert done.stdout == ""


def test_help_has_an_example() -> None:
    text = run("--help").stdout
    assert "Example: lanista analyze mancala" in text
    assert "--agent" in text

"""A user's own evaluation function: how it is named, what it may return, what is said when it fails."""

from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista.agents.analysis import Analyst
from lanista.errors import EvaluationError, FileLoadError, ParameterError

MATERIAL = """
def evaluate(state):
    return state.evaluate("basic")
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def analyze(spec: str, game: str = "breakthrough", **parameters: object) -> Any:
    rules = lanista.load_game(game)
    agent = lanista.load_agent(spec, rules, **parameters)
    assert isinstance(agent, Analyst)
    return agent.analyze(rules.initial_state(seed=1))


@pytest.mark.parametrize("head", ["minimax:depth=3", "alphabeta:depth=3"])
def test_a_users_function_finds_what_the_same_native_one_finds(head: str) -> None:
    Path("my_eval.py").write_text(MATERIAL)
    own = analyze(f"{head},evaluation=./my_eval.py:evaluate")
    native = analyze(f"{head},evaluation=basic")
    assert (own.value, own.line) == (native.value, native.line)
    assert [move.value for move in own.moves] == [move.value for move in native.moves]
    called = analyze(head, evaluation=lambda state: state.evaluate("basic"))
    assert called.value == native.value


def test_mcts_asks_it_where_playouts_are_short() -> None:
    asked: list[str] = []

    def evaluate(state: lanista.State) -> float:
        asked.append(state.position)
        return 0.0

    analyze("mcts:simulations=20,playout_plies=2", evaluation=evaluate)
    assert asked


def test_it_may_import_its_neighbours_when_it_is_called(folder: Path) -> None:
    (folder / "weights_of_mine.py").write_text("weight = 2\n")
    Path("my_eval.py").write_text(
        "def evaluate(state):\n    import weights_of_mine\n    return weights_of_mine.weight * state.evaluate()\n"
    )
    doubled = analyze("alphabeta:depth=2,evaluation=./my_eval.py:evaluate")
    assert doubled.value == 2 * analyze("alphabeta:depth=2,evaluation=basic").value


def test_its_chance_follows_from_the_seed() -> None:
    Path("my_eval.py").write_text("import random\ndef evaluate(state):\n    return random.random()\n")
    spec = "alphabeta:depth=2,table=false,evaluation=./my_eval.py:evaluate"
    games = [lanista.play("mancala", [spec, "random"], seed=seed, strict=True).move_names() for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_the_spec_names_it_and_the_code_hash_covers_it() -> None:
    Path("my_eval.py").write_text(MATERIAL)
    game = lanista.load_game("nim")
    spec = "alphabeta:depth=2,evaluation=./my_eval.py:evaluate"
    agent = lanista.load_agent(spec, game)
    assert agent.spec == spec
    code_hash = agent.code_hash
    assert code_hash != lanista.load_agent("alphabeta", game).code_hash
    Path("my_eval.py").write_text(MATERIAL + "\n")
    assert lanista.load_agent(spec, game).code_hash not in (None, code_hash)
    assert lanista.load_agent("alphabeta", game, evaluation=analyze).spec == "alphabeta:evaluation=analyze"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("return 1 / 0", "failed, line 2: ZeroDivisionError: division by zero"),
        ("return float('nan')", "returned nan"),
        ("return float('-inf')", "returned -inf"),
        ("return None", "returned None instead of a number"),
        ("return '3'", "returned '3' instead of a number"),
        ("return 1j", "returned 1j instead of a number"),
        ("return 10 ** 400", "instead of a number"),
    ],
)
@pytest.mark.parametrize("head", ["minimax:depth=2", "alphabeta:depth=2", "mcts:simulations=9,playout_plies=1"])
def test_what_is_wrong_with_it_is_said_with_the_position(head: str, code: str, words: str) -> None:
    Path("bad.py").write_text(f"def evaluate(state):\n    {code}\n")
    with pytest.raises(EvaluationError) as caught:
        analyze(f"{head},evaluation=./bad.py:evaluate")
    message = str(caught.value)
    assert message.startswith("evaluation ./bad.py:evaluate ")
    assert words in message
    assert "at position '" in message
    assert message.endswith("of breakthrough")
    assert "\n" not in message


def test_numbers_of_other_types_are_numbers() -> None:
    import numpy as np

    for value in (1, True, np.float32(1), np.int64(1)):
        assert analyze("alphabeta:depth=2", evaluation=lambda state, value=value: value).value == 1


def test_a_failing_evaluation_loses_the_game() -> None:
    Path("bad.py").write_text("def evaluate(state):\n    return 1 / 0\n")
    record = lanista.play("breakthrough", ["alphabeta:depth=2,evaluation=./bad.py:evaluate", "random"], seed=1)
    assert record.failure is not None
    assert (record.failure.player, record.failure.kind) == (0, "crash")
    assert "evaluation ./bad.py:evaluate failed, line 2" in record.failure.message


def test_an_agent_is_of_use_after_a_failure() -> None:
    fails = True

    def evaluate(state: lanista.State) -> float:
        if fails:
            raise RuntimeError("not yet")
        return 0.0

    game = lanista.load_game("breakthrough")
    agent = lanista.load_agent("alphabeta:depth=3", game, evaluation=evaluate)
    with pytest.raises(EvaluationError, match="RuntimeError: not yet"):
        agent.choose(game.initial_state(), 0, lanista.Clock())
    fails = False
    assert agent.choose(game.initial_state(), 0, lanista.Clock()) in game.initial_state().legal_actions()


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        ("./none.py:evaluate", FileLoadError, "cannot read .*none.py"),
        ("./my_eval.py:nope", FileLoadError, r"my_eval.py has no function nope\(state\)"),
        ("./my_eval.py:weight", FileLoadError, r"my_eval.py has no function weight\(state\)"),
        ("./my_eval.py", ParameterError, "names no function: ./file.py:function"),
        ("./broken.py:evaluate", FileLoadError, "broken.py, line 1: invalid syntax"),
        ("nope", ParameterError, "unknown evaluation 'nope'; there are: basic"),
    ],
)
def test_what_cannot_be_loaded_is_said(value: str, error: type[Exception], words: str) -> None:
    Path("my_eval.py").write_text("weight = 3\n" + MATERIAL)
    Path("broken.py").write_text("def evaluate(:")
    with pytest.raises(error, match=words):
        lanista.load_agent(f"alphabeta:evaluation={value}", lanista.load_game("nim"))


def test_auto_is_the_better_of_the_games_own() -> None:
    for name in ("nim", "mancala"):
        game = lanista.load_game(name)
        known = "better" if "better" in game.evaluations else "basic"
        agent: Any = lanista.load_agent("alphabeta", game)
        assert agent.evaluation == known

"""From text to game or agent: the grammar, and errors that name the input and what there is."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lanista
from lanista.errors import FileLoadError, LanistaError, ParameterError, SpecError
from lanista.games.spec import parse_spec


@pytest.mark.parametrize(
    ("text", "name", "arguments", "path", "class_name"),
    [
        ("nim", "nim", {}, None, None),
        (" nim ", "nim", {}, None, None),
        ("nim:piles=3-4-5", "nim", {"piles": "3-4-5"}, None, None),
        ("nim:piles=3-4-5,misere=false", "nim", {"piles": "3-4-5", "misere": "false"}, None, None),
        ("./bot.py", "bot.py", {}, "bot.py", None),
        ("/a/b.py:Bot", "b.py", {}, "/a/b.py", "Bot"),
        ("../b.py:Bot:depth=3,x=y", "b.py", {"depth": "3", "x": "y"}, "../b.py", "Bot"),
        ("./b.py:depth=3", "b.py", {"depth": "3"}, "b.py", None),
        ("greedy:a=./e.py:f,b=2", "greedy", {"a": "./e.py:f", "b": "2"}, None, None),
        ("greedy:b=2,a=/x/e.py:f", "greedy", {"a": "/x/e.py:f", "b": "2"}, None, None),
        ("./b.py:Bot:a=../e.py:f", "b.py", {"a": "../e.py:f"}, "b.py", "Bot"),
    ],
)
def test_grammar(text: str, name: str, arguments: dict[str, str], path: str | None, class_name: str | None) -> None:
    spec = parse_spec(text)
    assert (spec.name, spec.arguments, spec.class_name) == (name, arguments, class_name)
    assert spec.path == (Path(path) if path else None)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names nothing"),
        (":", "names nothing"),
        ("nim:", "'nim:'"),
        ("nim:piles", "'piles' is not key=value"),
        ("nim:piles=", "'piles=' is not key=value"),
        ("nim:=3", "'=3' is not key=value"),
        ("nim:piles=1,piles=2", "piles is given twice"),
        ("nim:a=1:b=2", "only arguments"),
        ("nim:a=./e.py:f:g", "only arguments"),
        ("nim:a=./e.py:", "only arguments"),
        ("nim:a=./e.py:1x", "only arguments"),
        ("nim:a=e.py:f", r"only arguments, .*; a path begins with \./ or /"),
        ("nim:./e.py:f", "is not key=value"),
        ("nim:./e.py:f=3", "only arguments"),
        ("bot.py", "a path begins with"),
        ("./b.py:", "'' is no class name"),
        ("./b.py::a=1", "'' is no class name"),
        ("./b.py:1x", "no class name"),
        ("./b.py:Bot:a=1:c=2", "class and arguments"),
        (5, "named by a text"),
    ],
)
def test_what_is_no_spec(text: str, words: str) -> None:
    if text == "nim:":
        assert parse_spec(text).arguments == {}
        return
    with pytest.raises(SpecError, match=words):
        parse_spec(text)


@settings(deadline=None)  # a text that begins with a dot starts a process
@given(st.text(max_size=40))
def test_any_text_is_a_spec_or_a_clear_error(text: str) -> None:
    for load in (lanista.load_game, lambda spec: lanista.load_agent(spec, lanista.load_game("nim"))):
        try:
            load(text)
        except LanistaError as error:
            assert "\n" not in str(error).strip() or "\n" in text


def test_games() -> None:
    game = lanista.load_game("breakthrough:rows=8", cols=8)
    assert game.parameters == {"rows": 8, "cols": 8}
    assert lanista.load_game(game) is game
    assert lanista.load_game("breakthrough:rows=7,cols=5").spec == "breakthrough"
    with pytest.raises(SpecError, match="unknown game 'chess'; there are: breakthrough, colosseum"):
        lanista.load_game("chess")
    with pytest.raises(ParameterError, match="breakthrough has no parameter 'row'; it has: rows, cols"):
        lanista.load_game("breakthrough:row=8")
    with pytest.raises(ParameterError, match="breakthrough: rows must be 4 to 32, got 'x'"):
        lanista.load_game("breakthrough:rows=x")
    with pytest.raises(ParameterError, match=r"rows must be 4 to 32, got 8\.5"):
        lanista.load_game("breakthrough", rows=8.5)
    with pytest.raises(SpecError, match="has its parameters already"):
        lanista.load_game(game, rows=3)


def test_agents() -> None:
    game = lanista.load_game("nim")
    assert lanista.load_agent("greedy:evaluation=basic", game).spec == "greedy"
    with pytest.raises(SpecError, match=r"unknown agent 'gredy'; for nim there are: .*greedy.*random"):
        lanista.load_agent("gredy", game)
    with pytest.raises(ParameterError, match="agent greedy has no parameter 'depth'; it has: evaluation"):
        lanista.load_agent("greedy:depth=3", game)
    with pytest.raises(ParameterError, match="agent random has no parameter 'x'; it has none"):
        lanista.load_agent("random:x=1", game)
    with pytest.raises(ParameterError, match="unknown evaluation 'nope'; there are: basic"):
        lanista.load_agent("greedy:evaluation=nope", game)


def test_an_agents_parameters_may_be_keywords(tmp_path: Path) -> None:
    game = lanista.load_game("breakthrough")
    assert lanista.load_agent("minimax:depth=2", game, quiescence=True).spec == "minimax:depth=2,quiescence=true"
    assert lanista.load_agent("minimax:depth=2", game, depth=4).spec == "minimax:depth=4"
    with pytest.raises(ParameterError, match="depth must be 0 to 1000, got 1001"):
        lanista.load_agent("minimax", game, depth=1001)
    file = tmp_path / "bot.py"
    file.write_text(
        "class Bot:\n"
        "    def __init__(self, depth=1, names=()):\n"
        "        assert (depth, names) == (3, ['x']), (depth, names)\n"
        "    def choose(self, state, player, clock):\n"
        "        return state.legal_actions(player)[0]\n"
    )
    assert lanista.load_agent(f"{file}:Bot:depth=3", game, names=["x"]).spec == f"{file}:Bot:depth=3,names=x"


def test_files(tmp_path: Path) -> None:
    game = lanista.load_game("nim")
    with pytest.raises(FileLoadError, match=r"cannot read .*none.py: No such file"):
        lanista.load_agent(f"{tmp_path}/none.py", game)
    with pytest.raises(FileLoadError, match="cannot read"):
        lanista.load_agent(f"{tmp_path}", game)
    for text, words in [
        ("def choose(:", "line 1: invalid syntax"),
        ("\nimport nonsense_module", "line 2: ModuleNotFoundError: No module named 'nonsense_module'"),
        ("x = 1", "has no function choose"),
        ("raise SystemExit", "it exits when loaded"),
        ("choose = 3", "has no function choose"),
    ]:
        file = tmp_path / "bot.py"
        file.write_text(text)
        with pytest.raises(FileLoadError, match=words):
            lanista.load_agent(str(file), game)
    with pytest.raises(FileLoadError, match="no class Game derived from"):
        lanista.load_game(f"{file}:Game")
    with pytest.raises(SpecError, match="a game in a file needs its class"):
        lanista.load_game(str(file))

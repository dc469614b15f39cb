"""Folders written for the lab's original program, played unmodified in a process of their own."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import lanista
from lanista.agents.base import UNLIMITED, Agent
from lanista.agents.process import dismiss_idle_programs
from lanista.arena.record import Record
from lanista.arena.referee import Limits, play_game
from lanista.courses.cs63.course import Cs63
from lanista.errors import LanistaError
from lanista.sandbox.verdict import Verdict

TESTS = Path(__file__).parents[1]
SAMPLES = TESTS / "submissions" / "cs63"
GAMES = ["mancala", "breakthrough"]
HONEST = [
    ("textbook", "MinMaxPlayer"),
    ("textbook", "PruningPlayer"),
    ("arrays", None),
    ("closures", "TournamentPlayer"),
    ("closures", "PruningPlayer"),
    ("memory", None),
]
NO_LIMITS = Limits()
PLAYERS = """
class {name}:
    def __init__(self, boardEval, depthBound):
        self.boardEval, self.depthBound = boardEval, depthBound
    def getMove(self, game):
        {move}
"""
HEURISTICS = "def mancalaBasicEval(game):\n    return 0\ndef breakthroughBasicEval(game):\n    return 0\n"


@pytest.fixture(autouse=True)
def no_idle_programs() -> Iterator[None]:
    """Let no test leave its submissions' processes behind."""
    yield
    dismiss_idle_programs()


def folder(path: Path, files: Mapping[str, str]) -> Path:
    """Write a submission; Heuristics.py unless it is among the files."""
    path.mkdir()
    for name, text in {"Heuristics.py": HEURISTICS, **files}.items():
        (path / name).write_text(text)
    return path


def player(move: str, name: str = "PruningPlayer") -> str:
    return PLAYERS.format(name=name, move=move)


def submission(path: Path, game: str = "mancala", class_name: str | None = None, **values: object) -> Agent:
    return Cs63().submission(lanista.load_game(game), path, class_name, {"depth": 1, **values})


def play(path: Path, game: str, class_name: str | None = None, limits: Limits = NO_LIMITS) -> Record:
    """Play a game, the submission first, against random play."""
    rules = lanista.load_game(game)
    agents = [submission(path, game, class_name), lanista.load_agent("random", rules)]
    return play_game(rules, agents, rules.initial_state(), 1, limits)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("sample", "class_name"), HONEST)
def test_honest_samples_play_whole_games(sample: str, class_name: str | None, game: str) -> None:
    small = {"mancala": "mancala:houses=4,seeds=2", "breakthrough": "breakthrough:rows=5,cols=3"}[game]
    assert play(SAMPLES / sample, small, class_name).failure is None


def test_nothing_is_written_into_the_folder(tmp_path: Path) -> None:
    path = shutil.copytree(SAMPLES / "memory", tmp_path / "team", ignore=shutil.ignore_patterns("__pycache__"))
    before = sorted(path.rglob("*"))
    submission(path)
    assert sorted(path.rglob("*")) == before


@pytest.mark.parametrize(
    ("sample", "game", "verdict", "message"),
    [
        ("returnsnone", "mancala", Verdict.ILLEGAL, "getMove() returned None (NoneType); the moves are 0, 1, 2, 3"),
        (
            "returnslist",
            "breakthrough",
            Verdict.ILLEGAL,
            "getMove() returned [1, 0, 0] (list); the moves are (1, 0, 0)",
        ),
        ("negativehouse", "mancala", Verdict.ILLEGAL, "getMove() returned -6 (int)"),
        ("sometimesraises", "mancala", Verdict.CRASH, "TypeError: unsupported operand"),
        ("exits", "mancala", Verdict.CRASH, "SystemExit: three moves are enough"),
    ],
)
def test_an_illegal_move_or_an_exception_loses(sample: str, game: str, verdict: Verdict, message: str) -> None:
    record = play(SAMPLES / "broken" / sample, game, "MinMaxPlayer")
    assert record.failure is not None
    assert (record.failure.kind, record.returns) == (verdict, (-1.0, 1.0))
    assert record.failure.message.startswith(message)
    if verdict is Verdict.CRASH:
        assert f"{sample}/MinMaxPlayers.py" in record.failure.details


@pytest.mark.parametrize(
    ("sample", "game"),
    [
        ("returnsnumpyint", "mancala"),  # a numpy number is in a list of moves, too
        ("returnslist", "mancala"),
        ("changesboard", "mancala"),  # it has a copy
        ("changesboard", "breakthrough"),
        ("noisy", "mancala"),
        ("nopruning", "mancala"),
    ],
)
def test_what_does_no_harm_in_the_original_does_none_here(sample: str, game: str) -> None:
    assert play(SAMPLES / "broken" / sample, game, "MinMaxPlayer").failure is None


def test_an_endless_loop_is_ended_where_there_is_a_limit() -> None:
    assert Cs63().limits == NO_LIMITS
    record = play(SAMPLES / "broken" / "endlessloop", "mancala", "MinMaxPlayer", Limits(1.0))
    assert record.failure is not None and record.failure.kind == Verdict.TIME and record.returns == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("sample", "class_name", "values", "message"),
    [
        ("broken/syntaxerror", None, {}, r"syntaxerror/MinMaxPlayers.py, line 28: expected ':'$"),
        ("broken/noheuristics", None, {}, r"noheuristics has no Heuristics.py$"),
        ("broken/nopruning", "PruningPlayer", {}, r"MinMaxPlayers.py has no class PruningPlayer with getMove\(game\)$"),
        ("textbook", "TournamentPlayer", {}, r"textbook has no TournamentPlayers.py$"),
        ("arrays", "Nobody", {}, r"no class Nobody .*; it has: PruningPlayer, TournamentPlayer$"),
        ("textbook", None, {"evaluation": "better"}, r"Heuristics.py has no mancalaBetterEval$"),
        ("textbook", None, {"evaluation": "best"}, r"evaluation must be one of basic, better, got 'best'$"),
        ("textbook", None, {"depth": 0}, r"depth must be 1 to 1000, got 0$"),
        ("textbook", None, {"width": 1}, r"no parameter 'width'; it has: depth, evaluation$"),
        ("textbook/MinMaxPlayers.py", None, {}, r"is no folder; a submission is a folder with MinMaxPlayers.py and"),
        ("nowhere", None, {}, r"does not exist; a submission is a folder"),
    ],
)
def test_what_cannot_be_loaded_is_said_in_a_line(
    sample: str, class_name: str | None, values: dict[str, object], message: str
) -> None:
    with pytest.raises(LanistaError, match=message) as caught:
        submission(SAMPLES / sample, "mancala", class_name, **values)
    assert "\n" not in str(caught.value)


def test_a_spec_names_a_player_and_comes_back() -> None:
    game = lanista.load_game("breakthrough:rows=5,cols=4")
    path = SAMPLES / "textbook"
    spec = f"cs63@{path}:MinMaxPlayer:depth=2,evaluation=better"
    agent = lanista.load_agent(spec, game)
    assert agent.spec == spec
    state = game.initial_state()
    agent.begin(game, 0, 0)
    first = agent.choose(state, 0, UNLIMITED)
    again = lanista.load_agent(agent.spec, game)
    again.begin(game, 0, 0)
    assert again.choose(state, 0, UNLIMITED) == first
    with pytest.raises(LanistaError, match="cs63 plays mancala, breakthrough, not nim"):
        lanista.load_agent(f"cs63@{path}", lanista.load_game("nim"))


@pytest.mark.parametrize(
    ("classes", "game", "chosen"),
    [
        ([("TournamentPlayer", 1), ("Other", 0)], "mancala", 1),
        ([("First", 0), ("MyMancalaPlayer", 2), ("MyBreakthroughPlayer", 3)], "mancala", 2),
        ([("First", 0), ("Second", 3)], "mancala", 0),
    ],
)
def test_which_tournament_player_is_played(
    tmp_path: Path, classes: list[tuple[str, int]], game: str, chosen: int
) -> None:
    text = "from MinMaxPlayers import PruningPlayer\nclass Error(Exception):\n    pass\n"
    text += "".join(player(f"return {move}", name) for name, move in classes)
    files = {"MinMaxPlayers.py": player("return 5"), "TournamentPlayers.py": text}
    agent = submission(folder(tmp_path / "team", files), game)
    agent.begin(agent.game, 0, 0)
    assert agent.choose(agent.game.initial_state(), 0, UNLIMITED) == chosen


def test_a_tournament_player_may_take_nothing_and_need_no_heuristics(tmp_path: Path) -> None:
    path = folder(
        tmp_path / "team", {"TournamentPlayers.py": "class Mine:\n    def getMove(self, game):\n        return 2\n"}
    )
    (path / "Heuristics.py").unlink()
    agent = submission(path)
    agent.begin(agent.game, 0, 0)
    assert agent.choose(agent.game.initial_state(), 0, UNLIMITED) == 2


def test_it_finds_the_labs_modules_helpers_beside_it_and_its_folder(tmp_path: Path) -> None:
    """Star imports, players to test against, a file that is read, a package of helpers; memory of earlier games."""
    files = {
        "MinMaxPlayers.py": "from Mancala import *\nfrom Breakthrough import Breakthrough\n"
        "from BasicPlayers import HumanPlayer, RandomPlayer\nimport helper\n"
        "assert np.all(Mancala(3, 2).houses == 2) and Breakthrough(5, 3).board.shape == (5, 3)\n"
        + player("return helper.move(game, isinstance(game, Mancala))"),
        "helper.py": "from BasicPlayers import RandomPlayer\ncalls = []\n"
        "def move(game, known):\n    calls.append(game)\n"
        "    assert known and RandomPlayer().getMove(game) in game.availableMoves\n"
        "    return int(open('opening.txt').read()) if len(calls) == 1 else game.availableMoves[-1]\n",
        "opening.txt": "4",
    }
    agent = submission(folder(tmp_path / "team", files))
    start = agent.game.initial_state()
    for expected in (4, 5, 5):  # the same player in every game of a series, as in the lab's program
        agent.begin(agent.game, 0, 0)
        assert agent.choose(start, 0, UNLIMITED) == expected
    path, spec = tmp_path / "team", agent.spec
    del agent
    fresh = lanista.load_agent(spec, lanista.load_game("mancala"))
    (path / "opening.txt").write_text("3")
    fresh.begin(fresh.game, 0, 0)
    assert fresh.choose(start, 0, UNLIMITED) == 3  # a new player knows nothing of the last


def test_what_numpy_has_taken_away_is_there(tmp_path: Path) -> None:
    heuristics = "import numpy as np\ndef mancalaBasicEval(game): return max(-np.Inf, np.int(game.scores[0]))\n"
    agent = submission(
        folder(
            tmp_path / "team",
            {"MinMaxPlayers.py": player("return 2 + self.boardEval(game)"), "Heuristics.py": heuristics},
        )
    )
    agent.begin(agent.game, 0, 0)
    assert agent.choose(agent.game.initial_state(), 0, UNLIMITED) == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_with_the_whole_original_program_plays_with_its_own_classes(tmp_path: Path, game: str) -> None:
    path = folder(tmp_path / "team", {})
    for file in (TESTS / "skeletons" / "cs63").glob("*.py"):
        shutil.copy(file, path)
    name = game.capitalize()
    (path / "Heuristics.py").write_text(HEURISTICS)
    check = f"assert isinstance(game, {name}) and 'team' in sys.modules['{name}'].__file__"
    text = f"import sys\nfrom {name} import {name}\n" + player(f"{check}; return game.availableMoves[0]")
    (path / "MinMaxPlayers.py").write_text(text)
    assert play(path, game).failure is None


def test_a_class_of_its_own_that_differs_from_the_labs_is_not_forced_on_it(tmp_path: Path) -> None:
    files = {
        "Mancala.py": "class Mancala:\n    def __init__(self, rules):\n        pass\n",
        "MinMaxPlayers.py": player("return game.availableMoves[int(game.scores[0])]"),
    }
    agent = submission(folder(tmp_path / "team", files))
    agent.begin(agent.game, 0, 0)
    assert agent.choose(agent.game.initial_state(), 0, UNLIMITED) == 0


def test_an_is_terminal_of_its_own_that_differs_from_the_labs_is_not_believed(tmp_path: Path) -> None:
    """The player sees that a game goes on."""
    program = shutil.copytree(TESTS / "skeletons" / "cs63", tmp_path / "lab")
    (program / "Heuristics.py").write_text(HEURISTICS)
    (program / "MinMaxPlayers.py").write_text(
        player("assert not game.isTerminal, type(game).__module__; return game.availableMoves[0]")
    )
    game = program / "Mancala.py"
    text = "from OriginalMancala import Mancala as Original\nclass Mancala(Original):\n    isTerminal = True\n"
    text += (
        "    def __setattr__(self, name, value):\n        name == 'isTerminal' or super().__setattr__(name, value)\n"
    )
    game.rename(program / "OriginalMancala.py")
    game.write_text(text)
    assert play(program, "mancala").failure is None


def test_a_folder_that_may_not_be_read_is_said_to_be_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder(tmp_path / "closed", {"MinMaxPlayers.py": player("return 0")})
    monkeypatch.setattr(os, "access", lambda *question: False)
    with pytest.raises(LanistaError, match="closed may not be read"):
        submission(path)


def test_chance_follows_from_the_seed(tmp_path: Path) -> None:
    text = "import random\nimport numpy as np\n" + player("return (random.randrange(3) + np.random.randint(4)) % 6")
    agent = submission(folder(tmp_path / "team", {"MinMaxPlayers.py": text}))
    moves = []
    for seed in (1, 2, 3, 4, 1, 2, 3, 4):
        agent.begin(agent.game, 0, seed)
        moves.append(agent.choose(agent.game.initial_state(), 0, UNLIMITED))
    assert moves[:4] == moves[4:] and len(set(moves)) > 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1 / 0\n", r"MinMaxPlayers.py, line 1: ZeroDivisionError: division by zero$"),
        ("import torchvision_\n", r"line 1: ModuleNotFoundError: No module named 'torchvision_'$"),
        ("raise SystemExit\n", r"MinMaxPlayers.py: it exits when it is imported$"),
        ("class PruningPlayer:\n    pass\n", r"has no class PruningPlayer with getMove"),
        (
            "class PruningPlayer:\n    def __init__(self, one, two, three):\n        pass\n"
            "    def getMove(self, game):\n        pass\n",
            r"PruningPlayer\(boardEval, depthBound\) fails: TypeError",
        ),
    ],
)
def test_faults_of_loading_name_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    path = folder(tmp_path / "team", {"MinMaxPlayers.py": text})
    with pytest.raises(LanistaError) as caught:
        submission(path)
    assert re.search(message, str(caught.value))


def test_the_starting_files_play_as_they_are(tmp_path: Path) -> None:
    path = folder(tmp_path / "team", Cs63().starter())
    for game in GAMES:
        assert play(path, game, "MinMaxPlayer").failure is None
        assert play(path, game).failure is None

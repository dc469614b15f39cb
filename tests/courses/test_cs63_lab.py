"""The lab's game objects as submissions find them: recorded with the lab's own program, and as its imitation plays."""

from __future__ import annotations

import copy
import importlib.util
import json
import pickle
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from lanista.courses.cs63 import lab
from lanista.courses.cs63.lab import Breakthrough, Mancala, position_of

TESTS = Path(__file__).parents[1]
KINDS = {"mancala": Mancala, "breakthrough": Breakthrough}


def original(name: str) -> ModuleType:
    """Return a module of the imitation of the lab's program."""
    spec = importlib.util.spec_from_file_location(f"original_{name}", TESTS / "skeletons" / "cs63" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


def recorded(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (TESTS / "data" / f"{name}_positions.jsonl").read_text().splitlines()]


def as_move(move: Any) -> Any:
    return tuple(move) if isinstance(move, list) else move


def assert_is(game: Any, record: dict[str, Any]) -> None:
    for array in game.arrays:
        assert getattr(game, array).tolist() == record[array]
        assert getattr(game, array).dtype.kind == "i"
    assert (game.turn, game.isTerminal) == (record["turn"], record["terminal"])
    if record["terminal"]:
        assert game.winner == record["winner"]
        assert game.availableMoves == []
    else:
        with pytest.raises(AttributeError, match="winner"):
            _ = game.winner


@pytest.mark.parametrize("name", KINDS)
def test_games_go_as_recorded_with_the_moves_in_the_recorded_order(name: str) -> None:
    for record in recorded(name):
        game: Any = KINDS[name]()
        for move in record["history"]:
            game = game.makeMove(as_move(move))
        assert_is(game, record)
        assert game.availableMoves == [as_move(move) for move in record.get("moves", [])]
        for move, after in zip(game.availableMoves, record["next"], strict=True):
            assert_is(game.makeMove(move), after)
        assert_is(game, record)  # a move makes a new game


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("mancala", (3, 2)),
        ("mancala", (6, 12)),
        ("mancala", (1, 1)),
        ("breakthrough", (5, 3)),
        ("breakthrough", (8, 8)),
    ],
)
def test_other_sizes_go_as_in_the_original(name: str, sizes: tuple[int, int]) -> None:
    rng = random.Random(str(sizes))
    theirs = getattr(original(name.capitalize()), name.capitalize())(*sizes)
    ours: Any = KINDS[name](*sizes)
    while not theirs.isTerminal:
        assert ours.availableMoves == theirs.availableMoves
        move = rng.choice(theirs.availableMoves)
        theirs, ours = theirs.makeMove(move), ours.makeMove(move)
        for array in ours.arrays:
            assert getattr(ours, array).tolist() == getattr(theirs, array).tolist()
        assert (ours.turn, ours.isTerminal) == (theirs.turn, theirs.isTerminal)
        assert position_of(theirs) == position_of(ours)
    assert ours.winner == theirs.winner


def test_the_constructors_are_the_labs() -> None:
    assert Mancala().houses.tolist() == [[4] * 6] * 2 and Mancala().scores.tolist() == [0, 0]
    assert Mancala(houses_per_player=3, seeds_per_house=2).houses.tolist() == [[2] * 3] * 2
    assert Breakthrough().board.shape == (7, 5) and Breakthrough(height=5, width=3).board.shape == (5, 3)
    played: Any = Mancala().makeMove(3)
    copied: Any = Mancala(game=played)
    copied.houses[0, 0] = 0
    assert played.houses[0, 0] == 5 and copied.turn == played.turn == 1


def test_what_a_student_changes_is_what_is_played() -> None:
    game: Any = Breakthrough(game=Breakthrough())
    game.turn = -1
    assert game.availableMoves[0] == (5, 0, 0)  # the other side's, to count their moves say
    game = Breakthrough(5, 3)
    game.board[:] = [[0, 1, 1], [1, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]]
    assert game.availableMoves[:3] == [(0, 1, 0), (0, 2, -1), (1, 0, 0)]
    assert position_of(game).evaluate("basic") == 1 + 1 + 2 + 2 - 3 - 2 - 1  # ranks, home rows are 1
    assert game.makeMove((1, 0, 1)).board[2].tolist() == [0, 1, 0]
    seeds: Any = Mancala()
    seeds.houses[:] = [[0, 7, 1, 0, 1, 0], [0, 1, 3, 3, 5, 0]]  # the handout's board
    seeds.scores = np.array([13, 14])
    assert seeds.availableMoves == [1, 2, 4]
    assert seeds.makeMove(1).scores.tolist() == [14, 14]


def test_copies_are_independent_and_an_illegal_move_is_refused() -> None:
    game: Any = Breakthrough()
    assert game.board[0, 0] == 1
    other = copy.deepcopy(game)
    other.board[:] = 0
    assert pickle.loads(pickle.dumps(game.makeMove((1, 0, 0)))).turn == -1
    assert game.board[0, 0] == 1 and not hasattr(game, "houses") and not hasattr(game, "nonsense")
    for move in [(0, 0, 0), (-1, 0, 0), (1, -1, 0), 3, None, (1, 0)]:
        with pytest.raises(ValueError, match=r"illegal|no \(row"):
            game.makeMove(move)
    for column in (-1, 6, "0", None):
        with pytest.raises(ValueError, match=r"illegal|no column"):
            Mancala().makeMove(column)


def test_boards_are_drawn_as_on_the_labs_page() -> None:
    game: Any = Mancala()
    game.houses[:] = [[0, 7, 1, 0, 1, 0], [0, 1, 3, 3, 5, 0]]
    game.scores[:] = [13, 14]
    game.turn = -1
    drawn = str(game).splitlines()
    assert [line.replace(" ", "") for line in drawn[1:4]] == [
        "||0|7|1|0|1|0||",
        f"|13|{'-' * 29}|14|",
        ">||0|1|3|3|5|0||<",
    ]
    assert str(Breakthrough(5, 3)).splitlines()[:3] == ["-------", "|● ● ●|", "|● ● ●|"]


def test_the_basic_evaluators_are_the_labs() -> None:
    for name in KINDS:
        for record in recorded(name):
            for one in [record, *record["next"]]:
                if not one["terminal"]:
                    game: Any = lab.LAB_GAMES[name].of(lab.lab_game(name).initial_state())
                    for array in game.arrays:
                        setattr(game, array, np.array(one[array]))
                    game.turn = one["turn"]
                    assert position_of(game).evaluate("basic") == one["basic_eval"]

"""What holds for every reference game, played at random; position texts and action names by example."""

import random
from typing import Any

import pytest

from . import SIMULTANEOUS, TERMINAL, pack_row, unpack_row
from .breakthrough import Breakthrough
from .colosseum import Colosseum
from .connect_four import ConnectFour
from .droid_battle import DroidBattle
from .einstein import Einstein
from .mancala import Mancala
from .nim import Nim
from .rules import GAMES, random_playout, random_start

START_TEXTS = {
    "nim": "3-4-5 A",
    "connect_four": "7/7/7/7/7/7 A",
    "mancala": "4,4,4,4,4,4/4,4,4,4,4,4 0:0 A",
    "breakthrough": "xxxxx/xxxxx/5/5/5/ooooo/ooooo A",
    "einstein": "ABC3/DE4/F5/5a/4bc/3def A",
    "droid_battle": "4x4 D2,0:5:0 Q2,3:5:0 50",
}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_ends_and_its_texts_and_actions_are_exact(name: str) -> None:
    game = GAMES[name]()
    rng = random.Random(3)
    for _ in range(5):
        plies, states = random_playout(game, random_start(game, rng), rng)
        assert len(states) == len(plies) + 1
        for state in states:
            assert game.parse(game.position(state)) == state
            assert hash(game.parse(game.position(state))) == hash(state)
            mover = game.mover(state)
            for player in (0, 1):
                actions = game.legal(state, player)
                assert actions == sorted(set(actions))
                assert all(0 <= action < game.num_actions for action in actions)
                assert len({game.name(state, action) for action in actions}) == len(actions)
                assert (actions != []) == (mover in (player, SIMULTANEOUS))
                if mover == player:
                    assert game.legal(state) == actions
        assert [game.mover(state) == TERMINAL for state in states] == [False] * len(plies) + [True]


@pytest.mark.parametrize(("row", "text"), [("...x..", "3x2"), ("oo", "oo"), ("." * 12, "12"), ("o" + "." * 10, "o10")])
def test_runs_of_empty_squares_are_decimal_numbers(row: str, text: str) -> None:
    assert pack_row(row) == text
    assert unpack_row(text) == list(row)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Nim(), "0-0-1 B"),
        (ConnectFour(), "7/7/7/7/3o3/3x3 A"),
        (Mancala(), "4,4,4,4,4,0/5,5,5,1,4,4 1:3 B"),
        (Breakthrough(), "xxxxx/xx1xx/1x3/5/5/ooooo/ooooo B"),
        (Colosseum(size=5), "5 A0,1 B4,3 A 0,1r 2,3d"),
        (Colosseum(size=11), "11 A0,1 B4,3 B 0,2r 0,2d 0,9r 0,10d 2,3d 10,3r"),
        (Einstein(), "1BC3/DE4/F5/1A3a/4bc/3def B"),
        (DroidBattle(), "4x4 D2,1:3:0 Q0,3:4:1 37"),
    ],
)
def test_position_text(game: Any, text: str) -> None:
    assert game.position(game.parse(text)) == text


@pytest.mark.parametrize(("name", "text"), START_TEXTS.items())
def test_position_text_of_the_start(name: str, text: str) -> None:
    assert GAMES[name]().position(GAMES[name]().initial()) == text


@pytest.mark.parametrize(
    ("game", "text", "action", "name"),
    [
        (Nim(), "3-4-5 A", 2 * 5 + 2, "23"),
        (Nim(piles=(1, 2, 13)), "1-2-13 A", 2 * 13 + 12, "2:13"),
        (ConnectFour(), "7/7/7/7/7/7 A", 6, "7"),
        (Mancala(), "4,4,4,4,4,4/4,4,4,4,4,4 0:0 A", 0, "0"),
        (Breakthrough(), "xxxxx/xxxxx/5/5/5/ooooo/ooooo A", (1 * 5 + 2) * 3 + 2, "c6d5"),
        (Breakthrough(), "xxxxx/xxxxx/5/5/5/ooooo/ooooo B", (5 * 5 + 2) * 3 + 2, "c2d3"),
        (Colosseum(size=5), "5 A0,1 B4,3 A", (2 * 5 + 1) * 4 + 1, "(2,1)r"),
        (Einstein(), "ABC3/DE4/F5/5a/4bc/3def A", 9, "30"),
        (Einstein(), "ABC3/DE4/F5/5a/4bc/3def A", 18, "--"),
        (DroidBattle(), "4x4 D2,0:5:0 Q2,3:5:0 50", 3, "MOVE_RIGHT"),
        (DroidBattle(stay=True), "4x4 D2,0:5:0 Q2,3:5:0 50", 5, "NONE"),
    ],
)
def test_action_name(game: Any, text: str, action: int, name: str) -> None:
    assert game.name(game.parse(text), action) == name

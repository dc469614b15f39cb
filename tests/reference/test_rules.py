"""The reference rules by hand-made positions: what no recorded game and no number reaches."""

import pytest

from . import SIMULTANEOUS, TERMINAL
from .breakthrough import Breakthrough
from .colosseum import Colosseum
from .droid_battle import DroidBattle
from .einstein import Einstein
from .mancala import Mancala


@pytest.mark.parametrize(
    ("game", "before", "column", "after"),
    [
        # last seed in an empty own house: captured with the seeds opposite, or not when there are none
        (Mancala(houses=3), "1,0,1/1,3,1 0:0 A", 2, "1,0,0/1,0,1 4:0 B"),
        (Mancala(houses=3), "1,0,1/1,0,3 0:0 A", 2, "1,1,0/1,0,3 0:0 B"),
        (Mancala(houses=3, empty_capture=True), "1,0,1/1,0,3 0:0 A", 2, "1,0,0/1,0,3 1:0 B"),
        # seven seeds go once round, past the other store, into the house they came from, and capture
        (Mancala(houses=3), "0,7,0/1,1,1 0:0 A", 1, "1,0,1/2,0,2 4:0 B"),
        # eight go one further: the last seed is the second in its house
        (Mancala(houses=3), "0,8,0/1,1,1 0:0 A", 1, "2,1,1/2,2,2 1:0 B"),
        # last seed in the own store: the same player again, also in the position that ends the game
        (Mancala(houses=3), "1,0,1/1,1,1 0:0 A", 0, "0,0,1/1,1,1 1:0 A"),
        (Mancala(houses=3), "1,0,0/1,1,1 0:0 A", 0, "0,0,0/0,0,0 1:3 A"),
        # a capture may empty the other's row
        (Mancala(houses=3), "1,0,1/0,2,0 0:0 A", 2, "0,0,0/0,0,0 4:0 B"),
        # majority and empty row at once: swept
        (Mancala(houses=3), "1,0,0/0,0,4 5:0 A", 0, "0,0,0/0,0,0 6:4 A"),
        # majority alone: not swept
        (Mancala(houses=3), "1,0,1/0,0,2 4:1 A", 0, "0,0,1/0,0,2 5:1 A"),
    ],
)
def test_mancala_move(game: Mancala, before: str, column: int, after: str) -> None:
    assert column in game.legal(game.parse(before))
    assert game.position(game.apply(game.parse(before), column)) == after


def test_mancala_ends_by_majority_only_with_early_end() -> None:
    text = "0,0,1/0,0,2 5:1 A"
    assert Mancala(houses=3).mover(Mancala(houses=3).parse(text)) == TERMINAL
    assert Mancala(houses=3, early_end=False).mover(Mancala(houses=3).parse(text)) == 0
    half = "0,0,1/0,0,2 3:0 A"
    assert Mancala(houses=3).mover(Mancala(houses=3).parse(half)) == 0


@pytest.mark.parametrize(
    ("before", "captures", "after", "winner"),
    [("2/x1/1o/2 A", "a3b2", "2/2/1x/2 B", +1), ("2/x1/1o/2 B", "b2a3", "2/o1/2/2 A", -1)],
)
def test_breakthrough_is_over_when_a_side_has_no_piece_left(
    before: str, captures: str, after: str, winner: int
) -> None:
    game = Breakthrough(rows=4, cols=2)
    state = game.parse(before)
    named = {game.name(state, action): action for action in game.legal(state)}
    assert len(named) == 2
    end = game.apply(state, named[captures])
    assert game.position(end) == after
    assert (game.mover(end), game.score(end)) == (TERMINAL, winner)


@pytest.mark.parametrize(
    ("text", "mover", "score"),
    [
        ("4 A0,0 B3,3 A 0,1r 1,1r 2,1r", 0, 0),
        ("4 A0,0 B3,3 A 0,1r 1,1r 2,1r 3,1r", TERMINAL, 8 - 8),
        ("4 A0,0 B3,3 B 0,0r 1,0r 2,0r 3,0r", TERMINAL, 4 - 12),
        ("4 A0,0 B3,3 B 0,0r 1,0r 2,0r 3,0r 0,2r 0,3d", TERMINAL, 4 - 11),  # (0, 3) is nobody's
    ],
)
def test_colosseum_is_over_when_no_path_joins_the_players(text: str, mover: int, score: int) -> None:
    game = Colosseum(size=4)
    assert game.mover(game.parse(text)) == mover
    assert game.score(game.parse(text)) == score


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ("4 A0,0 B3,3 B 2,1r", (2 * 4 + 3) * 4 + 3, "4 A0,0 B2,3 A 2,1r 2,2r"),
        ("4 A0,0 B3,3 A 2,1r", (1 * 4 + 1) * 4 + 0, "4 A1,1 B3,3 B 0,1d 2,1r"),
    ],
)
def test_colosseum_turn_moves_the_player_and_puts_up_a_wall(before: str, action: int, after: str) -> None:
    game = Colosseum(size=4)
    state = game.parse(before)
    assert action in game.legal(state)
    assert game.position(game.apply(state, action)) == after


def test_colosseum_wall_belongs_to_both_cells() -> None:
    walls = Colosseum(size=4).parse("4 A0,0 B3,3 B 2,1r 1,1d").walls
    assert walls[2][1] == (True, True, False, False)
    assert walls[2][2] == (False, False, False, True)
    assert walls[1][1] == (False, False, True, False)


@pytest.mark.parametrize(
    ("text", "mover", "score"),
    [
        ("6/6/6/6/6/5A A", TERMINAL, +1),  # no blue left
        ("a5/6/6/6/6/6 A", TERMINAL, -1),  # no red left
        ("a5/6/6/6/5B/5A A", TERMINAL, +1),  # both have reached: two against one
        ("b5/6/6/6/6/5A B", TERMINAL, -1),  # the higher number in the corner
        ("b5/6/6/6/6/5B A", TERMINAL, 0),
        ("1a4/6/6/3A2/4BC/3DEF A", 0, 0),  # red's A can still step on an empty square
        ("1a4/6/6/5A/4BC/3DEF B", TERMINAL, +1),  # all six have reached, alone
        ("1a4/6/6/6/4BC/3DEF B", 1, 0),  # five have not: play goes on
        ("abc3/de4/f5/2A3/6/6 A", TERMINAL, -1),
        ("6/6/6/4AB/4CD/3EFa A", 0, 0),  # all that six can do is take an enemy piece: they have not reached
    ],
)
def test_einstein_end(text: str, mover: int, score: int) -> None:
    game = Einstein()
    assert game.mover(game.parse(text)) == mover
    assert game.score(game.parse(text)) == score


def test_einstein_pass_is_the_only_action_exactly_when_no_piece_can_move() -> None:
    game = Einstein()
    before = game.parse("6/3a2/6/6/6/5A A")
    assert game.legal(before) == [18]
    assert game.position(game.apply(before, 18)) == "6/3a2/6/6/6/5A B"
    own_capture = game.parse("6/3a2/6/6/5B/5A A")
    assert [game.name(own_capture, action) for action in game.legal(own_capture)] == ["10"]
    assert game.position(game.apply(own_capture, 3)) == "6/3a2/6/6/6/5B B"


UP, DOWN, LEFT, RIGHT, SHOOT, NONE = range(6)


@pytest.mark.parametrize(
    ("before", "actions", "after"),
    [
        ("4x4 D0,0:5:0 Q0,2:5:0 50", (RIGHT, LEFT), "4x4 D0,0:5:0 Q0,2:5:0 49"),  # the same cell
        ("4x4 D0,0:5:0 Q0,1:5:0 50", (RIGHT, LEFT), "4x4 D0,0:5:0 Q0,1:5:0 49"),  # would swap
        ("4x4 D0,0:5:0 Q0,1:5:0 50", (RIGHT, DOWN), "4x4 D0,1:5:0 Q1,1:5:0 49"),  # into a cell that is left
        ("4x4 D0,0:5:0 Q0,1:5:0 50", (RIGHT, SHOOT), "4x4 D0,0:5:0 Q0,1:4:1 49"),  # onto a droid that stays
        ("4x4 D0,0:5:0 Q0,1:5:0 50", (RIGHT, NONE), "4x4 D0,0:5:0 Q0,1:5:0 49"),
        ("4x4 D0,0:5:0 Q0,3:5:0 50", (SHOOT, DOWN), "4x4 D0,0:4:0 Q1,3:5:0 49"),  # moved out of line first
        ("4x4 D0,0:5:0 Q1,3:5:0 50", (SHOOT, UP), "4x4 D0,0:4:1 Q0,3:5:0 49"),  # moved into line first
        ("4x4 D0,0:5:2 Q3,0:5:1 50", (SHOOT, SHOOT), "4x4 D0,0:4:2 Q3,0:4:1 49"),  # both hit: no point
    ],
)
def test_droid_battle_round(before: str, actions: tuple[int, int], after: str) -> None:
    game = DroidBattle(stay=True)
    state = game.parse(before)
    for player in (0, 1):
        assert actions[player] in game.legal(state, player)
    assert game.position(game.apply(state, *actions)) == after


@pytest.mark.parametrize(
    ("text", "mover"),
    [
        ("4x4 D0,0:0:0 Q0,1:0:2 9", TERMINAL),
        ("4x4 D0,0:1:0 Q0,1:0:2 9", SIMULTANEOUS),
        ("4x4 D0,0:1:0 Q0,1:1:2 0", TERMINAL),
    ],
)
def test_droid_battle_is_over_without_shots_or_rounds(text: str, mover: int) -> None:
    game = DroidBattle()
    assert game.mover(game.parse(text)) == mover
    assert game.score(game.parse(text)) == -2

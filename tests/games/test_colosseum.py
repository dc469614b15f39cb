"""Colosseum Survival!: rules and texts by hand-made positions."""

import re
from typing import Any

import pytest

from lanista.errors import IllegalActionError, NotationError, ParameterError, PositionError
from lanista.games.base import TERMINAL
from lanista.games.colosseum import Colosseum

FOUR = Colosseum(size=4)
OPEN = "4 A0,0 B3,3 A"


def notations(game: Colosseum, text: str) -> set[str]:
    state = game.parse_position(text)
    return {state.action_to_string(action) for action in state.legal_actions()}


@pytest.mark.parametrize("size", [3, 12, -1, "x", 4.5, True])
def test_size_is_4_to_11(size: object) -> None:
    with pytest.raises(ParameterError, match=r"colosseum: size must be 4 to 11, got"):
        Colosseum(size=size)


def test_default_size_and_what_follows_from_it() -> None:
    game = Colosseum()
    assert (game.spec, game.size, game.num_actions, game.max_length) == ("colosseum", 7, 196, 84)
    assert (Colosseum(size="5").spec, Colosseum(size=5).max_length) == ("colosseum:size=5", 40)
    assert game.initial_state(0).current_player == 0
    starts: list[Any] = [Colosseum(size=size).initial_state(0) for size in range(4, 12)]
    assert [start.max_steps for start in starts] == [2, 3, 3, 4, 4, 5, 5, 6]


def test_walk_is_at_most_k_steps_and_ends_with_a_wall_on_a_free_side() -> None:
    # K = 2 steps from the corner, six cells; the borders hold no further wall.
    assert notations(FOUR, OPEN) == {
        *("(0,0)r", "(0,0)d", "(0,1)r", "(0,1)d", "(0,1)l", "(0,2)r", "(0,2)d", "(0,2)l"),
        *("(1,0)u", "(1,0)r", "(1,0)d", "(1,1)u", "(1,1)r", "(1,1)d", "(1,1)l", "(2,0)u", "(2,0)r", "(2,0)d"),
    }


def test_walk_goes_through_no_wall_and_not_through_the_opponent() -> None:
    # A can only go right, where B stands: A stays, and may wall itself in.
    assert notations(FOUR, "4 A0,0 B0,1 A 0,0d") == {"(0,0)r"}
    # Round B: (0,2) is two steps away, but both ways are shut.
    assert notations(FOUR, "4 A0,0 B0,1 A 0,0d 1,0r") == {"(0,0)r"}
    assert notations(FOUR, "4 A0,0 B0,1 A 1,0r 1,0d") == {"(0,0)r", "(0,0)d", "(1,0)u"}


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        (OPEN, "(0,0)r", "4 A0,0 B3,3 B 0,0r"),  # stays
        (OPEN, "(1,1)u", "4 A1,1 B3,3 B 0,1d"),  # an upper side is the lower one of the cell above
        ("4 A0,0 B3,3 B 2,1r", "(2,3)l", "4 A0,0 B2,3 A 2,1r 2,2r"),
    ],
)
def test_turn_moves_the_player_and_puts_up_a_wall(before: str, move: str, after: str) -> None:
    state = FOUR.parse_position(before)
    assert state.child(state.parse_action(move)).position == after


def test_wall_belongs_to_both_cells() -> None:
    walls = FOUR.parse_position("4 A0,0 B3,3 B 1,1d 2,1r").walls
    assert walls[2][1] == (True, True, False, False)
    assert walls[2][2] == (False, False, False, True)
    assert walls[1][1] == (False, False, True, False)


@pytest.mark.parametrize(
    ("text", "is_over", "score"),
    [
        ("4 A0,0 B3,3 A 0,1r 1,1r 2,1r", False, 0),
        ("4 A0,0 B3,3 A 0,1r 1,1r 2,1r 3,1r", True, 8 - 8),
        ("4 A0,0 B3,3 B 0,0r 1,0r 2,0r 3,0r", True, 4 - 12),
        ("4 A0,0 B3,3 B 0,0r 1,0r 2,0r 3,0r 0,2r 0,3d", True, 4 - 11),  # (0,3) is nobody's
        ("4 A1,2 B0,0 A 0,0r 0,0d", True, 15 - 1),
    ],
)
def test_game_is_over_when_no_path_joins_the_players(text: str, is_over: bool, score: int) -> None:
    state = FOUR.parse_position(text)
    assert (state.is_terminal, state.current_player == TERMINAL, state.score()) == (is_over, is_over, score)
    if is_over:
        assert len(FOUR.region(state, 0)) - len(FOUR.region(state, 1)) == score
    outcome = (score > 0) - (score < 0)
    assert state.returns() == (outcome, -outcome)


@pytest.mark.parametrize("text", ["(2,0)r", "2,0,r", "2 0 r", " (2,0)R ", "(2, 0) r", "2,0r"])
def test_notation_is_read_in_several_forms(text: str) -> None:
    state = FOUR.parse_position(OPEN)
    action = state.parse_action(text)
    assert (action, state.action_to_string(action)) == ((2 * 4 + 0) * 4 + 1, "(2,0)r")


@pytest.mark.parametrize(
    "text", ["", "(2,1)", "(2,1r", "2,1)r", "21r", "(2,1)x", "(-1,0)r", "r(2,1)", "(2,1)rr", "٢,1,r"]
)
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"{text!r} is no move of colosseum")):
        FOUR.parse_position(OPEN).parse_action(text)


@pytest.mark.parametrize(
    "text",
    [
        "(3,0)r",  # three steps
        "(0,0)u",  # the border
        "(1,0)d",  # a wall there
        "(4,0)u",  # off the board
        "(0,4)l",
    ],
)
def test_illegal_moves(text: str) -> None:
    with pytest.raises(IllegalActionError, match=re.escape(f"illegal move {text!r}")):
        FOUR.parse_position("4 A0,0 B3,3 A 1,0d").parse_action(text)


@pytest.mark.parametrize(
    "text",
    [
        "5 A0,1 B4,3 A 0,1r 2,3d",
        "5 A4,0 B0,0 B",
        "5 A0,0 B4,4 A 0,0r 0,0d 0,1d 1,0r",  # sorted by row, column, right before down
    ],
)
def test_position_text_both_ways(text: str) -> None:
    game = Colosseum(size=5)
    state = game.parse_position(text)
    assert state.position == text
    assert game.parse_position(state.position) == state
    assert state == eval(repr(state), {"load_game": lambda spec: game})


def test_position_text_sorts_by_number() -> None:
    text = "11 A0,1 B4,3 B 0,2r 0,2d 0,9r 0,10d 2,3d 10,3r"
    assert Colosseum(size=11).parse_position(text).position == text
    mixed = "11 A0,1 B4,3 B 10,3r 0,10d 0,9r 2,3d 0,2d 0,2r"
    assert Colosseum(size=11).parse_position(mixed).position == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it needs the size, the cells of A and B, and the player to move"),
        ("4 A0,0 B3,3", "it needs the size, the cells of A and B, and the player to move"),
        ("5 A0,0 B3,3 A", "the size must be 4 as the game's, got '5'"),
        ("04 A0,0 B3,3 A", "the size must be 4 as the game's, got '04'"),
        ("4 0,0 B3,3 A", "the cell of A must look like 'A0,1', got '0,0'"),
        ("4 B3,3 A0,0 A", "the cell of A must look like 'A0,1', got 'B3,3'"),
        ("4 A0,0 B3.3 A", "the cell of B must look like 'B0,1', got 'B3.3'"),
        ("4 A00,0 B3,3 A", "the cell of A must look like 'A0,1', got 'A00,0'"),
        ("4 A0,0 B3,4 A", "'B3,4' is off the board; rows and columns are 0 to 3"),
        ("4 A4,0 B3,3 A", "'A4,0' is off the board; rows and columns are 0 to 3"),
        ("4 A3,3 B3,3 A", "A and B share a cell: 'A3,3', 'B3,3'"),
        ("4 A0,0 B3,3 a", "the player to move must be A or B, got 'a'"),
        ("4 A0,0 B3,3 0,1r A", "the player to move must be A or B, got '0,1r'"),
        ("4 A0,0 B3,3 A 0,1", "a wall must look like '0,1r' or '2,3d', got '0,1'"),
        ("4 A0,0 B3,3 A 0,1l", "a wall must look like '0,1r' or '2,3d', got '0,1l'"),
        ("4 A0,0 B3,3 A 0,01r", "a wall must look like '0,1r' or '2,3d', got '0,01r'"),
        ("4 A0,0 B3,3 A 0,9r", "wall '0,9r' is off the board; rows and columns are 0 to 3"),
        ("4 A0,0 B3,3 A 0,3r", "wall '0,3r' is the border, which is never given"),
        ("4 A0,0 B3,3 A 3,0d", "wall '3,0d' is the border, which is never given"),
        ("4 A0,0 B3,3 A 0,1r 2,1r 0,1r", "wall '0,1r' stands twice"),
    ],
)
def test_refused_positions(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(f"colosseum:size=4: bad position {text!r}: {why}")):
        FOUR.parse_position(text)


@pytest.mark.parametrize("size", [4, 5, 11])
def test_random_start_has_mirrored_walls_and_players_and_is_in_play(size: int) -> None:
    game = Colosseum(size=size)
    last = size - 1
    for seed in range(60):
        state: Any = game.initial_state(seed)
        assert (state.is_terminal, state.mover) == (False, 0)
        (row, col), other = state.cells
        assert other == (last - row, last - col)
        assert len(state.position.split()[4:]) == 2 * ((size + 1) // 2)
        for row, cells in enumerate(state.walls):
            for col, (up, right, down, left) in enumerate(cells):
                assert state.walls[last - row][last - col] == (down, left, up, right)


def test_random_start_follows_its_seed() -> None:
    game = Colosseum()
    assert game.initial_state(5) == game.initial_state(5)
    assert len({game.initial_state(seed).position for seed in range(50)}) == 50
    assert game.initial_state() != game.initial_state()


def test_explicit_start() -> None:
    assert FOUR.initial_state(start=OPEN).position == OPEN
    with pytest.raises(PositionError, match="the size must be 4"):
        FOUR.initial_state(start="5 A0,0 B3,3 A")


def test_drawn_board() -> None:
    state = Colosseum(size=5).parse_position("5 A0,1 B4,3 A 0,1r 2,1d 2,3d 3,2r")
    assert str(state).splitlines() == [
        "     0   1   2   3   4",
        "   ┌───────┬───────────┐",
        " 0 │     A │           │",
        "   │   ·   ╵   ·   ·   │",
        " 1 │                   │",
        "   │   ·   ·   ·   ·   │",
        " 2 │                   │",
        "   │   ╶───╴   ┌───╴   │",
        " 3 │           │       │",
        "   │   ·   ·   ╵   ·   │",
        " 4 │             B     │",
        "   └───────────────────┘",
        "A to move, at most 3 steps",
    ]


def test_drawn_board_shows_the_regions_at_the_end() -> None:
    state = FOUR.parse_position("4 A0,0 B3,3 B 0,0r 1,0r 2,0r 3,0r 0,2r 0,3d")
    assert str(state).splitlines() == [
        "     0   1   2   3",
        "   ┌───┬───────┬───┐",
        " 0 │ A │ b   b │   │",
        "   │   │   ·   └───┤",
        " 1 │ a │ b   b   b │",
        "   │   │   ·   ·   │",
        " 2 │ a │ b   b   b │",
        "   │   │   ·   ·   │",
        " 3 │ a │ b   b   B │",
        "   └───┴───────────┘",
        "B wins (cells: A 4, B 11)",
    ]
    draw = FOUR.parse_position("4 A0,0 B3,3 A 0,1r 1,1r 2,1r 3,1r")
    assert str(draw).splitlines()[-1] == "draw (cells: A 8, B 8)"


def test_largest_board_fits_80_columns() -> None:
    assert max(len(line) for line in str(Colosseum(size=11).initial_state(1)).splitlines()) <= 80


def test_gestures_are_spots_of_the_picture() -> None:
    state = FOUR.parse_position("4 A0,0 B3,3 A 1,0d")
    assert state.gesture(state.parse_action("(1,1)l")) == ("cell 1,1", "wall 1,1l")
    assert state.gesture(state.parse_action("(1,0)r")) == (
        "cell 1,0",
        "wall 1,0r",
    )  # the same wall, from the other side
    picture = state.svg()
    gestures = [state.gesture(action) for action in state.legal_actions()]
    assert len(set(gestures)) == len(gestures)
    for spot in {spot for gesture in gestures for spot in gesture}:
        assert f'data-spot="{spot}"' in picture
    assert 'data-spot="wall 1,0d"' not in picture

"""Connect Four: rules and texts by hand-made positions."""

import itertools
import re

import pytest

from lanista import _native
from lanista.errors import IllegalActionError, NotationError, ParameterError, PositionError
from lanista.games.base import TERMINAL
from lanista.games.connect_four import ConnectFour
from lanista.games.texts import compress_rows

GAME = ConnectFour()
SMALL = ConnectFour(width=3, height=3, connect=3)
WIDE = ConnectFour(width=12, height=4)


def after(game: ConnectFour, columns: str) -> _native.ConnectFourState:
    """Return the position after stones in these columns, from 1."""
    state: _native.ConnectFourState = game.initial_state()  # type: ignore[assignment]
    for column in columns:
        state = state.child(int(column) - 1)
    return state


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"width": 0}, "width must be 1 to 16, got 0"),
        ({"height": 17}, "height must be 1 to 16, got 17"),
        ({"connect": 1}, "connect must be 2 to 16, got 1"),
        ({"connect": 8}, "connect must be 2 to 7, got 8"),
        ({"width": 3, "height": 3}, "connect must be 2 to 3, got 4"),
        ({"width": 9, "height": 7}, "width * (height + 1) must be at most 64, got 72"),
        ({"width": "wide"}, "width must be 1 to 16, got 'wide'"),
        ({"height": 6.0}, "height must be 1 to 16, got 6.0"),
        ({"depth": 3}, "it has: width, height, connect"),
    ],
)
def test_parameters_out_of_range(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=r"^connect_four.*" + re.escape(message)):
        ConnectFour(**parameters)


@pytest.mark.parametrize(
    ("parameters", "spec", "num_actions", "max_length"),
    [
        ({}, "connect_four", 7, 42),
        ({"width": 16, "height": 3}, "connect_four:width=16,height=3", 16, 48),
        ({"width": "1", "height": "2", "connect": "2"}, "connect_four:width=1,height=2,connect=2", 1, 2),
    ],
)
def test_what_follows_from_the_parameters(
    parameters: dict[str, object], spec: str, num_actions: int, max_length: int
) -> None:
    game = ConnectFour(**parameters)
    assert (game.spec, game.num_actions, game.max_length) == (spec, num_actions, max_length)


@pytest.mark.parametrize(
    ("columns", "position"),
    [
        ("", "7/7/7/7/7/7 A"),
        ("4", "7/7/7/7/7/3x3 B"),
        ("44", "7/7/7/7/3o3/3x3 A"),
        ("4417", "7/7/7/7/3o3/x2x2o A"),
        ("222222", "1o5/1x5/1o5/1x5/1o5/1x5 A"),
    ],
)
def test_a_stone_falls_to_the_lowest_empty_cell(columns: str, position: str) -> None:
    state = after(GAME, columns)
    assert state.position == position
    assert GAME.parse_position(position) == state


def test_a_full_column_takes_no_stone() -> None:
    assert after(GAME, "222222").legal_actions() == [0, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("game", "columns", "position", "score", "line"),
    [
        (GAME, "1122334", "7/7/7/7/ooo4/xxxx3 B", 1, "x wins"),
        (GAME, "71717161", "7/7/o6/o5x/o5x/o4xx A", -1, "o wins"),
        (GAME, "12233434464", "7/7/3x3/2xx3/1xxo3/xooo1o1 B", 1, "x wins"),
        (GAME, "76655454424", "7/7/3x3/3xx2/3oxx1/1o1ooox B", 1, "x wins"),
        (SMALL, "111223332", "xxo/oxx/xoo B", 0, "draw"),
    ],
)
def test_a_line_wins_and_a_full_board_without_one_is_a_draw(
    game: ConnectFour, columns: str, position: str, score: int, line: str
) -> None:
    assert not after(game, columns[:-1]).is_terminal
    end = after(game, columns)
    assert (end.position, end.current_player, end.score()) == (position, TERMINAL, score)
    assert str(end).splitlines()[-1] == line
    assert game.parse_position(position) == end


def test_distinct_positions_by_ply() -> None:
    """OEIS A212693."""
    states: set[_native.ConnectFourState] = {after(GAME, "")}
    counts = []
    for _ in range(7):
        counts.append(len(states))
        states = {state.child(action) for state in states for action in state.legal_actions()}
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422]


def test_notation_is_the_column_from_1() -> None:
    for game in (GAME, WIDE):
        state = game.initial_state()
        names = [str(column) for column in range(1, game.width + 1)]
        assert [state.action_to_string(action) for action in state.legal_actions()] == names
        assert [state.parse_action(name) for name in names] == state.legal_actions()


@pytest.mark.parametrize("text", ["", "a", "1.", "-1", "1 2", "123", "²"])
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"{text!r} is no move of connect_four")):
        GAME.initial_state().parse_action(text)


@pytest.mark.parametrize("text", ["0", "2", "8", "10"])
def test_a_move_into_a_full_column_or_beside_the_board(text: str) -> None:
    with pytest.raises(IllegalActionError, match=f"illegal move '{text}' at .*; legal are 1, 3, 4, 5, 6, 7"):
        after(GAME, "222222").parse_action(text)


def test_no_move_after_the_end() -> None:
    with pytest.raises(IllegalActionError, match=r"illegal move '5' at .*: the game is over"):
        after(GAME, "1122334").parse_action("5")


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        (GAME, "", "it needs the board and the player to move"),
        (GAME, "7/7/7/7/7/7", "it needs the board and the player to move"),
        (GAME, "7/7/7/7/7/7 A B", "it needs the board and the player to move"),
        (GAME, "7/7/7/7/7 A", "the board needs 6 rows, got 5"),
        (GAME, "7/7/7/7/7/6 A", "row 6 '6' has 6 cells instead of 7"),
        (GAME, "7/7/7/7/7/8 A", "row 6 '8' has 8 cells instead of 7"),
        (GAME, "7/7/7/7/7/3z3 A", "row 6 '3z3' has an unknown piece 'z'"),
        (GAME, "7/7/7/7/7/3X3 B", "row 6 '3X3' has an unknown piece 'X'"),
        (GAME, "7/7/7/7/7/03x3 B", "row 6 '03x3' has a bad number of empty cells '03'"),
        (GAME, "7/7/7/7/7/3x3 C", "the player to move must be A or B, got 'C'"),
        (GAME, "7/7/7/7/2o4/3x3 A", "column 3 has a stone o above an empty cell"),
        (WIDE, "12/12/11x/12 B", "column 12 has a stone x above an empty cell"),
        (GAME, "7/7/7/7/7/2xx3 A", "2 stones x and 0 stones o: x begins and they take turns"),
        (GAME, "7/7/7/7/7/3o3 B", "0 stones x and 1 stones o: x begins and they take turns"),
        (GAME, "7/7/7/7/7/3x3 A", "the player to move must be B after 1 stones x and 0 stones o"),
        (GAME, "7/7/7/7/7/2ox3 B", "the player to move must be A after 1 stones x and 1 stones o"),
        # the game was over before the last stone
        (GAME, "7/7/7/7/oooo3/xxxx3 A", "both x and o have a line"),
        (GAME, "7/7/7/7/ooo4/xxxxo2 A", "x has a line already and cannot be to move"),
        (GAME, "7/7/7/x6/xxx4/oooox2 B", "o has a line already and cannot be to move"),
        # two lines of x without a stone in common, and two whose common stone lies under another
        (GAME, "7/7/6x/ooo3x/ooo3x/xxxxo1x B", "no last stone x can have completed every line of x"),
        (
            ConnectFour(connect=3),
            "7/7/2o4/o1x4/xxx4/oox4 B",
            "no last stone x can have completed every line of x",
        ),
        # x begins, but has no stone in the bottom row; o would have to take two turns for column 1
        (GAME, "7/7/7/7/x6/o6 A", "stones x and o dropped in turns cannot make this board"),
        (GAME, "7/7/7/x6/o6/o5x A", "stones x and o dropped in turns cannot make this board"),
    ],
)
def test_a_position_that_is_refused(game: ConnectFour, text: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(f"{game.spec}: bad position {text!r}: {why}") + "$"):
        game.parse_position(text)


def test_one_stone_may_complete_two_lines() -> None:
    game = ConnectFour(connect=3)
    before = game.parse_position("7/7/7/x6/ox4o/xx2o1o A")
    end = before.child(before.parse_action("3"))
    assert (end.position, end.score()) == ("7/7/7/x6/ox4o/xxx1o1o B", 1)
    assert game.parse_position(end.position) == end


def test_exactly_the_positions_of_some_game_are_read() -> None:
    reached = {SMALL.initial_state()}
    todo = list(reached)
    while todo:
        state = todo.pop()
        new = {state.child(action) for action in state.legal_actions()} - reached
        reached |= new
        todo += new
    columns = [stones + (0,) * (3 - n) for n in range(4) for stones in itertools.product((1, -1), repeat=n)]
    read = set()
    for board in itertools.product(columns, repeat=3):
        rows = compress_rows(list(zip(*board, strict=True))[::-1], {1: "x", -1: "o"}.__getitem__)
        for letter in "AB":
            try:
                read.add(SMALL.parse_position(f"{rows} {letter}"))
            except PositionError:
                continue
    assert len(read) == 694
    assert read == reached


def test_runs_of_ten_and_more_empty_cells_are_one_number() -> None:
    state = WIDE.initial_state().child(10)
    assert state.position == "12/12/12/10x1 B"
    assert WIDE.parse_position(state.position) == state


def test_drawn_board_numbers_its_columns() -> None:
    assert str(after(ConnectFour(width=4, height=2, connect=3), "14")) == ". . . .\nx . . o\n1 2 3 4\nx to move"
    board = str(WIDE.initial_state().child(11)).splitlines()
    assert board[3:] == [
        " .  .  .  .  .  .  .  .  .  .  .  x",
        " 1  2  3  4  5  6  7  8  9 10 11 12",
        "o to move",
    ]


def test_every_cell_of_a_column_is_its_hot_spot() -> None:
    state = after(GAME, "444")
    assert state.gesture(2) == ("column 3",)
    spots = re.findall(r'data-spot="(.*?)"', state.svg())
    assert sorted(spots) == sorted(f"column {column}" for column in range(1, 8) for _ in range(1 + 6))


def test_picture_marks_the_stones_of_a_line() -> None:
    def marked(columns: str) -> int:
        return after(GAME, columns).svg().count('r="9.6"')

    assert marked("112233") == 0
    assert marked("1122334") == 4

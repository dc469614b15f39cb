"""EinStein würfelt nicht!: rules and texts by hand-made positions."""

import re
from collections import Counter
from typing import Any

import pytest

from lanista.errors import IllegalActionError, NotationError, ParameterError, PositionError
from lanista.games.einstein import Einstein

GAME = Einstein()
START = "ABC3/DE4/F5/5a/4bc/3def A"
ARRANGED = "012345012345"
# Red's last piece is in its corner, blue's can move.
PASSING = "6/3a2/6/6/6/5A A"


def notations(text: str) -> list[str]:
    state = GAME.parse_position(text)
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_game_has_no_parameters() -> None:
    assert (GAME.spec, GAME.num_actions, GAME.max_length) == ("einstein", 19, 104)
    with pytest.raises(ParameterError, match="einstein has no parameter 'size'; it has none"):
        Einstein(size=6)


def test_red_moves_down_and_right_blue_up_and_left() -> None:
    assert notations("6/1A4/6/6/4a1/6 A") == ["00", "01", "02"]
    red = GAME.parse_position("6/1A4/6/6/4a1/6 A")
    assert [red.child(action).position for action in red.legal_actions()] == [
        "6/6/1A4/6/4a1/6 B",
        "6/2A3/6/6/4a1/6 B",
        "6/6/2A3/6/4a1/6 B",
    ]
    blue = GAME.parse_position("6/1A4/6/6/4a1/6 B")
    assert [blue.child(action).position for action in blue.legal_actions()] == [
        "6/1A4/6/4a1/6/6 A",
        "6/1A4/6/6/3a2/6 A",
        "6/1A4/6/3a2/6/6 A",
    ]


def test_piece_at_the_edge_has_one_direction() -> None:
    assert notations("6/1a4/6/5A/6/6 A") == ["00"]
    assert notations("6/1a4/6/6/6/3A2 A") == ["01"]
    assert notations("3a2/6/6/6/6/3A2 B") == ["01"]
    assert notations("6/6/a5/6/6/3A2 B") == ["00"]


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("6/1Ab3/6/6/4a1/6 A", "01", "6/2A3/6/6/4a1/6 B"),  # an enemy piece
        ("6/1AB3/6/6/4a1/6 A", "01", "6/2A3/6/6/4a1/6 B"),  # an own piece
        ("6/1A4/6/6/3ba1/6 B", "01", "6/1A4/6/6/3a2/6 A"),
    ],
)
def test_landing_on_any_piece_removes_it(before: str, move: str, after: str) -> None:
    state = GAME.parse_position(before)
    assert state.child(state.parse_action(move)).position == after


def test_pass_is_the_only_action_exactly_when_no_piece_can_move() -> None:
    state = GAME.parse_position(PASSING)
    assert (state.legal_actions(), notations(PASSING)) == ([18], ["--"])
    assert state.child(18).position == "6/3a2/6/6/6/5A B"
    # One more piece that can take its own side's: it has to.
    assert notations("6/3a2/6/6/5B/5A A") == ["10"]
    with pytest.raises(IllegalActionError, match="illegal move '--'"):
        GAME.parse_position("6/3a2/6/6/5B/5A A").parse_action("--")


@pytest.mark.parametrize(
    ("text", "is_over", "score", "last_line"),
    [
        ("6/6/6/6/6/5A B", True, 1, "red wins"),  # no blue piece left
        ("a5/6/6/6/6/6 A", True, -1, "blue wins"),  # no red piece left
        ("1a4/6/6/5A/4BC/3DEF B", True, 1, "red wins"),  # all six have reached, alone
        ("abc3/de4/f5/2A3/6/6 A", True, -1, "blue wins"),
        ("1a4/6/6/6/4BC/3DEF B", False, 0, "blue to move"),  # five have: play goes on
        ("1a4/6/6/3A2/4BC/3DEF A", False, 0, "red to move"),  # A can still step on an empty square
        ("6/6/6/4AB/4CD/3EFa A", False, 0, "red to move"),  # all that six can do is take an enemy piece
        ("a5/6/6/6/5B/5A A", True, 1, "red wins"),  # both have reached: two against one
        ("ab4/6/6/6/6/5F A", True, -1, "blue wins"),  # more pieces come before higher numbers
        ("b5/6/6/6/6/5A B", True, -1, "blue wins"),  # as many: the higher number in the corner
        ("bf4/6/6/6/5A/5C B", True, 1, "red wins"),  # numbers beside the corner do not count
        ("b5/6/6/6/6/5B A", True, 0, "draw"),
    ],
)
def test_end_of_the_game(text: str, is_over: bool, score: int, last_line: str) -> None:
    state = GAME.parse_position(text)
    assert (state.is_terminal, state.score(), state.returns()) == (is_over, score, (score, -score))
    assert str(state).splitlines()[-1] == last_line
    assert (state.legal_actions() == []) == is_over


def test_own_capture_that_makes_both_reach_can_lose() -> None:
    # Blue has reached with two pieces; red's E takes red's F, and red has reached with one.
    before = GAME.parse_position("ab4/6/6/6/4E1/5F A")
    end = before.child(before.parse_action("42"))
    assert (end.position, end.score()) == ("ab4/6/6/6/6/5E B", -1)


def test_notation_both_ways() -> None:
    state = GAME.parse_position(START)
    assert state.action_to_string(9) == "30"
    assert [state.parse_action(text) for text in ("30", " 52 ", "01")] == [9, 17, 1]
    assert GAME.parse_position(PASSING).parse_action("--") == 18


@pytest.mark.parametrize("text", ["", "3", "63", "60", "33", "300", "-", "---", "pass", "A0", "3 0"])
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"{text!r} is no move of einstein")):
        GAME.parse_position(START).parse_action(text)


@pytest.mark.parametrize("text", ["10", "--", "01"])  # captured, not now, off the board
def test_illegal_moves(text: str) -> None:
    with pytest.raises(IllegalActionError, match=re.escape(f"illegal move {text!r}")):
        GAME.parse_position("6/1a4/6/5A/6/6 A").parse_action(text)


@pytest.mark.parametrize("text", [START, "1BC3/DE4/F5/1A3a/4bc/3def B", PASSING, "b5/6/6/6/6/5B A"])
def test_position_text_both_ways(text: str) -> None:
    state = GAME.parse_position(text)
    assert state.position == text
    assert GAME.parse_position(state.position) == state


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it needs the board and the player to move"),
        ("ABC3/DE4/F5/5a/4bc/3def", "it needs the board and the player to move"),
        (START + " A", "it needs the board and the player to move"),
        ("ABC3/DE4/F5/5a/4bc/3def C", "the player to move must be A or B, got 'C'"),
        ("ABC3/DE4/F5/5a/4bc A", "the board needs 6 rows, got 5"),
        ("ABC3/DE4/F5/5a/4bc/3def/6 A", "the board needs 6 rows, got 7"),
        ("ABC3/DE4/F5/6a/4bc/3def A", "row 4 '6a' has 7 cells instead of 6"),
        ("ABC2/DE4/F5/5a/4bc/3def A", "row 1 'ABC2' has 5 cells instead of 6"),
        ("ABC3/DG4/F5/5a/4bc/3def A", "row 2 'DG4' has an unknown piece 'G'"),
        ("ABC3/D.4/F5/5a/4bc/3def A", "row 2 'D.4' has an unknown piece '.'"),
        ("ABC3/DE04/F5/5a/4bc/3def A", "row 2 'DE04' has a bad number of empty cells '04'"),
        ("ABC3/DA4/F5/5a/4bc/3def A", "piece 'A' stands on 2 squares"),
        ("ABC3/DE4/F5/5c/4bc/3dcf A", "piece 'c' stands on 3 squares"),
        ("6/6/6/6/6/6 A", "the board holds no piece"),
        ("6/6/6/6/6/5A A", "red has won already and cannot be to move"),
        ("a5/6/6/6/6/6 B", "blue has won already and cannot be to move"),
        ("1a4/6/6/5A/4BC/3DEF A", "red has won already and cannot be to move"),
        ("abc3/de4/f5/2A3/6/6 B", "blue has won already and cannot be to move"),
    ],
)
def test_refused_positions(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(f"einstein: bad position {text!r}: {why}")):
        GAME.parse_position(text)


@pytest.mark.parametrize(
    ("digits", "position"),
    [
        (ARRANGED, START),
        ("543210102345", "FED3/CB4/A5/5b/4ac/3def A"),
        (" 345120345120 ", "DEF3/BC4/A5/5d/4ef/3bca A"),  # the handout's example
    ],
)
def test_explicit_start_by_12_digits(digits: str, position: str) -> None:
    assert GAME.initial_state(start=digits).position == position


def test_explicit_start_by_position() -> None:
    assert GAME.initial_state(start=PASSING).position == PASSING


@pytest.mark.parametrize(
    ("digits", "why"),
    [
        ("01234501234", "an arrangement has 12 digits, got 11"),
        ("0123450123450", "an arrangement has 12 digits, got 13"),
        ("001234012345", "red's digits '001234' are not each of 0 to 5 once"),
        ("012345123456", "blue's digits '123456' are not each of 0 to 5 once"),
        ("01234501234x", "it needs the board and the player to move"),
        ("", "it needs the board and the player to move"),
    ],
)
def test_refused_arrangements(digits: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(f"einstein: bad position {digits!r}: {why}")):
        GAME.initial_state(start=digits)


def test_digits_are_no_position() -> None:
    with pytest.raises(PositionError, match="it needs the board and the player to move"):
        GAME.parse_position(ARRANGED)


def test_random_start_is_red_to_move_with_each_piece_on_its_sides_squares() -> None:
    squares = {0, 1, 2, 6, 7, 12}
    for seed in range(50):
        state: Any = GAME.initial_state(seed)
        cells = [cell for row in state.board for cell in row]
        assert {at for at, cell in enumerate(cells) if cell > 0} == squares
        assert {at for at, cell in enumerate(cells) if cell < 0} == {35 - at for at in squares}
        assert sorted(cell for cell in cells if cell) == [*range(-6, 0), *range(1, 7)]
        assert state.current_player == 0
        assert state == GAME.initial_state(seed)
    assert GAME.initial_state() != GAME.initial_state()


def test_random_starts_are_uniform() -> None:
    # Each of 6 pieces of a side on each of 6 squares: 6000 / 6 = 1000 times, standard deviation 29.
    seen: Counter[tuple[int, int]] = Counter()
    for seed in range(6000):
        state: Any = GAME.initial_state(seed)
        cells = [cell for row in state.board for cell in row]
        seen.update((cell, at) for at, cell in enumerate(cells) if cell)
    assert len(seen) == 2 * 36
    assert all(850 < count < 1150 for count in seen.values())


def test_drawn_board() -> None:
    assert str(GAME.parse_position("ABC3/DE4/F5/5a/4bc/3def A")).splitlines() == [
        "  R0 R1 R2  .  .  .",
        "  R3 R4  .  .  .  .",
        "  R5  .  .  .  .  .",
        "   .  .  .  .  . B0",
        "   .  .  .  . B1 B2",
        "   .  .  . B3 B4 B5",
        "red to move",
    ]


@pytest.mark.parametrize("text", [START, "6/1Ab3/6/6/4a1/6 B"])
def test_gestures_are_spots_of_the_picture(text: str) -> None:
    state = GAME.parse_position(text)
    picture = state.svg()
    gestures = [state.gesture(action) for action in state.legal_actions()]
    assert len(set(gestures)) == len(gestures)
    for spot in {spot for gesture in gestures for spot in gesture}:
        assert f'data-spot="{spot}"' in picture
    assert 'data-spot="pass"' not in picture


def test_gestures() -> None:
    red = GAME.parse_position(START)
    assert [red.gesture(red.parse_action(text)) for text in ("50", "51", "52")] == [
        ("square 12", "square 18"),
        ("square 12", "square 13"),
        ("square 12", "square 19"),
    ]
    blue = GAME.parse_position("6/1A4/6/6/4a1/6 B")
    assert blue.gesture(blue.parse_action("02")) == ("square 28", "square 21")
    passing = GAME.parse_position(PASSING)
    assert passing.gesture(18) == ("pass",)
    assert 'data-spot="pass"' in passing.svg()


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        # All six red pieces packed into their corner: red has reached with all of them and wins.
        ("5a/6/6/5A/4BC/3DEF B", 0),
        # Five of them: play goes on, blue still moves.
        ("5a/6/6/5A/4BC/4DE B", None),
        # The same for blue.
        ("abc3/de4/f5/6/6/A5 A", 1),
        ("abc3/de4/6/6/6/A5 A", None),
    ],
)
def test_only_all_six_pieces_win_at_once(position: str, winner: int | None) -> None:
    state = GAME.parse_position(position)
    assert state.is_terminal == (winner is not None)
    if winner is not None:
        assert state.returns()[winner] == 1

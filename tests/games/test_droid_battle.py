"""R2-D2 Battle: rules and texts by hand-made positions."""

import re

import pytest

from lanista.errors import IllegalActionError, NotationError, ParameterError, PositionError, quoted
from lanista.games.base import SIMULTANEOUS, TERMINAL
from lanista.games.droid_battle import DroidBattle

GAME = DroidBattle()
STAY = DroidBattle(stay=True)
START = "4x4 D2,0:5:0 Q2,3:5:0 50"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rows": 1}, "rows must be 2 to 8, got 1"),
        ({"cols": 9}, "cols must be 2 to 8, got 9"),
        ({"shots": 0}, "shots must be 1 to 15, got 0"),
        ({"rounds": 201}, "rounds must be 1 to 200, got 201"),
        ({"stay": "maybe"}, "stay must be true or false, got 'maybe'"),
        ({"d2": "1"}, "d2 must be 2 numbers, each 0 to 7, joined by '-', got '1'"),
        ({"q5": (0, 8)}, "q5 must be 2 numbers, each 0 to 7, joined by '-', got (0, 8)"),
        ({"q5": (1, 4)}, "q5 must be a cell of the 4x4 board, 0-0 to 3-3, got 1-4"),
        ({"rows": 2, "d2": "2-0"}, "d2 must be a cell of the 2x4 board, 0-0 to 1-3, got 2-0"),
        ({"d2": "2-3"}, "d2 and q5 must be two different cells, both are 2-3"),
        ({"laser": 1}, "it has: rows, cols, shots, rounds, d2, q5, stay"),
    ],
)
def test_parameters_out_of_range(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=r"^droid_battle.*" + re.escape(message)):
        DroidBattle(**parameters)


@pytest.mark.parametrize(
    ("parameters", "spec", "start"),
    [
        ({}, "droid_battle", START),
        ({"rows": 2, "cols": 3}, "droid_battle:rows=2,cols=3", "2x3 D1,0:5:0 Q1,2:5:0 50"),
        ({"rows": 8, "rounds": 9}, "droid_battle:rows=8,rounds=9", "8x4 D2,0:5:0 Q2,3:5:0 9"),
        ({"d2": (2, 0), "q5": "2-3"}, "droid_battle", START),
        ({"d2": (0, 1)}, "droid_battle:d2=0-1", "4x4 D0,1:5:0 Q2,3:5:0 50"),
        ({"q5": [3, 0], "shots": 2}, "droid_battle:shots=2,q5=3-0", "4x4 D2,0:2:0 Q3,0:2:0 50"),
        ({"rows": 2, "d2": "1-0"}, "droid_battle:rows=2", "2x4 D1,0:5:0 Q1,3:5:0 50"),
        ({"stay": True}, "droid_battle:stay=true", START),
    ],
)
def test_start_cells_and_the_spec(parameters: dict[str, object], spec: str, start: str) -> None:
    game = DroidBattle(**parameters)
    assert (game.spec, game.initial_state().position) == (spec, start)
    assert game.initial_state(seed=7) == game.initial_state()
    settings = spec.partition(":")[2]
    again = DroidBattle(**dict(item.split("=") for item in settings.split(",") if item))
    assert again == game
    assert hash(again) == hash(game)


def test_what_follows_from_the_parameters() -> None:
    assert (GAME.num_actions, GAME.max_length) == (5, 50)
    assert (DroidBattle(stay=True, rounds=7).num_actions, DroidBattle(rounds=7).max_length) == (6, 7)


@pytest.mark.parametrize(
    ("stay", "text", "first", "second"),
    [
        (False, START, "MOVE_UP MOVE_DOWN MOVE_RIGHT SHOOT", "MOVE_UP MOVE_DOWN MOVE_LEFT SHOOT"),
        (False, "4x4 D0,0:0:0 Q3,3:1:0 9", "MOVE_DOWN MOVE_RIGHT", "MOVE_UP MOVE_LEFT SHOOT"),
        (True, "4x4 D0,0:0:0 Q3,3:1:0 9", "MOVE_DOWN MOVE_RIGHT NONE", "MOVE_UP MOVE_LEFT SHOOT NONE"),
    ],
)
def test_legal_are_moves_on_the_board_and_a_shot_while_one_is_left(
    stay: bool, text: str, first: str, second: str
) -> None:
    state = (STAY if stay else GAME).parse_position(text)
    for player, names in enumerate((first, second)):
        assert " ".join(state.action_to_string(a, player) for a in state.legal_actions(player)) == names


@pytest.mark.parametrize(
    ("before", "actions", "after"),
    [
        ("4x4 D0,0:5:0 Q0,2:5:0 50", "right left", "4x4 D0,0:5:0 Q0,2:5:0 49"),  # to the same cell
        ("4x4 D0,0:5:0 Q0,1:5:0 50", "right left", "4x4 D0,0:5:0 Q0,1:5:0 49"),  # would swap
        ("4x4 D0,0:5:0 Q0,1:5:0 50", "right down", "4x4 D0,1:5:0 Q1,1:5:0 49"),  # into a cell that is left
        ("4x4 D0,0:5:0 Q0,1:5:0 50", "right shoot", "4x4 D0,0:5:0 Q0,1:4:1 49"),  # onto one that stays: blocked
        ("4x4 D0,0:5:0 Q0,1:5:0 50", "right none", "4x4 D0,0:5:0 Q0,1:5:0 49"),
        ("4x4 D0,0:5:0 Q1,2:5:0 50", "right shoot", "4x4 D0,1:5:0 Q1,2:4:0 49"),  # neither row nor column: missed
        ("4x4 D0,0:5:0 Q0,3:5:0 50", "shoot down", "4x4 D0,0:4:0 Q1,3:5:0 49"),  # first moves out of the line
        ("4x4 D0,0:5:0 Q1,3:5:0 50", "shoot up", "4x4 D0,0:4:1 Q0,3:5:0 49"),  # first moves into it
        ("4x4 D0,0:3:2 Q3,0:4:1 40", "shoot shoot", "4x4 D0,0:2:2 Q3,0:3:1 39"),  # two hits: no point
        ("4x4 D0,0:5:0 Q3,1:5:0 50", "shoot shoot", "4x4 D0,0:4:0 Q3,1:4:0 49"),
        ("4x4 D0,0:5:0 Q3,1:5:0 50", "none none", "4x4 D0,0:5:0 Q3,1:5:0 49"),
    ],
)
def test_round(before: str, actions: str, after: str) -> None:
    state = STAY.parse_position(before)
    chosen = [state.parse_action(text, player) for player, text in enumerate(actions.split())]
    assert state.child(*chosen).position == after


@pytest.mark.parametrize(
    ("text", "is_over", "score", "last_line"),
    [
        ("4x4 D0,0:0:0 Q0,1:0:2 9", True, -2, "Q5 wins"),
        ("4x4 D0,0:1:0 Q0,1:0:2 9", False, -2, "9 rounds left"),
        ("4x4 D0,0:1:0 Q0,1:0:2 1", False, -2, "1 round left"),
        ("4x4 D0,0:1:1 Q0,1:1:0 0", True, 1, "D2 wins"),
        ("4x4 D0,0:0:2 Q0,1:0:2 9", True, 0, "draw"),
        ("4x4 D0,0:5:0 Q0,1:5:0 0", True, 0, "draw"),
    ],
)
def test_game_is_over_without_shots_or_rounds(text: str, is_over: bool, score: int, last_line: str) -> None:
    state = GAME.parse_position(text)
    assert state.current_player == (TERMINAL if is_over else SIMULTANEOUS)
    assert state.score() == score
    outcome = ((score > 0) - (score < 0)) * is_over
    assert state.returns() == (outcome, -outcome)
    assert str(state).splitlines()[-1] == last_line


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("MOVE_UP", 0),
        ("up", 0),
        ("Down", 1),
        ("move_down", 1),
        ("MOVE_RIGHT", 3),
        (" shoot ", 4),
        ("NONE", 5),
        ("none", 5),
    ],
)
def test_notation_both_ways(text: str, action: int) -> None:
    state = STAY.initial_state()
    assert state.parse_action(text, 0) == action
    names = ("MOVE_UP", "MOVE_DOWN", "MOVE_LEFT", "MOVE_RIGHT", "SHOOT", "NONE")
    assert state.action_to_string(action, 0) == names[action]


@pytest.mark.parametrize("text", ["", "u", "moveup", "move up", "MOVE_SHOOT", "stay", "1", "upp"])
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"{text!r} is no move of droid_battle")):
        STAY.initial_state().parse_action(text, 0)


def test_illegal_moves() -> None:
    state = GAME.initial_state()
    with pytest.raises(
        IllegalActionError, match=r"illegal move 'left'.*legal are MOVE_UP, MOVE_DOWN, MOVE_RIGHT, SHOOT"
    ):
        state.parse_action("left", 0)
    with pytest.raises(IllegalActionError, match="illegal move 'none'"):
        state.parse_action("none", 0)
    with pytest.raises(IllegalActionError, match="illegal move 'shoot'"):
        GAME.parse_position("4x4 D0,0:0:0 Q3,3:1:0 9").parse_action("shoot", 0)
    with pytest.raises(IllegalActionError, match="the game is over"):
        GAME.parse_position("4x4 D0,0:5:0 Q3,3:5:0 0").parse_action("up", 0)


def test_without_a_player_an_action_may_be_either_droids() -> None:
    state = GAME.initial_state()
    assert (state.parse_action("left"), state.parse_action("right")) == (2, 3)
    assert (state.action_to_string(2), state.action_to_string(3)) == ("MOVE_LEFT", "MOVE_RIGHT")
    with pytest.raises(IllegalActionError, match="illegal move 'shoot'"):
        STAY.parse_position("4x4 D0,0:0:0 Q3,3:0:0 9").parse_action("shoot")


@pytest.mark.parametrize("text", [START, "4x4 D2,1:3:0 Q0,3:4:1 37", "4x4 D3,3:0:5 Q0,0:0:0 0"])
def test_position_text_both_ways(text: str) -> None:
    state = GAME.parse_position(text)
    assert state.position == text
    assert GAME.parse_position(state.position) == state
    assert GAME.initial_state(start=text) == state


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it needs the board's size, D2, Q5 and the rounds left"),
        ("4x4 D2,0:5:0 Q2,3:5:0", "it needs the board's size, D2, Q5 and the rounds left"),
        ("4x5 D2,0:5:0 Q2,3:5:0 50", "the board must be 4x4 as the game's, got '4x5'"),
        ("4 D2,0:5:0 Q2,3:5:0 50", "the board must be 4x4 as the game's, got '4'"),
        ("4x4 2,0:5:0 Q2,3:5:0 50", "D must look like 'D2,0:5:0' (cell:shots:points), got '2,0:5:0'"),
        ("4x4 Q2,3:5:0 D2,0:5:0 50", "D must look like 'D2,0:5:0' (cell:shots:points), got 'Q2,3:5:0'"),
        ("4x4 D2,0:5:0 Q2,3:5 50", "Q must look like 'Q2,0:5:0' (cell:shots:points), got 'Q2,3:5'"),
        ("4x4 D2,0:05:0 Q2,3:5:0 50", "D must look like 'D2,0:5:0' (cell:shots:points), got 'D2,0:05:0'"),
        ("4x4 D2,-1:5:0 Q2,3:5:0 50", "D must look like 'D2,0:5:0' (cell:shots:points), got 'D2,-1:5:0'"),
        ("4x4 D4,0:5:0 Q2,3:5:0 50", "'D4,0:5:0' is off the 4x4 board"),
        ("4x4 D2,0:5:0 Q2,4:5:0 50", "'Q2,4:5:0' is off the 4x4 board"),
        ("4x4 D2,3:5:0 Q2,3:5:0 50", "D2 and Q5 share a cell: 'D2,3:5:0', 'Q2,3:5:0'"),
        ("4x4 D2,0:6:0 Q2,3:5:0 50", "'D2,0:6:0' has 6 shots, more than the 5 of the start"),
        ("4x4 D2,0:5:0 Q2,3:3:3 40", "'Q2,3:3:3' has 3 points from 2 shots spent"),
        ("4x4 D2,0:5:0 Q2,3:5:0 51", "the rounds left must be 0 to 50, got '51'"),
        ("4x4 D2,0:5:0 Q2,3:5:0 x", "the rounds left must be 0 to 50, got 'x'"),
        ("4x4 D2,0:5:0 Q2,3:5:0 " + "9" * 5000, "the rounds left must be 0 to 50, got '999"),
        ("4x4 D2,0:5:0 Q2,3:3:0 49", "rounds left 49: the shots spent and points need 2, not 1 rounds played"),
        # Two droids' points come from different rounds: 2 of D2's, 1 of Q5's.
        ("4x4 D2,0:3:2 Q2,3:4:1 48", "rounds left 48: the shots spent and points need 3, not 2 rounds played"),
    ],
)
def test_refused_positions(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(f"droid_battle: bad position {quoted(text)}: {why}")):
        GAME.parse_position(text)


@pytest.mark.parametrize("text", ["4x4 D2,0:3:0 Q2,3:3:0 48", "4x4 D2,0:3:2 Q2,3:4:1 47"])
def test_shots_of_one_round_count_once(text: str) -> None:
    assert GAME.parse_position(text).position == text


def test_drawn_board() -> None:
    assert str(GAME.parse_position("4x4 D2,1:3:0 Q0,3:4:1 37")).splitlines() == [
        "  0 1 2 3",
        "0 . . . Q",
        "1 . . . .",
        "2 . D . .",
        "3 . . . .",
        "D2: 3 shots, 0 points",
        "Q5: 4 shots, 1 point",
        "37 rounds left",
    ]


def test_gestures_are_spots_of_the_picture() -> None:
    state = STAY.initial_state()
    assert [state.gesture(action, 0) for action in state.legal_actions(0)] == [
        ("cell 1,0",),
        ("cell 3,0",),
        ("cell 2,1",),
        ("shoot",),
        ("stay",),
    ]
    assert state.gesture(2, 1) == ("cell 2,2",)
    picture = state.svg()
    for player in (0, 1):
        for action in state.legal_actions(player):
            (spot,) = state.gesture(action, player)
            assert f'data-spot="{spot}"' in picture
    assert 'data-spot="stay"' not in GAME.initial_state().svg()
    assert 'data-spot="shoot"' not in GAME.parse_position("4x4 D0,0:5:0 Q3,3:5:0 0").svg()

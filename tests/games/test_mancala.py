"""Kalah: rules and texts by hand-made positions."""

import functools
import re

import pytest

from lanista import _native
from lanista.errors import IllegalActionError, NotationError, ParameterError, PositionError
from lanista.games.base import TERMINAL
from lanista.games.mancala import Mancala

GAME = Mancala()
SMALL = Mancala(houses=3, seeds=2)
START = "4,4,4,4,4,4/4,4,4,4,4,4 0:0 A"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"houses": 0}, "houses must be 1 to 6, got 0"),
        ({"houses": 7}, "houses must be 1 to 6, got 7"),
        ({"seeds": 13}, "seeds must be 1 to 12, got 13"),
        ({"empty_capture": 1}, "empty_capture must be true or false, got 1"),
        ({"early_end": "soon"}, "early_end must be true or false, got 'soon'"),
        ({"stones": 4}, "it has: houses, seeds, empty_capture, early_end"),
    ],
)
def test_parameters_out_of_range(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=r"^mancala.*" + re.escape(message)):
        Mancala(**parameters)


def test_what_follows_from_the_parameters() -> None:
    assert (GAME.spec, GAME.num_actions, GAME.max_length) == ("mancala", 6, 1608)
    other = Mancala(houses="2", seeds=1, empty_capture="yes", early_end=False)
    assert other.spec == "mancala:houses=2,seeds=1,empty_capture=true,early_end=false"
    assert (other.num_actions, other.max_length) == (2, 14)


@pytest.mark.parametrize(
    ("game", "before", "action", "after"),
    [
        # counter-clockwise: the top row to the left, the bottom row to the right
        (GAME, START, 5, "4,5,5,5,5,0/4,4,4,4,4,4 0:0 B"),
        (GAME, START, 0, "0,4,4,4,4,4/5,5,5,4,4,4 1:0 B"),
        (GAME, "4,5,5,5,5,0/4,4,4,4,4,4 0:0 B", 5, "4,5,5,6,6,1/4,4,4,4,4,0 0:1 A"),
        # last seed in the own store: once more
        (GAME, START, 3, "5,5,5,0,4,4/4,4,4,4,4,4 1:0 A"),
        (GAME, "4,5,5,5,5,0/4,4,4,4,4,4 0:0 B", 2, "4,5,5,5,5,0/4,4,0,5,5,5 0:1 B"),
        # nobody sows into the other's store: from the bottom row into house 2 of the top row (and capture)
        (SMALL, "5,1,0/1,1,1 2:1 A", 0, "0,1,0/2,2,0 6:1 B"),
        # last seed in an own empty house captures what is opposite, if there is something
        (SMALL, "0,2,1/2,2,2 1:2 A", 2, "0,3,0/2,2,2 1:2 B"),
        (SMALL, "0,1,1/2,2,2 2:2 A", 1, "0,0,1/0,2,2 5:2 B"),
        (SMALL, "0,1,1/0,2,2 4:2 A", 1, "1,0,1/0,2,2 4:2 B"),
        (Mancala(houses=3, seeds=2, empty_capture=True), "0,1,1/0,2,2 4:2 A", 1, "0,0,1/0,2,2 5:2 B"),
        # but not in an empty house of the other
        (SMALL, "2,1,1/0,2,2 2:2 A", 0, "0,1,1/1,2,2 3:2 B"),
        # seven seeds go round into the house they come from, and capture there
        (SMALL, "0,7,0/1,1,1 1:1 A", 1, "1,0,1/2,0,2 5:1 B"),
    ],
)
def test_a_move(game: Mancala, before: str, action: int, after: str) -> None:
    state = game.parse_position(before)
    assert state.position == before
    assert state.child(action).position == after


@pytest.mark.parametrize(
    ("before", "action", "after", "line"),
    [
        # the mover's row is empty: the seeds of the other row go to its owner, also after a last seed in the store
        ("1,0,0/1,1,1 5:3 A", 0, "0,0,0/0,0,0 6:6 A", "draw"),
        # the other's row is empty after a capture
        ("0,1,2/3,0,0 3:3 A", 1, "0,0,0/0,0,0 9:3 B", "top wins"),
        # more than half of the seeds: over, the houses as they are
        ("1,0,1/1,1,1 6:1 A", 0, "0,0,1/1,1,1 7:1 A", "top wins"),
        # both at once: swept
        ("1,0,0/0,1,2 6:2 A", 0, "0,0,0/0,0,0 7:5 A", "top wins"),
    ],
)
def test_the_end(before: str, action: int, after: str, line: str) -> None:
    end = SMALL.parse_position(before).child(action)
    assert (end.position, end.current_player) == (after, TERMINAL)
    assert str(end).splitlines()[-1] == line
    assert end.score() == end.stores[0] - end.stores[1]


def test_a_majority_ends_the_game_only_with_early_end() -> None:
    text = "0,0,1/1,1,1 7:1 A"
    assert SMALL.parse_position(text).is_terminal
    assert Mancala(houses=3, seeds=2, early_end=False).parse_position(text).legal_actions() == [2]
    assert not SMALL.parse_position("0,1,1/1,1,1 6:1 A").is_terminal


@pytest.mark.parametrize(
    ("houses", "seeds", "margin"),
    [(1, 1, 0), (1, 2, -2), (1, 3, 6), (1, 4, -2), (2, 1, 2), (2, 2, -2), (2, 3, -2), (2, 4, -10), (3, 1, 0)],
)
def test_solved_margins_and_longest_games_without_early_end(houses: int, seeds: int, margin: int) -> None:
    game = Mancala(houses=houses, seeds=seeds, early_end=False)

    @functools.cache
    def solve(state: _native.MancalaState) -> tuple[int, int]:
        """Return the best margin of player 0, and the length of the longest game from here."""
        if state.is_terminal:
            return state.score(), 0
        results = [solve(state.child(action)) for action in state.legal_actions()]
        best = max if state.current_player == 0 else min
        return best(score for score, _ in results), 1 + max(plies for _, plies in results)

    score, longest = solve(game.initial_state())  # type: ignore[arg-type]
    assert score == margin
    assert longest <= game.max_length


def test_notation_is_the_column() -> None:
    state = GAME.initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == list("012345")
    assert [state.parse_action(text) for text in "012345"] == state.legal_actions()


@pytest.mark.parametrize("text", ["", "a", "12", "-1", "0,1", "²"])
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"{text!r} is no move of mancala")):
        GAME.initial_state().parse_action(text)


@pytest.mark.parametrize("text", ["5", "6", "9"])
def test_a_move_from_an_empty_or_a_missing_house(text: str) -> None:
    state = GAME.parse_position("4,5,5,5,5,0/4,4,4,4,4,4 0:0 A")
    with pytest.raises(IllegalActionError, match=f"illegal move '{text}' at .*; legal are 0, 1, 2, 3, 4$"):
        state.parse_action(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it needs the houses, the stores and the player to move"),
        ("2,2,2/2,2,2 0:0", "it needs the houses, the stores and the player to move"),
        ("2,2,2 / 2,2,2 0:0 A", "it needs the houses, the stores and the player to move"),
        ("2,2,2 0:0 A", "the houses must be two rows, got '2,2,2'"),
        ("2,2,2/2,2,2/0,0,0 0:0 A", "the houses must be two rows, got '2,2,2/2,2,2/0,0,0'"),
        ("2,2/2,2,2 0:0 A", "there must be 3 houses in the top row, got 2 in '2,2'"),
        ("2,2,2/2,2,1,1 0:0 A", "there must be 3 houses in the bottom row, got 4 in '2,2,1,1'"),
        ("2,2,2/2,x,2 0:0 A", "house bottom 1 of '2,x,2' must be a plain number, got 'x'"),
        ("2,2,-2/2,2,2 0:0 A", "house top 2 of '2,2,-2' must be a plain number, got '-2'"),
        ("02,2,2/2,2,2 0:0 A", "house top 0 of '02,2,2' must be a plain number, got '02'"),
        ("2,2,2/2,2, 0:0 A", "house bottom 2 of '2,2,' must be a plain number, got ''"),
        ("2,2,2/2,2,2 0 A", "there must be 2 stores, got 1 in '0'"),
        ("2,2,2/2,2,2 0:0:0 A", "there must be 2 stores, got 3 in '0:0:0'"),
        ("2,2,2/2,2,2 0:z A", "store 1 of '0:z' must be a plain number, got 'z'"),
        ("2,2,2/2,2,2 0:0 top", "the player to move must be A or B, got 'top'"),
        ("2,2,2/2,2,1 0:0 A", "houses and stores hold 11 seeds instead of 12"),
        ("2,2,2/2,2,2 0:1 A", "houses and stores hold 13 seeds instead of 12"),
        ("2,2,2/2,2,999999 0:0 A", "houses and stores hold 1000009 seeds instead of 12"),
        ("0,0,0/2,2,2 3:3 A", "the top row is empty, so the seeds of the bottom row belong in its store"),
        ("2,2,0/0,0,0 4:4 B", "the bottom row is empty, so the seeds of the top row belong in its store"),
    ],
)
def test_a_position_that_is_refused(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(f"{SMALL.spec}: bad position {text!r}: {why}") + "$"):
        SMALL.parse_position(text)


def test_drawn_board_is_the_labs() -> None:
    bottom_to_move = GAME.parse_position("0,7,1,0,1,0/0,1,3,3,5,0 13:14 B")
    assert str(bottom_to_move).splitlines() == [
        "         0    1    2    3    4    5",
        " -----------------------------------------",
        " |    |  0 |  7 |  1 |  0 |  1 |  0 |    |",
        " | 13 |-----------------------------| 14 |",
        ">|    |  0 |  1 |  3 |  3 |  5 |  0 |    |<",
        " -----------------------------------------",
        "         0    1    2    3    4    5",
        "bottom to move",
    ]
    end = str(SMALL.parse_position("0,0,0/0,0,0 7:5 A"))
    assert ">" not in end
    assert end.endswith("top wins")


@pytest.mark.parametrize(("houses", "seeds"), [(1, 1), (1, 12), (5, 1), (5, 10), (6, 12)])
def test_lines_of_the_drawn_board_fit_each_other(houses: int, seeds: int) -> None:
    head, rail, top, middle, bottom, *_ = str(Mancala(houses=houses, seeds=seeds).initial_state()).splitlines()
    assert len(rail) == len(middle) == len(bottom) == len(top) - 1 <= 79
    # the last digits of a column's number and of its seeds stand below each other
    for col in range(houses):
        place = head.index(str(col))
        assert top[place] == str(seeds)[-1]
        assert not top[place + 1].isdigit()


def test_gesture_is_a_house_and_its_seeds_are_part_of_the_hot_spot() -> None:
    state = GAME.parse_position("4,5,5,5,5,0/4,4,4,4,4,4 0:0 B")
    assert state.gesture(3) == ("house 1,3",)
    spots = re.findall(r'data-spot="(.*?)"', state.svg())
    assert {spot: spots.count(spot) for spot in ("house 0,1", "house 0,5", "house 1,3")} == {
        "house 0,1": 1 + 5,
        "house 0,5": 1,
        "house 1,3": 1 + 4,
    }
    assert len(set(spots)) == 12


def test_picture_shows_every_seed() -> None:
    svg = Mancala(seeds=12).parse_position("120,0,0,0,0,0/1,0,0,0,0,0 1:22 A").svg()
    assert svg.count("<circle") == 12 + 144

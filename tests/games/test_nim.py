"""Nim: rules and texts by hand-made positions, and Bouton's theory."""

import functools
import itertools
import operator
import pickle
import re

import pytest

from lanista import _native
from lanista.errors import IllegalActionError, NotationError, ParameterError, PositionError
from lanista.games.base import TERMINAL
from lanista.games.nim import Nim

GAME = Nim()
LARGE = Nim(piles=(1, 2, 13))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"piles": "3-256"}, "piles must be 1 to 8 numbers, each 0 to 255, joined by '-', got '3-256'"),
        ({"piles": (3, -1)}, "piles must be 1 to 8 numbers, each 0 to 255, joined by '-', got (3, -1)"),
        ({"piles": ()}, "piles must be 1 to 8 numbers, each 0 to 255, joined by '-', got ()"),
        ({"piles": (1,) * 9}, "piles must be 1 to 8 numbers"),
        ({"piles": "3-x"}, "got '3-x'"),
        ({"piles": (0, 0)}, "piles must hold at least one object in all"),
        ({"misere": "perhaps"}, "misere must be true or false, got 'perhaps'"),
        ({"heaps": 3}, "no parameter 'heaps'; it has: piles, misere"),
    ],
)
def test_parameters_out_of_range(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=r"^nim.*" + re.escape(message)):
        Nim(**parameters)


@pytest.mark.parametrize(
    ("parameters", "spec", "num_actions", "max_length"),
    [
        ({}, "nim", 15, 12),
        ({"piles": "0-0-1", "misere": "false"}, "nim:piles=0-0-1,misere=false", 3, 1),
        ({"piles": [255] * 8}, "nim:piles=255-255-255-255-255-255-255-255", 2040, 2040),
    ],
)
def test_what_follows_from_the_parameters(
    parameters: dict[str, object], spec: str, num_actions: int, max_length: int
) -> None:
    game = Nim(**parameters)
    assert (game.spec, game.num_actions, game.max_length) == (spec, num_actions, max_length)


def test_a_move_takes_from_one_pile_and_the_other_player_is_next() -> None:
    state = GAME.initial_state()
    assert (state.position, state.current_player) == ("3-4-5 A", 0)
    after = state.child(state.parse_action("23"))
    assert (after.position, after.current_player) == ("3-4-2 B", 1)
    assert [after.action_to_string(a) for a in after.legal_actions()] == "01 02 03 11 12 13 14 21 22".split()


@pytest.mark.parametrize(
    ("misere", "before", "score", "line"),
    [
        (True, "0-1-0 A", -1, "B wins"),
        (True, "0-1-0 B", 1, "A wins"),
        (False, "0-1-0 A", 1, "A wins"),
        (False, "0-1-0 B", -1, "B wins"),
    ],
)
def test_who_takes_the_last_object_loses_in_misere_and_wins_otherwise(
    misere: bool, before: str, score: int, line: str
) -> None:
    state = Nim(misere=misere).parse_position(before)
    end = state.child(state.parse_action("11"))
    assert (end.current_player, end.score(), end.returns()) == (TERMINAL, score, (score, -score))
    assert str(end).splitlines()[-1] == line
    assert state.game.parse_position(end.position) == end


@pytest.mark.parametrize("misere", [True, False])
def test_theory_of_all_pile_sets_up_to_4_4_4(misere: bool) -> None:
    """Bouton (1901): the mover loses where the piles' xor is 0; in misère with piles of at most 1, where it is 1."""
    game = Nim(piles=(4, 4, 4), misere=misere)

    @functools.cache
    def mover_wins(state: _native.NimState) -> bool:
        if state.is_terminal:
            return state.returns()[state.mover] > 0
        return any(not mover_wins(state.child(action)) for action in state.legal_actions())

    for piles, letter in itertools.product(itertools.product(range(5), repeat=3), "AB"):
        nim_sum = functools.reduce(operator.xor, piles)
        expected = (nim_sum != 0) != (misere and max(piles) <= 1)
        text = f"{'-'.join(map(str, piles))} {letter}"
        assert mover_wins(game.parse_position(text)) == expected, text


@pytest.mark.parametrize(
    ("game", "action", "name"),
    [(GAME, 0, "01"), (GAME, 12, "23"), (LARGE, 0, "0:1"), (LARGE, 14, "1:2"), (LARGE, 2 * 13 + 12, "2:13")],
)
def test_notation_is_pile_and_count_with_a_colon_where_a_pile_is_above_9(game: Nim, action: int, name: str) -> None:
    state = game.initial_state()
    assert state.action_to_string(action) == name
    assert state.parse_action(name) == action
    assert state.parse_action(f" {name.replace(':', '')} ") == action
    assert state.parse_action(f"{name[0]}:{name[1:].lstrip(':')}") == action


@pytest.mark.parametrize("text", ["", "2", "2:", ":3", "a3", "2-3", "2 3", "-11", "2:1000", "²3"])
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match=re.escape(f"{text!r} is no move of nim (at position '3-4-5 A')")):
        GAME.initial_state().parse_action(text)


@pytest.mark.parametrize("text", ["04", "20", "26", "2:13", "31", "91", "005"])
def test_a_move_that_the_piles_do_not_allow(text: str) -> None:
    # 0 4 would be the number of "11" and 2 6 that of "31" if counts were not checked
    with pytest.raises(
        IllegalActionError, match=re.escape(f"illegal move {text!r} at position '3-3-5 A' of nim; legal are 01, 02")
    ):
        GAME.parse_position("3-3-5 A").parse_action(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it needs the piles and the player to move"),
        ("3-4-5", "it needs the piles and the player to move"),
        ("3-4-5 A 1", "it needs the piles and the player to move"),
        ("3 - 4 - 5 A", "it needs the piles and the player to move"),
        ("3-4 A", "'3-4' has 2 piles instead of 3"),
        ("1-2-3-4 A", "'1-2-3-4' has 4 piles instead of 3"),
        ("4-4-5 A", "pile 0 has 4 objects, more than the 3 of the start"),
        ("3-4-6 A", "pile 2 has 6 objects, more than the 5 of the start"),
        ("5-4-3 A", "pile 0 has 5 objects, more than the 3 of the start"),
        ("3-x-5 A", "pile 1 of '3-x-5' must be a plain number, got 'x'"),
        ("3--5 A", "pile 1 of '3--5' must be a plain number, got ''"),
        ("03-4-5 A", "pile 0 of '03-4-5' must be a plain number, got '03'"),
        ("3-4-+5 A", "pile 2 of '3-4-+5' must be a plain number, got '+5'"),
        ("3-4-² A", "pile 2 of '3-4-²' must be a plain number, got '²'"),
        ("3-4-5 C", "the player to move must be A or B, got 'C'"),
        ("3-4-5 a", "the player to move must be A or B, got 'a'"),
    ],
)
def test_a_position_that_is_refused(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=re.escape(f"nim: bad position {text!r}: {why}") + "$"):
        GAME.parse_position(text)


def test_canonical_form_sorts_the_piles_and_its_text_is_read_also_where_the_start_is_not_sorted() -> None:
    game = Nim(piles=(5, 1, 3))
    image, relabelled = game.initial_state().canonical()
    assert image.position == "1-3-5 A"
    assert game.parse_position(image.position) == image == pickle.loads(pickle.dumps(image))
    assert {action: relabelled[action] for action in (4, 5, 12)} == {4: 14, 5: 0, 12: 7}
    for text in ("1-4-5 A", "2-3-1 A", "0-1-6 B"):
        with pytest.raises(PositionError, match="more than"):
            game.parse_position(text)


def test_of_equal_piles_the_last_stands_for_all() -> None:
    state = GAME.parse_position("1-2-1 A")
    image, relabelled = state.canonical()
    assert image.position == "1-1-2 A"
    assert image.action_to_string(relabelled[state.parse_action("01")]) == "11"


def test_drawn_board() -> None:
    assert str(GAME.parse_position("3-0-5 B")) == "0: 3  o o o\n1: 0\n2: 5  o o o o o\nB to move"
    large = Nim(piles=(72, 37, 255))
    zero, one, two, _ = str(large.initial_state()).splitlines()
    assert (zero, one, two) == ("0:  72  " + "o" * 72, "1:  37  " + "o" * 37, "2: 255")
    assert len(zero) == 80


def test_gesture_is_the_last_object_taken_and_every_object_left_is_in_the_picture() -> None:
    state = GAME.parse_position("3-0-5 A")
    assert state.gesture(state.parse_action("23")) == ("object 2:3",)
    spots = re.findall(r'data-spot="(.*?)"', state.svg())
    assert sorted(spots) == sorted(state.gesture(action)[0] for action in state.legal_actions())


@pytest.mark.parametrize("piles", [(3, 4, 5), (13, 2), (37, 40, 7), (255,), (255, 1, 200, 13, 0, 77, 255, 254)])
def test_picture_objects_do_not_touch_and_count_from_the_top_in_reading_order(piles: tuple[int, ...]) -> None:
    svg = Nim(piles=piles).initial_state().svg()
    circles = re.findall(r'<circle cx="(.*?)" cy="(.*?)" r="(.*?)".*? data-spot="object (\d):(\d+)"', svg)
    assert len(circles) == sum(piles)
    width, height = (float(text) for text in re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
    places = {(int(pile), int(taken)): (float(y), float(x)) for x, y, _, pile, taken in circles}
    radius = float(circles[0][2])
    assert all(radius < x < width - radius and 50 + radius < y < height for y, x in places.values())
    for pile, objects in enumerate(piles):
        column = [places[pile, taken] for taken in range(1, objects + 1)]
        assert column == sorted(column)
        assert all(abs(y - v) + abs(x - u) > 2 * radius for (y, x), (v, u) in itertools.pairwise(column))

"""A person at a terminal: moves, numbers and commands are understood, everything else is explained and asked again."""

import contextlib
import io
import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lanista
from lanista.agents.base import Agent, Clock, Resignation, TakeBack
from lanista.agents.human import HumanAgent
from lanista.agents.terminal import Screen


class Typed:
    """A person who has typed lines, and what they saw."""

    def __init__(self, spec: str, *lines: str, position: str | None = None, player: int = 0) -> None:
        self.state = lanista.load_game(spec).initial_state(seed=1, start=position)
        self.player = player
        self.sink = io.StringIO()
        self.agent = HumanAgent(self.state.game)
        self.agent.screen = Screen(io.StringIO("".join(f"{line}\n" for line in lines)), self.sink)
        self.agent.begin(self.state.game, player, 1)

    def choose(self, clock: Clock | None = None) -> str:
        action = self.agent.choose(self.state, self.player, clock or Clock())
        return self.state.action_to_string(action, self.player)

    @property
    def seen(self) -> str:
        return " ".join(self.sink.getvalue().split())


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        ("breakthrough", "c6c5", "c6c5"),
        ("breakthrough", "  C6C5  ", "c6c5"),
        ("breakthrough", "#3", "b6a5"),
        ("breakthrough", "# 3", "b6a5"),
        ("breakthrough", "3", "b6a5"),
        # Where moves are numbers themselves, a plain number is the move: column 3, pile 2 take 3, house 1.
        ("connect_four:width=5", "3", "3"),
        ("nim", "23", "23"),
        ("nim", "#23", None),
        ("mancala", "0", "0"),
        ("mancala", "#1", "0"),
        ("nim", "12", "12"),
        ("nim", "#12", "25"),
        ("nim", "9", "22"),
    ],
)
def test_a_move_is_its_notation_or_its_number(game: str, typed: str, move: str | None) -> None:
    person = Typed(game, typed)
    if move is not None:
        assert person.choose() == move
        return
    with pytest.raises(Resignation):
        person.choose()
    assert "there is no move #23; the list goes from #1 to #12" in person.seen


def test_an_illegal_number_is_never_taken_for_another_move() -> None:
    # Column 1 is full, so that column 2 is first in the list.
    person = Typed("connect_four", "1", "#1", position="o6/x6/o6/x6/o6/x6 A")
    assert person.choose() == "2"
    assert "illegal move '1' at position 'o6/x6/o6/x6/o6/x6 A'" in person.seen


def test_few_moves_are_listed_with_numbers_and_many_on_request() -> None:
    person = Typed("breakthrough", "#1")
    person.choose()
    assert "#1 a6a5 #2 a6b5 #3 b6a5" in person.seen
    person = Typed("colosseum", "help", "#1")
    person.choose()
    before, after = person.seen.split("Type a move")
    assert "help lists them" in before
    assert "#1" not in before
    assert all(f"#{number} " in after for number in range(1, len(person.state.legal_actions()) + 1))


def test_moves_that_are_numbers_are_not_numbered_besides() -> None:
    person = Typed("mancala", "1")
    person.choose()
    assert "moves: 0, 1, 2, 3, 4, 5" in person.seen


@pytest.mark.parametrize(
    "wrong", ["a1a2", "c6c6", "", "no", "#99", "99", "#0", "-1", "#", "\x1b[31m", "ö", "x" * 10_000]
)
def test_wrong_input_is_explained_and_asked_again(wrong: str) -> None:
    person = Typed("breakthrough", wrong, "c6c5")
    assert person.choose() == "c6c5"
    assert person.seen.count("x> ") == 2
    assert "\x1b" not in person.seen


def test_the_explanation_is_the_parsers() -> None:
    person = Typed("breakthrough", "c6c4", "hello", "c6c5")
    person.choose()
    assert "illegal move 'c6c4' at position 'xxxxx/xxxxx/5/5/5/ooooo/ooooo A' of breakthrough; legal are" in person.seen
    assert "'hello' is no move of breakthrough" in person.seen or "'hello' is not a breakthrough move" in person.seen
    assert "moves look like 'c2d3' (from, to)" in person.seen


@settings(max_examples=200, deadline=None)
@given(lines=st.lists(st.text(), max_size=8))
def test_no_storm_of_input_breaks_the_prompt(lines: list[str]) -> None:
    person = Typed("breakthrough", *lines)
    with contextlib.suppress(Resignation):
        person.choose()
    seen = person.sink.getvalue()
    assert all(char.isprintable() or char == "\n" for char in seen)
    assert all(len(line) <= 80 for line in seen.splitlines())


def test_quit_and_the_end_of_input_resign() -> None:
    for lines in (["quit"], ["QUIT"], [], ["what"]):
        with pytest.raises(Resignation):
            Typed("nim", *lines).choose()
    closed = Typed("nim")
    closed.agent.screen._source = None
    with pytest.raises(Resignation):
        closed.choose()


def test_from_python_a_person_resigns_and_takes_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\n01\n"))
    monkeypatch.setattr("sys.stdout", sink := io.StringIO())
    record = lanista.play("nim", ["human", "greedy"], seed=1)
    assert record.failure is not None
    assert (record.failure.player, record.failure.kind) == (0, "resigned")
    assert record.moves[0].name == "01"
    assert "moves cannot be taken back here" in sink.getvalue()


def test_undo_goes_to_whoever_keeps_the_game() -> None:
    person = Typed("nim", "undo", player=0)
    person.agent.can_take_back = True
    with pytest.raises(TakeBack) as wish:
        person.choose()
    assert wish.value.player == 0


def test_the_hint_is_the_greedy_agents() -> None:
    # Four in a row at the next move.
    person = Typed("connect_four", "hint", "4", position="7/7/7/7/ooo4/xxx4 A")
    person.choose()
    assert "hint: 4" in person.seen


def test_hints_come_from_the_adviser_that_is_passed_in() -> None:
    class Last(Agent):
        name = "last"

        def choose(self, state: lanista.State, player: int, clock: Clock) -> int:
            return state.legal_actions(player)[-1]

    person = Typed("droid_battle", "hint", "up", player=1)
    person.agent.adviser = Last
    person.choose()
    assert "hint: SHOOT" in person.seen


def test_an_adviser_that_fails_gives_no_hint() -> None:
    def none(game: lanista.Game) -> Agent:
        raise ValueError("not here")

    person = Typed("nim", "hint", "01")
    person.agent.adviser = none
    assert person.choose() == "01"
    assert "no hint here: ValueError: not here" in person.seen


def test_the_board_is_shown_once_and_on_request() -> None:
    person = Typed("nim", "oops", "board", "help", "01")
    person.choose()
    assert person.sink.getvalue().count(str(person.state)) == 2


def test_the_prompt_says_how_much_time_is_left() -> None:
    person = Typed("nim", "01")
    person.choose(Clock(time.monotonic() + 30.2, math.inf))
    assert "A, 30 s left> " in person.sink.getvalue()


def test_a_hidden_choice_is_not_in_the_transcript() -> None:
    person = Typed("droid_battle", "right")
    assert person.choose() == "MOVE_RIGHT"
    assert person.sink.getvalue().endswith("D2> \n")
    open_choice = Typed("droid_battle", "right")
    open_choice.agent.hides_choices = False
    open_choice.choose()
    assert open_choice.sink.getvalue().endswith("D2> right\n")


def test_human_takes_no_parameters() -> None:
    assert lanista.load_agent("human", lanista.load_game("nim")).is_interactive
    with pytest.raises(lanista.ParameterError, match="no parameter 'screen'"):
        lanista.load_agent("human:screen=1", lanista.load_game("nim"))


@pytest.mark.parametrize(("spec", "keys"), [("droid_battle", set("wasdn ") | {"up", "down", "left", "right"})])
def test_keys_mean_moves_of_the_game(spec: str, keys: set[str]) -> None:
    game = lanista.load_game(f"{spec}:stay=true,rows=3,cols=3,d2=1-1,q5=0-0")
    state = game.initial_state()
    assert set(game.keys) == keys
    meant = {state.parse_action(notation, 0) for notation in game.keys.values()}
    assert meant == set(state.legal_actions(0))

"""The referee judges every move; who breaks a rule loses, and the record says how."""

import itertools
import math
import time
from typing import Any

import numpy as np
import pytest

import lanista
from lanista.agents.base import Clock, Resignation
from lanista.arena.record import decode_record, encode_record
from lanista.errors import IllegalActionError, ParameterError, RecordError


class Unspeakable(BaseException):
    """Neither its text nor its repr can be made."""

    def __str__(self) -> str:
        raise ValueError

    __repr__ = __str__


class Always:
    """Does the same thing at every move."""

    def __init__(self, act: Any) -> None:
        self.act = act

    def choose(self, state: lanista.State, player: int, clock: Clock) -> Any:
        return self.act(state, player, clock)


def first_legal(state: lanista.State, player: int, clock: Clock) -> int:
    return state.legal_actions(player)[0]


def play(act: Any, **options: Any) -> lanista.Record:
    return lanista.play("breakthrough", [Always(first_legal), Always(act)], seed=1, **options)


def raise_error(error: BaseException) -> Any:
    def act(*_: object) -> int:
        raise error

    return act


@pytest.mark.parametrize(
    ("act", "kind", "words"),
    [
        (lambda *_: 10**9, "illegal", "illegal action 1000000000 for player 1 at position"),
        (lambda *_: -1, "illegal", "illegal action -1"),
        (lambda *_: None, "illegal", "choose() returned None (NoneType)"),
        (
            lambda *_: "c2d3",
            "illegal",
            "choose() returned 'c2d3' (str) instead of an action's number; state.parse_action",
        ),
        (lambda *_: True, "illegal", "choose() returned True (bool)"),
        (lambda *_: 1.0, "illegal", "choose() returned 1.0 (float)"),
        (raise_error(ValueError("no idea")), "crash", "ValueError: no idea"),
        (raise_error(SystemExit(3)), "crash", "SystemExit: 3"),
        (raise_error(RecursionError()), "crash", "RecursionError"),
        (raise_error(GeneratorExit()), "crash", "GeneratorExit"),
        (raise_error(Unspeakable()), "crash", "Unspeakable: (its text cannot be made)"),
        (raise_error(ValueError("\ud800")), "crash", "ValueError: \\ud800"),
        (lambda *_: np.array([1, 2]), "illegal", "choose() returned array([1, 2]) (ndarray)"),
        (lambda *_: Unspeakable(), "illegal", "choose() returned something (Unspeakable)"),
        (raise_error(Resignation()), "resigned", "gave the game up"),
    ],
)
def test_a_failure_loses_the_game(act: Any, kind: str, words: str) -> None:
    record = play(act)
    assert record.returns == (1.0, -1.0)
    assert record.failure is not None
    assert (record.failure.player, record.failure.kind) == (1, kind)
    assert words in record.failure.message
    assert record.failure.position == record.final
    assert record.reason.startswith(kind)
    assert len(record.moves) == 1
    assert decode_record(encode_record(record)) == record


def test_a_failure_of_player_0_gives_player_1_the_game() -> None:
    record = lanista.play("breakthrough", [Always(raise_error(KeyError("x"))), "random"], seed=1)
    assert record.returns == (-1.0, 1.0)
    assert "in act" in record.failure.details if record.failure else False


def test_interrupting_is_nobodys_failure() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(raise_error(KeyboardInterrupt()))


def test_strict_raises_instead() -> None:
    with pytest.raises(IllegalActionError, match="illegal action 7"):
        play(lambda *_: 7, strict=True)
    with pytest.raises(ZeroDivisionError):
        play(lambda *_: 1 // 0, strict=True)


def test_a_late_move_loses() -> None:
    def slow(state: lanista.State, player: int, clock: Clock) -> int:
        time.sleep(0.05)
        return first_legal(state, player, clock)

    record = play(slow, move_time=0.01)
    assert record.failure is not None
    assert record.failure.kind == "time"
    record = play(slow, game_time=0.12)
    assert record.failure is not None
    assert record.failure.kind == "time"
    # Two moves fit into the time for the game, the third does not.
    assert sum(move.player == 1 for move in record.moves) == 2


def test_the_clock_counts_down() -> None:
    seen: list[Clock] = []

    def look(state: lanista.State, player: int, clock: Clock) -> int:
        seen.append(clock)
        assert 0 < clock.move_left() <= 5
        return first_legal(state, player, clock)

    play(look, move_time=5, game_time=100)
    assert seen[0].game_left == 100
    assert all(later.game_left < earlier.game_left for earlier, later in itertools.pairwise(seen))
    play(lambda state, player, clock: state.legal_actions()[0] if clock.move_left() == math.inf else -1, strict=True)


def test_begin_and_end_are_called_if_they_are_there() -> None:
    calls: list[Any] = []

    class Listener(Always):
        def begin(self, game: lanista.Game, player: int, seed: int) -> None:
            calls.append((game.name, player, seed))

        def end(self, state: lanista.State) -> None:
            calls.append(state.position)

    record = lanista.play("nim", [Listener(first_legal), Listener(first_legal)], seed=5)
    begun, ends = calls[:2], calls[2:]
    assert [(game, player) for game, player, _ in begun] == [("nim", 0), ("nim", 1)]
    assert begun[0][2] != begun[1][2]
    assert ends == [record.final, record.final]


def test_an_error_in_begin_loses_and_one_in_end_changes_nothing() -> None:
    class BadBegin(Always):
        def begin(self, *_: object) -> None:
            raise ValueError("not ready")

    class BadEnd(Always):
        def end(self, *_: object) -> None:
            raise ValueError("sore loser")

    record = lanista.play("nim", [Always(first_legal), BadBegin(first_legal)], seed=1)
    assert record.returns == (1.0, -1.0)
    assert "in begin(): ValueError: not ready" in record.reason
    record = lanista.play("nim", [BadEnd(first_legal), BadEnd(first_legal)], seed=1)
    assert record.failure is None


@pytest.mark.parametrize("spec", ["nim", "mancala", "colosseum", "droid_battle", "connect_four"])
def test_same_seed_same_game(spec: str) -> None:
    one, two = (lanista.play(spec, ["greedy", "random"], seed=77) for _ in range(2))
    assert (one.start, one.move_names(), one.returns) == (two.start, two.move_names(), two.returns)
    other = lanista.play(spec, ["random", "random"], seed=78)
    assert other.move_names() != lanista.play(spec, ["random", "random"], seed=79).move_names()


def test_a_record_holds_what_is_needed_to_play_it_again() -> None:
    record = lanista.play("droid_battle", ["greedy", "random"], seed=3)
    assert record.simultaneous
    assert record.players[0].spec == "greedy"
    assert len(record.players[0].code_hash or "") == 64
    state = lanista.load_game(record.game).parse_position(record.start)
    for first, second in zip(record.moves[::2], record.moves[1::2], strict=True):
        assert (first.player, second.player) == (0, 1)
        assert state.action_to_string(first.action, 0) == first.name
        state = state.child(first.action, second.action)
    assert state.position == record.final
    assert state.score() == record.score
    assert record.move_names()[0] == f"{record.moves[0].name}+{record.moves[1].name}"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not the record"),
        (b"[]", "is not the record"),
        (b"{}", "record version None"),
        (b'{"version": 99}', "record version 99 is not known"),
        (b'{"version": 1}', "is not the record"),
        (b"\xff\xfe", "is not the record"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(RecordError, match=words):
        decode_record(data, "x.json")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"agents": ["random"]}, "two agents"),
        ({"agents": "random"}, "two agents"),
        ({"agents": ["random", 5]}, "choose"),
        ({"move_time": 0}, "above 0"),
        ({"move_time": math.nan}, "above 0"),
    ],
)
def test_bad_calls_are_refused(options: dict[str, Any], words: str) -> None:
    arguments = {"agents": ["random", "random"], **options}
    with pytest.raises(ParameterError, match=words):
        lanista.play("nim", arguments.pop("agents"), **arguments)


def test_numpys_integers_are_actions() -> None:
    record = play(lambda state, player, clock: np.int64(state.legal_actions(player)[-1]))
    assert record.failure is None
    assert decode_record(encode_record(record)) == record


def test_a_record_of_a_late_move_names_the_limits_to_play_it_again() -> None:
    record = play(lambda *_: time.sleep(0.02), move_time=0.01)
    assert record.command.endswith("--move-time 0.01")


@pytest.mark.parametrize("seed", ["x", 1.5, -5, 2**64])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ParameterError, match="a seed must be"):
        lanista.play("nim", ["random", "random"], seed=seed)


def test_a_class_instead_of_an_object_is_refused() -> None:
    with pytest.raises(ParameterError, match="an object, not its class"):
        lanista.play("nim", ["random", Always])  # type: ignore[list-item]

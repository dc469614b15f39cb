"""The reference rules agree with every position and game recorded with the original engines (tests/data/README.md).

The recorded endgames of Connect Four are in test_perft.py, where they are also solved.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from . import PLAYER_LETTERS, SIMULTANEOUS, TERMINAL
from .breakthrough import Breakthrough
from .breakthrough import State as BreakthroughState
from .colosseum import Colosseum
from .colosseum import State as ColosseumState
from .droid_battle import DroidBattle
from .einstein import Einstein
from .einstein import State as EinsteinState
from .mancala import Mancala
from .mancala import State as MancalaState

DATA = Path(__file__).parent.parent / "data"
PLAYER_OF_TURN = {+1: 0, -1: 1, "red": 0, "blue": 1}


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def tuples(nested: Any) -> Any:
    return tuple(tuples(item) for item in nested) if isinstance(nested, list) else nested


def assert_exact_text(game: Any, state: Any) -> None:
    text = game.position(state)
    assert game.parse(text) == state, text
    assert PLAYER_LETTERS[state.to_move] in text.split()


# Mancala


def assert_mancala(game: Mancala, state: MancalaState, record: dict[str, Any]) -> None:
    """The state is the recorded one, and it has ended, is won and is scored as recorded."""
    recorded = MancalaState(tuples(record["houses"]), tuples(record["scores"]), PLAYER_OF_TURN[record["turn"]])
    assert state == recorded
    assert_exact_text(game, state)
    assert (game.mover(state) == TERMINAL) == record["terminal"]
    if record["terminal"]:
        assert sign(game.score(state)) == record["winner"]
        assert game.legal(state) == []
    else:
        assert record["winner"] is None
        assert game.mover(state) == recorded.to_move
        assert game.score(state) == record["basic_eval"]


def test_mancala_moves_and_successors_are_the_recorded_ones() -> None:
    game = Mancala()
    ended = 0
    for record in records("mancala_positions.jsonl"):
        state = game.initial()
        for column in record["history"]:
            assert column in game.legal(state)
            state = game.apply(state, column)
        assert_mancala(game, state, record)
        assert game.legal(state) == record["moves"]
        for column, after in zip(record["moves"], record["next"], strict=True):
            assert_mancala(game, game.apply(state, column), after)
            ended += after["terminal"]
    assert ended == 4


# Breakthrough


def assert_breakthrough(game: Breakthrough, state: BreakthroughState, record: dict[str, Any]) -> None:
    assert state == BreakthroughState(tuples(record["board"]), PLAYER_OF_TURN[record["turn"]])
    assert_exact_text(game, state)
    assert (game.mover(state) == TERMINAL) == record["terminal"]
    assert game.score(state) == (record["winner"] or 0)
    assert (game.legal(state) == []) == record["terminal"]


def test_breakthrough_moves_and_successors_are_the_recorded_ones() -> None:
    game = Breakthrough()
    ended = 0
    for record in records("breakthrough_positions.jsonl"):
        state = game.initial()
        for row, column, dcol in record["history"]:
            action = (row * 5 + column) * 3 + dcol + 1
            assert action in game.legal(state)
            state = game.apply(state, action)
        assert_breakthrough(game, state, record)
        actions = [(row * 5 + column) * 3 + dcol + 1 for row, column, dcol in record["moves"]]
        assert game.legal(state) == sorted(actions)
        for action, after in zip(actions, record["next"], strict=True):
            assert_breakthrough(game, game.apply(state, action), after)
            ended += after["terminal"]
    assert ended == 46


# Colosseum


def test_colosseum_legal_actions_and_regions_are_the_recorded_ones() -> None:
    for record in records("colosseum_positions.jsonl"):
        game = Colosseum(size=record["M"])
        assert game.max_steps == record["K"]
        walls = tuple(tuple(tuple(bool(side) for side in sides) for sides in row) for row in record["walls"])
        state = ColosseumState((tuples(record["p0"]), tuples(record["p1"])), walls, record["turn"])
        assert_exact_text(game, state)
        actions = [(row * game.size + column) * 4 + side for row, column, side in record["legal"]]
        assert game.legal(state) == actions
        assert len(actions) == record["n_legal"]
        assert (game.mover(state) == TERMINAL) == record["is_end"]
        assert [len(game.region(state, player)) for player in (0, 1)] == [record["score0"], record["score1"]]
        assert game.score(state) == record["score0"] - record["score1"]


def wall_sides(walls: Any) -> int:
    """Walls as the cells count them: an inner wall twice, a border wall once."""
    return sum(sum(sides) for row in walls for sides in row)


def test_colosseum_walls_are_the_borders_two_k_of_the_start_and_one_of_each_ply() -> None:
    for record in records("colosseum_positions.jsonl"):
        size, steps = record["M"], record["K"]
        assert wall_sides(record["walls"]) == 4 * size + 2 * (2 * steps + record["ply"])


@pytest.mark.parametrize("size", range(4, 12))
def test_colosseum_starts_are_joined_and_symmetric_and_have_two_k_walls(size: int) -> None:
    game = Colosseum(size=size)
    last = size - 1
    rng = random.Random(size)
    for _ in range(3000 // size**2):  # on 4 x 4, one draw in some 300 puts a player into a closed corner
        state = game.initial(rng)
        assert wall_sides(state.walls) == 4 * size + 2 * (2 * game.max_steps)
        for row in range(size):
            for column in range(size):
                up, right, down, left = state.walls[row][column]
                assert state.walls[last - row][last - column] == (down, left, up, right)
        (row, column), other = state.cells
        assert other == (last - row, last - column) != (row, column)
        assert game.mover(state) == 0


# EinStein würfelt nicht!


def einstein_actions(game: Einstein, state: EinsteinState) -> dict[str, int]:
    """The legal actions by their names."""
    return {game.name(state, action): action for action in game.legal(state)}


@pytest.mark.parametrize("name", ["einstein_positions.jsonl", "einstein_baselines.jsonl"])
def test_einstein_moves_and_ends_are_the_recorded_ones(name: str) -> None:
    game = Einstein()
    passes = 0
    for record in records(name):
        state = game.initial(record["tl"] + record["br"])
        history = record["history"]
        for index in range(0, len(history), 2):
            state = game.apply(state, einstein_actions(game, state)[history[index : index + 2]])
        board = tuple(tuple(record["board"][row * 6 : row * 6 + 6]) for row in range(6))
        assert state == EinsteinState(board, PLAYER_OF_TURN[record["turn"]])
        assert_exact_text(game, state)
        assert sorted(einstein_actions(game, state)) == sorted(record["legal"])
        assert (game.mover(state) == TERMINAL) == record["over"]
        assert (game.result(state.board) or "none") == record["result"]
        passes += record["legal"] == ["--"]
    assert passes > 0


def test_einstein_games_end_when_and_as_recorded() -> None:
    game = Einstein()
    for record in records("einstein_games.jsonl"):
        state = game.initial(record["tl"] + record["br"])
        assert record["plies"] == len(record["moves"])
        for ply, move in enumerate(record["moves"]):
            assert game.mover(state) == ply % 2
            assert game.score(state) == 0
            state = game.apply(state, einstein_actions(game, state)[move])
        assert game.mover(state) == TERMINAL
        assert game.legal(state) == []
        assert game.result(state.board) == record["result"]
        assert game.score(state) == {"red": 1, "blue": -1, "draw": 0}[record["result"]]
        assert len(game.pieces(state.board, 0)) == record["red_left"]
        assert len(game.pieces(state.board, 1)) == record["blue_left"]


# R2-D2 Battle


def test_droid_battle_rounds_are_the_recorded_ones() -> None:
    for record in records("droid_battle_games.jsonl"):
        init = record["init"]
        assert init["d2_shots"] == init["q5_shots"]
        game = DroidBattle(
            rows=init["rows"],
            cols=init["cols"],
            shots=init["d2_shots"],
            rounds=init["time"],
            d2=tuples(init["d2"]),
            q5=tuples(init["q5"]),
        )
        state = game.initial()
        for played in record["rounds"]:
            assert game.mover(state) == SIMULTANEOUS
            actions = []
            for player, side in enumerate(["d2", "q5"]):
                named = {game.name(state, action): action for action in game.legal(state, player)}
                assert sorted(named) == sorted(played[side + "_legal"])
                actions.append(named[played[side]])
            before = game.score(state)
            state = game.apply(state, *actions)
            for droid, side in zip(state.droids, ["d2", "q5"], strict=True):
                assert droid.cell == tuples(played[side + "_loc"])
                assert droid.shots == played[side + "_shots"]
                assert droid.points == played[side + "_score"]
            assert state.rounds_left == played["time"]
            assert game.score(state) - before == played["score_change"]
            assert game.parse(game.position(state)) == state
        assert game.mover(state) == TERMINAL
        assert game.legal(state, 0) == game.legal(state, 1) == []
        assert [droid.points for droid in state.droids] == record["final"]
        assert {1: "D2", -1: "Q5", 0: "draw"}[sign(game.score(state))] == record["winner"]

"""The lab's search as its handout writes it, against a submission that copies the handout's lines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import lanista
from lanista.agents.base import UNLIMITED, Agent
from lanista.agents.process import dismiss_idle_programs
from lanista.arena.referee import play_game
from lanista.courses.cs63.course import Cs63
from lanista.courses.cs63.players import MinMaxPlayer, PruningPlayer
from lanista.games.base import Game, State

TEXTBOOK = Path(__file__).parents[1] / "submissions" / "cs63" / "textbook"


@pytest.fixture(autouse=True)
def no_idle_programs() -> Iterator[None]:
    """Let no test leave its submissions' processes behind."""
    yield
    dismiss_idle_programs()


def positions(game: Game, seed: str, games: int) -> Iterator[State]:
    """Yield every third position of some random games."""
    rng = random.Random(seed)
    for _ in range(games):
        state = game.initial_state(seed=0)
        plies = rng.randrange(3)
        while not state.is_terminal:
            if plies % 3 == 0:
                yield state
            state = state.child(rng.choice(state.legal_actions()))
            plies += 1


@pytest.mark.parametrize("spec", ["mancala", "mancala:houses=3,seeds=2", "breakthrough:rows=5,cols=4"])
@pytest.mark.parametrize("depth", [1, 3])
def test_both_play_the_first_best_move_as_the_handouts_lines_do(spec: str, depth: int) -> None:
    game = lanista.load_game(spec)
    players: list[Agent] = [MinMaxPlayer(game, depth=depth), PruningPlayer(game, depth=depth)]
    for name in ("MinMaxPlayer", "PruningPlayer"):
        player = Cs63().submission(game, TEXTBOOK, name, {"depth": depth})
        player.begin(game, 0, 0)
        players.append(player)
    for state in positions(game, f"{spec} {depth}", 2):
        chosen = {player.choose(state, state.current_player, UNLIMITED) for player in players}
        assert len(chosen) == 1, state.position


@pytest.mark.parametrize("name", ["mancala", "breakthrough"])
@pytest.mark.parametrize("evaluation", ["basic", "better"])
def test_pruning_plays_the_moves_of_minmax(name: str, evaluation: str) -> None:
    game = lanista.load_game(name)
    values = {"depth": 4 if name == "mancala" else 3, "evaluation": evaluation}
    plain, pruning = MinMaxPlayer(game, **values), PruningPlayer(game, **values)
    for state in positions(game, name, 2):
        player = state.current_player
        assert plain.choose(state, player, UNLIMITED) == pruning.choose(state, player, UNLIMITED), state.position


def test_every_win_is_worth_the_same_and_the_first_is_played() -> None:
    game = lanista.load_game("mancala:houses=3,seeds=2")
    state = game.parse_position("0,2,2/1,0,0 6:1 A")
    first, second = state.child(1), state.child(2)
    assert first.is_terminal and second.is_terminal and 0 < first.score() < second.score()
    for kind in (MinMaxPlayer, PruningPlayer):
        assert kind(game, depth=2).choose(state, 0, UNLIMITED) == 1


def test_a_lost_position_is_played_on() -> None:
    game = lanista.load_game("breakthrough:rows=5,cols=3")
    lost = game.parse_position("3/3/o2/1xx/3 B")
    assert not any(lost.child(action).is_terminal for action in lost.legal_actions())
    for kind in (MinMaxPlayer, PruningPlayer):
        assert kind(game, depth=2).choose(lost, 1, UNLIMITED) == lost.parse_action("a3a4")


@pytest.mark.parametrize("name", ["mancala", "breakthrough"])
def test_depth_1_wins_the_clear_majority_against_random(name: str) -> None:
    game = lanista.load_game(name)
    wins = 0
    for seed in range(20):
        players: list[Agent] = [MinMaxPlayer(game, depth=1), lanista.load_agent("random", game)]
        own = seed % 2
        record = play_game(game, players if own == 0 else players[::-1], game.initial_state(), seed)
        wins += record.returns[own] > 0
    assert wins >= 15

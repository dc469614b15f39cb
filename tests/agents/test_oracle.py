"""The oracle: nim's formula against search, known values of small games, and no loss from a won position."""

import itertools
import random

import pytest

import lanista
from lanista.agents.nim_theory import mover_wins
from lanista.agents.oracle import OracleAgent
from lanista.errors import ParameterError
from lanista.games.base import State


def oracle(spec: str, **parameters: object) -> OracleAgent:
    agent = lanista.load_agent("oracle", lanista.load_game(spec), **parameters)
    assert isinstance(agent, OracleAgent)
    return agent


@pytest.mark.parametrize("misere", [True, False])
def test_the_formula_of_nim_is_what_search_finds(misere: bool) -> None:
    game = lanista.load_game("nim", piles=(3, 4, 5), misere=misere)
    search, theory = lanista.load_agent("alphabeta", game), OracleAgent(game)
    for piles in itertools.product(range(4), range(5), range(6)):
        for mover in "AB":
            if not any(piles):
                continue
            state = game.parse_position("-".join(map(str, piles)) + " " + mover)
            found, exact = theory.analyze(state), search.analyze(state)  # type: ignore[attr-defined]
            assert exact.proved and found.proved
            assert found.outcome == exact.outcome, state.position
            assert [move.outcome for move in found.moves] == [move.outcome for move in exact.moves]
            assert found.player == exact.player


def test_the_handouts_boards() -> None:
    won = {(0, 1, 2): True, (1, 2, 4): True, (2, 3, 4): True, (3, 4, 5): True, (1, 2, 3): False, (2, 4, 6): False}
    for piles, first_wins in won.items():
        assert mover_wins(piles, misere=True) == first_wins


@pytest.mark.parametrize(("piles", "side"), [((3, 4, 5), 0), ((0, 1, 2), 0), ((1, 2, 3), 1), ((2, 4, 6), 1)])
def test_won_boards_of_nim_are_won_against_every_line_of_play(piles: tuple[int, ...], side: int) -> None:
    game = lanista.load_game("nim", piles=piles)
    agent = OracleAgent(game)

    def play(state: State) -> None:
        if state.is_terminal:
            assert state.returns()[side] == 1
        elif state.current_player == side:
            play(state.child(agent.choose(state, side, lanista.Clock())))
        else:
            for action in state.legal_actions():
                play(state.child(action))

    play(game.initial_state())


@pytest.mark.parametrize(
    ("spec", "outcome", "margin"),
    [
        ("connect_four:width=4,height=4", 0, 0),
        ("connect_four:width=5,height=4", 0, 0),
        ("breakthrough:rows=6,cols=2", 1, 1),
        ("breakthrough:rows=4,cols=2", -1, 1),
        ("breakthrough:rows=5,cols=2", -1, 1),
        ("breakthrough:rows=7,cols=2", -1, 1),
        ("breakthrough:rows=4,cols=3", -1, 1),
        ("breakthrough:rows=5,cols=3", -1, 1),
        ("breakthrough:rows=6,cols=3", 1, 1),
        ("breakthrough:rows=4,cols=4", -1, 1),
        ("breakthrough:rows=5,cols=4", -1, 1),
        ("mancala:houses=1,seeds=3,early_end=false", 1, 6),
        ("mancala:houses=2,seeds=4,early_end=false", -1, 10),
        ("mancala:houses=3,seeds=2,early_end=false", 1, 4),
        ("droid_battle:rows=3,cols=3,shots=2", None, 0),
    ],
)
def test_known_values(spec: str, outcome: int | None, margin: int) -> None:
    agent = oracle(spec)
    found = agent.analyze(agent.game.initial_state())
    assert found.proved
    assert found.outcome == outcome
    assert abs(found.value) == pytest.approx(margin, abs=1e-9)


def test_what_it_cannot_solve_it_says() -> None:
    agent = oracle("connect_four:width=8,height=7", nodes=1000)
    found = agent.analyze(agent.game.initial_state())
    assert not found.proved
    assert agent.choose(agent.game.initial_state(), 0, lanista.Clock()) in agent.game.initial_state().legal_actions()
    with pytest.raises(ParameterError, match="the game is over"):
        oracle("nim").analyze(lanista.load_game("nim").parse_position("0-0-0 A"))
    with pytest.raises(ParameterError, match="an agent of nim cannot take"):
        oracle("nim").analyze(lanista.load_game("mancala").initial_state())


def test_a_won_game_of_breakthrough_is_won_and_a_lost_one_held_out() -> None:
    game = lanista.load_game("breakthrough:rows=5,cols=3")  # the second player wins
    rng = random.Random(3)
    for _ in range(5):
        winner, state = oracle(game.spec), game.initial_state()
        while not state.is_terminal:
            if state.current_player == 1:
                state = state.child(winner.choose(state, 1, lanista.Clock()))
                assert winner.info is not None and winner.info.proved and winner.info.outcome == -1
            else:
                state = state.child(rng.choice(state.legal_actions()))
        assert state.score() == -1
    loser = oracle(game.spec)
    assert loser.choose(game.initial_state(), 0, lanista.Clock()) in game.initial_state().legal_actions()
    assert loser.info is not None and loser.info.proved and loser.info.outcome == -1


@pytest.mark.parametrize("seed", range(10))
def test_colosseum_of_size_4_is_solved_from_any_start_and_played_to_its_value(seed: int) -> None:
    game = lanista.load_game("colosseum:size=4")
    state = game.initial_state(seed=seed)
    value = None
    while not state.is_terminal:
        agent = oracle(game.spec)
        action = agent.choose(state, state.current_player, lanista.Clock())
        assert agent.info is not None and agent.info.proved
        value = agent.info.value if value is None else value
        assert agent.info.value == value
        state = state.child(action)
    assert state.score() == value

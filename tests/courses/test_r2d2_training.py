"""Trainings: both agents in one process, rounds counted, and what was learned is there when play begins."""

from __future__ import annotations

from pathlib import Path

import pytest

import lanista
from lanista.agents.base import Agent
from lanista.agents.process import dismiss_idle_programs
from lanista.arena.record import Record
from lanista.courses.r2d2.partners import Partner, Partners
from lanista.courses.r2d2.training import Pair, can_learn
from lanista.sandbox.verdict import AgentFailure
from lanista.specs import load_agent
from lanista.training.checkpoint import save
from lanista.training.trainer import Training
from tests.courses.test_r2d2_bridge import SAMPLES, game, play, written

QLEARNING = "qlearning:versus=true"
# Shoots once it has been trained, and goes up before.
LEARNS = "self.rounds = getattr(self, 'rounds', 0) + training; return Action.SHOOT if self.rounds else Action.MOVE_UP"
NOTES = 'open("calls.txt", "a").write("T" if training else "P"); return Action.MOVE_UP'
START = "4x4 D3,0:5:0 Q2,3:5:0 1"


def spec(path: Path) -> str:
    return f"r2d2@{path}:QAgent"


def sample(name: str) -> str:
    return spec(SAMPLES / name / "r2d2_hw3.py")


def trained(first: str, second: str, rounds: int, seed: int = 1) -> tuple[Agent, Agent]:
    partners = Partners(game(), (first, second), load_agent)
    assert list(partners.train(rounds, seed)) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    return Partner(partners, 0, first), Partner(partners, 1, second)


def series(first: Agent, second: Agent, games: int = 20) -> tuple[int, int]:
    """Return the games that the first won and lost."""
    records: list[Record] = [play(first, second, seed=seed) for seed in range(games)]
    assert all(record.failure is None for record in records)
    return sum(record.returns[0] > 0 for record in records), sum(record.returns[0] < 0 for record in records)


def moves(first: Agent, second: Agent) -> list[str]:
    return [move.name for move in play(first, second, start=START).moves]


def test_two_files_that_train_with_each_other_have_both_learned_when_play_begins(tmp_path: Path) -> None:
    one, two = (written(tmp_path / name, LEARNS) for name in ("one", "two"))
    untrained = [load_agent(spec(path), game()) for path in (one, two)]
    assert moves(*untrained) == ["MOVE_UP", "MOVE_UP"]
    assert moves(*trained(spec(one), spec(two), 1)) == ["SHOOT", "SHOOT"]


@pytest.mark.parametrize("rounds", [1, 7, 123])
def test_rounds_are_counted_not_games(rounds: int, tmp_path: Path) -> None:
    """With training=True for exactly so many rounds; clear() at each game's start; training=False in play."""
    path = written(tmp_path / "notes", NOTES, clear='open("calls.txt", "a").write("C")')
    agents = trained(spec(path), "random", rounds)
    play(*agents, start=START)
    calls = (path.parent / "calls.txt").read_text()
    assert calls.count("T") == rounds
    assert calls.startswith("CT")
    assert calls.endswith("TCP")
    games = calls.split("C")[1:-1]
    assert all(1 <= len(rounds_of_game) <= 50 for rounds_of_game in games)
    assert len(games) >= rounds / 50


@pytest.mark.parametrize("opponent", ["random", QLEARNING, "minimax:depth=1"])
def test_our_learner_counts_rounds_too(opponent: str) -> None:
    """Games that it plays out inside are cut to fit."""
    rules = game()
    pair = Pair(rules, load_agent, [QLEARNING, opponent])
    for until in (1, 30, 333, 334):
        pair.train(until, 334, 7)
        assert pair.rounds == until


def test_our_learner_trains_with_a_students(tmp_path: Path) -> None:
    """The student's is told that it is a training, in each of its rounds."""
    path = written(tmp_path / "notes", NOTES)
    trained(QLEARNING, spec(path), 200)
    assert (path.parent / "calls.txt").read_text() == "T" * 200


@pytest.mark.parametrize(
    ("first", "second", "rounds"),
    [(sample("textbook"), "random", 20_000), (QLEARNING, "random", 100_000), (QLEARNING, sample("hasty"), 5_000)],
)
def test_training_makes_stronger(first: str, second: str, rounds: int) -> None:
    fresh = Partners(game(), (first, second), load_agent)
    won, lost = series(Partner(fresh, 0, first), Partner(fresh, 1, second))
    now_won, now_lost = series(*trained(first, second, rounds))
    assert now_won - now_lost > won - lost


def test_two_of_our_learners_both_learn() -> None:
    fresh = Pair(game(), load_agent, [QLEARNING, QLEARNING])
    fresh.train(5_000, 5_000, 1)
    assert all(agent.learner.states > 100 for agent in fresh._agents)


def test_a_frozen_opponent_does_not_learn(tmp_path: Path) -> None:
    """A checkpoint stays as it is, and is found where the command was given."""
    frozen = tmp_path / "frozen.q"
    learner = load_agent("qlearning", lanista.load_game("droid_battle:stay=true"), versus=True)
    save(frozen, learner, Training("random", seed=0))  # type: ignore[arg-type]
    assert not can_learn(str(frozen))
    pair = Pair(game(), load_agent, [QLEARNING, str(frozen)])
    pair.train(1000, 1000, 1)
    assert pair._agents[0].learner.states > 0
    assert pair._agents[1].learner.states == 0


@pytest.mark.parametrize(
    ("text", "learns"), [("r2d2@./a.py", True), ("qlearning:alpha=0.5", True), ("random", False), ("minimax", False)]
)
def test_who_can_learn(text: str, learns: bool) -> None:
    assert can_learn(text) == learns


def test_an_exception_ends_the_training_and_says_where() -> None:
    partners = Partners(game(), (sample("broken/trainingstops"), "random"), load_agent)
    with pytest.raises(AgentFailure, match=r"D2 \(r2d2@.*\) failed in training round 1,001, at position '4x4 .*KeyErr"):
        list(partners.train(3000, 1))


def test_an_exception_in_the_opponent_of_our_learner_is_told_too() -> None:
    partners = Partners(game(), (QLEARNING, sample("broken/trainingstops")), load_agent)
    with pytest.raises(AgentFailure, match=r"^Q5 .*trainingstops.* in training round 1,001, at position '4x4.*: Key"):
        list(partners.train(3000, 1))


def test_a_process_that_ends_takes_the_training_with_it() -> None:
    partners = Partners(game(), (sample("broken/quits"), "random"), load_agent)
    with pytest.raises(AgentFailure) as error:
        list(partners.train(3000, 1))
    assert "came to nothing: its program ended with status 0" in str(error.value)


def test_what_was_learned_is_never_silently_lost(tmp_path: Path) -> None:
    """A process that ends in play is not replaced by one that has learned nothing."""
    path = written(tmp_path / "quits", "os._exit(3) if not training else None", "import os")
    agents = trained(spec(path), "random", 10)
    first, second = play(*agents), play(*agents)
    assert first.failure is not None
    assert "ended with status 3" in first.failure.message
    assert second.failure is not None
    assert "its process has ended, and with it what was learned" in second.failure.message


def test_impossible_choices_in_a_training_do_nothing() -> None:
    first, second = trained(sample("broken/emptygun"), sample("broken/number"), 200)
    record = play(first, second)
    assert record.failure is None
    assert "NONE" in [move.name for move in record.moves]


def test_the_same_seed_trains_the_same() -> None:
    results = []
    for _ in range(2):
        dismiss_idle_programs()
        agents = trained(sample("textbook"), "random", 2000, seed=4)
        results.append([record.moves[0::2] for record in [play(*agents, seed=seed) for seed in range(3)]])
    names = [[[move.name for move in moves] for moves in games] for games in results]
    assert names[0] == names[1]


def test_both_files_have_helpers_of_their_own(tmp_path: Path) -> None:
    """Though they live in one process."""
    specs = []
    for name, action in (("one", "SHOOT"), ("two", "MOVE_UP")):
        path = written(tmp_path / name, "return Action[CHOICE]", "from helper import CHOICE")
        (path.parent / "helper.py").write_text(f"CHOICE = {action!r}")
        specs.append(spec(path))
    assert moves(*trained(specs[0], specs[1], 10)) == ["SHOOT", "MOVE_UP"]


def test_a_file_is_loaded_in_its_folder_and_both_agents_play_in_theirs(tmp_path: Path) -> None:
    """The agent too is made there."""
    head = 'class Reader:\n    own = open("own.txt").read()\nopen("loaded.txt", "w").close()\n'
    specs = []
    for name, action in (("one", "SHOOT"), ("two", "MOVE_UP")):
        path = written(tmp_path / name, 'return Action[open("own.txt").read()]', head, 'assert open("own.txt")')
        path.write_text(path.read_text() + '    def __init__(self): open("made.txt", "w").close()\n')
        (path.parent / "own.txt").write_text(action)
        specs.append(spec(path))
    assert moves(*trained(specs[0], specs[1], 10)) == ["SHOOT", "MOVE_UP"]
    for path in (tmp_path / "one", tmp_path / "two"):
        assert {"loaded.txt", "made.txt"} < {file.name for file in path.iterdir()}


@pytest.mark.parametrize("other", ["random", QLEARNING])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_clear_that_fails_is_told_with_player_and_round(seat: int, other: str, tmp_path: Path) -> None:
    clear = "self.games = getattr(self, 'games', 0) + 1; assert self.games < 2"
    path = written(tmp_path, "return Action.MOVE_UP", clear=clear)
    specs = [other, other]
    specs[seat] = spec(path)
    partners = Partners(game(), (specs[0], specs[1]), load_agent)
    who = ("D2", "Q5")[seat]
    with pytest.raises(
        AgentFailure, match=rf"^{who} \(r2d2@.*\) failed in training round 51, .*: AssertionError \(r2d2_hw3"
    ):
        list(partners.train(1000, 1))


def test_three_parameters_will_do_in_training_and_in_play(tmp_path: Path) -> None:
    """As the handout shows the method first."""
    path = written(tmp_path, "return Action.SHOOT")
    path.write_text(path.read_text().replace(", training)", ")"))
    assert moves(*trained(spec(path), QLEARNING, 100))[0] == "SHOOT"
    assert moves(load_agent(spec(path), game()), load_agent("random", game()))[0] == "SHOOT"

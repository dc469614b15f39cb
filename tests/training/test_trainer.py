"""The training loop, checkpoints, curves."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
import xml.etree.ElementTree
import zipfile
from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista.agents.qlearning import QLearningAgent, mean_score
from lanista.arena.match import MatchPlan, play_match, summarize
from lanista.errors import CheckpointError, ParameterError, SpecError
from lanista.training import checkpoint, curve
from lanista.training.trainer import POINTS, Opponent, Point, Trainer, Training


def learner(game: str = "nim", **parameters: object) -> QLearningAgent:
    return QLearningAgent(lanista.load_game(game), **parameters)


def trainer(agent: QLearningAgent, against: str | None = None, seed: int = 1, **training: Any) -> Trainer:
    rival = None if against is None else lanista.load_agent(against, agent.game)
    return Trainer(agent, Opponent(agent.game, rival, seed), Training(against, seed, **training))


def run(trainer: Trainer, episodes: int, stop_after: int | None = None) -> list[Point]:
    points = []
    for point in trainer.run(episodes=episodes):
        points.append(point)
        if stop_after is not None and point.episodes >= stop_after:
            trainer.stop()
    return points


@pytest.mark.parametrize("against", [None, "random", "greedy"])
@pytest.mark.parametrize("game", ["nim", "colosseum:size=4"])
def test_an_interrupted_training_comes_to_the_same_table(tmp_path: Path, game: str, against: str | None) -> None:
    episodes = 600 if against == "greedy" else 5000
    parameters = {"versus": against is not None}
    whole = learner(game, **parameters)
    run(trainer(whole, against), episodes)
    parts = trainer(learner(game, **parameters), against)
    path = tmp_path / "x.q"
    for _ in range(3):
        run(parts, episodes, stop_after=parts.training.episodes + episodes // 4)
        assert parts.training.episodes < episodes
        checkpoint.save(path, parts.learner, parts.training)
        agent, training = checkpoint.load(path, lanista.load_game(game))
        rival = None if against is None else lanista.load_agent(against, agent.game)
        parts = Trainer(agent, Opponent(agent.game, rival, training.seed), training)
    run(parts, episodes)
    assert parts.learner.learner.dump() == whole.learner.dump()
    assert parts.training.episodes == episodes


@pytest.mark.parametrize("goal", [{}, {"episodes": 0}, {"seconds": math.nan}, {"episodes": 9, "seconds": 1}])
def test_a_goal_that_is_none_is_refused(goal: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="for episodes or for seconds, above 0"):
        list(trainer(learner()).run(**goal))


def test_the_history_has_points_all_along() -> None:
    training = trainer(learner(win=1000, exploration="random"))
    run(training, 20_000)
    history = training.training.history
    assert POINTS / 2 < len(history) <= POINTS + 1
    assert [point.episodes for point in history] == sorted({point.episodes for point in history})
    assert history[-1].episodes == 20_000 and history[-1].states == training.learner.learner.states
    assert history[-1].moves == training.training.moves > 20_000
    assert history[-1].score > 0.9 > history[0].score - 1


def test_a_training_lasts_as_long_as_it_is_given() -> None:
    began = time.monotonic()
    training = trainer(learner("connect_four"))
    assert list(training.run(seconds=0.5))
    assert 0.45 < time.monotonic() - began < 1.5
    assert training.training.total == 0 and training.training.episodes > 100


def test_the_score_against_an_opponent_is_of_the_training_games() -> None:
    training = trainer(learner(versus=True), "random")
    run(training, 20_000)
    history = training.training.history
    assert history[0].score < 0.75 < history[-1].score


def test_openings_widen_what_is_learned() -> None:
    fixed, opened = (trainer(learner("connect_four"), opening_plies=plies) for plies in (0, 4))
    for one in (fixed, opened):
        run(one, 300)
    start = fixed.learner.game.initial_state()
    assert fixed.learner.strategy(start, 0) != [] == opened.learner.strategy(start, 0)


# Checkpoints.


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    training = trainer(learner(win=1000, exploration="random"))
    run(training, 3000)
    path = tmp_path / "nim.q"
    checkpoint.save(path, training.learner, training.training)
    return path


def test_a_checkpoint_is_an_agent(trained: Path) -> None:
    game = lanista.load_game("nim")
    agent = lanista.load_agent(str(trained), game)
    assert agent.spec == str(trained) and agent.code_hash
    assert lanista.load_agent(agent.spec, game).spec == agent.spec
    results = list(play_match(MatchPlan(game, (str(trained), "random"), 40, seed=1), lanista.load_agent, jobs=2))
    assert summarize(results).estimate.score > 0.6


def test_training_against_a_checkpoint_does_not_change_it(trained: Path) -> None:
    before = trained.read_bytes()
    rival = lanista.load_agent(str(trained), lanista.load_game("nim"))
    assert isinstance(rival, QLearningAgent)
    table = rival.learner.dump()
    own = learner(versus=True)
    run(Trainer(own, Opponent(own.game, rival, 1), Training(str(trained), 1)), 5000)
    assert rival.learner.dump() == table and trained.read_bytes() == before


def test_all_that_shaped_it_is_kept(trained: Path) -> None:
    agent, training = checkpoint.load(trained, lanista.load_game("nim"))
    assert agent.parameters["win"] == 1000 and agent.parameters["exploration"] == "random"
    assert (training.episodes, training.total, training.seed, training.against) == (3000, 3000, 1, None)
    assert len(training.history) > 10 and all(isinstance(point, Point) for point in training.history)


def test_codes_of_a_users_encoding_are_kept(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def encode(state, player):\n    return ('piles', *sorted(state.piles), player)\n")
    agent = learner(encoding=f"{tmp_path}/own.py:encode")
    training = trainer(agent)
    run(training, 300)
    path = tmp_path / "own.q"
    checkpoint.save(path, agent, training.training)
    again, _ = checkpoint.load(path, agent.game)
    assert again.encode is not None and again.encode.codes == agent.encode.codes
    state = agent.game.initial_state()
    assert again.values(state, 0) == agent.values(state, 0) != [0] * 12


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("nim:piles=1-2-3", "has learned nim, not nim:piles=1-2-3"),
        ("connect_four", "has learned nim, not connect_four"),
    ],
)
def test_other_rules_are_refused(trained: Path, game: str, message: str) -> None:
    with pytest.raises(CheckpointError, match=message):
        lanista.load_agent(str(trained), lanista.load_game(game))


def test_parameters_beside_a_checkpoint_are_refused(trained: Path) -> None:
    with pytest.raises(SpecError, match="has its parameters already"):
        lanista.load_agent(f"{trained}:alpha=1", lanista.load_game("nim"))


def damaged(path: Path, change: Any) -> None:
    """Rewrite a checkpoint's `about` as `change` makes it."""
    with zipfile.ZipFile(path) as stored:
        files = {name: stored.read(name) for name in stored.namelist()}
    about = json.loads(files["about.json"])
    change(about)
    files["about.json"] = json.dumps(about).encode()
    with zipfile.ZipFile(path, "w") as stored:
        for name, content in files.items():
            stored.writestr(name, content)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda about: about.update(format=99, lanista="9.0"), "was written by lanista 9.0"),
        (lambda about: about.pop("learner"), "is no checkpoint, or is damaged"),
        (lambda about: about.update(training={}), "is damaged"),
        (lambda about: about["training"].update(history=[{"episodes": 1}]), "is damaged"),
        (lambda about: about["training"].update(episodes=-5), "is damaged"),
        (lambda about: about["training"].update(seed="x"), "is damaged"),
        (lambda about: about["training"].update(total=None), "is damaged"),
        (lambda about: about.update(game_hash="1"), "before the rules of nim changed"),
    ],
)
def test_damage_is_said(trained: Path, change: Any, message: str) -> None:
    damaged(trained, change)
    with pytest.raises(CheckpointError, match=message):
        checkpoint.load(trained, lanista.load_game("nim"))


@pytest.mark.parametrize("part", [0.1, 0.5, 0.95])
def test_a_file_cut_short_is_refused(trained: Path, part: float) -> None:
    content = trained.read_bytes()
    trained.write_bytes(content[: int(part * len(content))])
    with pytest.raises(CheckpointError, match="no checkpoint, or is damaged"):
        checkpoint.load(trained, lanista.load_game("nim"))


def test_any_byte_that_changed_is_noticed_or_harmless(trained: Path) -> None:
    content, game = trained.read_bytes(), lanista.load_game("nim")
    for at in range(0, len(content), 37):
        trained.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
        try:
            checkpoint.load(trained, game)
        except CheckpointError:
            continue


def test_what_cannot_be_written_leaves_the_old_file(trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = trained.read_bytes()
    agent, training = checkpoint.load(trained, lanista.load_game("nim"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(CheckpointError, match=r"cannot write .*nim\.q: No space left on device"):
        checkpoint.save(trained, agent, training)
    assert trained.read_bytes() == content
    assert [path.name for path in trained.parent.iterdir()] == ["nim.q"]


def test_functions_that_changed_or_came_from_no_file_are_refused(tmp_path: Path) -> None:
    file, path = tmp_path / "own.py", tmp_path / "own.q"
    file.write_text("def encode(state, player):\n    return state.piles\n")
    agent = learner(encoding=f"{file}:encode")
    run(trainer(agent), 50)
    checkpoint.save(path, agent, Training(None, 1))
    file.write_text("def encode(state, player):\n    return state.piles[::-1]\n")
    with pytest.raises(CheckpointError, match=r"was trained before the encoding .*own.py:encode changed"):
        checkpoint.load(path, agent.game)
    anonymous = learner(encoding=lambda state, player: state.piles)
    with pytest.raises(CheckpointError, match="the encoding <lambda> comes from no file"):
        checkpoint.save(path, anonymous, Training(None, 1))


# Curves.


def test_the_curve_is_a_picture() -> None:
    history = [Point(10 * i, i / 10, 5 * i, 60 * i, 1 - 1 / (i + 1)) for i in range(20)]
    text = curve.draw(history, "qlearning learns nim", "random")
    root = xml.etree.ElementTree.fromstring(text)
    assert root.tag.endswith("svg") and len(text) < 100_000
    assert text == curve.draw(history, "qlearning learns nim", "random")
    assert curve.draw([], "nothing yet", "random")


def test_matplotlib_and_numpy_wait_until_they_are_used() -> None:
    command = "import sys, lanista, lanista.specs; assert not {'numpy', 'matplotlib'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", command], check=True)


def test_a_score_without_games_is_no_number() -> None:
    agent = learner()
    assert math.isnan(mean_score(agent.learner.learn([agent.game.initial_state()], 0)))

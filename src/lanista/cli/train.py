"""`lanista train`: let a learner play until it knows a game, and keep what it learned in a file."""

from __future__ import annotations

import json as json_module
import math
import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.cli.output import EXIT_INTERRUPTED
from lanista.errors import CheckpointError, LibraryError, ParameterError, SpecError

if TYPE_CHECKING:
    from lanista.agents.qlearning import QLearningAgent
    from lanista.games.base import Game
    from lanista.training.trainer import Opponent, Point, Trainer, Training

_SAVE_EVERY = 60.0
_DEFAULT_EPISODES = 100_000


def train(
    game: str | None = None,
    agent: str | None = None,
    /,
    *,
    episodes: int | None = None,
    minutes: float | None = None,
    against: str | None = None,
    out: Path | None = None,
    resume: Path | None = None,
    curve: Path | None = None,
    opening_plies: int | None = None,
    seed: int | None = None,
    json: bool = False,
) -> int:
    """Train a learner and write what it learned to a checkpoint, which then plays as an agent.

    Without an opponent it plays against itself. Ctrl-C ends the training early; the checkpoint is written all the same.

    Example: lanista train nim qlearning:win=1000,exploration=random --episodes 200000 --out nim.q
    Example: lanista train droid_battle qlearning --against random --minutes 1 --out droid.q
    Example: lanista match droid_battle ./droid.q random

    Parameters
    ----------
    game
        The game, e.g. nim:piles=3-4-5.
    agent
        The learner and its parameters: qlearning:alpha=0.1,encoding=full (see: lanista agents qlearning).
    episodes
        Games in all (default 100,000 where --minutes is not given).
    minutes
        How long instead.
    against
        The opponent: any agent, or a checkpoint, which does not change; qlearning: another learner that learns too.
    out
        The checkpoint to write. Default: GAME.q, next to which nothing is overwritten.
    resume
        Go on with this checkpoint; game, learner, opponent and seed are its own. It is replaced, unless --out is given.
    curve
        An SVG file for the learning curve (needs matplotlib: pip install matplotlib).
    opening_plies
        Random plies before each game of a game with one fixed start (default 0).
    seed
        Decides all chance: with --episodes, same seed, same table (default 0).
    json
        Print one JSON object for machines.
    """
    if (episodes is not None and episodes < 1) or (minutes is not None and not 0 < minutes <= 10**6):
        raise ParameterError("--episodes must be at least 1, --minutes above 0 and at most 1,000,000")
    if episodes is not None and minutes is not None:
        raise ParameterError("give --episodes or --minutes, not both")
    if curve is not None:
        _check_curve(curve)
    if resume is None:
        if game is None or agent is None:
            raise SpecError("train needs GAME AGENT, or --resume FILE (see: lanista train --help)")
        learner, training = _begin(game, agent, against, opening_plies, seed)
        path = _free(out or Path(f"{learner.game.name}.q"))
    elif any(value is not None for value in (game, agent, against, opening_plies, seed)):
        raise SpecError("--resume takes game, learner, opponent and seed from the checkpoint: leave them out")
    else:
        learner, training = _resumed(resume)
        path = resume if out is None else _free(out)
    if minutes is None and episodes is None:
        if resume is not None and training.total == 0:
            raise ParameterError(f"{resume} was trained for a time: say how long to go on, --minutes or --episodes")
        episodes = training.total or _DEFAULT_EPISODES
    if episodes is not None and episodes <= training.episodes:
        raise ParameterError(f"{resume} has played {training.episodes:,} games already: --episodes must be more")
    return _run(learner, training, path, episodes, minutes, curve, as_json=json)


def _begin(
    game: str, agent: str, against: str | None, opening_plies: int | None, seed: int | None
) -> tuple[QLearningAgent, Training]:
    from lanista.agents.qlearning import QLearningAgent
    from lanista.games.spec import load_game, parse_spec
    from lanista.seeding import check_seed
    from lanista.specs import load_agent
    from lanista.training.trainer import Training

    rules = load_game(game)
    if rules.has_random_start and opening_plies is not None:
        raise ParameterError(f"{rules.name} has random starts of its own; leave --opening-plies out")
    if opening_plies is not None and not 0 <= opening_plies <= rules.max_length:
        raise ParameterError(f"--opening-plies must be 0 to {rules.max_length}, got {opening_plies}")
    if parse_spec(agent).name != QLearningAgent.name:
        raise SpecError(f"{agent!r} does not learn; what does: {QLearningAgent.name}")
    versus = {} if against is None else {"versus": True}
    learner = load_agent(agent, rules, **versus)
    assert isinstance(learner, QLearningAgent)
    if against is None and not learner.learns_alone:
        raise SpecError("versus=true needs an opponent: --against random, say")
    return learner, Training(against, 0 if seed is None else check_seed(seed), opening_plies or 0)


def _resumed(path: Path) -> tuple[QLearningAgent, Training]:
    from lanista.games.spec import load_game, parse_spec
    from lanista.training.checkpoint import game_of, load

    learner, training = load(path, load_game(game_of(path)))
    if training.against is not None and parse_spec(training.against).name == learner.name:
        raise CheckpointError(f"{path} learned against {training.against}, whose own table was not kept: begin anew")
    return learner, training


def _free(path: Path) -> Path:
    """Return a path to write to; CheckpointError where something is there, or nothing can be."""
    if path.is_dir():
        raise CheckpointError(f"cannot write {path}: it is a folder")
    if path.exists():
        raise CheckpointError(f"{path} is there already: go on with --resume {path}, or name another file with --out")
    if not path.parent.is_dir():
        raise CheckpointError(f"cannot write {path}: there is no folder {path.parent}")
    return path


def _opponent(game: Game, training: Training) -> Opponent:
    from lanista.agents.bot_file import BotFileAgent
    from lanista.agents.qlearning import QLearningAgent
    from lanista.games.spec import parse_spec
    from lanista.specs import load_agent
    from lanista.training.checkpoint import CheckpointAgent
    from lanista.training.trainer import Opponent

    if training.against is None:
        return Opponent(game, None, training.seed)
    learns = parse_spec(training.against).name == QLearningAgent.name
    agent = load_agent(training.against, game, **({"versus": True} if learns else {}))
    if agent.is_interactive:
        raise SpecError(f"training is played without people; {agent.name} plays in: lanista play {game.spec}")
    if isinstance(agent, (BotFileAgent, CheckpointAgent)):
        if training.against_hash not in (None, agent.code_hash):
            raise CheckpointError(f"{training.against} is not as it was before: begin anew")
        training.against_hash = agent.code_hash
    return Opponent(game, agent, training.seed, learns=learns)


def _check_curve(path: Path) -> None:
    """Say before the training why its curve could not be drawn after it."""
    if find_spec("matplotlib") is None:
        raise LibraryError("--curve needs matplotlib: pip install matplotlib")
    if not path.name.lower().endswith(".svg"):
        raise ParameterError(f"--curve writes SVG: its name must end in .svg, got {path}")
    if path.is_dir():
        raise CheckpointError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise CheckpointError(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise CheckpointError(f"cannot write {path}: it may not be written")


def _run(
    learner: QLearningAgent,
    training: Training,
    path: Path,
    episodes: int | None,
    minutes: float | None,
    curve: Path | None,
    *,
    as_json: bool,
) -> int:
    from lanista.cli.output import warn_of_bot_files
    from lanista.training.checkpoint import save
    from lanista.training.trainer import Trainer

    trainer = Trainer(learner, _opponent(learner.game, training), training)
    warn_of_bot_files([spec for spec in (learner.spec, training.against) if spec])
    save(path, learner, training)  # what cannot be written is to be known now, not after the work
    saved = time.monotonic()
    bar = _Bar(training, episodes, minutes)
    with _stopping(trainer) as interrupted:
        try:
            with bar:
                for point in trainer.run(episodes=episodes, seconds=None if minutes is None else 60 * minutes):
                    bar.show(point)
                    if time.monotonic() - saved > _SAVE_EVERY:
                        save(path, learner, training)
                        saved = time.monotonic()
        except BaseException:
            if training.episodes > 0:  # whatever ends it: nothing that was learned is lost
                save(path, learner, training)
            else:
                path.unlink(missing_ok=True)  # an empty table would only be in the way
            raise
        save(path, learner, training)
    if curve is not None:
        _draw(curve, learner, training)
    if as_json:
        print(json_module.dumps(_to_json(learner, training, path), allow_nan=False))
    else:
        _print_summary(learner, training, path)
    if interrupted:
        how_long = "" if minutes is None else " --minutes N"
        print(f"interrupted; go on with: lanista train --resume {shlex.quote(str(path))}{how_long}", file=sys.stderr)
        return EXIT_INTERRUPTED
    return 0


@contextmanager
def _stopping(trainer: Trainer) -> Iterator[list[int]]:
    """Let Ctrl-C, a kill or a closed terminal end the training between two games; a second one ends it at once.

    Yields the signals that came.
    """
    came: list[int] = []

    def handle(number: int, frame: object) -> None:
        if came:
            signal.default_int_handler(number, None)
        came.append(number)
        trainer.stop()

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Bar:
    """The bar on standard error: games a second, states, the recent score; silent where nobody watches."""

    def __init__(self, training: Training, episodes: int | None, minutes: float | None) -> None:
        from lanista.cli.progress import progress_bar

        self._bar = progress_bar(width=16, counts=False)
        self._training = training
        self._seconds = None if minutes is None else 60 * minutes
        self._first = (training.episodes, training.seconds)
        self._task = self._bar.add_task("", total=self._seconds or episodes)

    def __enter__(self) -> None:
        self._bar.start()

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def show(self, point: Point) -> None:
        """Show where the training stands."""
        games, seconds = point.episodes - self._first[0], point.seconds - self._first[1]
        rate = games / seconds if seconds > 0 else 0
        history = self._training.history
        score = point.score if self._training.against or not history else history[-1].score
        text = f"{point.episodes:,} games, {rate:,.0f}/s, {point.states:,} states, {_percent(score)}"
        self._bar.update(self._task, completed=self._done(), description=text)

    def _done(self) -> float:
        if self._seconds is not None:
            return self._training.seconds - self._first[1]
        return self._training.episodes


def _percent(score: float) -> str:
    return "" if math.isnan(score) else f"{score:.0%}"


def _print_summary(learner: QLearningAgent, training: Training, path: Path) -> None:
    from lanista.cli.output import console
    from lanista.files import path_spec

    rate = training.episodes / training.seconds if training.seconds else 0
    opponent = training.against or "random"
    unit = "rounds" if learner.game.is_simultaneous else "moves"
    lines = [
        f"{learner.game.spec}: {training.episodes:,} games, {training.moves:,} {unit}, {training.seconds:.3g} s "
        f"({rate:,.0f} games/s)",
        f"{learner.learner.states:,} states{', the memory is full' if learner.learner.is_full else ''}",
    ]
    if training.history:
        lines.append(f"{_percent(training.history[-1].score)} of the points against {opponent} at the end")
    play = shlex.join(["lanista", "match", learner.game.spec, path_spec(path), "random"])
    lines.append(f"checkpoint: {path}; play it: {play}")
    out = console()
    for line in lines:
        out.print(line, highlight=False, markup=False, soft_wrap=True)


def _draw(path: Path, learner: QLearningAgent, training: Training) -> None:
    from lanista.files import writing
    from lanista.training.curve import draw

    title = f"{learner.name} learns {learner.game.spec}"
    with writing(path, CheckpointError):
        path.write_text(draw(training.history, title, training.against or "random"))


def _to_json(learner: QLearningAgent, training: Training, path: Path) -> dict[str, object]:
    history = [{**vars(point), "score": None if math.isnan(point.score) else point.score} for point in training.history]
    return {
        "game": learner.game.spec,
        "checkpoint": str(path),
        "states": learner.learner.states,
        **asdict(training),
        "history": history,
    }

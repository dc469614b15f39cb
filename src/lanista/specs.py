"""From text to agent: the one module that knows all who provide them (games/spec.py says what a spec is)."""

from __future__ import annotations

from pathlib import Path

from lanista.agents import all_agents
from lanista.agents.base import Agent
from lanista.agents.bot_file import BotFileAgent
from lanista.agents.program import ProgramAgent
from lanista.courses import find_course
from lanista.courses.base import Course
from lanista.errors import SpecError, listing
from lanista.games.base import Game
from lanista.games.spec import Spec, parse_spec
from lanista.training.checkpoint import is_checkpoint
from lanista.training.checkpoint import load as load_checkpoint


def load_agent(text: str, game: Game, **parameters: object) -> Agent:
    """Return a new agent for a game: `greedy:evaluation=basic`, `./bot.py`, or the name and keyword parameters.

    A search's evaluation may be a function: load_agent("alphabeta", game, evaluation=evaluate).

    SpecError also where the agent cannot play the game; otherwise as load_game.
    """
    spec = parse_spec(text)
    values: dict[str, object] = {**spec.arguments, **parameters}
    if spec.command is not None:
        if values:
            raise SpecError(f"{text!r}: a program gets its arguments in its command, got {listing(values)} besides")
        return ProgramAgent(game, spec.command)
    if spec.path is not None and spec.course is not None:
        return _load_submission(text, find_course(spec.course), spec, game, values)
    if spec.path is not None:
        if spec.class_name is None and is_checkpoint(spec.path):
            return _load_checkpoint(text, spec.path, game, values)
        return BotFileAgent(game, spec.path, spec.class_name, values)
    kinds = all_agents()
    if spec.name not in kinds:
        there_are = f"for {game.name} there are: {listing(agents_for(game))} (or a path like ./bot.py)"
        raise SpecError(f"unknown agent {spec.name!r}; {there_are}")
    refusal = kinds[spec.name].refusal(game)
    if refusal is not None:
        raise SpecError(f"agent {spec.name} cannot play {game.name}: {refusal}; there are: {listing(agents_for(game))}")
    return kinds[spec.name](game, **values)


def _load_submission(text: str, course: Course, spec: Spec, game: Game, values: dict[str, object]) -> Agent:
    if game.name not in course.games:
        raise SpecError(f"{text!r}: {course.name} plays {listing(course.games)}, not {game.name}")
    assert spec.path is not None
    return course.submission(game, spec.path, spec.class_name, values)


def _load_checkpoint(text: str, path: Path, game: Game, values: dict[str, object]) -> Agent:
    if values:
        raise SpecError(f"{text!r}: a checkpoint has its parameters already, got {listing(values)} besides")
    learner, _ = load_checkpoint(path, game)
    return learner


def agents_for(game: Game) -> dict[str, type[Agent]]:
    """Return the agents that can play a game, by name."""
    return {name: kind for name, kind in all_agents().items() if kind.refusal(game) is None}

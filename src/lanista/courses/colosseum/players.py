"""Who plays at the course's front door: its own two agents, a student's files, and every agent that a spec names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lanista.agents import all_agents
from lanista.agents.base import Agent, Clock, Resignation
from lanista.agents.process import dismiss_idle_programs
from lanista.agents.terminal import Screen
from lanista.courses.colosseum.course import ColosseumCourse
from lanista.courses.command_line import is_bot
from lanista.errors import IllegalActionError, NotationError, UsageError, quoted
from lanista.files import path_spec
from lanista.games.base import Game, State
from lanista.games.spec import Spec, parse_spec
from lanista.training.checkpoint import is_checkpoint

Load = Callable[[str, Game], Agent]
"""Builds the agent that a spec names."""
HUMAN = "human_agent"
STUDENT = "student_agent"
_PROMPT = "Your move (x,y,dir) or input q to quit: "


class ColosseumHumanAgent(Agent):
    """Asks a person for "x,y,dir" until it is a legal move; "q" or the end of input gives the game up."""

    name = HUMAN
    about = "you, at this terminal"
    is_interactive = True

    def __init__(self, game: Game, screen: Screen) -> None:
        super().__init__(game)
        self._screen = screen

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the action that the person types."""
        self._screen.show(state)
        while True:
            text = self._screen.ask(_PROMPT)
            if text is None or text.strip().lower() in ("q", "quit"):
                raise Resignation
            try:
                return state.parse_action(text.replace(" ", ""))
            except NotationError:
                self._screen.say(
                    f"Wrong Input Format! {quoted(text, 40)} is not like 2,1,r: row, column and u, r, d or l"
                )
            except IllegalActionError:
                rule = f"the cell must be at most {(self.game.parameters['size'] + 1) // 2} steps away, the side free"
                example = state.action_to_string(state.legal_actions()[0])
                self._screen.say(f"Invalid Move! Not {text.strip()}: {rule}, as in {_typed(example)}")


def _typed(notation: str) -> str:
    """Return `(2,1)r` as the course writes it, `2,1,r`."""
    return notation[1:].replace(")", ",")


@dataclass(frozen=True)
class Contestant:
    """A player as the command line names it. spec: in the form that the whole program knows.

    submission: of a student's files, if it is one.
    """

    label: str
    spec: str
    make: Callable[[Game], Agent]
    submission: Spec | None = None

    def check_autoplay(self, game: Game) -> None:
        """Refuse, with a LanistaError, who cannot play without a person, or cannot be loaded at all."""
        if self.submission is None:
            if self.make(game).is_interactive:
                raise UsageError(f"autoplay mode is not supported by {self.label}: it asks a person")
            return
        assert self.submission.path is not None
        # A program of its own: the agent object that it makes is not to leave anything behind in a game.
        course, spec = ColosseumCourse(), self.submission
        course.submission(game, self.submission.path, spec.class_name, spec.arguments, autoplay=True)
        dismiss_idle_programs()


def read_contestant(text: str, load: Load, screen: Screen, *, echoes: bool) -> Contestant:
    """Return who a --player option means. echoes: what a submission prints is shown.

    An agent's spec, PATH or PATH:NAME for a submission (or a bot file), or a name that the submission in the folder
    where we are registers.
    """
    if text == HUMAN:
        return Contestant(text, HUMAN, lambda game: ColosseumHumanAgent(game, screen))
    named = _with_dot(text)
    spec = _submission_here(text) or _submission_at(named)
    if spec is None:
        return Contestant(text, named, lambda game: load(named, game))
    found, path = spec, spec.path
    assert path is not None

    def make(game: Game) -> Agent:
        course = ColosseumCourse()
        return course.submission(game, path, found.class_name, found.arguments, echoes=echoes, is_kept=True)

    return Contestant(text, f"{ColosseumCourse.name}@{path_spec(path)}", make, found)


def _submission_here(text: str) -> Spec | None:
    """Return the submission in this folder that registers a name."""
    if text == STUDENT:
        for path in (Path("agents") / f"{STUDENT}.py", Path(f"{STUDENT}.py")):
            if path.exists():
                return Spec(STUDENT, {}, path)
        raise UsageError(
            f"{STUDENT} is agents/{STUDENT}.py in the folder where you are; there is none here: give a path"
        )
    if text.isidentifier() and text not in all_agents() and Path("agents").is_dir():
        return Spec(text, {}, Path("agents"), text)
    return None


def _with_dot(text: str) -> str:
    """Return a path that is there as specs write it, with ./ before it; anything else as it is."""
    path = Path(text.partition(":")[0])
    if text in all_agents() or text[:1] in tuple("./") or not path.exists():
        return text
    return f"./{text}"


def _submission_at(text: str) -> Spec | None:
    """Return the submission at a path; None for what is no path, or a bot or learner of our own kind."""
    spec = parse_spec(text)
    if spec.course is not None:
        return spec if spec.course == ColosseumCourse.name else None
    if spec.path is None or is_checkpoint(spec.path) or is_bot(spec.path, "register_agent"):
        return None
    return spec

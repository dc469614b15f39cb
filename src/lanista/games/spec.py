"""From text to game: what a spec is, taken apart, and the game that one names.

`NAME` or `NAME:key=value,key=value`; list values are joined by "-" (`nim:piles=3-4-5`). A text that begins with "."
or "/" is a path: to a Python file, then `:Class` and arguments if any (`./bot.py`, `./bot.py:Bot:depth=3`), or to a
checkpoint of a learner (`./nim.q`). `COURSE@PATH` is a submission written for a course's own program; `exec:COMMAND`
takes the rest as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from lanista.errors import SpecError, listing
from lanista.games import find_game
from lanista.games.base import Game
from lanista.games.python_game import PythonGame

EXEC = "exec"


@dataclass(frozen=True)
class Spec:
    """A spec taken apart: a name, or a path and perhaps a class; the arguments as they were written.

    course: whose submission the path is. command: of `exec:COMMAND`.
    """

    name: str
    arguments: dict[str, str]
    path: Path | None = None
    class_name: str | None = None
    course: str | None = None
    command: str | None = None


def parse_spec(text: str) -> Spec:
    """Take a spec's text apart; SpecError quotes it and says what is wrong."""
    if not isinstance(text, str):
        raise SpecError(f"a game or an agent is named by a text, got {text!r}")
    course, at, path = text.strip().partition("@")
    if at and course.isidentifier():
        return _parse_submission(text, course, path)
    head, colon, rest = text.strip().partition(":")
    if not head:
        raise SpecError(f"{text!r} names nothing")
    if head == EXEC:
        if not rest.strip():
            raise SpecError(f"{text!r}: after exec: comes the command of a program")
        return Spec(EXEC, {}, command=rest.strip())
    if head[0] not in "./":
        if head.endswith(".py"):
            raise SpecError(f"{text!r}: a path begins with ./ or / (try ./{text})")
        return Spec(head, _arguments(rest, text, "after the name come only arguments, NAME:key=value,key=value"))
    class_name = None
    if colon and "=" not in rest.partition(":")[0]:
        class_name, _, rest = rest.partition(":")
        if not class_name.isidentifier():
            raise SpecError(f"{text!r}: {class_name!r} is no class name")
    form = "after the path come a class and arguments, PATH:Class:key=value,key=value"
    return Spec(Path(head).name, _arguments(rest, text, form), Path(head), class_name)


# What games in Python need is imported only for these: the process of a bot that plays a native one starts faster.


def _class_game(kind: type, parameters: dict[str, object]) -> Game:
    from lanista.games.python_adapter import PythonFileGame
    from lanista.games.python_game import PythonGame

    if not issubclass(kind, PythonGame):
        raise SpecError(f"a game is named by a text or is a class derived from PythonGame, got {kind!r}")
    return PythonFileGame(kind, None, **parameters)


def _parse_submission(text: str, course: str, path: str) -> Spec:
    if not path or path[0] not in "./":
        raise SpecError(f"{text!r}: after {course}@ comes a path, which begins with ./ or /")
    return replace(parse_spec(path), course=course)


def load_game(text: str | Game | type[PythonGame], **parameters: object) -> Game:
    """Return the game that a spec names: `breakthrough:rows=8,cols=8`, or the name and keyword parameters.

    A class derived from PythonGame is a game too.

    SpecError, ParameterError, FileLoadError or RulesError name the input and what is wrong with it.
    """
    if isinstance(text, Game):
        if parameters:
            raise SpecError(f"{text!r} has its parameters already, got {listing(parameters)} besides")
        return text
    if isinstance(text, type):
        return _class_game(text, parameters)
    spec = parse_spec(text)
    values: dict[str, object] = {**spec.arguments, **parameters}
    if spec.path is None:
        return find_game(spec.name)(**values)
    if spec.class_name is None:
        raise SpecError(f"{text!r}: a game in a file needs its class, {text}:Class")
    from lanista.games.python_adapter import load_python_game

    return load_python_game(spec.path, spec.class_name, values)


def _arguments(text: str, whole: str, form: str) -> dict[str, str]:
    """Return the arguments of a spec. form: what is said where a colon is out of place."""
    arguments: dict[str, str] = {}
    for item in text.split(",") if text else []:
        name, equals, value = item.partition("=")
        if not (name and equals and value):
            raise SpecError(f"{whole!r}: {item!r} is not key=value")
        if name in arguments:
            raise SpecError(f"{whole!r}: {name} is given twice")
        if ":" in name + value and not _is_file(name, value):
            hint = "; a path begins with ./ or /" if ".py:" in value else ""
            raise SpecError(f"{whole!r}: {form}{hint}")
        arguments[name] = value
    return arguments


def _is_file(name: str, value: str) -> bool:
    """Whether a value with a colon is something in a file: `./file.py:function`."""
    path, _, function = value.partition(":")
    return ":" not in name and path[:1] in tuple("./") and function.isidentifier()

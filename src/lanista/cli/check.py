"""`lanista check`: does a bot or a submission keep to the rules and the clock?"""

from __future__ import annotations

import json as json_module
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.errors import ParameterError, SpecError

if TYPE_CHECKING:
    from lanista.games.base import Game
    from lanista.review.conformance import Conformance, Mistake

EXIT_DOES_NOT_CONFORM = 1
_SHOWN_MISTAKES = 5
_EXPORTED = "lanista export"


def check(
    path: str,
    /,
    *,
    game: str | None = None,
    course: str | None = None,
    games: int = 10,
    move_time: float | None = None,
    seed: int = 0,
    json: bool = False,
) -> int:
    """Let a bot or a submission play a few games against random play, and report all that goes wrong.

    Every game is decided by the seed; each failure comes with its position and the command that leads there again. The
    exit status is 1 if anything went wrong.

    Example: lanista check ./mybot.py --game breakthrough
    Example: lanista check ./my_repository --course colosseum

    Parameters
    ----------
    path
        The bot (./bot.py, ./bot.py:Bot:depth=3), a program (exec:./bot), or the submission: what follows COURSE@.
    game
        The game that it plays, e.g. connect_four.
    course
        The course that it was written for; its limits and its way with failures hold.
    games
        How many games, of each of the course's games.
    move_time
        Seconds for each move. Default: the course's, else no limit.
    seed
        Decides starts, openings and all chance.
    json
        Print one JSON object for machines.
    """
    from lanista.cli.output import warn_of_bot_files
    from lanista.courses import find_course
    from lanista.games.spec import load_game

    if not 1 <= games <= 10_000:
        raise ParameterError(f"--games must be 1 to 10,000, got {games}")
    if (game is None) == (course is None):
        raise SpecError("say what it plays: --game GAME or --course COURSE")
    if course is None:
        assert game is not None
        checked, spec = [load_game(game)], path
    else:
        checked = [load_game(name) for name in find_course(course).played()]
        spec = f"{course}@{path if path[0] in './' else f'./{path}'}"
    warn_of_bot_files([spec])
    found = {rules.spec: _play(rules, spec, course, games, move_time, seed) for rules in checked}
    if json:
        print(json_module.dumps({"agent": spec, "games": {name: _to_json(one) for name, one in found.items()}}))
    else:
        _report(spec, found)
    return 0 if all(one.conforms for one in found.values()) else EXIT_DOES_NOT_CONFORM


def _play(game: Game, spec: str, course: str | None, games: int, move_time: float | None, seed: int) -> Conformance:
    from rich.console import Console
    from rich.progress import track

    from lanista.arena.referee import NO_LIMITS, Limits, forgive_nothing
    from lanista.courses import find_course
    from lanista.review.conformance import judge, play_check
    from lanista.specs import load_agent

    rules = find_course(course) if course is not None else None
    limits = rules.limits if rules is not None else NO_LIMITS
    if move_time is not None:
        limits = Limits(move_time)
    records = play_check(
        game,
        lambda: load_agent(spec, game),
        lambda: load_agent("random", game),
        games,
        seed,
        limits,
        rules.forgive if rules is not None else lambda seed: forgive_nothing,
    )
    console = Console(stderr=True)
    shown = track(records, game.name, games, console=console, transient=True, disable=not console.is_terminal)
    return judge(game, list(shown))


def _report(spec: str, found: dict[str, Conformance]) -> None:
    from lanista.cli.output import console

    out = console()

    def line(text: str = "") -> None:
        out.print(text, highlight=False, markup=False, soft_wrap=True)

    origin = _exported_from(spec)
    line(f"{spec}{f', exported from our agent {origin}' if origin else ''}")
    for game, one in found.items():
        line(f"{game}: {one.wins} won, {one.draws} drawn, {one.losses} lost against random")
        if one.slowest is not None:
            slowest = f"slowest {_seconds(one.slowest.seconds)} ({one.slowest.name} at {one.slowest.position})"
            line(f"  {len(one.times)} moves: median {_seconds(one.median_time)}, {slowest}")
        for mistake in one.mistakes[:_SHOWN_MISTAKES]:
            _show(mistake, line)
        if len(one.mistakes) > _SHOWN_MISTAKES:
            line(f"  and {len(one.mistakes) - _SHOWN_MISTAKES} failures more (all: --json)")
    count = sum(len(one.mistakes) for one in found.values())
    line("conforms: nothing went wrong" if count == 0 else f"does not conform: {count} failure{'s' * (count > 1)}")


def _show(mistake: Mistake, line: object) -> None:
    from lanista.agents.terminal import printable
    from lanista.cli.output import own_frames

    assert callable(line)
    failure = mistake.failure
    after = "another move was played" if mistake.is_forgiven else "the game is lost"
    line(f"  game {mistake.number}: {failure.kind}: {printable(failure.message)}; {after}")
    line(f"    position: {failure.position}")
    if failure.details:
        line("\n".join(f"    {text}" for text in printable(own_frames(failure.details)).splitlines()))
    line(f"    play it again: {mistake.command}")


def _exported_from(spec: str) -> str | None:
    """Return the agent that a file was exported from, if its first line says so (see: lanista export --help)."""
    path = Path(spec.partition("@")[2].partition(":")[0] or spec.partition(":")[0])
    files = [path] if path.is_file() else sorted(path.rglob("*.py")) if path.is_dir() else []
    for file in files:
        with file.open(errors="replace") as lines:
            head = [lines.readline(), lines.readline()]  # a script's first line names its interpreter
        for line in head:
            if _EXPORTED in line and "--agent " in line:
                return line.partition("--agent ")[2].strip().strip("\"'`.")
    return None


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def _to_json(found: Conformance) -> dict[str, object]:
    import msgspec

    values = asdict(found)
    values["mistakes"] = [
        {
            "game": mistake.number,
            "is_forgiven": mistake.is_forgiven,
            "command": mistake.command,
            **msgspec.structs.asdict(mistake.failure),
        }
        for mistake in found.mistakes
    ]
    return {**values, "median_time": found.median_time, "conforms": found.conforms}

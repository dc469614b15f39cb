"""`lanista check`: does a bot or a submission keep to the rules and the clock?"""

from __future__ import annotations

import json as json_module
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.errors import ParameterError, SpecError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lanista.games.base import Game
    from lanista.review.conformance import Conformance, Mistake

EXIT_DOES_NOT_CONFORM = 1
_SHOWN_MISTAKES = 5
_EXPORTED = "lanista export"
_EXPORTED_FILES = ("TournamentPlayers.py", "agents/student_agent.py", "student_agent.py", "r2d2_hw3.py", "agent")


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
        The bot (./bot.py, ./bot.py:Bot:depth=3), a program (exec:./bot), or a submission: what follows COURSE@; without
        a class every player of the course that is there.
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
    from lanista.seeding import check_seed

    if not 1 <= games <= 10_000:
        raise ParameterError(f"--games must be 1 to 10,000, got {games}")
    check_seed(seed)
    if not path:
        raise SpecError("there is no path to check")
    if course is not None and game is None:
        handout = find_course(course)
        rules = [load_game(name) for name in handout.played()]
        submission = path if path[0] in "./" else f"./{path}"
        players = (None,) if ":" in submission else handout.players(Path(submission))
        specs = [":".join(part for part in (f"{course}@{submission}", player) if part) for player in players]
    elif game is not None and course is None:
        rules, specs = [load_game(game)], [path]
    else:
        raise SpecError("say what it plays: --game GAME or --course COURSE")
    warn_of_bot_files([specs[0]])
    checks = [Check(spec, one, _play(one, spec, course, games, move_time, seed)) for spec in specs for one in rules]
    if json:
        print(json_module.dumps({"path": path, "checks": [_to_json(one) for one in checks]}))
    else:
        _report(checks)
    return 0 if all(one.found.conforms for one in checks) else EXIT_DOES_NOT_CONFORM


@dataclass(frozen=True)
class Check:
    """What was found out about one player in one game."""

    spec: str
    game: Game
    found: Conformance


def _play(game: Game, spec: str, course: str | None, games: int, move_time: float | None, seed: int) -> Conformance:
    from lanista.cli.progress import progress_bar
    from lanista.cli.terms import terms
    from lanista.review.conformance import judge, play_check
    from lanista.specs import load_agent

    limits, policy = terms(course, game.spec, move_time=move_time)
    records = play_check(
        game,
        lambda: load_agent(spec, game),
        lambda: load_agent("random", game),
        games,
        seed,
        limits,
        policy,
    )
    with progress_bar() as progress:
        return judge(game, list(progress.track(records, games, description=game.name)))


def _report(checks: list[Check]) -> None:
    from lanista.cli.output import console

    out = console()

    def line(text: str) -> None:
        out.print(text, highlight=False, markup=False, soft_wrap=True)

    told = ""
    for check in checks:
        one = check.found
        if check.spec != told:
            origin = _exported_from(check.spec)
            line(f"{check.spec}{f', exported from our agent {origin}' if origin else ''}")
            told = check.spec
        line(f"{check.game.spec}: {one.wins} won, {one.draws} drawn, {one.losses} lost against random")
        if one.slowest is not None:
            slowest = f"slowest {_seconds(one.slowest.seconds)} ({one.slowest.name} at {one.slowest.position})"
            line(f"  {len(one.times)} moves: median {_seconds(one.median_time)}, {slowest}")
        for mistake in one.mistakes[:_SHOWN_MISTAKES]:
            _show(mistake, line)
        if len(one.mistakes) > _SHOWN_MISTAKES:
            line(f"  and {len(one.mistakes) - _SHOWN_MISTAKES} failures more (all: --json)")
    count = sum(len(check.found.mistakes) for check in checks)
    line("conforms: nothing went wrong" if count == 0 else f"does not conform: {count} failure{'s' * (count > 1)}")


def _show(mistake: Mistake, line: Callable[[str], None]) -> None:
    from lanista.agents.terminal import printable
    from lanista.cli.output import own_frames

    failure = mistake.failure
    after = "another move was played" if mistake.is_forgiven else "the game is lost"
    line(f"  game {mistake.number}: {failure.kind}: {printable(failure.message)}; {after}")
    line(f"    position: {failure.position}")
    if failure.details:
        line("\n".join(f"    {text}" for text in printable(own_frames(failure.details)).splitlines()))
    line(f"    play it again: {mistake.command}")


def _exported_from(spec: str) -> str | None:
    """Return the agent that a file was exported from, if its first lines say so (see: lanista export --help)."""
    text, _, player = (spec.partition("@")[2] or spec).partition(":")
    path = Path(text)
    for file in [path] if path.is_file() else [path / name for name in _EXPORTED_FILES]:
        try:
            code = file.read_text(errors="replace")
        except OSError:
            continue
        if player and f"class {player}" not in code:
            continue
        for line in code.splitlines()[:2]:  # a script's first line names its interpreter
            if _EXPORTED in line and "--agent " in line:
                return line.partition("--agent ")[2].strip().strip("\"'`.")
    return None


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def _to_json(check: Check) -> dict[str, object]:
    import msgspec

    found = check.found
    mistakes = [
        {
            "game": mistake.number,
            "is_forgiven": mistake.is_forgiven,
            "command": mistake.command,
            **msgspec.structs.asdict(mistake.failure),
        }
        for mistake in found.mistakes
    ]
    facts = {"median_time": found.median_time, "conforms": found.conforms}
    return {"agent": check.spec, "game": check.game.spec, **asdict(found), "mistakes": mistakes, **facts}

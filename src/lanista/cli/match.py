"""`lanista match`: many games between two agents, stored as they end, with a result that says how sure it is."""

from __future__ import annotations

import json as json_module
import math
import secrets
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lanista.cli.output import EXIT_INTERRUPTED
from lanista.errors import ParameterError, SpecError, StoreError

if TYPE_CHECKING:
    from lanista.arena.match import GameResult, MatchPlan, Summary
    from lanista.arena.record import Failure
    from lanista.arena.referee import Limits, Policy
    from lanista.arena.store import Store

_SHOWN_FAILURES = 3


def match(
    game: str | None = None,
    a: str | None = None,
    b: str | None = None,
    /,
    *,
    games: Annotated[int | None, Parameter(alias="-n")] = None,
    seed: int | None = None,
    jobs: Annotated[int, Parameter(alias="-j")] = 1,
    opening_plies: int | None = None,
    move_time: float | None = None,
    game_time: float | None = None,
    first_move_time: float | None = None,
    course: str | None = None,
    db: Path = Path("lanista.db"),
    resume: int | None = None,
    json: bool = False,
) -> int:
    """Play a match between agents A and B and say who is better, and how sure that is.

    Every start is played from both sides; each finished game is stored at once.

    Example: lanista match breakthrough greedy random --games 200 --jobs 2

    Parameters
    ----------
    game
        The game, e.g. connect_four, nim:piles=3-5-7 or ./tictactoe.py:TicTacToe.
    a
        The first agent, e.g. greedy or ./bot.py (see: lanista agents).
    b
        The second agent.
    games
        How many games; an even number (default 100).
    seed
        Decides all chance: same seed, same games. Default: a fresh one, which is shown.
    jobs
        Processes to play in. The games do not depend on it.
    opening_plies
        Random plies that make the starts of a game with one fixed start (default 4; 0 = always the fixed start).
    move_time
        Seconds an agent has for each move; later loses the game, unless the course forgives it.
    game_time
        Seconds an agent has for all moves of a game.
    first_move_time
        Seconds an agent has for its first move, for the rest as for every other.
    course
        Go by a course's rules: its times, but those that are given, and what it does about failures.
    db
        The file that the games are stored in; it is made if it is not there.
    resume
        Go on with the stored match of this number; GAME, A, B and what shapes its games are taken from it.
    json
        Print one JSON object for machines, from A's view; the README says what its fields mean.
    """
    from lanista.arena.store import Store
    from lanista.cli.terms import terms

    times = (move_time, game_time, first_move_time)
    if jobs < 1:
        raise ParameterError(f"--jobs must be at least 1, got {jobs}")
    if resume is None:
        if game is None or a is None or b is None:
            raise SpecError("match needs GAME A B, or --resume ID (see: lanista match --help)")
        on = terms(course, game, move_time=move_time, game_time=game_time, first_move_time=first_move_time)
        plan = _new_plan(game, (a, b), 100 if games is None else games, seed, opening_plies, *on)
    elif any(value is not None for value in (game, seed, games, opening_plies, *times, course)):
        raise SpecError("--resume takes game, agents and all that shapes the games from the stored match: leave it out")
    elif not db.exists():
        raise SpecError(f"there is no database {db} with a match to resume")
    with closing(Store(db)) as store:
        if resume is None:
            identity = store.add_match(plan.game.spec, plan.agents, plan.games, plan.seed, _options(plan)).id
        else:
            identity, plan = resume, _stored_plan(store, resume)
        return _run(plan, store, identity, jobs, as_json=json)


def _run(plan: MatchPlan, store: Store, identity: int, jobs: int, *, as_json: bool) -> int:
    """Play what is left of a match, print its result and return the exit status."""
    from lanista.arena.match import play_match, summarize
    from lanista.cli.output import ended_in_order, warn_of_bot_files
    from lanista.specs import load_agent

    warn_of_bot_files(plan.agents)
    results = list(_stored_results(store, identity))
    _warn_of_changes(plan, results)
    done = frozenset(result.number for result in results)
    interrupted = False
    progress = _Progress(plan.games, results)
    with progress, ended_in_order(), closing(play_match(plan, load_agent, jobs=jobs, done=done)) as played:
        try:
            for result in played:
                store.add_game(identity, result.number, result.first, result.points, result.record)
                results.append(result)
                progress.show(result)
        except KeyboardInterrupt:
            interrupted = True
    results.sort(key=lambda result: result.number)
    if as_json:
        print(json_module.dumps(_to_json(identity, results)))
    elif results:
        _print_table(plan, summarize(results), identity, store)
        _print_failures(results)
        _print_forgiven(results)
    if interrupted:
        print(f"interrupted: {len(results)} of {plan.games} games are stored; go on with:", file=sys.stderr)
        print(f"  lanista match --resume {identity} --db {store.path}", file=sys.stderr)
        return EXIT_INTERRUPTED
    return 0


def _new_plan(
    game: str,
    agents: tuple[str, str],
    games: int,
    seed: int | None,
    opening_plies: int | None,
    limits: Limits,
    policy: Policy | None,
) -> MatchPlan:
    from lanista.arena.match import MatchPlan
    from lanista.arena.openings import DEFAULT_PLIES
    from lanista.games.spec import load_game
    from lanista.seeding import check_seed
    from lanista.specs import load_agent

    rules = load_game(game)
    if rules.has_random_start and opening_plies is not None:
        raise ParameterError(f"{rules.name} has random starts of its own; leave --opening-plies out")
    for agent in (load_agent(spec, rules) for spec in agents):
        if agent.is_interactive:
            raise SpecError(
                f"a match is played without people; {agent.name} plays in: lanista play {game} {agent.name}"
            )
    return MatchPlan(
        rules,
        agents,
        games,
        secrets.randbits(31) if seed is None else check_seed(seed),
        DEFAULT_PLIES if opening_plies is None else opening_plies,
        limits,
        policy,
    )


def _options(plan: MatchPlan) -> dict[str, object]:
    times = {name: time for name, time in asdict(plan.limits).items() if time is not None and math.isfinite(time)}
    return {"opening_plies": plan.opening_plies, **times, **({"course": plan.policy.name} if plan.policy else {})}


def _stored_plan(store: Store, identity: int) -> MatchPlan:
    from lanista.arena.match import MatchPlan
    from lanista.arena.referee import Limits
    from lanista.courses import find_course
    from lanista.games.spec import load_game

    row = store.match(identity)
    try:
        options = dict(row.options)
        course = options.pop("course", None)
        numbers = {name: float(str(value)) for name, value in options.items()}
        plies = int(numbers.pop("opening_plies"))
        policy = None if course is None else find_course(str(course))
        return MatchPlan(load_game(row.game), row.agents, row.games, row.seed, plies, Limits(**numbers), policy)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise StoreError(f"{store.path}: match {identity} is damaged: {error}") from error


def _warn_of_changes(plan: MatchPlan, results: list[GameResult]) -> None:
    """Say if an agent's code, or a Python game's, is no longer what played the stored games."""
    from lanista.specs import load_agent

    agents = [load_agent(spec, plan.game) for spec in plan.agents] if results else []
    for result in results:
        sides = result.record.players if result.first == "A" else result.record.players[::-1]
        changed = [agent.spec for agent, side in zip(agents, sides, strict=True) if agent.code_hash != side.code_hash]
        if plan.game.code_hash != result.record.game_hash:
            changed.append(plan.game.spec)
        if changed:
            print(f"warning: {', '.join(changed)} changed since the stored games were played", file=sys.stderr)
            return


def _stored_results(store: Store, identity: int) -> Iterator[GameResult]:
    from lanista.arena.match import GameResult

    for row in store.games(identity):
        yield GameResult(row.number, row.first, row.points, row.record)


def _to_json(identity: int, results: list[GameResult]) -> dict[str, object]:
    from lanista.arena.match import summarize

    head: dict[str, object] = {"id": identity, "wins": 0, "draws": 0, "losses": 0}
    numbers = dict.fromkeys(("score", "elo", "elo_low", "elo_high"))
    if results:
        summary = summarize(results)
        estimate = summary.estimate
        head |= {"wins": summary.wins, "draws": summary.draws, "losses": summary.losses}
        numbers = {name: _finite(getattr(estimate, name)) for name in numbers}
    games = [
        {
            "start": result.record.start,
            "first": result.first,
            "moves": result.record.move_names(),
            "result": result.points,
            "reason": result.record.reason,
            "forgiven": len(result.record.forgiven()),
        }
        for result in results
    ]
    return {**head, **numbers, "games": games}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


class _Progress:
    """The bar on standard error with the running score; silent where nobody watches."""

    def __init__(self, games: int, results: list[GameResult]) -> None:
        from lanista.cli.progress import progress_bar

        self._counts = {1.0: 0, 0.5: 0, 0.0: 0}
        self._bar = progress_bar()
        for result in results:
            self._counts[result.points] += 1
        self._task = self._bar.add_task(self._text(), total=games, completed=len(results))

    def __enter__(self) -> None:
        self._bar.start()

    def __exit__(self, *error: object) -> None:
        self._bar.stop()

    def show(self, result: GameResult) -> None:
        """Count one more game."""
        self._counts[result.points] += 1
        self._bar.update(self._task, advance=1, description=self._text())

    def _text(self) -> str:
        wins, draws, losses = self._counts.values()
        return f"A +{wins} ={draws} -{losses}"


def _print_table(plan: MatchPlan, summary: Summary, identity: int, store: Store) -> None:
    from rich import box
    from rich.table import Table

    from lanista.cli.output import console

    out = console()
    out.print(f"{plan.game.spec}: {summary.games} games, seed {plan.seed}", style="bold", soft_wrap=True)
    for letter, spec in zip("AB", plan.agents, strict=True):
        out.print(f"  {letter}  {spec}", highlight=False, markup=False, soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("", "wins", "draws", "losses", "score", "Elo", "95 %", "a move"):
        table.add_column(column, justify="right", no_wrap=True)
    estimate = summary.estimate
    rows = (
        ("A", summary.wins, summary.losses, estimate.score, estimate.elo, (estimate.elo_low, estimate.elo_high)),
        ("B", summary.losses, summary.wins, 1 - estimate.score, -estimate.elo, (-estimate.elo_high, -estimate.elo_low)),
    )
    for number, (letter, wins, losses, score, elo, (low, high)) in enumerate(rows):
        counts = (str(wins), str(summary.draws), str(losses), f"{score:.1%}")
        interval = f"{_elo(low)} .. {_elo(high)}"
        table.add_row(letter, *counts, _elo(elo), interval, _duration(summary.move_times[number]))
    out.print(table)
    out.print(f"match {identity} in {store.path}", highlight=False, soft_wrap=True)


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"


def _elo(value: float) -> str:
    return f"{round(value) + 0:+d}" if math.isfinite(value) else ("+inf" if value > 0 else "-inf")


def _print_failures(results: list[GameResult]) -> None:
    """Say which games an agent lost by a failure of its own, and how to see each again."""
    failed = [(result, result.record.failure) for result in results if result.record.failure is not None]
    for result, failure in failed[:_SHOWN_FAILURES]:
        _print_failure(f"game {result.number}: {_agent(result, failure)} lost by", failure, result)
    if len(failed) > _SHOWN_FAILURES:
        print(f"... and {len(failed) - _SHOWN_FAILURES} more games that a failure decided")


def _print_forgiven(results: list[GameResult]) -> None:
    """Say of each agent how often its game went on after a failure, and how to see the first again."""
    forgiven: dict[str, list[tuple[GameResult, Failure]]] = defaultdict(list)
    for result in results:
        for failure in result.record.forgiven():
            forgiven[_agent(result, failure)].append((result, failure))
    for spec, failures in forgiven.items():
        count = "1 failure was" if len(failures) == 1 else f"{len(failures)} failures were"
        result, first = failures[0]
        _print_failure(f"{spec}: {count} forgiven, the first in game {result.number}:", first, result)


def _agent(result: GameResult, failure: Failure) -> str:
    return result.record.players[failure.player].spec


def _print_failure(what: str, failure: Failure, result: GameResult) -> None:
    from lanista.agents.terminal import printable

    print(printable(f"{what} {failure.kind}: {failure.message}"))
    print(printable(f"  position: {failure.position}"))
    print(printable(f"  again:    {result.record.command}"))

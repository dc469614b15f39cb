"""`lanista solve`: what perfect play comes to, and which moves keep it."""

from __future__ import annotations

import json as json_module
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lanista.errors import ParameterError

if TYPE_CHECKING:
    from lanista.agents.analysis import Analysis
    from lanista.games.base import Game, State


def solve(
    game: str,
    /,
    *,
    position: str | None = None,
    time: float | None = None,
    memory: int = 256,
    database: int = 0,
    cache: str | None = None,
    seed: int = 0,
    json: bool = False,
) -> int:
    """Find who wins a position with perfect play, by how much, and every move that keeps it.

    The exit status is 1 where the limits were too small; then what is known is shown.

    Example: lanista solve nim
    Example: lanista solve connect_four:width=4,height=4
    Example: lanista solve mancala:houses=3,seeds=3 --time 60
    Example: lanista solve connect_four:width=5,height=4 --cache solved.db
    Example: lanista solve mancala:seeds=3,early_end=false --database 18 --time 60

    Parameters
    ----------
    game
        The game, e.g. connect_four or breakthrough:rows=5,cols=4.
    position
        The position, in quotes (default: the start).
    time
        Seconds at most. Default: no limit but 50 million positions, 5 billion in connect_four.
    memory
        MiB for positions met before.
    database
        Mancala: seeds left up to which an endgame database knows every position. It is made if it is missing, and kept
        in ~/.cache/lanista (or $LANISTA_CACHE) for later. Default: what is kept, else a small one.
    cache
        A file in which solved positions are kept, and looked up first. It is made if it is missing.
    seed
        Decides a random start.
    json
        Print one JSON object for machines.
    """
    from lanista.agents.mancala_endings import MOST_SEEDS
    from lanista.agents.oracle import OracleAgent
    from lanista.agents.solutions import Solutions
    from lanista.cli.output import console, ended_in_order, print_board
    from lanista.cli.progress import at_work
    from lanista.games.spec import load_game
    from lanista.seeding import check_seed
    from lanista.specs import load_agent

    if not 0 <= database <= MOST_SEEDS:
        raise ParameterError(f"--database must be 0 to {MOST_SEEDS} seeds, got {database}")
    rules = load_game(game)
    state = rules.initial_state(seed=check_seed(seed), start=position)
    parameters = {"memory_mb": memory, "database": database, **({} if time is None else {"time": time})}
    solutions = None if cache is None else Solutions(Path(cache))
    analysis = None if solutions is None else solutions.find(state)
    is_known = analysis is not None
    if analysis is None:
        if database:
            _make_database(rules, database)
        agent = load_agent("oracle", rules, **parameters)
        assert isinstance(agent, OracleAgent)
        with ended_in_order(), at_work(f"solving {rules.spec} (Ctrl-C ends it)", nodes="positions"):
            analysis = agent.analyze(state)
        if solutions is not None and analysis.proved:
            solutions.add(state, analysis)
    if json:
        print(json_module.dumps(_to_json(state, analysis), allow_nan=False))
    else:
        from lanista.agents.analysis import losses
        from lanista.cli.findings import print_moves

        print(f"{rules.spec}: {state.position}")
        print_board(state)
        print()
        out = console()
        for line in _summary(state, analysis, f"; found in {cache}" if is_known else ""):
            out.print(line, highlight=False, markup=False)
        print_moves(out, state, analysis, losses(analysis))
    return 0 if analysis.proved else 1


def _make_database(game: Game, seeds: int) -> None:
    """Show how the making of a database gets on, if it is missing; whether the game has one, the oracle checks."""
    from lanista.agents.mancala_endings import build_endings, endings_size
    from lanista.cli.output import ended_in_order
    from lanista.cli.progress import progress_bar
    from lanista.games.mancala import Mancala

    if not isinstance(game, Mancala):
        return
    bar = progress_bar(counts=False)
    with ended_in_order(), bar:
        task = bar.add_task("endgame database", total=endings_size(game, seeds))
        build_endings(game, seeds, lambda done: bar.update(task, completed=done))


def bounds(analysis: Analysis) -> tuple[int, int]:
    """Return the least and the largest outcome for player 0, 1 to -1, that what is proved leaves possible.

    An outcome may be sure where the margin is not.
    """
    if analysis.outcome is not None and analysis.proved:
        return analysis.outcome, analysis.outcome
    sign = 1 if analysis.player == 0 else -1
    known = [(move, sign * move.outcome if move.outcome is not None else None) for move in analysis.moves]
    # The mover has at least the best that is sure; more, only while some move is open.
    least = max((outcome for move, outcome in known if outcome is not None and not move.is_bound), default=-1)
    most = max(1 if outcome is None else outcome for _, outcome in known)
    return (least, most) if sign == 1 else (-most, -least)


def optimal(analysis: Analysis) -> list[int]:
    """Return the moves that are proved to keep the value of a solved position; where both move at once, those that
    belong to a perfect strategy.
    """
    from lanista.agents.analysis import losses

    if analysis.replies:
        return [action for action, lost in losses(analysis).items() if lost == 0]
    return [move.action for move in analysis.moves if move.proved and move.value == analysis.value]


def _summary(state: State, analysis: Analysis, source: str) -> Iterable[str]:
    from lanista.cli.findings import value_text

    work = f"{analysis.nodes:,} positions, {analysis.seconds:.3g} s{source}"
    if analysis.proved:
        names = [state.action_to_string(action, analysis.player) for action in optimal(analysis)]
        plies = "" if analysis.distance is None else f" in {analysis.distance} plies"
        yield f"solved: {value_text(state.game, analysis, analysis.unit)}{plies} ({work})"
        player = f" of {state.game.player_names[analysis.player]}" if analysis.replies else ""
        yield f"perfect moves{player}: {' '.join(names)}"
        return
    yield f"not solved within the limits ({work}, depth {analysis.depth})"
    first, second = state.game.player_names
    known = {
        (-1, 1): "nothing is proved",
        (0, 1): f"{first} does not lose",
        (-1, 0): f"{second} does not lose",
        (1, 1): f"{first} wins",
        (-1, -1): f"{second} wins",
        (0, 0): "draw",
    }
    # Where both move at once a mixed strategy's value lies anywhere between.
    yield f"known: {known[(-1, 1) if analysis.replies else bounds(analysis)]}"


def _to_json(state: State, analysis: Analysis) -> dict[str, Any]:
    from lanista.agents.analysis import losses
    from lanista.cli.findings import to_json

    low, high = bounds(analysis) if not analysis.replies else (None, None)
    return {
        "game": state.game.spec,
        "position": state.position,
        "solved": analysis.proved,
        "optimal": [state.action_to_string(action, analysis.player) for action in optimal(analysis)]
        if analysis.proved
        else None,
        "outcome_at_least": low,
        "outcome_at_most": high,
        **to_json(state, analysis, losses(analysis)),
    }

"""`lanista analyze`: what an agent's search finds about every move of a position."""

from __future__ import annotations

import contextlib
import json as json_module
import math
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lanista.errors import SpecError, listing

if TYPE_CHECKING:
    from rich.table import Table

    from lanista.agents.analysis import Analysis, Analyst, MoveAnalysis
    from lanista.games.base import Game, State


def analyze(
    game: str,
    /,
    *position: str,
    agent: str | None = None,
    time: float | None = None,
    seed: int = 0,
    json: bool = False,
) -> None:
    """Search a position and show all moves with their values and best lines, the best first.

    Values are from the first player's side, whoever is to move.

    Example: lanista analyze mancala
    Example: lanista analyze connect_four 7/7/7/3o3/2xo3/2xxo2 A --agent alphabeta:depth=12
    Example: lanista analyze breakthrough --agent mcts:rave=true --time 2

    Parameters
    ----------
    game
        The game, e.g. connect_four or breakthrough:rows=8,cols=8.
    position
        The position, as the remaining words (default: the start).
    agent
        Whose search: alphabeta (default), minimax (default where both players move at once), mcts or best.
    time
        Seconds for the search. Default: as the agent's parameters say.
    seed
        Decides a random start and all chance in the search.
    json
        Print one JSON object for machines.
    """
    from lanista.cli.output import ended_in_order
    from lanista.seeding import check_seed
    from lanista.specs import load_game

    rules = load_game(game)
    state = rules.initial_state(seed=check_seed(seed), start=" ".join(position) or None)
    spec = agent or ("minimax" if rules.is_simultaneous else "alphabeta")
    # What a user's evaluation prints does not belong to the result.
    with contextlib.redirect_stdout(sys.stderr), ended_in_order():
        analyst = _load(spec, rules, time, seed)
        analysis = _search(analyst, state, spec)
    if json:
        facts = {"game": rules.spec, "position": state.position, "agent": spec, "seed": seed}
        print(json_module.dumps({**facts, **_to_json(state, analysis)}, allow_nan=False))
    else:
        _print(state, spec, analysis)


def _load(spec: str, rules: Game, time: float | None, seed: int) -> Analyst:
    from lanista.agents import all_agents
    from lanista.agents.analysis import Analyst
    from lanista.cli.output import warn_of_bot_files
    from lanista.specs import agents_for, load_agent, parse_spec

    kind = all_agents().get(parse_spec(spec).name)
    if parse_spec(spec).path is not None or (kind is not None and not hasattr(kind, "analyze")):
        able = listing(name for name, kind in agents_for(rules).items() if hasattr(kind, "analyze"))
        raise SpecError(f"agent {spec} has no analysis; those that search {rules.name} are: {able}")
    warn_of_bot_files([spec])
    agent = load_agent(spec, rules, **({} if time is None else {"time": time}))
    assert isinstance(agent, Analyst)
    agent.begin(rules, 0, seed)
    return agent


def _search(analyst: Analyst, state: State, spec: str) -> Analysis:
    from rich.console import Console

    with Console(stderr=True).status(f"{spec} is searching (Ctrl-C ends it)"):
        return analyst.analyze(state)


def _print(state: State, spec: str, analysis: Analysis) -> None:
    from lanista.cli.output import console, print_board

    game = state.game
    print(f"{game.spec}: {state.position}")
    print_board(state)
    out = console()
    print()
    for line in _summary(state, spec, analysis):
        out.print(line, highlight=False, markup=False)
    if game.is_simultaneous:
        for player in (0, 1):
            moves = analysis.moves if player == analysis.player else analysis.replies
            out.print(_table(state, analysis, moves, player, title=game.player_names[player]))
    else:
        out.print(_table(state, analysis, analysis.moves, analysis.player))


def _summary(state: State, spec: str, analysis: Analysis) -> Iterable[str]:
    """Yield the value and what it is, then what the search did."""
    first = state.game.player_names[0]
    unit = {
        "points": f"in points for {first}",
        "margin": f"the mean margin for {first}, in points",
        "outcome": f"the mean result for {first}, -1 to 1",
    }[analysis.unit]
    yield f"value {_value(state.game, analysis, analysis.unit)}{', proved' * analysis.proved} (values: {unit})"
    counts = [f"depth {analysis.depth}", f"{analysis.nodes:,} nodes"]
    if analysis.simulations:
        counts[1:] = [f"{analysis.simulations:,} simulations"]
    yield f"{spec}: {', '.join(counts)}, {analysis.seconds:.3g} s"


def _table(
    state: State, analysis: Analysis, moves: Iterable[MoveAnalysis], player: int, title: str | None = None
) -> Table:
    from rich import box
    from rich.table import Table

    from lanista.agents.analysis import best_first

    choice = analysis.action if player == analysis.player else None
    ranked = best_first(moves, player, choice)
    columns: dict[str, list[str]] = {
        "move": [state.action_to_string(move.action, player) for move in ranked],
        "value": [_bound(move, player) + _value(state.game, move, analysis.unit) for move in ranked],
    }
    if state.game.is_simultaneous:
        columns["play it"] = [f"{move.probability:.1%}" for move in ranked]
    if any(move.proved for move in ranked):
        columns["proved"] = ["yes" if move.proved else "" for move in ranked]
    if any(move.visits for move in ranked):
        columns["visits"] = [f"{move.visits:,}" for move in ranked]
    if any(move.rave_visits for move in ranked):
        columns["RAVE"] = [f"{move.rave_mean:+.3f}" if move.rave_visits else "" for move in ranked]
    if any(move.pruned for move in ranked):
        columns["pruned"] = ["yes" if move.pruned else "" for move in ranked]
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold")
    for name, cells in columns.items():
        # All but the lines are shown whole.
        width = max(map(len, (name, *cells)))
        table.add_column(name, justify="left" if name == "move" else "right", no_wrap=True, width=width)
    if any(move.line for move in ranked):
        columns["best line"] = [" ".join(_names(state, move.line)) for move in ranked]
        table.add_column("best line", no_wrap=True, overflow="ellipsis", ratio=1)
        table.expand = True
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table


def _value(game: Game, found: Analysis | MoveAnalysis, unit: str) -> str:
    """Return `x wins by 3`, `draw`, or the number."""
    if math.isnan(found.value):
        return "not searched"
    if found.outcome is None:
        return f"{found.value:+.3f}" if unit == "outcome" else f"{found.value:+.6g}" if found.value else "0"
    if found.outcome == 0:
        return "draw"
    margin = f" by {abs(found.value):g}" if unit == "points" and abs(found.value) > 1 else ""
    return f"{game.player_names[0 if found.outcome > 0 else 1]} wins{margin}"


def _bound(move: MoveAnalysis, player: int) -> str:
    if not move.is_bound or math.isnan(move.value):
        return ""
    return "at most " if player == 0 else "at least "


def _names(state: State, line: Iterable[int]) -> Iterable[str]:
    """Yield the notation of each action of a line of play."""
    for action in line:
        yield state.action_to_string(action)
        state = state.child(action)


def _to_json(state: State, analysis: Analysis) -> dict[str, Any]:
    player = analysis.player
    return {
        **vars(analysis),
        "value": None if math.isnan(analysis.value) else analysis.value,
        "action": state.action_to_string(analysis.action, player),
        "line": list(_names(state, analysis.line)),
        "moves": [_move_to_json(state, move, player) for move in analysis.moves],
        "replies": [_move_to_json(state, move, 1 - player) for move in analysis.replies],
    }


def _move_to_json(state: State, move: MoveAnalysis, player: int) -> dict[str, Any]:
    line = list(_names(state, move.line))
    value = None if math.isnan(move.value) else move.value
    return {**vars(move), "value": value, "action": state.action_to_string(move.action, player), "line": line}

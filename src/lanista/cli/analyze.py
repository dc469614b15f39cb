"""`lanista analyze`: what an agent's search finds about every move of a position."""

from __future__ import annotations

import contextlib
import json as json_module
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from lanista.errors import SpecError, listing

if TYPE_CHECKING:
    from lanista.agents.analysis import Analysis, Analyst
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

    Values are from the first player's side, whoever is to move. Where the position is solved at once the values are
    exact, and each move's loss is what it gives away against perfect play.

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
        Whose search: alphabeta, minimax, mcts, equilibrium, oracle or best. Default: the oracle where it solves the
        position at once, else alphabeta, or minimax where both players move at once.
    time
        Seconds for the search. Default: as the agent's parameters say.
    seed
        Decides a random start and all chance in the search.
    json
        Print one JSON object for machines.
    """
    from lanista.agents.analysis import losses
    from lanista.agents.exact import losses_at_once
    from lanista.cli.output import ended_in_order
    from lanista.games.spec import load_game
    from lanista.seeding import check_seed

    rules = load_game(game)
    state = rules.initial_state(seed=check_seed(seed), start=" ".join(position) or None)
    # What a user's evaluation prints does not belong to the result.
    with contextlib.redirect_stdout(sys.stderr), ended_in_order():
        if agent is not None:
            found = _search(_load(agent, rules, time, seed), state, agent)
            # A search that knows a game of simultaneous moves to its end may have another aim, with another unit.
            lost = losses(found) if found.replies and found.proved else losses_at_once(state, found.player)
        else:
            agent, found = _exact_or_searched(state, time, seed)
            lost = losses(found)
    if json:
        from lanista.cli.findings import to_json

        facts = {"game": rules.spec, "position": state.position, "agent": agent, "seed": seed}
        print(json_module.dumps({**facts, **to_json(state, found, lost)}, allow_nan=False))
    else:
        _print(state, agent, found, lost)


def _exact_or_searched(state: State, time: float | None, seed: int) -> tuple[str, Analysis]:
    from lanista.agents.exact import solved_at_once

    spec = "minimax" if state.game.is_simultaneous else "alphabeta"
    analyst = _load(spec, state.game, time, seed)
    exact = solved_at_once(state)
    return ("oracle", exact) if exact is not None else (spec, _search(analyst, state, spec))


def _load(spec: str, rules: Game, time: float | None, seed: int) -> Analyst:
    from lanista.agents import all_agents
    from lanista.agents.analysis import Analyst
    from lanista.cli.output import warn_of_bot_files
    from lanista.games.spec import parse_spec
    from lanista.specs import agents_for, load_agent

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
    from lanista.cli.progress import at_work

    with at_work(f"{spec} is searching (Ctrl-C ends it)"):
        return analyst.analyze(state)


def _print(state: State, spec: str, analysis: Analysis, lost: Mapping[int, float]) -> None:
    from lanista.cli.findings import print_moves
    from lanista.cli.output import console, print_board

    game = state.game
    print(f"{game.spec}: {state.position}")
    print_board(state)
    out = console()
    print()
    for line in _summary(state, spec, analysis):
        out.print(line, highlight=False, markup=False)
    print_moves(out, state, analysis, lost)


def _summary(state: State, spec: str, analysis: Analysis) -> Iterable[str]:
    """Yield the value and what it is, then what the search did."""
    from lanista.cli.findings import value_text

    first = state.game.player_names[0]
    unit = {
        "points": f"in points for {first}",
        "margin": f"the mean margin for {first}, in points",
        "outcome": f"the mean result for {first}, -1 to 1",
    }[analysis.unit]
    yield f"value {value_text(state.game, analysis, analysis.unit)}{', proved' * analysis.proved} (values: {unit})"
    counts = [f"depth {analysis.depth}", f"{analysis.nodes:,} nodes"]
    if analysis.simulations:
        counts[1:] = [f"{analysis.simulations:,} simulations"]
    yield f"{spec}: {', '.join(counts)}, {analysis.seconds:.3g} s"

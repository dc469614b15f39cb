"""How commands show what a search found: the table of moves, values as text, and JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from lanista.agents.analysis import Analysis, MoveAnalysis
    from lanista.games.base import Game, State


def print_moves(out: Console, state: State, analysis: Analysis, lost: Mapping[int, float]) -> None:
    """Print the table of all moves; where both move at once, one for each player.

    lost: what the player's moves give away (agents.analysis.losses), as far as it is known.
    """
    game = state.game
    if not game.is_simultaneous:
        out.print(moves_table(state, analysis, analysis.moves, analysis.player, lost))
        return
    for player in (0, 1):
        is_own = player == analysis.player
        moves, known = (analysis.moves, lost) if is_own else (analysis.replies, {})
        out.print(moves_table(state, analysis, moves, player, known, title=game.player_names[player]))


def moves_table(
    state: State,
    analysis: Analysis,
    moves: Iterable[MoveAnalysis],
    player: int,
    lost: Mapping[int, float],
    title: str | None = None,
) -> Table:
    """Return a table of one player's moves: the choice first, then the best."""
    from rich import box
    from rich.table import Table

    from lanista.agents.analysis import best_first

    choice = analysis.action if player == analysis.player else None
    ranked = best_first(moves, player, choice)
    columns: dict[str, list[str]] = {
        "move": [state.action_to_string(move.action, player) for move in ranked],
        "value": [_bound(move, player) + value_text(state.game, move, analysis.unit) for move in ranked],
    }
    if any(not math.isnan(loss) for loss in lost.values()):
        columns["loss"] = [_loss_text(lost.get(move.action, math.nan)) for move in ranked]
    if state.game.is_simultaneous:
        columns["play it"] = [f"{move.probability:.1%}" for move in ranked]
    if any(move.proved for move in ranked):
        columns["proved"] = ["yes" if move.proved else "" for move in ranked]
    if any(move.distance is not None for move in ranked):
        columns["plies"] = ["" if move.distance is None else str(move.distance) for move in ranked]
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
        columns["best line"] = [" ".join(line_names(state, move.line)) for move in ranked]
        table.add_column("best line", no_wrap=True, overflow="ellipsis", ratio=1)
        table.expand = True
    for row in zip(*columns.values(), strict=True):
        table.add_row(*row)
    return table


def value_text(game: Game, found: Analysis | MoveAnalysis, unit: str) -> str:
    """Return `x wins by 3`, `draw`, or the number."""
    if math.isnan(found.value):
        return "not searched"
    if found.outcome is None:
        return f"{found.value:+.3f}" if unit == "outcome" else f"{found.value:+.6g}" if found.value else "0"
    if found.outcome == 0:
        return "draw"
    margin = f" by {abs(found.value):g}" if unit == "points" and abs(found.value) > 1 else ""
    return f"{game.player_names[0 if found.outcome > 0 else 1]} wins{margin}"


def _loss_text(loss: float) -> str:
    return "?" if math.isnan(loss) else f"{loss:.3g}" if loss else "0"


def _bound(move: MoveAnalysis, player: int) -> str:
    if not move.is_bound or math.isnan(move.value):
        return ""
    return "at most " if player == 0 else "at least "


def line_names(state: State, line: Iterable[int]) -> Iterable[str]:
    """Yield the notation of each action of a line of play."""
    for action in line:
        yield state.action_to_string(action)
        state = state.child(action)


def to_json(state: State, analysis: Analysis, lost: Mapping[int, float]) -> dict[str, Any]:
    """Return all that an analysis says, actions in notation; lost: as print_moves."""
    player = analysis.player
    return {
        **vars(analysis),
        "value": _number(analysis.value),
        "action": state.action_to_string(analysis.action, player),
        "line": list(line_names(state, analysis.line)),
        "moves": [
            {**_move_to_json(state, move, player), "loss": _number(lost.get(move.action, math.nan))}
            for move in analysis.moves
        ],
        "replies": [_move_to_json(state, move, 1 - player) for move in analysis.replies],
    }


def _move_to_json(state: State, move: MoveAnalysis, player: int) -> dict[str, Any]:
    line = list(line_names(state, move.line))
    return {
        **vars(move),
        "value": _number(move.value),
        "action": state.action_to_string(move.action, player),
        "line": line,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value

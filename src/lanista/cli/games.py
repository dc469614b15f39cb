"""`lanista games`: the games there are, and the rules of one."""

from __future__ import annotations

import inspect
import json as json_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanista.games.base import Game
    from lanista.games.parameters import Parameter


def games(game: str | None = None, /, *, json: bool = False) -> None:
    """List the games and their parameters, or explain one: rules, notation, position text.

    Example: lanista games mancala

    Parameters
    ----------
    game
        A game to explain, e.g. mancala or breakthrough:rows=8,cols=8.
    json
        Print one JSON object for machines.
    """
    from lanista.games import all_games
    from lanista.games.spec import load_game

    shown = [kind() for kind in all_games().values()] if game is None else [load_game(game)]
    if json:
        print(json_module.dumps({one.name: _facts(one) for one in shown}))
    elif game is None:
        _print_list(shown)
    else:
        _print_one(shown[0])


def _facts(game: Game) -> dict[str, Any]:
    return {
        "title": game.title,
        "players": list(game.player_names),
        "simultaneous": game.is_simultaneous,
        "random_start": game.has_random_start,
        "num_actions": game.num_actions,
        "max_length": game.max_length,
        "evaluations": game.evaluations,
        "parameters": {
            parameter.name: {
                "value": game.parameters[parameter.name],
                "range": parameter.range,
                "about": parameter.about,
            }
            for parameter in game.declared
        },
    }


def _print_list(shown: list[Game]) -> None:
    from rich import box
    from rich.table import Table

    from lanista.cli.output import console

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("game", style="bold", no_wrap=True)
    table.add_column("title")
    table.add_column("parameters and defaults")
    for game in shown:
        values = ", ".join(f"{parameter.name}={_default(game, parameter)}" for parameter in game.declared)
        table.add_row(game.name, game.title, values or "none")
    out = console()
    out.print(table)
    out.print("lanista games NAME explains one; lanista play NAME plays it.", highlight=False)


def _default(game: Game, parameter: Parameter) -> str:
    from lanista.games.parameters import format_value

    return format_value(game.parameters[parameter.name])


def _print_one(game: Game) -> None:
    from lanista.cli.output import console

    out = console()
    for paragraph in inspect.cleandoc(game.rules_text).split("\n\n"):
        # Drawn boards and lists keep their lines; prose is wrapped to the terminal.
        is_prose = not any(line.startswith((" ", "-", "Action", "Gesture")) for line in paragraph.splitlines())
        text = " ".join(paragraph.split()) if is_prose else paragraph
        out.print(text, highlight=False, markup=False, end="\n\n")
    for parameter in game.declared:
        value = _default(game, parameter)
        text = f"{parameter.name} = {value} ({parameter.range}): {parameter.about}"
        out.print(text, highlight=False, markup=False)
    for name, formula in game.evaluations.items():
        out.print(f"evaluation {name}: {formula}", highlight=False, markup=False)
    out.print(f"{game.num_actions} action numbers; at most {game.max_length} plies a game.", highlight=False)

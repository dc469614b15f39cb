"""`lanista agents`: the agents there are, for all games or for one."""

from __future__ import annotations

import json as json_module


def agents(game: str | None = None, /, *, json: bool = False) -> None:
    """List the agents, or those that can play GAME, with their parameters.

    Example: lanista agents einstein

    Parameters
    ----------
    game
        Only agents that can play this game.
    json
        Print one JSON object for machines.
    """
    from rich import box
    from rich.table import Table

    from lanista.agents import all_agents
    from lanista.cli.output import console
    from lanista.games.parameters import format_value
    from lanista.specs import agents_for, load_game

    kinds = all_agents() if game is None else agents_for(load_game(game))
    if json:
        facts = {
            name: {
                "about": kind.about,
                "parameters": {
                    parameter.name: {"default": parameter.default, "range": parameter.range, "about": parameter.about}
                    for parameter in kind.declared
                },
            }
            for name, kind in kinds.items()
        }
        print(json_module.dumps(facts))
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("agent", style="bold", no_wrap=True)
    table.add_column("what it does")
    table.add_column("parameters and defaults")
    for name, kind in kinds.items():
        values = ", ".join(f"{parameter.name}={format_value(parameter.default)}" for parameter in kind.declared)
        table.add_row(name, kind.about, values or "none")
    table.add_row("./bot.py", "your own choose(state, player, clock) in a Python file", "of ./bot.py:Class")
    console().print(table)

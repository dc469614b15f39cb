"""`lanista agents`: the agents there are, for all games or for one; the parameters of one agent."""

from __future__ import annotations

import inspect
import json as json_module
import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanista.agents.base import Agent


def agents(name: str | None = None, /, *, json: bool = False) -> None:
    """List the agents, or those that can play a game, with their parameters; or explain one.

    Example: lanista agents einstein
    Example: lanista agents alphabeta

    Parameters
    ----------
    name
        A game: only agents that can play it. Or an agent to explain.
    json
        Print one JSON object for machines.
    """
    from lanista.agents import all_agents
    from lanista.games.spec import load_game
    from lanista.specs import agents_for

    every = all_agents()
    if name is None:
        kinds: Mapping[str, type[Agent]] = every
    elif name in every:
        kinds = {name: every[name]}
    else:
        kinds = agents_for(load_game(name))
    if json:
        print(json_module.dumps({kind.name: _facts(kind) for kind in kinds.values()}))
    elif name in every:
        _print_one(every[name])
    else:
        _print_list(kinds)


def _facts(kind: type[Agent]) -> dict[str, Any]:
    return {
        "about": kind.about,
        "parameters": {
            parameter.name: {"default": parameter.default, "range": parameter.range, "about": parameter.about}
            for parameter in kind.declared
        },
    }


def _print_list(kinds: Mapping[str, type[Agent]]) -> None:
    from rich import box
    from rich.table import Table

    from lanista.cli.output import console
    from lanista.games.parameters import format_value

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("agent", style="bold", no_wrap=True)
    table.add_column("what it does")
    table.add_column("parameters and defaults")
    for name, kind in kinds.items():
        values = ", ".join(f"{parameter.name}={format_value(parameter.default)}" for parameter in kind.declared)
        table.add_row(name, kind.about, values or "none")
    table.add_row("./bot.py", "your own choose(state, player, clock) in a Python file", "of ./bot.py:Class")
    out = console()
    out.print(table)
    out.print("lanista agents NAME explains an agent and its parameters.", highlight=False)


def _print_one(kind: type[Agent]) -> None:
    from lanista.cli.output import console
    from lanista.games.parameters import format_value

    out = console()
    for paragraph in inspect.cleandoc(kind.__doc__ or kind.about).split("\n\n"):
        out.print(" ".join(paragraph.split()), highlight=False, markup=False, end="\n\n")
    for parameter in kind.declared:
        text = f"{parameter.name} = {format_value(parameter.default)} ({parameter.range}): {parameter.about}"
        for line in textwrap.wrap(text, out.width, subsequent_indent="    "):
            out.print(line, highlight=False, markup=False, soft_wrap=True)

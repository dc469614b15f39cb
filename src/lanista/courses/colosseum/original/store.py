"""`store`: the agents by the names that they register under."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

AGENT_REGISTRY: dict[str, type[Any]] = {}


def register_agent(agent_name: str = "") -> Callable[[type[Any]], type[Any]]:
    """Return a decorator that enters an agent's class; AssertionError for a name that is taken, but not by ours."""

    def enter(agent_class: type[Any]) -> type[Any]:
        taken = AGENT_REGISTRY.get(agent_name)
        if taken is not None and not taken.__module__.startswith(f"{__package__}."):
            raise AssertionError(f"an agent is registered as {agent_name!r} already")
        AGENT_REGISTRY[agent_name] = agent_class
        return agent_class

    return enter

"""`agents.human_agent`: there is no person in a submission's process."""

from __future__ import annotations

from .agent import Agent
from .store import register_agent


@register_agent("human_agent")
class HumanAgent(Agent):
    """Cannot play here."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "HumanAgent"
        self.autoplay = False

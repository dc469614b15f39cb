"""What an agent's turn is judged as, and the failure that carries the evidence."""

from __future__ import annotations

from enum import StrEnum

from lanista.errors import LanistaError


class Verdict(StrEnum):
    """How an agent's turn ended."""

    OK = "ok"
    TIME = "time"
    """No answer in time."""
    CRASH = "crash"
    """An exception, or the end of the agent's process."""
    ILLEGAL = "illegal"
    """An answer that the rules do not allow, or that is no action at all."""
    PROTOCOL = "protocol"
    """An answer that is not in the form that was agreed on."""
    RESIGNED = "resigned"
    """It gave the game up."""


class AgentFailure(LanistaError):
    """An agent's turn that did not end with an answer.

    details: the evidence, of any length: a traceback, what the agent wrote. is_final: it cannot be forgiven, whatever
    the rules of the competition say about such a verdict.
    """

    def __init__(self, verdict: Verdict, message: str, details: str = "", *, is_final: bool = False) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.message = message
        self.details = details
        self.is_final = is_final

"""Questions that are asked until the answer will do, or nobody answers any more."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lanista.agents.terminal import Screen
from lanista.errors import quoted

_SHOWN = 40  # characters of a wrong answer


class EndOfInputError(Exception):
    """Nobody is there to answer."""


class Prompts:
    """Asks at a screen."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def number(self, question: str, low: int, high: int) -> int:
        """Return a whole number from low to high."""
        while True:
            try:
                return read_number(self._answer(question), low, high)
            except ValueError as error:
                self.screen.say(str(error))

    def letter(self, question: str, letters: Sequence[str]) -> str:
        """Return one of some letters, in upper case."""
        while True:
            answer = self._answer(question)
            if answer.upper() in tuple(letters):  # within a text "" and "AB" would be there
                return answer.upper()
            wrong = f"{quoted(answer, _SHOWN)} is none of these" if answer else "Nothing was typed"
            self.screen.say(f"{wrong}: please type {' or '.join(letters)}")

    def _answer(self, question: str) -> str:
        answer = self.screen.ask(question)
        if answer is None:
            raise EndOfInputError
        return answer.strip()


def read_number(text: str, low: int, high: int) -> int:
    """Return the whole number that a text is; ValueError says which would do."""
    wanted = f"a whole number from {low:,} to {high:,}"
    if not text:
        raise ValueError(f"Nothing was typed: please type {wanted}")
    if not re.fullmatch("[0-9]{1,20}", text) or not low <= int(text) <= high:
        raise ValueError(f"{quoted(text, _SHOWN)} is not {wanted}")
    return int(text)

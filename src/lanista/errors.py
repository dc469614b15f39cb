"""The errors that Lanista raises: each quotes the input that was wrong and, where there is one, the position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanista.games.base import Game, State

SHOWN_ACTIONS = 12
"""How many legal actions an error message lists."""


class LanistaError(Exception):
    """Base of all errors that are about a user's input; the command line prints them as one line."""


class ParameterError(LanistaError, ValueError):
    """A game's or an agent's parameter is unknown, out of range or of the wrong type."""


class PositionError(LanistaError, ValueError):
    """A position text is malformed or describes something impossible."""


class NotationError(LanistaError, ValueError):
    """A text is not an action in the game's notation."""


class IllegalActionError(LanistaError, ValueError):
    """An action that the rules do not allow here."""


class SpecError(LanistaError, ValueError):
    """A text does not name a game or an agent."""


class UsageError(LanistaError, ValueError):
    """A command's words are not in the form that a handout gives it."""


class RulesError(LanistaError):
    """A game written in Python breaks what every game must keep."""


class FileLoadError(LanistaError):
    """A user's Python file cannot be loaded."""


class EvaluationError(LanistaError):
    """A user's own function (evaluation, encoding, reward) fails, or returns what it must not."""


class CheckpointError(LanistaError, ValueError):
    """A file is not the checkpoint of a learner, or belongs to other rules."""


class LibraryError(LanistaError):
    """What was asked for needs a library that is not installed."""


class LaunchError(LanistaError):
    """An agent's program cannot be started, or does not get ready to play."""


class OpponentError(LanistaError):
    """Whom a learner plays against fails."""


class RecordError(LanistaError, ValueError):
    """A file is not the record of a game, or of another version."""


class StoreError(LanistaError):
    """The database of games cannot be opened, read or written."""


class BookError(LanistaError):
    """A file is no opening book, or not of this game; or a book cannot be built."""


def listing(names: Iterable[str], at_most: int | None = None) -> str:
    """Return `a, b, c` for a message; after `at_most` names, how many more there are."""
    every = list(names)
    shown = ", ".join(every[:at_most])
    return shown if at_most is None or len(every) <= at_most else f"{shown} and {len(every) - at_most} more"


def quoted(value: object, at_most: int = 200) -> str:
    """Return a user's input as Python writes it, cut where it is very long; it may not even have a repr that works."""
    try:
        text = repr(value)
    except Exception:
        return "something"
    text = text.partition("\n")[0] + "..." * ("\n" in text)
    return text if len(text) <= at_most else f"{text[: at_most - 3]}..."


def illegal_action(state: State, action: object, player: int | None = None) -> IllegalActionError:
    """Make the error for an action that is not legal in `state` (for `player` where both move at once)."""
    where = f"at position {state.position!r} of {state.game.spec}"
    if state.is_terminal:
        return IllegalActionError(f"illegal action {quoted(action)} {where}: the game is over")
    legal = [f"{a} ({state.action_to_string(a, player)})" for a in state.legal_actions(player)]
    whom = f" for player {player}" if player is not None else ""
    return IllegalActionError(
        f"illegal action {quoted(action)}{whom} {where}; legal are {listing(legal, at_most=SHOWN_ACTIONS)}"
    )


def not_an_action(value: object) -> TypeError:
    """Make the error for an action that is no integer."""
    return TypeError(
        f"an action is an int, got {value!r} ({type(value).__name__}); state.parse_action(text) reads notation"
    )


def not_a_player(state: State, value: object) -> Exception:
    """Make the error for a missing or wrong player where both move at once."""
    if value is None and state.game.is_simultaneous:
        return ValueError(f"both players move at once in {state.game.name}: pass player 0 or 1 to legal_actions()")
    return ValueError(f"a player is 0 or 1, got {value!r}")


def unknown_evaluation(name: str, names: Iterable[str]) -> ParameterError:
    """Make the error for a static evaluator that the game does not have."""
    return ParameterError(f"unknown evaluation {name!r}; there are: {listing(names)}")


def wrong_game(game: Game, state: object) -> ParameterError:
    """Make the error for an agent that is asked about another game's position."""
    return ParameterError(f"an agent of {game.spec} cannot take {quoted(state)}")


def game_over(state: State) -> ParameterError:
    """Make the error for an agent that is asked about a game that is over."""
    return ParameterError(f"the game is over at {state.position!r} of {state.game.spec}: there is nothing to choose")


def is_at_work() -> RuntimeError:
    """Make the error for a search or a learner that is asked while it is at work: by a thread, or by its own code."""
    return RuntimeError("this agent is at work: each thread, and each evaluation that searches, needs its own")

"""What a search is told about positions that are still open: a static evaluator of the game, or a user's function."""

from __future__ import annotations

from lanista.agents.user_code import UserFunction
from lanista.games.base import Game, State
from lanista.games.parameters import AUTO, Parameter


class UserEvaluation(UserFunction):
    """A user's `evaluate(state) -> float`, from player 0's side, asked about positions that are not over.

    Whatever it raises, and whatever it returns that is no finite number, becomes an EvaluationError.
    """

    kind = "evaluation"
    form = "(state)"

    def __call__(self, state: State) -> float:
        """Return the function's value of a position."""
        return self.number(state, self.call(state))


def evaluation_parameter() -> Parameter:
    """Declare what a search asks about open positions."""
    return Parameter(
        "evaluation",
        AUTO,
        f"what an open position is worth: a static evaluator of the game ({AUTO}: better if the game has it, else "
        "basic), or your own function of a state, from player 0's side",
        "an evaluator's name or ./file.py:function",
        _read,
    )


def find_evaluation(game: Game, value: str | UserEvaluation) -> str | UserEvaluation:
    """Return the name of the game's evaluator, or the function, that a parameter's value means.

    ParameterError or FileLoadError where there is none such.
    """
    if isinstance(value, UserEvaluation):
        return value
    if value[0] in "./":
        return UserEvaluation.load(value)
    if value == AUTO:
        return "better" if "better" in game.evaluations else "basic"
    # An evaluator that the game does not have is refused here, not at the first move.
    game.initial_state(seed=0).evaluate(value)
    return value


def _read(value: object) -> str | UserEvaluation:
    if isinstance(value, UserEvaluation) or (isinstance(value, str) and value):
        return value
    if callable(value):
        return UserEvaluation.of(value)
    raise TypeError(value)

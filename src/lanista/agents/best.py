"""The strongest agent known for each game."""

from __future__ import annotations

import hashlib

from lanista.agents.alphabeta import AlphaBetaAgent
from lanista.agents.analysis import Analysis
from lanista.agents.base import UNLIMITED, Agent, Clock
from lanista.agents.mcts import MctsAgent
from lanista.agents.minimax import MinimaxAgent
from lanista.agents.search import TIME, SearchAgent
from lanista.games.base import Game, NativeGame, State
from lanista.games.python_adapter import PythonFileGame
from lanista.games.python_game import PythonGame

# The winners of round robins at equal time, and their parameters: docs/STRENGTH.md has the tables.
_STRONGEST: dict[str, tuple[type[SearchAgent], dict[str, object]]] = {
    "breakthrough": (AlphaBetaAgent, {"quiescence": True}),
    "colosseum": (AlphaBetaAgent, {}),
    "connect_four": (AlphaBetaAgent, {}),
    "droid_battle": (MinimaxAgent, {"depth": 0}),
    "einstein": (AlphaBetaAgent, {}),
    "mancala": (AlphaBetaAgent, {"quiescence": True}),
    "nim": (AlphaBetaAgent, {}),
}


class BestAgent(Agent):
    """Builds the agent that is strongest at a game, and passes all calls on to it."""

    name = "best"
    about = "the strongest agent known for the game"
    declared = (TIME,)

    def __init__(self, game: Game, **values: object) -> None:
        super().__init__(game, **values)
        kind, parameters = strongest(game)
        self.agent = kind(game, **parameters, **self.parameters)

    @property
    def info(self) -> Analysis | None:
        """The search behind the last choice; None before the first."""
        return self.agent.info

    @property
    def code_hash(self) -> str | None:
        """SHA-256 of what defines the choice and the agent chosen."""
        return hashlib.sha256(f"{super().code_hash} {self.agent.code_hash}".encode()).hexdigest()

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Forget earlier games; all chance follows from the seed."""
        self.agent.begin(game, player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return the strongest agent's action."""
        return self.agent.choose(state, player, clock)

    def analyze(self, state: State, player: int | None = None, clock: Clock = UNLIMITED) -> Analysis:
        """Return what the strongest agent finds about every action."""
        return self.agent.analyze(state, player, clock)


def strongest(game: Game) -> tuple[type[SearchAgent], dict[str, object]]:
    """Return the strongest agent's class and its parameters.

    Of a game written in Python nothing is measured: where players move in turns it is alphabeta if the game has an
    evaluation of its own, else mcts, which needs none.
    """
    if isinstance(game, NativeGame) and game.name in _STRONGEST:
        return _STRONGEST[game.name]
    if game.is_simultaneous:
        return MinimaxAgent, {"depth": 0}
    knows_nothing = isinstance(game, PythonFileGame) and game.kind.evaluate is PythonGame.evaluate
    return (MctsAgent if knows_nothing else AlphaBetaAgent), {}

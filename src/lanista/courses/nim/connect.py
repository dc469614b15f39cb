"""The second challenge: how far two players with one table get on Connect-k, board by board."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator

from lanista.agents.analysis import Analysis
from lanista.agents.oracle import OracleAgent
from lanista.agents.qlearning import QLearningAgent
from lanista.courses.nim.learning import best_value, learn
from lanista.games.base import State
from lanista.games.connect_four import ConnectFour
from lanista.seeding import derive_seed

BOARDS = ((3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (7, 6, 4))
"""Width, height and stones in a line: from the handout's, which is learned at once, to the game of the shops."""
HEADINGS = f"{'board':<17}{'episodes':>13}{'states':>13}{'seconds':>9}{'values':>9}{'moves':>9}"
LEGEND = (
    "values: in how many positions of up to 200 random games the best Q-value says rightly who wins; moves: in how "
    "many the learned move keeps what perfect play would get. A position never met counts as wrong; what is right a "
    "solver proves."
)
_FIRST_ROW = 1000
_POSITIONS = 200
_NODES = 200_000  # of the solver, for a position: a tenth of a second


def report(learner: QLearningAgent, games: int, seed: int) -> Iterator[str]:
    """Learn a board from so many games and yield a line after 1,000, 10,000 and so on, and at the end."""
    game = learner.game
    assert isinstance(game, ConnectFour)
    name = f"{game.width} x {game.height} connect {game.parameters['connect']}"
    truths = _exact_positions(game, derive_seed(seed, "positions", game.spec))
    seconds, learned = 0.0, 0
    for goal in (*_milestones(games), games):
        began = time.perf_counter()
        learn(learner, goal, seed, learned)
        seconds, learned = seconds + time.perf_counter() - began, goal
        values, moves = _agreement(learner, truths)
        full = "  memory full" if learner.learner.is_full else ""
        yield f"{name:<17}{goal:>13,}{learner.learner.states:>13,}{seconds:>9.2f}{values:>9.1%}{moves:>9.1%}{full}"


def _milestones(games: int) -> Iterable[int]:
    goal = _FIRST_ROW
    while goal < games:
        yield goal
        goal *= 10


def _exact_positions(game: ConnectFour, seed: int) -> dict[State, Analysis]:
    """Return positions of random games whose every move the solver knows."""
    rng = random.Random(seed)
    oracle = OracleAgent(game, nodes=_NODES)
    truths: dict[State, Analysis] = {}
    for _ in range(_POSITIONS):
        state = game.initial_state()
        for _ in range(rng.randrange(game.max_length)):
            child = state.child(rng.choice(state.legal_actions()))
            if child.is_terminal:
                break
            state = child
        if state not in truths and (found := oracle.analyze(state)).proved:
            truths[state] = found
    return truths


def _agreement(learner: QLearningAgent, truths: dict[State, Analysis]) -> tuple[float, float]:
    """Return the shares of the positions whose value, and whose move, is right; what was never met has no value."""
    values = moves = 0
    for state, truth in truths.items():
        chances = learner.strategy(state, state.current_player)
        if chances:
            learned = best_value(learner, state)
            values += (learned > 0) - (learned < 0) == truth.outcome
            action = state.legal_actions()[chances.index(max(chances))]
            moves += next(move for move in truth.moves if move.action == action).outcome == truth.outcome
    return values / len(truths), moves / len(truths)

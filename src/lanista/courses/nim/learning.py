"""The handout's learner, and its table of Q-values as text."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.agents.qlearning import QLearningAgent
from lanista.games.base import Game, State
from lanista.games.nim import Nim, NimState
from lanista.seeding import derive_seed

LARGEST_PILE = 9
"""Of a key's digits."""
_HANDOUT = {"alpha": 1.0, "gamma": 0.9, "exploration": "random", "win": 1000.0}
_STRETCH = 10_000  # games between two looks at the keyboard for Ctrl-C


def new_learner(game: Game, *, merge: bool) -> QLearningAgent:
    """Return the learner of the handout. merge: symmetric positions are one to it."""
    return QLearningAgent(game, **_HANDOUT, encoding="canonical" if merge else "full")


def learn(learner: QLearningAgent, games: int, seed: int, first: int = 0) -> None:
    """Let both players play at random until there have been so many games; `first` were before."""
    starts = [learner.game.initial_state()]
    for begun in range(first, games, _STRETCH):
        stretch = min(_STRETCH, games - begun)
        learner.learner.learn(starts, stretch, first=begun, total=games, seed=derive_seed(seed, "learning"))


def table_lines(learner: QLearningAgent) -> Iterator[str]:
    """Yield `A34501    656.10` for every action of every position that can come up, sorted; 0 is not yet learned."""
    game = learner.game
    assert isinstance(game, Nim)
    values: dict[str, float] = {}
    for state in _open_positions(game):
        name = game.player_names[state.mover] + "".join(map(str, state.piles))
        for action, value in zip(state.legal_actions(), learner.values(state, state.mover), strict=True):
            values[name + game.format_action(state, action)] = value
    for key in sorted(values):
        yield f"{key} {values[key]:9.2f}"


def best_value(learner: QLearningAgent, state: State) -> float:
    """Return what the mover can reach by the table: the largest value for player 0, the least for player 1."""
    values = learner.values(state, state.current_player)
    return max(values) if state.current_player == 0 else min(values)


def _open_positions(game: Nim) -> list[NimState]:
    """Return all positions that can come up and are not over."""
    found: dict[NimState, None] = {}
    ahead: list[State] = [game.initial_state()]
    while ahead:
        state = ahead.pop()
        assert isinstance(state, NimState)
        if state not in found and not state.is_terminal:
            found[state] = None
            ahead += [state.child(action) for action in state.legal_actions()]
    return list(found)

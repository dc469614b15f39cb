"""The one-call ways to play: text in, record out."""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence

from lanista.agents.base import Player
from lanista.arena.record import Record
from lanista.arena.referee import Limits, play_game
from lanista.errors import ParameterError
from lanista.games.base import Game, State
from lanista.games.python_game import PythonGame
from lanista.seeding import check_seed, derive_seed
from lanista.specs import load_agent, load_game


def play(
    game: Game | str | type[PythonGame],
    agents: Sequence[str | Player],
    *,
    seed: int | None = None,
    start: str | None = None,
    move_time: float = math.inf,
    game_time: float = math.inf,
    strict: bool = False,
) -> Record:
    """Play one game and return its record.

    game: a game or its spec. agents: player 0's and player 1's, each a spec or an object with choose(state, player,
    clock). seed: decides a random start and all chance in the agents (None: a fresh one, kept in the record). start: a
    position text to start from. move_time, game_time: seconds each player has; a late move loses. strict: raise an
    agent's exception or illegal action instead of scoring it as a loss.
    """
    limits = Limits(move_time, game_time)
    seed = secrets.randbits(63) if seed is None else check_seed(seed)
    rules, players, first = set_up(game, agents, seed, start)
    return play_game(rules, players, first, seed, limits, strict=strict)


def set_up(
    game: Game | str | type[PythonGame], agents: Sequence[str | Player], seed: int, start: str | None
) -> tuple[Game, list[Player], State]:
    """Return the game, the two players and the start that `play` plays with."""
    if isinstance(agents, str) or len(agents) != 2:
        raise ParameterError(f"a game needs two agents, got {agents!r}")
    rules = load_game(game)
    first = rules.initial_state(seed=derive_seed(seed, "start"), start=start)
    players: list[Player] = [load_agent(agent, rules) if isinstance(agent, str) else agent for agent in agents]
    for player in players:
        if isinstance(player, type) or not callable(getattr(player, "choose", None)):
            raise ParameterError(
                f"an agent is a spec or has choose(state, player, clock) (an object, not its class), got {player!r}"
            )
    return rules, players, first

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
from lanista.games.spec import load_game
from lanista.review.exploitability import Exploitability, measure_exploitability
from lanista.review.regret import Regret, measure_regret, random_positions
from lanista.seeding import check_seed, derive_seed
from lanista.specs import load_agent


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


def regret(
    agent: str | Player,
    game: Game | str | type[PythonGame],
    positions: int | Sequence[str] = 100,
    *,
    seed: int = 0,
) -> Regret:
    """Compare an agent's choices with perfect play: the share of perfect moves, and the mean loss.

    agent: a spec or an object with choose(state, player, clock). positions: their texts, or how many to draw from
    random games. seed: decides those and all chance in the agent. Positions that the oracle cannot solve within about
    half a second are left out and counted.
    """
    rules = load_game(game)
    check_seed(seed)
    if isinstance(positions, int):
        if positions < 1:
            raise ParameterError(f"positions must be at least 1, got {positions}")
        states = random_positions(rules, positions, seed)
    elif isinstance(positions, str):
        raise ParameterError(f"positions is a number or a list of position texts, got {positions!r}")
    else:
        states = [rules.parse_position(text) for text in positions]
    return measure_regret(load_agent(agent, rules) if isinstance(agent, str) else agent, states, seed)


def exploitability(
    agent: str | Player,
    game: Game | str | type[PythonGame],
    *,
    start: str | None = None,
    aim: str = "outcome",
) -> Exploitability:
    """Return what is left to an agent whose opponent knows it and answers best; every position of the game is asked.

    agent: a spec, or an object that tells its chances by strategy(state, player), or that searches; of a search that
    chance has a part in, what it plays with seed 0 counts. start: a position text (None: the game's start; where that
    is random, the one of seed 0). aim: what both count, "outcome" or "points".
    """
    rules = load_game(game)
    first = rules.initial_state(seed=0, start=start)
    return measure_exploitability(load_agent(agent, rules) if isinstance(agent, str) else agent, first, aim)


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

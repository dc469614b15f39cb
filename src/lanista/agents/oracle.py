"""Exact play, as far as it can be found."""

from __future__ import annotations

from functools import partial

from lanista import _native
from lanista.agents.alphabeta import AlphaBetaAgent
from lanista.agents.analysis import Analysis
from lanista.agents.base import UNLIMITED, Agent, Clock
from lanista.agents.connect_four_theory import ConnectFourTheory
from lanista.agents.equilibrium import EquilibriumAgent
from lanista.agents.mancala_endings import MOST_SEEDS, build_endings, load_endings
from lanista.agents.nim_theory import NimTheory
from lanista.agents.search import TIME
from lanista.agents.solver_first import SolverFirst
from lanista.errors import ParameterError
from lanista.games.base import Game, State
from lanista.games.breakthrough import Breakthrough
from lanista.games.connect_four import ConnectFour
from lanista.games.mancala import Mancala
from lanista.games.nim import Nim
from lanista.games.parameters import integer


class OracleAgent(Agent):
    """Plays perfectly where it can solve the game to the end, else as well as it sees.

    nim has a formula, connect_four a solver of its own, mancala one with an endgame database, breakthrough proof-number
    search; where both move at once the game is solved by backward induction; all else by alpha-beta that goes deeper
    until everything is proved. Its analysis says of each move whether it is proved.
    """

    name = "oracle"
    about = "exact play, as far as time, positions and memory allow"
    declared = (
        integer("nodes", 0, 0, 2**53, "positions to look at; 0: no limit (50 million where time is none)"),
        TIME,
        integer("memory_mb", 256, 1, 65536, "MiB of the positions that are remembered"),
        integer("database", 0, 0, MOST_SEEDS, "mancala: seeds of the endgame database, made if missing; 0: any"),
    )

    def __init__(self, game: Game, **values: object) -> None:
        super().__init__(game, **values)
        self.solver = self._make_solver(game)

    def _make_solver(self, game: Game) -> NimTheory | ConnectFourTheory | AlphaBetaAgent | EquilibriumAgent:
        seeds = self.parameters["database"]
        if seeds and not isinstance(game, Mancala):
            raise ParameterError(f"agent oracle: database has no meaning in {game.name}")
        if isinstance(game, Nim):
            return NimTheory(game)
        time, memory = self.parameters["time"], self.parameters["memory_mb"]
        if isinstance(game, ConnectFour):
            return ConnectFourTheory(game, nodes=self.parameters["nodes"], time=time, memory_mb=memory)
        nodes = self.parameters["nodes"] or (0 if time else 50_000_000)
        if isinstance(game, Mancala):
            endings = build_endings(game, seeds) if seeds else load_endings(game)
            make = partial(game.rules.solver, game, memory, endings)
            return SolverFirst(game, make, has_margins=True, nodes=nodes, time=time, table_mb=memory)
        if isinstance(game, Breakthrough):
            options = _native.ProofSearchOptions()
            options.memory_mb = memory
            make = partial(game.rules.proof_search, game, options, "better")
            return SolverFirst(game, make, has_margins=False, nodes=nodes, time=time, table_mb=memory)
        if game.is_simultaneous:
            return EquilibriumAgent(game, nodes=nodes, time=time, memory_mb=memory)
        return AlphaBetaAgent(game, nodes=nodes, time=time, table_mb=memory)

    @property
    def info(self) -> Analysis | None:
        """What the last choice was made by; None before the first."""
        return self.solver.info

    def begin(self, game: Game, player: int, seed: int) -> None:
        """Forget earlier games; all chance follows from the seed."""
        self.solver.begin(game, player, seed)

    def choose(self, state: State, player: int, clock: Clock) -> int:
        """Return a perfect action, or the best that was found."""
        return self.solver.choose(state, player, clock)

    def analyze(self, state: State, player: int | None = None, clock: Clock = UNLIMITED) -> Analysis:
        """Return what is exact, and what was found, about every action."""
        return self.solver.analyze(state, player, clock)

# Mina Okafor, Tobias Lindqvist
from time import perf_counter

from MinMaxPlayers import PruningPlayer


class OutOfTime(Exception):
    pass


class TournamentPlayer(PruningPlayer):
    """Iterative deepening: depth 1, 2, 3, ... until the time is up, then the move of the last finished depth."""

    SECONDS = 0.08

    def getMove(self, game):
        self.deadline = perf_counter() + self.SECONDS
        answer = game.availableMoves[0]
        lastNodes = 0
        try:
            for self.depthBound in range(1, 100):
                self.nodes = 0
                self.search(game, 0, -float("inf"), float("inf"))
                answer = self.best
                if self.nodes == lastNodes:
                    break  # one more step of depth finds nothing new: we have seen the whole tree
                lastNodes = self.nodes
        except OutOfTime:
            pass
        return answer

    def search(self, state, depth, alpha, beta):
        if perf_counter() > self.deadline:
            raise OutOfTime
        return super().search(state, depth, alpha, beta)

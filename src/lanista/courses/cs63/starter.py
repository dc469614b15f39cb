"""Files that this course writes: what a student begins with, and our agents for the lab's original program."""

from __future__ import annotations

_EXPORTED = '''\
# Needs Lanista, and was written by: lanista export cs63 --agent {agent}
"""A tournament player for Mancala and Breakthrough in the lab's own program: an agent of Lanista."""

from lanista import load_agent
from lanista.courses.cs63.visitor import Visitor


class TournamentPlayer:
    """Chooses as the agent does; the static evaluator and the depth are not asked."""

    def __init__(self, boardEval, depthBound):
        self._visitor = Visitor({agent!r}, load_agent)

    def getMove(self, game):
        return self._visitor.move(game)
'''


def exported(agent: str) -> str:
    """Return TournamentPlayers.py for an agent's spec."""
    return _EXPORTED.format(agent=" ".join(agent.split()))


_PLAYERS = '''\
"""Players that search to a bounded depth.

Play and check them in this folder:

    lanista cs63 mancala .:MinMaxPlayer random -d1 2 -games 10
    lanista cs63 breakthrough .:MinMaxPlayer human --show
    lanista cs63 mancala .:MinMaxPlayer .:PruningPlayer -games 2
    lanista check . --course cs63

A game has turn (+1 or -1), availableMoves, makeMove(move), isTerminal and, at the end, winner.
"""


class MinMaxPlayer:
    """Bounded Minimax."""

    def __init__(self, boardEval, depthBound):
        self.boardEval = boardEval  # the value of a game: large is good for +1, small for -1
        self.depthBound = depthBound

    def getMove(self, game):
        """Returns one of game.availableMoves."""
        # TODO: search to self.depthBound and return the best move. This only looks one move ahead:
        values = [game.turn * self.boardEval(game.makeMove(move)) for move in game.availableMoves]
        return game.availableMoves[values.index(max(values))]


class PruningPlayer(MinMaxPlayer):
    """Bounded Minimax with Alpha-Beta pruning."""

    # TODO: write getMove with pruning; it must find the same moves.
'''

_HEURISTICS = '''\
"""Static evaluators: large values are good for player +1, small values for player -1.

A won game must give the largest, a lost one the smallest value that is possible.
"""


def mancalaBasicEval(mancala_game):
    """The difference of the two scores."""
    # TODO: mancala_game.scores is an array of both scores, mancala_game.houses the rows of +1 and -1.
    return 0


def breakthroughBasicEval(breakthrough_game):
    """The sum of the ranks of +1's pieces minus that of -1's; a piece in its home row has rank 1."""
    # TODO: breakthrough_game.board is an array of 0, +1 and -1; +1 starts at the top.
    return 0


def breakthroughBetterEval(breakthrough_game):
    """Should beat the basic evaluator at equal depth. Say here how it works."""
    # TODO
    return breakthroughBasicEval(breakthrough_game)


if __name__ == "__main__":
    # For the lab's own folder, where these modules are: python Heuristics.py
    from Breakthrough import Breakthrough
    from Mancala import Mancala

    print(Mancala(), mancalaBasicEval(Mancala()))
    print(Breakthrough(), breakthroughBasicEval(Breakthrough()))
'''

STARTER = {"MinMaxPlayers.py": _PLAYERS, "Heuristics.py": _HEURISTICS}

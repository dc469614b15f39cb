"""The files that the course writes: a student's first agent, and one of our agents for the original program."""

from __future__ import annotations

STARTER = '''\
# A first agent for Colosseum Survival!
#
# Play with it, in the folder that holds agents/:
#   lanista colosseum --player_1 student_agent --player_2 random_agent --display
#   lanista colosseum --player_1 student_agent --player_2 random_agent --autoplay --autoplay_runs 100
# See whether it always keeps to the rules and the clock:
#   lanista check . --course colosseum
import random

from agents.agent import Agent
from store import register_agent

# Rows and columns gone by a step up, right, down, left: the four sides of a cell, 0 to 3.
MOVES = ((-1, 0), (0, 1), (1, 0), (0, -1))


@register_agent("student_agent")
class StudentAgent(Agent):
    """Walks to any cell that it can reach and puts a wall on any free side."""

    def __init__(self):
        super().__init__()
        self.name = "StudentAgent"
        self.autoplay = True

    def step(self, chess_board, my_pos, adv_pos, max_step):
        """Return ((row, col), side): where to walk, and the side of that cell that gets a wall.

        chess_board[row, col, side] is True where a wall stands; my_pos and adv_pos are (row, col). There are 2 seconds
        for a move, 30 for the first one of a game.
        """
        cells = self.reachable(chess_board, my_pos, adv_pos, max_step)
        moves = [(cell, side) for cell in cells for side in range(4) if not chess_board[cell[0], cell[1], side]]
        return random.choice(moves)

    def reachable(self, chess_board, start, adv_pos, max_step):
        """Return the cells that at most max_step steps lead to."""
        found = edge = [start]
        for _ in range(max_step):
            neighbours = []
            for row, col in edge:
                for side, (down, right) in enumerate(MOVES):
                    cell = (row + down, col + right)
                    if not chess_board[row, col, side] and cell != adv_pos and cell not in found + neighbours:
                        neighbours.append(cell)
            found, edge = found + neighbours, neighbours
        return found
'''

_EXPORTED = '''\
# Imports lanista, which must be installed; written by: lanista export colosseum --agent {spec}
import random
import time

import lanista
from agents.agent import Agent
from store import register_agent

SPEC = {spec!r}
# Of the 2 seconds that a move may take.
SECONDS = 1.8


@register_agent("student_agent")
class StudentAgent(Agent):
    """Asks an agent of Lanista, which always finds itself as the first player of two."""

    def __init__(self):
        super().__init__()
        self.name = "StudentAgent"
        self.autoplay = True
        self.agent = None

    def step(self, chess_board, my_pos, adv_pos, max_step):
        if self.agent is None:
            self.game = lanista.load_game("colosseum", size=len(chess_board))
            self.agent = lanista.load_agent(SPEC, self.game)
            self.agent.begin(self.game, 0, random.randrange(2**63))
        state = self.game.parse_position(position(chess_board, my_pos, adv_pos))
        clock = lanista.Clock(deadline=time.monotonic() + SECONDS)
        cell, side = divmod(self.agent.choose(state, 0, clock), 4)
        return divmod(cell, len(chess_board)), side


def position(chess_board, my_pos, adv_pos):
    """Return the position as Lanista writes it: size, cells, who moves, each inner wall once."""
    size = len(chess_board)
    cells = [f"{{letter}}{{row}},{{col}}" for letter, (row, col) in (("A", my_pos), ("B", adv_pos))]
    walls = [
        f"{{row}},{{col}}{{letter}}"
        for row in range(size)
        for col in range(size)
        for letter, side, place in (("r", 1, col), ("d", 2, row))
        if chess_board[row, col, side] and place < size - 1
    ]
    return " ".join([str(size), *cells, "A", *walls])
'''


def exported(spec: str) -> str:
    """Return agents/student_agent.py for the course's own program, playing as the agent that a spec names."""
    return _EXPORTED.format(spec=" ".join(spec.split()))

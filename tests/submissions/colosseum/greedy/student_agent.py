# our student agent
from agents.agent import Agent
from store import register_agent
import sys
import numpy as np
from random import shuffle

# Oluwaseun Adeyemi, Bianca Ferraro-Cote
# greedy: close the other one in!!

dirs = [(-1,0),(0,1),(1,0),(0,-1)]      # u r d l
back = [2,3,0,1]
VERBOSE = 1
board = None        # the board we think about
K = 0
evaluated = 0
bestSoFar = None


def put(x, y, d, on):
    board[x,y,d] = on
    board[x+dirs[d][0], y+dirs[d][1], back[d]] = on

def walkTo(start, other, steps):
    # all cells start can get to in so many steps
    cells = {start}
    edge = [start]
    while edge and steps > 0:
        steps -= 1
        newEdge = []
        for (x,y) in edge:
            for d in range(4):
                if board[x,y,d]: continue
                c = (x+dirs[d][0], y+dirs[d][1])
                if c == other or c in cells: continue
                cells.add(c)
                newEdge.append(c)
        edge = newEdge
    return cells

def rate(me, him):
    global evaluated
    evaluated = evaluated + 1
    myZone = walkTo(me, None, 999)
    if him not in myZone:
        hisZone = walkTo(him, None, 999)
        return 500 * (len(myZone) - len(hisZone)) - 1
    # his freedom is bad, mine is good (but less important)
    score = len(walkTo(me, him, K)) - 2 * len(walkTo(him, me, K))
    # do not stand in a hole
    walls = sum(board[me])
    if walls == 3:
        score -= 15
    return score


@register_agent("wall_gremlin")
class StudentAgent(Agent):
    gamesPlayed = 0         # over all games
    longest = 0

    def __init__(self):
        super(StudentAgent, self).__init__()
        self.name = "StudentAgent"
        self.dir_map = {"u": 0, "r": 1, "d": 2, "l": 3}
        self.autoplay = True
        self.turn = 0
        StudentAgent.gamesPlayed += 1
        if VERBOSE: print("=== game", StudentAgent.gamesPlayed, "=== longest until now:", StudentAgent.longest)

    def step(self, chess_board, my_pos, adv_pos, max_step):
        global board, K, evaluated, bestSoFar
        board = chess_board
        K = max_step
        evaluated = 0
        bestSoFar = None
        bestScore = -99999
        self.turn += 1
        StudentAgent.longest = max(StudentAgent.longest, self.turn)

        cells = list(walkTo(tuple(my_pos), tuple(adv_pos), K))
        if StudentAgent.gamesPlayed % 2 == 0:
            shuffle(cells)      # do not be predictable every second game
        # nearest to him first, 25 cells are enough
        cells.sort(key = lambda c : abs(c[0]-adv_pos[0]) + abs(c[1]-adv_pos[1]))
        for (x,y) in cells[:25]:
            for d in range(4):
                if board[x,y,d]: continue
                put(x, y, d, True)
                s = rate((x,y), tuple(adv_pos))
                put(x, y, d, False)
                if s > bestScore:
                    bestScore = s
                    bestSoFar = ((x,y), d)
                    if VERBOSE: print("  better:", bestSoFar, "score", s)
        if VERBOSE:
            print("turn %d: %d positions, I play %s %s" % (self.turn, evaluated, bestSoFar[0], "urdl"[bestSoFar[1]]))
        return bestSoFar

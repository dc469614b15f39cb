"""
Board helpers and the evaluation used by our StudentAgent.

COMP 424 project, Winter 2022
Maude Lachapelle & Idris Benali
"""
from collections import deque
from typing import Dict, Iterator, List, Optional, Tuple

import numpy as np

Pos = Tuple[int, int]
Move = Tuple[Pos, int]

# same order as the barriers: up, right, down, left
DELTAS: Tuple[Pos, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
OPPOSITE: Dict[int, int] = {0: 2, 1: 3, 2: 0, 3: 1}

WIN_BONUS = 1000


def set_barrier(board: np.ndarray, move: Move, value: bool) -> None:
    """Put (True) or take away (False) the barrier of a move, on both cells."""
    (r, c), d = move
    board[r, c, d] = value
    dr, dc = DELTAS[d]
    board[r + dr, c + dc, OPPOSITE[d]] = value


def distances(
    board: np.ndarray, start: Pos, wall: Optional[Pos] = None, limit: int = 10_000
) -> Dict[Pos, int]:
    """BFS from start. `wall` is a cell that can't be entered (the other player)."""
    dist = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        d = dist[cell] + 1
        if d > limit:
            break
        r, c = cell
        blocked = board[r, c].tolist()
        for k in range(4):
            if blocked[k]:
                continue
            nxt = (r + DELTAS[k][0], c + DELTAS[k][1])
            if nxt not in dist and nxt != wall:
                dist[nxt] = d
                queue.append(nxt)
    return dist


def legal_moves(board: np.ndarray, me: Pos, adv: Pos, max_step: int) -> Iterator[Move]:
    """All (position, direction) pairs the player standing on `me` may choose."""
    for cell in distances(board, me, wall=adv, limit=max_step):
        for k, closed in enumerate(board[cell].tolist()):
            if not closed:
                yield cell, k


def territory(board: np.ndarray, me: Pos, adv: Pos) -> float:
    """
    Voronoi-like score: cells that I reach before the adversary minus the cells
    that he reaches first. If the game is over the zone sizes decide.
    """
    mine = distances(board, me)
    if adv not in mine:
        margin = len(mine) - len(distances(board, adv))
        return margin + WIN_BONUS * ((margin > 0) - (margin < 0))
    his = distances(board, adv)
    score = 0
    for cell, d in mine.items():
        if d < his[cell]:
            score += 1
        elif d > his[cell]:
            score -= 1
    return score


def free_sides(board: np.ndarray, cell: Pos) -> int:
    return 4 - int(np.sum(board[cell]))


def ranked(board: np.ndarray, moves: List[Move], adv: Pos) -> List[Tuple[float, Move]]:
    """Moves with their one-ply score, best first."""
    result = []
    for move in moves:
        set_barrier(board, move, True)
        score = territory(board, move[0], adv) + 0.25 * free_sides(board, move[0])
        set_barrier(board, move, False)
        result.append((score, move))
    result.sort(key=lambda pair: -pair[0])
    return result

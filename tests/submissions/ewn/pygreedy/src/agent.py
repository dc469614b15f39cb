#!/usr/bin/env python3
# Huang Po-Kai
# One ply greedy, ties and sometimes whole moves are random. MCTS in python was too slow for me :(
import random
import sys

FIRST = [0, 1, 2, 6, 7, 12]
SECOND = [23, 28, 29, 33, 34, 35]


def get(k):
    s = ''
    for _ in range(k):
        ch = sys.stdin.read(1)
        if ch == '':
            sys.exit(0)     # game is gone
        s += ch
    return s


def step(side, sq, d):
    """Where does direction d lead from sq? None = outside."""
    r, c = divmod(sq, 6)
    k = 1 if side == 'f' else -1
    if d in '02':
        r += k
    if d in '12':
        c += k
    return r * 6 + c if 0 <= r < 6 and 0 <= c < 6 else None


def other(side):
    return 's' if side == 'f' else 'f'


# board is a dict: (side, number) -> square, captured pieces are deleted
def moves(board, side):
    res = []
    for (who, num), sq in board.items():
        if who == side:
            res += [num + d for d in '012' if step(side, sq, d) is not None]
    return res


def do(board, side, mv):
    new = dict(board)
    if mv != '--':
        to = step(side, board[side, mv[0]], mv[1])
        new = {p: sq for p, sq in board.items() if sq != to}
        new[side, mv[0]] = to
    return new


def arrived(board, side):
    mine = {sq for (who, _), sq in board.items() if who == side}
    return all(step(side, sq, d) in mine or step(side, sq, d) is None for sq in mine for d in '012')


def result(board):
    """None while the game goes on, otherwise 'f', 's' or 'd'."""
    f = [n for w, n in board if w == 'f']
    s = [n for w, n in board if w == 's']
    if not f:
        return 's'
    if not s:
        return 'f'
    af, as_ = arrived(board, 'f'), arrived(board, 's')
    if af and as_:
        if len(f) != len(s):
            return 'f' if len(f) > len(s) else 's'
        corner = {sq: num for (w, num), sq in board.items()}
        if corner[35] == corner[0]:
            return 'd'
        return 'f' if corner[35] > corner[0] else 's'
    if af and len(f) == 6:
        return 'f'
    if as_ and len(s) == 6:
        return 's'
    return None


def score(board, side):
    end = result(board)
    if end == side:
        return 1000
    if end == other(side):
        return -1000
    val = 0.0
    squares = set(board.values())
    for (who, _), sq in board.items():
        val += 3 if who == side else -4
        if who != side:     # can it capture me?
            for d in '012':
                to = step(who, sq, d)
                if to in squares and (side in [w for (w, _), q in board.items() if q == to]):
                    val -= 1
    return val + random.random()


def choose(board, side):
    mv = moves(board, side)
    if not mv:
        return '--'
    if random.random() < 0.1:
        return random.choice(mv)
    return max(mv, key=lambda m: score(do(board, side, m), side))


def game():
    ch = get(1)
    while not ch.isdigit():     # 'y' of the next game comes here
        ch = get(1)
    init = ch + get(11)
    me = get(1)
    board = {}
    for i, sq in enumerate(FIRST + SECOND):
        board['f' if i < 6 else 's', init[i]] = sq
    turn = 'f'
    while result(board) is None:
        if turn == me:
            mv = choose(board, me)
            sys.stdout.write(mv)
            sys.stdout.flush()
        else:
            mv = get(2)
        board = do(board, turn, mv)
        turn = other(turn)


if __name__ == '__main__':
    while True:
        game()

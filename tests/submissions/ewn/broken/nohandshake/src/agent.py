#!/usr/bin/env python3
import random, sys
HOME = [0, 1, 2, 6, 7, 12, 23, 28, 29, 33, 34, 35]

def get(k):
    s = ''.join(sys.stdin.read(1) for _ in range(k))
    return s if len(s) == k else sys.exit()

def to(side, sq, d):
    k = 1 if side == 'f' else -1
    r, c = sq // 6 + k * (d != '1'), sq % 6 + k * (d != '0')
    return r * 6 + c if 0 <= r < 6 and 0 <= c < 6 else None

def steps(board, side):
    return [(n + d, to(s, q, d)) for (s, n), q in board.items() if s == side for d in '012' if to(s, q, d) is not None]

def terminal(board):
    own = {side: [q for (s, _), q in board.items() if s == side] for side in 'fs'}
    stuck = {side: all(t in own[side] for _, t in steps(board, side)) for side in 'fs'}
    return all(stuck.values()) or any(not own[x] or stuck[x] and len(own[x]) == 6 for x in 'fs')

while True:
    start, me = get(12), get(1)
    board = {('f' if i < 6 else 's', n): HOME[i] for i, n in enumerate(start)}
    turn = 'f'
    while not terminal(board):
        if turn == me:
            mv = random.choice(steps(board, me) or [('--', 0)])[0]
            sys.stdout.write(mv)
            sys.stdout.flush()
        else:
            mv = get(2)
        if mv != '--':
            t = to(turn, board[turn, mv[0]], mv[1])
            board = {p: q for p, q in board.items() if q != t}
            board[turn, mv[0]] = t
        turn = 's' if turn == 'f' else 'f'

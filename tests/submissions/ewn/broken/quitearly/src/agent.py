#!/usr/bin/env python3
# first move of the list
import sys

HOME = [0, 1, 2, 6, 7, 12, 23, 28, 29, 33, 34, 35]


def get(k):
    s = ''.join(sys.stdin.read(1) for _ in range(k))
    return s if len(s) == k else sys.exit()


def to(side, sq, d):
    k = 1 if side == 'f' else -1
    r, c = sq // 6 + k * (d != '1'), sq % 6 + k * (d != '0')
    return r * 6 + c if 0 <= r < 6 and 0 <= c < 6 else None


start, me = get(12), get(1)
board = {('f' if i < 6 else 's', n): HOME[i] for i, n in enumerate(start)}
turn, count = 'f', 0
while True:
    if turn == me:
        moves = [n + d for (s, n), sq in board.items() if s == me for d in '012' if to(s, sq, d) is not None]
        mv = moves[0]
        sys.stdout.write(mv)
        sys.stdout.flush()
        count += 1
        if count == 2:
            sys.exit()
    else:
        mv = get(2)
    if mv != '--':
        t = to(turn, board[turn, mv[0]], mv[1])
        board = {p: sq for p, sq in board.items() if sq != t}
        board[turn, mv[0]] = t
    turn = 's' if turn == 'f' else 'f'

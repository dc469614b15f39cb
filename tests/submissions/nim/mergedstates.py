# priya n.   nim, with the first challenge (states merged: piles always in ascending order)
# I have neither given nor received unauthorized aid on this program.
import sys, random
from itertools import product
import numpy as np

random.seed()

def norm(piles):
    """order[i] = which real pile is the i-th smallest one"""
    order = sorted(range(3), key=lambda i: piles[i])
    return tuple(piles[i] for i in order), order

# One numpy array for everything: Q[player, a, b, c, pile, count], player 0 = A, 1 = B.
# Impossible actions are nan, so that nanmin and nanmax skip them
def empty_table(biggest):
    n = biggest + 1
    Q = np.full((2, n, n, n, 3, n), np.nan)
    for s in product(range(n), repeat=3):
        for p in range(3):
            Q[:, s[0], s[1], s[2], p, 1:s[p] + 1] = 0.0
    return Q

def best(Q, who, s):
    q = Q[(who, *s)]
    i = np.nanargmax(q) if who == 0 else np.nanargmin(q)
    return divmod(int(i), q.shape[1])

def take(s, p, k):
    t = list(s)
    t[p] -= k
    return tuple(t)

def learn(Q, s, who, seen):
    """plays one random game to its end, recursively"""
    moves = [(p, k) for p in range(3) for k in range(1, s[p] + 1)]
    p, k = random.choice(moves)
    t, _ = norm(take(s, p, k))
    if t == (0, 0, 0):
        target = -1000.0 if who == 0 else 1000.0
    else:
        target = 0.9 * Q[(1 - who, *t)][best(Q, 1 - who, t)]
    Q[(who, *s, p, k)] = target
    seen.add((who, *s, p, k))
    if t != (0, 0, 0):
        learn(Q, t, 1 - who, seen)

def ask(text, ok):
    while True:
        print(text, end=' ')
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            print()
            sys.exit(0)
        try:
            v = [int(w) for w in line.replace(',', ' ').split()]
        except ValueError:
            v = None
        if v is not None and ok(v):
            return v
        print('??')

def yes(text):
    print(text, end=' ')
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ('y', 'yes')

def draw(s):
    for i in range(3):
        print('  pile %d: %s (%d)' % (i, '* ' * s[i], s[i]))

def game(Q, start):
    print('Which player are you, A or B?', end=' ')
    sys.stdout.flush()
    me = 1 if sys.stdin.readline().strip().lower() == 'b' else 0
    s, who = start, 0
    while s != (0, 0, 0):
        print('--- player', 'AB'[who], '---')
        draw(s)
        if who == me:
            p, k = ask('pile, count?', lambda v: len(v) == 2 and 0 <= v[0] <= 2 and 1 <= v[1] <= s[v[0]])
        else:
            n, order = norm(s)
            p, k = best(Q, who, n)
            p = order[p]        # back to the real pile
            print('computer takes %d from pile %d' % (k, p))
        s = take(s, p, k)
        who = 1 - who
    print('player', 'AB'[who], 'wins')

if __name__ == '__main__':
    one = lambda v: len(v) == 1 and 0 <= v[0] <= 9
    start = tuple(ask('pile %d:' % i, one)[0] for i in range(3))
    n = ask('n:', lambda v: len(v) == 1 and v[0] >= 0)[0]
    Q = empty_table(max(start))
    seen = set()
    for i in range(n):
        learn(Q, norm(start)[0], 0, seen)
        if n >= 10 and (i + 1) % (n // 10) == 0:
            print('%d games done' % (i + 1))
    for key in sorted(seen):
        print('AB'[key[0]] + '%d%d%d%d%d' % key[1:], '->', '%.4f' % Q[key])
    print('(states are merged, piles in ascending order)')
    while yes('Would you like to play a game?'):
        game(Q, start)

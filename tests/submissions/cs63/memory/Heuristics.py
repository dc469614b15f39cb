"""B. Castellanos + Wen Zhao"""

def mancalaBasicEval(game):
    everything = int(game.houses.sum() + game.scores.sum())
    if game.isTerminal:
        return everything * game.winner     # draw -> 0
    return int(game.scores[0] - game.scores[1])

def mancalaBetterEval(game):
    """Stores count 3. On top: the seeds we could capture with one move, for the player to move only."""
    if game.isTerminal:
        return 10 * int(game.houses.sum() + game.scores.sum()) * game.winner
    value = 3 * int(game.scores[0] - game.scores[1])
    n = game.houses.shape[1]
    me = 0 if game.turn == 1 else 1
    mine, yours = [int(x) for x in game.houses[me]], [int(x) for x in game.houses[1-me]]
    step = -1 if me == 0 else 1
    best = 0
    for i in range(n):
        end = i + step*mine[i]
        if mine[i] and 0 <= end < n and mine[end] == 0:
            best = max(best, yours[end])
    return value + 2*best*game.turn + (sum(mine) - sum(yours))*game.turn*0.25

def breakthroughBasicEval(game):
    h, w = game.board.shape
    if game.isTerminal: return game.winner * 2*w*h
    rows = game.board.tolist()
    return sum((r+1)*row.count(1) - (h-r)*row.count(-1) for r, row in enumerate(rows))

def breakthroughBetterEval(game):
    """For each piece: 6, its rank, 0.3 * rank^2, 1 if it is guarded or at home; minus 3 if it is attacked more
    often than guarded (minus 6 if the other one moves now). A piece next to its goal whose turn it is wins.
    Then the race: the runner() of each side that nobody can stop; the shorter way gets 20 points."""
    h, w = game.board.shape
    if game.isTerminal: return game.winner * 10000
    B = game.board.tolist()
    value, race = 0, {1: 99, -1: 99}
    for r in range(h):
        for c in range(w):
            p = B[r][c]
            if p == 0: continue
            rank = r+1 if p == 1 else h-r
            if rank == h-1 and game.turn == p: return p*5000
            guards, attackers = count(B, r-p, c, p), count(B, r+p, c, -p)
            v = 6 + rank + 0.3*rank*rank + (guards > 0) + (rank == 1)
            if attackers > guards:
                v -= 3 if game.turn == p else 6
            value += p*v
            race[p] = min(race[p], runner(B, r, c, p))
    # whoever moves is half a step ahead
    ahead = (race[-1] - race[1]) + 0.5*game.turn
    if min(race.values()) < 99:
        value += 20 if ahead > 0 else -20
    return value

def count(B, r, c, p):
    """How many pieces of p stand left and right of (r, c)?"""
    if not 0 <= r < len(B): return 0
    return sum(1 for x in (c-1, c+1) if 0 <= x < len(B[0]) and B[r][x] == p)

def runner(B, r, c, p):
    """Steps to the goal if no enemy stands in the triangle before the piece, else 99."""
    steps = 0
    r += p
    while 0 <= r < len(B):
        steps += 1
        if -p in B[r][max(0, c-steps):c+steps+1]: return 99
        r += p
    return steps

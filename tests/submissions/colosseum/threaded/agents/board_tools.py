"""The board as bits. Cell (r, c) is bit r * size + c.

By Priya Venkataraman and Jonas Lindqvist-Gagnon
"""

UP, RIGHT, DOWN, LEFT = range(4)


class BitBoard:
    """gate[d] has a 1 for every cell one can leave in direction d"""

    def __init__(self, chess_board):
        self.size = len(chess_board)
        self.gate = [0, 0, 0, 0]
        self.shift = (-self.size, 1, self.size, -1)
        for r in range(self.size):
            for c in range(self.size):
                for d in range(4):
                    if not chess_board[r][c][d]:
                        self.gate[d] |= 1 << self.index((r, c))

    def index(self, pos):
        return int(pos[0]) * self.size + int(pos[1])

    def pos(self, index):
        return divmod(index, self.size)

    def flip(self, cell, d):
        """put a wall, or take it away again"""
        self.gate[d] ^= 1 << cell
        self.gate[(d + 2) % 4] ^= 1 << (cell + self.shift[d])

    def grow(self, bits):
        up, right, down, left = self.gate
        n = self.size
        return bits | (bits & up) >> n | (bits & right) << 1 | (bits & down) << n | (bits & left) >> 1

    def moves(self, me, him, steps):
        bits, stop = 1 << me, ~(1 << him)
        for _ in range(steps):
            bits = self.grow(bits) & stop
        found = []
        while bits:
            low = bits & -bits
            bits ^= low
            cell = low.bit_length() - 1
            found += [(cell, d) for d in range(4) if self.gate[d] & low]
        return found

    def judge(self, me, him):
        """(game over?, value for me): the zones, or who is where first"""
        a, b = 1 << me, 1 << him
        first_a, first_b = a, b
        while True:
            na, nb = self.grow(a), self.grow(b)
            first_a |= na & ~nb & ~first_b
            first_b |= nb & ~na & ~first_a
            if na == a and nb == b:
                break
            a, b = na, nb
        if not a & 1 << him:
            margin = bin(a).count("1") - bin(b).count("1")
            return True, margin + (10000 if margin > 0 else -10000 if margin < 0 else 0)
        return False, bin(first_a).count("1") - bin(first_b).count("1")

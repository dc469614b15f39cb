#include "board.h"

static const int START[12] = {0, 1, 2, 6, 7, 12, 23, 28, 29, 33, 34, 35};
static const int DELTA[3] = {6, 1, 7};

void Board::init(const char *arrangement) {
    for (int i = 0; i < 36; i++) owner[i] = -1;
    for (int i = 0; i < 12; i++) {
        int side = i / 6, number = arrangement[i] - '0';
        owner[START[i]] = side;
        piece[START[i]] = number;
        pos[side][number] = START[i];
    }
    count[0] = count[1] = 6;
    turn = 0;
}

int Board::target(int side, int move) const {
    int from = pos[side][move / 3], d = move % 3;
    if (from < 0) return -1;
    int edge = side == 0 ? 5 : 0;
    if (d != 1 && from / 6 == edge) return -1;
    if (d != 0 && from % 6 == edge) return -1;
    return side == 0 ? from + DELTA[d] : from - DELTA[d];
}

int Board::generate(int moves[18]) const {
    int n = 0;
    for (int m = 0; m < 18; m++)
        if (target(turn, m) >= 0) moves[n++] = m;
    if (n == 0) moves[n++] = PASS;
    return n;
}

void Board::play(int move) {
    if (move != PASS) {
        int from = pos[turn][move / 3], to = target(turn, move);
        if (owner[to] >= 0) {
            pos[owner[to]][piece[to]] = -1;
            count[owner[to]]--;
        }
        owner[from] = -1;
        owner[to] = turn;
        piece[to] = move / 3;
        pos[turn][move / 3] = to;
    }
    turn ^= 1;
}

bool Board::reached(int side) const {
    for (int m = 0; m < 18; m++) {
        int to = target(side, m);
        if (to >= 0 && owner[to] != side) return false;
    }
    return true;
}

int Board::winner() const {
    if (count[0] == 0) return 1;
    if (count[1] == 0) return 0;
    bool red = reached(0), blue = reached(1);
    if (red && blue) {
        if (count[0] != count[1]) return count[0] > count[1] ? 0 : 1;
        if (piece[35] != piece[0]) return piece[35] > piece[0] ? 0 : 1;
        return 2;
    }
    if (red && count[0] == 6) return 0;
    if (blue && count[1] == 6) return 1;
    return -1;
}

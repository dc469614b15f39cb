// TCG 2020 HW2, Chen Wei-Ting
#ifndef BOARD_H
#define BOARD_H

const int PASS = 18;

// A move is piece * 3 + direction (0 vertical, 1 horizontal, 2 diagonal), or PASS.
struct Board {
    int owner[36];   // -1 empty, 0 red, 1 blue
    int piece[36];   // number of the piece there
    int pos[2][6];   // square of each piece, -1 when captured
    int count[2];
    int turn;

    void init(const char *arrangement);
    int target(int side, int move) const;      // square or -1
    int generate(int moves[18]) const;         // for the side to move, at least one (PASS)
    void play(int move);
    bool reached(int side) const;
    int winner() const;                        // -1 not over, 0 red, 1 blue, 2 draw
};

#endif

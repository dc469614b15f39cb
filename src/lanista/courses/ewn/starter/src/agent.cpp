// EinStein wuerfelt nicht! (Dame): an agent that plays random moves. Put your search into choose().
//
// In the folder of the Makefile,
//     lanista ewn -f . -s greedy -r 1      builds it and plays a round against the greedy baseline
//     lanista ewn -f . -g 1                you play the second side
//     lanista check . --course ewn         looks for bad and late moves
// What you write to cerr appears in the terminal; cout belongs to the game.

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// Squares are 0 to 35, row by row from the top left. Red starts there and goes down and right, blue the other way.
const int HOMES[2][6] = {{0, 1, 2, 6, 7, 12}, {23, 28, 29, 33, 34, 35}};
const int RED = 0, BLUE = 1, NONE = -1, GOES_ON = -1, DRAW = 2;

// Piece -1 is the pass. Directions: 0 vertical, 1 horizontal, 2 diagonal.
struct Move {
    int piece, direction;
};

struct Board {
    int square[2][6];  // where each side's pieces stand, NONE if captured
    int mover = RED;

    explicit Board(const std::string &digits) {
        for (int i = 0; i < 12; i++) square[i / 6][digits[i] - '0'] = HOMES[i / 6][i % 6];
    }

    // The square that a piece would enter; NONE: it is captured, or the edge is in its way.
    int target(int side, int piece, int direction) const {
        if (square[side][piece] == NONE) return NONE;
        int step = side == RED ? 1 : -1;
        int row = square[side][piece] / 6 + (direction != 1 ? step : 0);
        int column = square[side][piece] % 6 + (direction != 0 ? step : 0);
        return row < 0 || row > 5 || column < 0 || column > 5 ? NONE : row * 6 + column;
    }

    // The number of a side's piece on a square, or NONE.
    int piece_on(int side, int where) const {
        for (int piece = 0; piece < 6; piece++)
            if (square[side][piece] == where) return piece;
        return NONE;
    }

    int count(int side) const {
        int pieces = 0;
        for (int where : square[side]) pieces += where != NONE;
        return pieces;
    }

    // The pass is a move only if there is no other.
    std::vector<Move> moves() const {
        std::vector<Move> found;
        for (int piece = 0; piece < 6; piece++)
            for (int direction = 0; direction < 3; direction++)
                if (target(mover, piece, direction) != NONE) found.push_back({piece, direction});
        if (found.empty()) found.push_back({-1, 0});
        return found;
    }

    // Whatever stands on the square that is entered is captured, also an own piece.
    void play(const Move &move) {
        if (move.piece >= 0) {
            int to = target(mover, move.piece, move.direction);
            for (auto &side : square)
                for (int &where : side)
                    if (where == to) where = NONE;
            square[mover][move.piece] = to;
        }
        mover = 1 - mover;
    }

    // Whether no piece of a side can move to an empty or an enemy square.
    bool reached(int side) const {
        for (int piece = 0; piece < 6; piece++)
            for (int direction = 0; direction < 3; direction++) {
                int to = target(side, piece, direction);
                if (to != NONE && piece_on(side, to) == NONE) return false;
            }
        return true;
    }

    // RED, BLUE or DRAW; GOES_ON.
    int winner() const {
        int red = count(RED), blue = count(BLUE);
        if (red == 0) return BLUE;
        if (blue == 0) return RED;
        bool red_reached = reached(RED), blue_reached = reached(BLUE);
        if (red_reached && blue_reached) {
            if (red != blue) return red > blue ? RED : BLUE;
            int red_corner = piece_on(RED, 35), blue_corner = piece_on(BLUE, 0);
            if (red_corner != blue_corner) return red_corner > blue_corner ? RED : BLUE;
            return DRAW;
        }
        if (red_reached && red == 6) return RED;
        if (blue_reached && blue == 6) return BLUE;
        return GOES_ON;
    }
};

std::mt19937 rng(std::random_device{}());

// The move to play; there is at least one. It has to be sent within 10 seconds.
Move choose(const Board &board) {
    std::vector<Move> moves = board.moves();
    return moves[rng() % moves.size()];
}

// Character by character; the program ends when the game has left.
std::string receive(int length) {
    std::string text;
    char letter;
    while ((int)text.size() < length && std::cin.get(letter)) text += letter;
    if ((int)text.size() < length) exit(0);
    return text;
}

int main() {
    for (;;) {
        std::string first = receive(1);
        if (first == "y") first = receive(1);  // a further game follows
        Board board(first + receive(11));
        int me = receive(1) == "f" ? RED : BLUE;
        while (board.winner() == GOES_ON) {
            Move move{-1, 0};
            if (board.mover == me) {
                move = choose(board);
                if (move.piece < 0)
                    std::cout << "--" << std::flush;
                else
                    std::cout << move.piece << move.direction << std::flush;
            } else {
                std::string text = receive(2);
                if (text != "--") move = {text[0] - '0', text[1] - '0'};
            }
            board.play(move);
        }
    }
}

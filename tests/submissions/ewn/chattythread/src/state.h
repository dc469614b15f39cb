#pragma once
#include <array>
#include <string>
#include <vector>

/* The whole position is one string of 36 characters and the side to move:
   '.' empty, 'A'..'F' red 0..5, 'a'..'f' blue 0..5, so it is a key of a hash map as it is. */
class State {
public:
    explicit State(const std::string& digits) : cells(36, '.') {
        const std::array<int, 12> where{0, 1, 2, 6, 7, 12, 23, 28, 29, 33, 34, 35};
        for (int i = 0; i < 12; ++i) cells[where[i]] = digits[i] - '0' + (i < 6 ? 'A' : 'a');
    }

    bool redToMove() const { return red; }
    std::string key() const { return cells + (red ? 'r' : 'b'); }

    std::vector<std::string> moves() const {
        std::vector<std::string> out;
        for (int sq = 0; sq < 36; ++sq)
            if (owner(sq) == (red ? 1 : 2))
                for (char d = '0'; d <= '2'; ++d)
                    if (next(sq, d, red) >= 0) out.push_back({char(number(sq)), d});
        if (out.empty()) out.push_back("--");
        return out;
    }

    bool captures(const std::string& m) const { return m != "--" && owner(next(find(m[0]), m[1], red)) == (red ? 2 : 1); }

    void apply(const std::string& m) {
        if (m != "--") {
            int from = find(m[0]), to = next(from, m[1], red);
            cells[to] = cells[from];
            cells[from] = '.';
        }
        red = !red;
    }

    // '?' goes on, 'R' red won, 'B' blue won, 'D' draw
    char outcome() const {
        int n[3] = {0, 0, 0};
        bool home[3] = {true, true, true};
        for (int sq = 0; sq < 36; ++sq) {
            int o = owner(sq);
            ++n[o];
            if (o == 0) continue;
            for (char d = '0'; d <= '2'; ++d) {
                int to = next(sq, d, o == 1);
                if (to >= 0 && owner(to) != o) home[o] = false;
            }
        }
        if (n[1] == 0) return 'B';
        if (n[2] == 0) return 'R';
        if (home[1] && home[2]) {
            int diff = n[1] != n[2] ? n[1] - n[2] : number(35) - number(0);
            return diff > 0 ? 'R' : diff < 0 ? 'B' : 'D';
        }
        if (home[1] && n[1] == 6) return 'R';
        if (home[2] && n[2] == 6) return 'B';
        return '?';
    }

private:
    std::string cells;
    bool red = true;

    int owner(int sq) const { return cells[sq] == '.' ? 0 : cells[sq] < 'a' ? 1 : 2; }
    int number(int sq) const { return '0' + (cells[sq] - 'A') % 32; }
    int find(char digit) const { return int(cells.find(char(digit - '0' + (red ? 'A' : 'a')))); }
    static int next(int sq, char d, bool forRed) {
        int r = sq / 6, c = sq % 6, k = forRed ? 1 : -1;
        if (d != '1') r += k;
        if (d != '0') c += k;
        return r < 0 || r > 5 || c < 0 || c > 5 ? -1 : r * 6 + c;
    }
};

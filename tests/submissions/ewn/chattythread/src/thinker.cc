// Tsai Meng-Ju. UCT as a recursion over a hash map. The search runs in a thread of its own, main stops it after 60 ms.
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <random>
#include <thread>
#include <unordered_map>
#include "state.h"

struct Stat { int visits = 0; double redPoints = 0; };

std::unordered_map<std::string, Stat> memory;   // of this game
std::mt19937 dice(20201224);
int gamesPlayed = 0, gamesWon = 0, movesMade = 0;

double points(char outcome) { return outcome == 'R' ? 1.0 : outcome == 'B' ? 0.0 : 0.5; }

double playout(State s) {
    char end;
    while ((end = s.outcome()) == '?') {
        auto all = s.moves();
        std::string m = all[dice() % all.size()];
        // a capture is nearly always good, so look a second time
        if (!s.captures(m)) m = all[dice() % all.size()];
        s.apply(m);
    }
    return points(end);
}

double uct(State s) {
    char end = s.outcome();
    if (end != '?') return points(end);
    Stat& here = memory[s.key()];
    double result;
    if (here.visits == 0) {
        result = playout(s);
    } else {
        std::string best;
        double bestValue = -1;
        for (const auto& m : s.moves()) {
            State t = s;
            t.apply(m);
            auto it = memory.find(t.key());
            double value = 10 + dice() % 10;
            if (it != memory.end() && it->second.visits > 0) {
                double mean = it->second.redPoints / it->second.visits;
                value = (s.redToMove() ? mean : 1 - mean) + 0.7 * std::sqrt(std::log(here.visits + 1) / it->second.visits);
            }
            if (t.outcome() != '?') value = 20 * (s.redToMove() ? points(t.outcome()) : 1 - points(t.outcome()));
            if (value > bestValue) { bestValue = value; best = m; }
        }
        s.apply(best);
        result = uct(s);
    }
    here.visits++;
    here.redPoints += result;
    return result;
}

std::string think(const State& s) {
    auto all = s.moves();
    if (all.size() == 1) return all[0];
    std::atomic<bool> stop{false};
    int sims = 0;
    std::thread worker([&] {
        while (!stop) { uct(s); ++sims; }
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    stop = true;
    worker.join();

    std::string best = all[0];
    double bestValue = -1;
    for (const auto& m : all) {
        State t = s;
        t.apply(m);
        char end = t.outcome();
        Stat st = memory[t.key()];
        double value = st.visits;
        if (end != '?') value = points(end) == (s.redToMove() ? 1.0 : 0.0) ? 1e9 : 0;
        std::cerr << "[thinker]   " << m << "  visits " << st.visits << "  red " << (st.visits ? st.redPoints / st.visits : 0) << "\n";
        if (value > bestValue) { bestValue = value; best = m; }
    }
    std::cerr << "[thinker] game " << gamesPlayed + 1 << " move " << ++movesMade << ": " << sims << " simulations, "
              << memory.size() << " positions known, I play " << best << std::endl;
    return best;
}

int main() {
    for (;;) {
        int c = getchar();
        if (c == EOF) break;
        if (c == 'y') continue;
        std::string digits(1, char(c));
        while (digits.size() < 12) digits += char(getchar());
        bool iAmRed = getchar() == 'f';
        std::cerr << "[thinker] hello! arrangement " << digits << ", I am " << (iAmRed ? "red" : "blue") << std::endl;
        memory.clear();
        State s(digits);
        while (s.outcome() == '?') {
            std::string m;
            if (s.redToMove() == iAmRed) {
                m = think(s);
                putchar(m[0]);
                putchar(m[1]);
                fflush(stdout);
            } else {
                m += char(getchar());
                m += char(getchar());
                if (feof(stdin)) return 1;
            }
            s.apply(m);
        }
        ++gamesPlayed;
        if (s.outcome() == (iAmRed ? 'R' : 'B')) ++gamesWon;
        std::cerr << "[thinker] that was game " << gamesPlayed << ", result " << s.outcome() << ", won so far " << gamesWon << std::endl;
    }
}

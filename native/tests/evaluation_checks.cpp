// The static evaluators named `better` call some positions won. Checks in random games, by plain search, that these
// are: breakthrough and connect four (the side that the value names), colosseum (the mover, at once), nim (always).
// Built with the sanitizers by `make test`; a wrong claim ends it with status 1.

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/playout.hpp"
#include "evaluation/breakthrough.hpp"
#include "evaluation/colosseum.hpp"
#include "evaluation/connect_four.hpp"
#include "evaluation/nim.hpp"

using namespace lanista;

namespace {

// 1 if player 0 can force a win within `plies`, -1 if player 1 can, else 0.
template <Game S>
int forced_winner(const S& state, int plies) {
    if (state.is_terminal()) return (state.score() > 0) - (state.score() < 0);
    if (plies == 0) return 0;
    const int wish = state.mover() == 0 ? 1 : -1;
    int best = -wish;
    ActionList<S::kMaxActions> legal;
    state.legal_actions(legal);
    for (const Action action : legal) {
        S next = state;
        next.apply(action);
        const int winner = forced_winner(next, plies - 1);
        if (winner == wish) return wish;
        if (winner == 0) best = 0;
    }
    return best;
}

// A claim is a value of at least `sure` either way; it must come true within `plies`.
template <Game S, class Make>
void check_claims(const char* name, Make&& make, double (*evaluate)(const S&), double sure, int plies, int games) {
    Random random(5);
    long claims = 0, positions = 0;
    for (int game = 0; game < games; ++game) {
        for (S state = make(random); !state.is_terminal(); random_ply(state, random), ++positions) {
            const double value = evaluate(state);
            if (std::abs(value) < sure) continue;
            ++claims;
            int winner = 0;
            for (int depth = 1; depth <= plies && winner == 0; ++depth) winner = forced_winner(state, depth);
            if (winner != (value > 0 ? 1 : -1)) {
                std::printf("%s: claims a win for the wrong side, or one that %d plies do not bring\n", name, plies);
                std::exit(1);
            }
        }
    }
    std::printf("%-28s %6d games %8ld positions, %ld called won\n", name, games, positions, claims);
}

}  // namespace

int main() {
    for (const auto& [rows, cols] : {std::array{4, 4}, {5, 3}, {5, 5}, {6, 4}}) {
        const BreakthroughRules rules(rows, cols);
        const auto start = [&](Random&) { return BreakthroughState(rules); };
        check_claims<BreakthroughState>("breakthrough", start, breakthrough_better, 60, 9, 40);
    }
    for (const auto& [width, height, connect] : {std::array{7, 6, 4}, {4, 5, 3}, {16, 3, 5}}) {
        const ConnectFourRules rules(width, height, connect);
        const auto start = [&](Random&) { return ConnectFourState(rules); };
        check_claims<ConnectFourState>("connect_four", start, connect_four_better, 10, 4, 100);
    }
    for (const int size : {4, 5, 7, 11}) {
        const ColosseumRules rules(size);
        const auto start = [&](Random& random) { return ColosseumState(rules, random); };
        check_claims<ColosseumState>("colosseum", start, colosseum_better, 60, 1, 20);
    }
    for (const bool misere : {false, true}) {
        const NimRules rules(std::array{1, 2, 4}, misere);
        const auto start = [&](Random&) { return NimState(rules); };
        check_claims<NimState>("nim 1-2-4", start, nim_better, 1, 7, 100);
    }
    return 0;
}

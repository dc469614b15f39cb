// Perft: counts the positions after exactly `depth` plies, without going on from ended ones. Every position is
// made and its end looked at, also on the last ply: the number divided by the time is positions made per second.
#pragma once

#include <cstdint>

#include "core/game.hpp"

namespace lanista {

struct PerftCount {
    std::uint64_t positions = 0;  // after exactly `depth` plies, ended ones among them
    std::uint64_t ended = 0;      // of these, the ended ones
};

// Subtrees of this depth run without asking `tick` whether to go on.
inline constexpr int kPerftTickDepth = 5;

template <Game S, class Tick>
void perft(const S& state, int depth, PerftCount& count, Tick&& tick) {
    if (depth == 0) {
        ++count.positions;
        count.ended += state.is_terminal();
        return;
    }
    if (state.is_terminal()) return;
    if (depth == kPerftTickDepth) tick();
    ActionList<S::kMaxActions> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
        S next = state;
        next.apply(action);
        perft(next, depth - 1, count, tick);
    }
}

// Written out a second time: sharing the recursion through a function of the children cost 3 to 10 % (measured).
template <SimultaneousGame S, class Tick>
void perft(const S& state, int depth, PerftCount& count, Tick&& tick) {
    if (depth == 0) {
        ++count.positions;
        count.ended += state.is_terminal();
        return;
    }
    if (state.is_terminal()) return;
    if (depth == kPerftTickDepth) tick();
    ActionList<S::kMaxActions> first, second;
    state.legal_actions(0, first);
    state.legal_actions(1, second);
    for (const Action a : first) {
        for (const Action b : second) {
            S next = state;
            next.apply(a, b);
            perft(next, depth - 1, count, tick);
        }
    }
}

}  // namespace lanista

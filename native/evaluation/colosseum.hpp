#pragma once

#include "evaluation/evaluator.hpp"
#include "games/colosseum.hpp"

namespace lanista {

// Both walk at the same speed; a cell that both reach at the same step is nobody's, and neither walks on from it.
inline double colosseum_basic(const ColosseumState& state) {
    u128 first = wide_bit(state.cell(0)), second = wide_bit(state.cell(1)), contested = 0;
    while (true) {
        const u128 taken = first | second | contested;
        const u128 next_first = state.spread(first) & ~taken, next_second = state.spread(second) & ~taken;
        if ((next_first | next_second) == 0) return popcount(first) - popcount(second);
        contested |= next_first & next_second;
        first |= next_first & ~next_second;
        second |= next_second & ~next_first;
    }
}

template <>
inline std::span<const Evaluator<ColosseumState>> evaluators() {
    static constexpr Evaluator<ColosseumState> kAll[] = {
        {"basic", colosseum_basic,
         "cells that player 0 would take first, minus player 1's, if both spread a step at a time and stopped where "
         "they meet"},
    };
    return kAll;
}

}  // namespace lanista

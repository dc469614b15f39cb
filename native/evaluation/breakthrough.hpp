#pragma once

#include "evaluation/evaluator.hpp"
#include "games/breakthrough.hpp"

namespace lanista {

// Ranks count from a side's own home row, which is rank 1.
inline double breakthrough_basic(const BreakthroughState& state) {
    const int rows = state.rules().rows, cols = state.rules().cols;
    int value = 0;
    for (int row = 0; row < rows; ++row) {
        const std::uint64_t cells = low_bits(cols) << (row * cols);
        value += (row + 1) * std::popcount(state.pieces(0) & cells);
        value -= (rows - row) * std::popcount(state.pieces(1) & cells);
    }
    return value;
}

template <>
inline std::span<const Evaluator<BreakthroughState>> evaluators() {
    static constexpr Evaluator<BreakthroughState> kAll[] = {
        {"basic", breakthrough_basic,
         "sum of the ranks of player 0's pieces minus player 1's, home row 1 (the lab's breakthroughBasicEval)"},
    };
    return kAll;
}

}  // namespace lanista

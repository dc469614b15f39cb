#pragma once

#include "evaluation/evaluator.hpp"
#include "games/subtraction.hpp"

namespace lanista {

// Whoever leaves a multiple of 4 wins: each later pair of moves can take 4 together.
inline double subtraction_basic(const SubtractionState& state) {
    const bool good_for_mover = state.heap() % (SubtractionRules::kMostTaken + 1) != 0;
    return good_for_mover == (state.mover() == 0) ? 0.5 : -0.5;
}

template <>
inline std::span<const Evaluator<SubtractionState>> evaluators() {
    static constexpr Evaluator<SubtractionState> kAll[] = {
        {"basic", subtraction_basic, "half a point to the mover unless the heap is a multiple of 4 (exact)"},
    };
    return kAll;
}

}  // namespace lanista

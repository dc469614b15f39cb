#pragma once

#include "evaluation/evaluator.hpp"
#include "games/einstein.hpp"

namespace lanista {

inline double einstein_basic(const EinsteinState& state) { return state.pieces_left(0) - state.pieces_left(1); }

template <>
inline std::span<const Evaluator<EinsteinState>> evaluators() {
    static constexpr Evaluator<EinsteinState> kAll[] = {
        {"basic", einstein_basic, "red pieces left minus blue pieces left"},
    };
    return kAll;
}

}  // namespace lanista

#pragma once

#include "evaluation/evaluator.hpp"
#include "games/mancala.hpp"

namespace lanista {

inline double mancala_basic(const MancalaState& state) { return state.store(0) - state.store(1); }

template <>
inline std::span<const Evaluator<MancalaState>> evaluators() {
    static constexpr Evaluator<MancalaState> kAll[] = {
        {"basic", mancala_basic, "store of player 0 minus store of player 1 (the lab's mancalaBasicEval)"},
    };
    return kAll;
}

}  // namespace lanista

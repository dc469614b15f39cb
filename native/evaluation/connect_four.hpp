#pragma once

#include "evaluation/evaluator.hpp"
#include "games/connect_four.hpp"

namespace lanista {

// The lines that a player can still complete are the runs of `connect` cells without a stone of the other.
inline double connect_four_basic(const ConnectFourState& state) {
    const auto& rules = state.rules();
    return rules.count_lines(rules.board & ~state.stones(1)) - rules.count_lines(rules.board & ~state.stones(0));
}

template <>
inline std::span<const Evaluator<ConnectFourState>> evaluators() {
    static constexpr Evaluator<ConnectFourState> kAll[] = {
        {"basic", connect_four_basic, "lines that player 0 can still complete minus those that player 1 can"},
    };
    return kAll;
}

}  // namespace lanista

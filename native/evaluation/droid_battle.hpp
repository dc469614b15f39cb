#pragma once

#include "evaluation/evaluator.hpp"
#include "games/droid_battle.hpp"

namespace lanista {

// A shot in hand is worth the chance that it would hit a droid on a random other cell.
inline double droid_battle_basic(const DroidBattleState& state) {
    const auto& rules = state.rules();
    const double chance = double(rules.rows + rules.cols - 2) / (rules.rows * rules.cols - 1);
    return state.score() + chance * (state.droid(0).shots - state.droid(1).shots);
}

template <>
inline std::span<const Evaluator<DroidBattleState>> evaluators() {
    static constexpr Evaluator<DroidBattleState> kAll[] = {
        {"basic", droid_battle_basic,
         "hits of player 0 minus player 1's, a shot in hand counting (rows + cols - 2) / (rows * cols - 1) of a hit"},
    };
    return kAll;
}

}  // namespace lanista

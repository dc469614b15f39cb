#pragma once

#include <algorithm>

#include "evaluation/evaluator.hpp"
#include "games/droid_battle.hpp"

namespace lanista {

// The chance that a shot would hit a droid on a random other cell.
inline double droid_battle_chance(const DroidBattleRules& rules) {
    return double(rules.rows + rules.cols - 2) / (rules.rows * rules.cols - 1);
}

// A shot in hand is worth the chance that it would hit a droid on a random other cell.
inline double droid_battle_basic(const DroidBattleState& state) {
    return state.score() + droid_battle_chance(state.rules()) * (state.droid(0).shots - state.droid(1).shots);
}

// A shot more than the other has is worth a hit's chance only when the other can no longer answer; two hits cancel out,
// so that b shots on the other side leave about 1 / (1 + b) of it. Read off the equilibria of 3x5, 4x4 and 6x6, which
// with many rounds left are 0.5 (a - b) / (1 + b) for a > b shots on 4x4, within 0.15; about five rounds go by a hit.
inline double droid_battle_better(const DroidBattleState& state) {
    const int first = state.droid(0).shots, second = state.droid(1).shots;
    const double most = state.rounds_left() / 5.0;
    const double surplus = std::clamp<double>(first - second, -most, most);
    return state.score() + droid_battle_chance(state.rules()) * surplus / (1 + std::min(first, second));
}

template <>
inline std::span<const Evaluator<DroidBattleState>> evaluators() {
    static constexpr Evaluator<DroidBattleState> kAll[] = {
        {"basic", droid_battle_basic,
         "hits of player 0 minus player 1's, a shot in hand counting (rows + cols - 2) / (rows * cols - 1) of a hit"},
        {"better", droid_battle_better,
         "difference of hits + (rows + cols - 2) / (rows * cols - 1) x surplus of shots (at most rounds_left / 5) / "
         "(1 + the shots of who has fewer)"},
    };
    return kAll;
}

}  // namespace lanista

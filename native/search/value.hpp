// What a position is worth to a search: the outcome first, the margin second.
//
// Values are in the game's points, from player 0's side unless a comment says otherwise. An ended game is worth its
// margin, moved beyond every open position by kWin where it is won or lost. An open position is worth what a static
// evaluator says, which is kept within +-kMaxEvaluation.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/game.hpp"

namespace lanista {

using Value = double;

inline constexpr Value kWin = 1 << 30;  // margins up to 2^22 keep six decimals beside it
inline constexpr Value kMaxEvaluation = kWin / 2;
inline constexpr Value kInfinity = std::numeric_limits<Value>::infinity();

// 1, 0 or -1 for player 0 at the end of a game.
template <State S>
int outcome(const S& state) {
    if constexpr (requires { state.outcome(); }) return state.outcome();
    return (state.score() > 0) - (state.score() < 0);
}

template <State S>
Value end_value(const S& state) {
    return outcome(state) * kWin + state.score();
}

// No end of this game is worth more than this to its winner.
template <State S>
Value largest_value(const S& state) {
    return kWin + state.max_score();
}

// A value or an outcome of player 0's side seen from a player's, and back.
template <class T>
constexpr T for_player(T value, Player player) {
    return player == 0 ? value : -value;
}

constexpr bool is_decided(Value value) { return value > kMaxEvaluation || value < -kMaxEvaluation; }

// A value as an expected outcome, -1 to 1: for those who weigh chances instead of taking the best.
// An open position with an advantage of v points counts as v / (1 + |v|), so that no advantage is worth a win.
inline double expected_outcome(Value value) {
    if (is_decided(value)) return value > 0 ? 1 : -1;
    return value / (1 + std::abs(value));
}

}  // namespace lanista

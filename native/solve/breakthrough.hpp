#pragma once

#include "evaluation/breakthrough.hpp"
#include "solve/proof_search.hpp"

namespace lanista {

template <>
inline constexpr bool kAlwaysHasWinner<BreakthroughState> = true;

// A piece that cannot be stopped, or one step from the goal.
template <>
inline int foregone(const BreakthroughState& state) {
    return breakthrough_decided(BreakthroughView(state, state.mover()), BreakthroughView(state, 1 - state.mover()));
}

}  // namespace lanista

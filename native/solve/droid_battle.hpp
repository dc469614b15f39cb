#pragma once

#include <algorithm>

#include "games/droid_battle.hpp"
#include "solve/remaining.hpp"

namespace lanista {

// Hits so far change nothing about the rounds to come: of points only the difference matters, and only to the outcome.
template <>
struct Remaining<DroidBattleState> {
    static double settled(const DroidBattleState& state, Aim aim) { return aim == Aim::kPoints ? state.score() : 0; }

    static DroidBattleState of(const DroidBattleState& state, Aim aim) {
        std::array<DroidBattleState::Droid, 2> droids = {state.droid(0), state.droid(1)};
        const int common = std::min(droids[0].points, droids[1].points);
        for (auto& droid : droids) droid.points = aim == Aim::kPoints ? 0 : droid.points - common;
        return {state.rules(), droids, state.rounds_left()};
    }
};

}  // namespace lanista

// What a learner may tell apart in droid_battle, from its own droid's side.
#pragma once

#include <array>
#include <cstdint>

#include "games/droid_battle.hpp"
#include "learn/encoder.hpp"

namespace lanista {

template <>
struct Features<DroidBattleState> {
    static constexpr std::array<const char*, 5> kNames = {"cells", "offset", "shots", "rounds", "lead"};

    // cells: both droids'. offset: where the other stands, in rows and columns from here. shots: both droids'. rounds:
    // those left. lead: points ahead.
    static std::uint64_t key(const DroidBattleState& state, Player player, unsigned chosen) {
        const auto own = state.droid(player), other = state.droid(1 - player);
        const int cols = state.rules().cols;
        const int down = other.cell / cols - own.cell / cols, right = other.cell % cols - own.cell % cols;
        const std::array<int, 5> features = {own.cell * 64 + other.cell, (down + 8) * 16 + right + 8,
                                             own.shots * 16 + other.shots, state.rounds_left(),
                                             own.points - other.points + 16};
        std::uint64_t key = 0;
        for (std::size_t i = 0; i < features.size(); ++i) {
            key = key << 12 | ((chosen >> i & 1) != 0 ? static_cast<std::uint64_t>(features[i]) : 0);
        }
        return key;
    }
};

}  // namespace lanista

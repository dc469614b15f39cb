#pragma once

#include "games/mancala.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Moves that keep the turn first, of these the one nearest to the store, which blocks no other; then captures, the
// larger the better.
template <>
struct Tactics<MancalaState> {
    static int promise(const MancalaState& state, Action action) {
        const auto& rules = state.rules();
        const Player mover = state.mover();
        const auto& sowing = rules.sowing(mover, action, state.house(mover, action));
        const int nearness = mover == 0 ? rules.houses - 1 - action : action;
        if (!sowing.passes) return 1000 + nearness;
        return 10 * captured(state, sowing) + nearness;
    }

    // Moves that capture and moves that keep the turn.
    template <int N>
    static void noisy_actions(const MancalaState& state, ActionList<N>& list) {
        if (state.is_terminal()) return;
        const Player mover = state.mover();
        for (Action action = 0; action < state.rules().houses; ++action) {
            const int seeds = state.house(mover, action);
            if (seeds == 0) continue;
            const auto& sowing = state.rules().sowing(mover, action, seeds);
            if (!sowing.passes || captured(state, sowing) != 0) list.add(action);
        }
    }

  private:
    // How many seeds a sowing of the mover captures, its own last one among them.
    static int captured(const MancalaState& state, const MancalaRules::Sowing& sowing) {
        const std::uint64_t own = state.row(state.mover()) + sowing.own;
        if ((own & sowing.house) != (sowing.house & MancalaState::kLowestBits)) return 0;
        const std::uint64_t opposite = (state.row(1 - state.mover()) + sowing.other) & sowing.house;
        if ((opposite | state.rules().if_empty) == 0) return 0;
        return sum_of_bytes(opposite) + (sowing.house != 0);
    }
};

}  // namespace lanista

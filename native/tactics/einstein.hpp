#pragma once

#include "games/einstein.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Captures of the enemy first, of one's own pieces last.
template <>
struct Tactics<EinsteinState> {
    static int promise(const EinsteinState& state, Action action) {
        if (action == EinsteinState::kPass) return 0;
        const std::uint64_t target = bit(to(state, action));
        const bool takes_enemy = (state.occupied(1 - state.mover()) & target) != 0;
        const bool takes_own = (state.occupied(state.mover()) & target) != 0;
        return 2 * takes_enemy - 2 * takes_own;
    }

    // Captures of enemies.
    template <int N>
    static void noisy_actions(const EinsteinState& state, ActionList<N>& list) {
        ActionList<EinsteinState::kMaxActions> all;
        state.legal_actions(all);
        const std::uint64_t enemies = state.occupied(1 - state.mover());
        for (const Action action : all) {
            if (action != EinsteinState::kPass && (enemies & bit(to(state, action))) != 0) list.add(action);
        }
    }

  private:
    static int to(const EinsteinState& state, Action action) {
        const int step = EinsteinState::kForward[static_cast<std::size_t>(action % 3)];
        return state.square(state.mover(), action / 3) + (state.mover() == 0 ? step : -step);
    }
};

}  // namespace lanista

#pragma once

#include "games/einstein.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Captures of the enemy first, of one's own pieces last.
template <>
class Tactics<EinsteinState> {
  public:
    explicit Tactics(const EinsteinState& state)
        : state_(state), own_(state.occupied(state.mover())), enemies_(state.occupied(1 - state.mover())) {}

    int promise(Action action) const {
        if (action == EinsteinState::kPass) return 0;
        const std::uint64_t target = bit(to(action));
        return 2 * ((enemies_ & target) != 0) - 2 * ((own_ & target) != 0);
    }

    // Captures of enemies.
    template <int N>
    void noisy_actions(ActionList<N>& list) const {
        ActionList<EinsteinState::kMaxActions> all;
        state_.legal_actions(all);
        for (const Action action : all) {
            if (action != EinsteinState::kPass && (enemies_ & bit(to(action))) != 0) list.add(action);
        }
    }

  private:
    int to(Action action) const {
        const int step = EinsteinState::kForward[static_cast<std::size_t>(action % 3)];
        return state_.square(state_.mover(), action / 3) + (state_.mover() == 0 ? step : -step);
    }

    const EinsteinState& state_;
    std::uint64_t own_, enemies_;
};

}  // namespace lanista

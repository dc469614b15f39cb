#pragma once

#include "games/mancala.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Moves that keep the turn first, of these the one nearest to the store, which blocks no other; then captures, the
// larger the better.
template <>
class Tactics<MancalaState> {
  public:
    explicit Tactics(const MancalaState& state)
        : rules_(state.rules()), mover_(state.mover()), own_(state.row(mover_)), other_(state.row(1 - mover_)) {}

    int promise(Action action) const {
        const auto& sowing = rules_.sowing(mover_, action, byte_at(own_, action));
        const int nearness = mover_ == 0 ? rules_.houses - 1 - action : action;
        return sowing.passes ? 10 * captured(sowing) + nearness : 1000 + nearness;
    }

    // Moves that capture and moves that keep the turn.
    template <int N>
    void noisy_actions(ActionList<N>& list) const {
        for (Action action = 0; action < rules_.houses; ++action) {
            const int seeds = byte_at(own_, action);
            if (seeds == 0) continue;
            const auto& sowing = rules_.sowing(mover_, action, seeds);
            if (!sowing.passes || captured(sowing) != 0) list.add(action);
        }
    }

  private:
    // How many seeds a sowing of the mover captures, its own last one among them.
    int captured(const MancalaRules::Sowing& sowing) const {
        const std::uint64_t own = own_ + sowing.own, opposite = (other_ + sowing.other) & sowing.house;
        const bool captures =
            ((own & sowing.house) == (sowing.house & MancalaState::kLowestBits)) & ((opposite | rules_.if_empty) != 0);
        return captures ? sum_of_bytes(opposite) + (sowing.house != 0) : 0;
    }

    const MancalaRules& rules_;
    Player mover_;
    std::uint64_t own_, other_;  // rows
};

}  // namespace lanista

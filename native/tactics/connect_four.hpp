#pragma once

#include <cstdlib>

#include "games/connect_four.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Completing a line first, then taking the cell with which the other would; then the nearer to the middle the better:
// more lines run through there.
template <>
class Tactics<ConnectFourState> {
  public:
    explicit Tactics(const ConnectFourState& state)
        : rules_(state.rules()), own_(state.stones(state.mover())), other_(state.stones(1 - state.mover())) {
        playable_ = ((own_ | other_) + rules_.bottom) & rules_.board;
        // Mostly no cell completes anything, which all of them together show at once.
        own_may_ = rules_.has_line(own_ | playable_);
        other_may_ = rules_.has_line(other_ | playable_);
    }

    int promise(Action action) const {
        const std::uint64_t cell = playable_ & rules_.columns[static_cast<std::size_t>(action)];
        const int nearness = -std::abs(2 * action + 1 - rules_.width);
        if (own_may_ && rules_.has_line(own_ | cell)) return nearness + 200;
        return nearness + (other_may_ && rules_.has_line(other_ | cell) ? 100 : 0);
    }

  private:
    const ConnectFourRules& rules_;
    std::uint64_t own_, other_, playable_;
    bool own_may_, other_may_;
};

}  // namespace lanista

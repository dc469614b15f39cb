#pragma once

#include <cstdlib>

#include "games/connect_four.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Completing a line first, then taking the cell with which the other would; then the nearer to the middle the better:
// more lines run through there.
template <>
struct Tactics<ConnectFourState> {
    static int promise(const ConnectFourState& state, Action action) {
        const auto& rules = state.rules();
        const std::uint64_t own = state.stones(state.mover()), other = state.stones(1 - state.mover());
        const auto& column = rules.columns[static_cast<std::size_t>(action)];
        const std::uint64_t cell = ((own | other) + bit(action * rules.stride)) & column & ~(own | other);
        const int nearness = -std::abs(2 * action + 1 - rules.width);
        return nearness + (rules.has_line(own | cell) ? 200 : rules.has_line(other | cell) ? 100 : 0);
    }
};

}  // namespace lanista

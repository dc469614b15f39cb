#pragma once

#include <cstdlib>

#include "games/connect_four.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// The nearer to the middle the better: more lines run through there.
template <>
struct Tactics<ConnectFourState> {
    static int promise(const ConnectFourState& state, Action action) {
        return -std::abs(2 * action + 1 - state.rules().width);
    }
};

}  // namespace lanista

#pragma once

#include <cstdlib>

#include "games/colosseum.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// The nearer to the other the better: that is where the ways between them can be cut. Of the walls on one cell, those
// towards the other first.
template <>
struct Tactics<ColosseumState> {
    static int promise(const ColosseumState& state, Action action) {
        const int size = state.rules().size, end = action / 4, other = state.cell(1 - state.mover());
        const int down = other / size - end / size, right = other % size - end % size;
        const int towards = action % 4 == kUp      ? -down
                            : action % 4 == kDown  ? down
                            : action % 4 == kRight ? right
                                                   : -right;
        return -4 * (std::abs(down) + std::abs(right)) + towards;
    }
};

}  // namespace lanista

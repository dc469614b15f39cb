#pragma once

#include <cstdlib>

#include "games/colosseum.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// The nearer to the other the better: that is where the ways between them can be cut. Of the walls on one cell, those
// towards the other first.
template <>
class Tactics<ColosseumState> {
  public:
    explicit Tactics(const ColosseumState& state) : size_(state.rules().size), other_(state.cell(1 - state.mover())) {}

    int promise(Action action) const {
        const int end = action / 4;
        const int down = other_ / size_ - end / size_, right = other_ % size_ - end % size_;
        const int towards = action % 4 == kUp      ? -down
                            : action % 4 == kDown  ? down
                            : action % 4 == kRight ? right
                                                   : -right;
        return -4 * (std::abs(down) + std::abs(right)) + towards;
    }

  private:
    int size_, other_;
};

}  // namespace lanista

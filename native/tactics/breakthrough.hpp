#pragma once

#include "games/breakthrough.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Wins first, then captures, then other moves; among these the further on the better, and better still where more own
// pieces than enemies can take, but last where fewer can.
template <>
struct Tactics<BreakthroughState> {
    static int promise(const BreakthroughState& state, Action action) {
        const auto& rules = state.rules();
        const Player mover = state.mover();
        const int cols = rules.cols;
        const int from = action / 3, to = from + (mover == 0 ? cols : -cols) + action % 3 - 1;
        const std::uint64_t target = bit(to);
        if ((target & rules.goal[static_cast<std::size_t>(mover)]) != 0) return 1000;
        const std::uint64_t enemies = state.pieces(1 - mover), own = state.pieces(mover) & ~bit(from);
        // In squares instead of rows: as good, and no division.
        const int further_on = mover == 0 ? to : rules.rows * cols - 1 - to;
        const std::uint64_t beside = (target & rules.not_left) >> 1 | (target & rules.not_right) << 1;
        const std::uint64_t before = mover == 0 ? beside << cols : beside >> cols;
        const std::uint64_t behind = mover == 0 ? beside >> cols : beside << cols;
        const int balance = std::popcount(own & behind) - std::popcount(enemies & before);
        return further_on + ((enemies & target) != 0 ? 200 : 0) + (balance > 0 ? 20 : balance < 0 ? -100 : 0);
    }

    // Captures and moves into the goal row.
    template <int N>
    static void noisy_actions(const BreakthroughState& state, ActionList<N>& list) {
        if (state.is_terminal()) return;
        const auto& rules = state.rules();
        const Player mover = state.mover();
        const int cols = rules.cols;
        const std::uint64_t targets = state.pieces(1 - mover) | rules.goal[static_cast<std::size_t>(mover)];
        auto from = state.sources();
        if (mover == 0) {
            from = {from[0] & targets >> (cols - 1), from[1] & targets >> cols, from[2] & targets >> (cols + 1)};
        } else {
            from = {from[0] & targets << (cols + 1), from[1] & targets << cols, from[2] & targets << (cols - 1)};
        }
        for (int direction = 0; direction < 3; ++direction) {
            for (std::uint64_t squares = from[static_cast<std::size_t>(direction)]; squares != 0;
                 squares &= squares - 1) {
                list.add(std::countr_zero(squares) * 3 + direction);
            }
        }
    }
};

}  // namespace lanista

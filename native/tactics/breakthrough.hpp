#pragma once

#include "games/breakthrough.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Wins first, then captures, then other moves; among these the further on the better, and better still where more own
// pieces than enemies can take, but last where fewer can.
template <>
class Tactics<BreakthroughState> {
  public:
    explicit Tactics(const BreakthroughState& state)
        : state_(state),
          mover_(state.mover()),
          enemies_(state.pieces(1 - mover_)),
          goal_(state.rules().goal[static_cast<std::size_t>(mover_)]) {}

    int promise(Action action) const {
        const auto& rules = state_.rules();
        const int cols = rules.cols;
        const int from = action / 3, to = from + (mover_ == 0 ? cols : -cols) + action % 3 - 1;
        const std::uint64_t target = bit(to);
        if ((target & goal_) != 0) return 1000;
        const std::uint64_t own = state_.pieces(mover_) & ~bit(from);
        // In squares instead of rows: as good, and no division.
        const int further_on = mover_ == 0 ? to : rules.rows * cols - 1 - to;
        const std::uint64_t beside = (target & rules.not_left) >> 1 | (target & rules.not_right) << 1;
        const std::uint64_t before = mover_ == 0 ? beside << cols : beside >> cols;
        const std::uint64_t behind = mover_ == 0 ? beside >> cols : beside << cols;
        const int balance = std::popcount(own & behind) - std::popcount(enemies_ & before);
        return further_on + ((enemies_ & target) != 0 ? 200 : 0) + (balance > 0 ? 20 : balance < 0 ? -100 : 0);
    }

    // Captures and moves into the goal row.
    template <int N>
    void noisy_actions(ActionList<N>& list) const {
        const std::uint64_t targets = enemies_ | goal_;
        const int cols = state_.rules().cols;
        auto from = state_.sources();
        if (mover_ == 0) {
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

  private:
    const BreakthroughState& state_;
    Player mover_;
    std::uint64_t enemies_, goal_;
};

}  // namespace lanista

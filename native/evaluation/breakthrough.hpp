#pragma once

#include <algorithm>
#include <array>

#include "evaluation/evaluator.hpp"
#include "games/breakthrough.hpp"

namespace lanista {

// Ranks count from a side's own home row, which is rank 1.
inline double breakthrough_basic(const BreakthroughState& state) {
    const int rows = state.rules().rows, cols = state.rules().cols;
    int value = 0;
    for (int row = 0; row < rows; ++row) {
        const std::uint64_t cells = low_bits(cols) << (row * cols);
        value += (row + 1) * std::popcount(state.pieces(0) & cells);
        value -= (rows - row) * std::popcount(state.pieces(1) & cells);
    }
    return value;
}

// The board as one player sees it. Squares off the board may appear in results that no piece can meet.
class BreakthroughView {
  public:
    BreakthroughView(const BreakthroughState& state, Player player)
        : own(state.pieces(player)), enemies(state.pieces(1 - player)), rules_(state.rules()), player_(player) {
        const std::uint64_t own_left = ahead(left(own)), own_right = ahead(right(own));
        const std::uint64_t enemy_left = back(left(enemies)), enemy_right = back(right(enemies));
        covered = own_left | own_right;
        covered_twice = own_left & own_right;
        attacked = enemy_left | enemy_right;
        attacked_twice = enemy_left & enemy_right;
    }

    // Own pieces that more enemies can take than own pieces can take back.
    std::uint64_t hanging() const { return own & attacked & ~(covered & (~attacked_twice | covered_twice)); }

    // Squares that a piece can enter and stay on: as many can take back as enemies can take it.
    std::uint64_t holdable() const {
        const std::uint64_t straight =
            ahead(own) & ~enemies & (~attacked | (covered & ~attacked_twice) | covered_twice);
        const std::uint64_t diagonal = (covered & ~attacked) | (covered_twice & ~attacked_twice);
        return (straight | diagonal) & ~own;
    }

    // The squares from which the goal is `steps` away; 0 is the goal row itself. None if the board is too short.
    std::uint64_t row(int steps) const {
        if (steps >= rules_.rows) return 0;
        return low_bits(rules_.cols) << (rules_.cols * (player_ == 0 ? rules_.rows - 1 - steps : steps));
    }

    // Steps that the foremost of `pieces` has to its goal; kNone without any.
    int distance(std::uint64_t pieces) const {
        if (pieces == 0) return kNone;
        return player_ == 0 ? rules_.rows - 1 - (63 - std::countl_zero(pieces)) / rules_.cols
                            : std::countr_zero(pieces) / rules_.cols;
    }

    // In how many moves some piece reaches the goal whatever the enemies do short of winning first; kNone if that is
    // not sure. Both move a piece every time: after t moves the enemies can be wherever any of them gets in t moves at
    // most.
    int sure_run(bool to_move) const {
        std::uint64_t runners = own, reach = enemies, taken = attacked;
        const auto enemies_move = [&] {
            runners &= ~taken;
            reach |= taken | back(reach);
            taken = back(left(reach) | right(reach));
        };
        if (!to_move) enemies_move();
        for (int moves = 1; runners != 0 && moves < rules_.rows; ++moves) {
            runners = (ahead(left(runners) | right(runners)) | (ahead(runners) & ~reach)) & ~own;
            if ((runners & row(0)) != 0) return moves;
            enemies_move();
        }
        return kNone;
    }

    std::uint64_t edges() const { return own & ~(rules_.not_left & rules_.not_right); }

    static constexpr int kNone = 99;
    std::uint64_t own, enemies;
    std::uint64_t covered, covered_twice;    // by own pieces' diagonal moves
    std::uint64_t attacked, attacked_twice;  // by enemies' diagonal moves

  private:
    std::uint64_t ahead(std::uint64_t squares) const {
        return player_ == 0 ? squares << rules_.cols : squares >> rules_.cols;
    }
    std::uint64_t back(std::uint64_t squares) const {
        return player_ == 0 ? squares >> rules_.cols : squares << rules_.cols;
    }
    std::uint64_t left(std::uint64_t squares) const { return (squares & rules_.not_left) >> 1; }
    std::uint64_t right(std::uint64_t squares) const { return (squares & rules_.not_right) << 1; }

    const BreakthroughRules& rules_;
    Player player_;
};

// A piece's worth by the steps that it has to the goal; further away than the last: as the last.
inline constexpr std::array<double, 8> kBreakthroughWorth = {0, 4.2, 3.1, 2.6, 2.1, 1.7, 1.1, 0.9};

// What each square that can be held is worth by the steps from there to the goal; of those before the goal one counts.
inline constexpr std::array<double, 6> kBreakthroughHold = {0, 0.6, 0.4, 0.25, 0.2, 0.1};

inline double breakthrough_worth(int steps) { return kBreakthroughWorth[static_cast<std::size_t>(std::min(steps, 7))]; }

// One side's assets; a piece far from the goal is about 1.
inline double breakthrough_assets(const BreakthroughView& view, int rows, bool to_move) {
    double value = -0.3 * std::popcount(view.edges());
    for (int steps = 1; steps < rows; ++steps) {
        value += breakthrough_worth(steps) * std::popcount(view.own & view.row(steps));
    }
    const std::uint64_t hanging = view.hanging();
    // The other takes the foremost at once; who is to move may still save one.
    if (hanging != 0) value -= (to_move ? 0.3 : 0.85) * breakthrough_worth(view.distance(hanging));
    const std::uint64_t holdable = view.holdable();
    value += kBreakthroughHold[1] * ((holdable & view.row(1)) != 0);
    for (int steps = 2; steps < 6; ++steps) {
        value += kBreakthroughHold[static_cast<std::size_t>(steps)] * std::popcount(holdable & view.row(steps));
    }
    return value;
}

// 1 where the mover surely wins, -1 where he surely loses, 0 where neither is seen. (Exact: checked by search.)
inline int breakthrough_decided(const BreakthroughView& own, const BreakthroughView& other) {
    const int own_steps = own.distance(own.own), other_steps = other.distance(other.own);
    if (own_steps == 1 || own.sure_run(true) <= other_steps) return 1;
    // A piece that gets one step from the goal and is taken back until it stays there: each time the other must answer.
    if (other_steps >= 2 && (own.holdable() & own.row(1)) != 0) return 1;
    return other.sure_run(false) < own_steps ? -1 : 0;
}

// Weights by stochastic approximation (SPSA; Spall 1992) on matches against `basic` and against its own earlier weights
// at depths 1 to 3 on 7x5, 6x6 and 8x8, rounded.
inline double breakthrough_better(const BreakthroughState& state) {
    const Player mover = state.mover();
    const BreakthroughView own(state, mover), other(state, 1 - mover);
    const int decided = breakthrough_decided(own, other), rows = state.rules().rows;
    const double value = decided != 0
                             ? 60 * decided
                             : breakthrough_assets(own, rows, true) - breakthrough_assets(other, rows, false) + 0.3;
    return mover == 0 ? value : -value;
}

template <>
inline std::span<const Evaluator<BreakthroughState>> evaluators() {
    static constexpr Evaluator<BreakthroughState> kAll[] = {
        {"basic", breakthrough_basic,
         "sum of the ranks of player 0's pieces minus player 1's, home row 1 (the lab's breakthroughBasicEval)"},
        {"better", breakthrough_better,
         "60 for a sure run to the goal; else the difference of pieces (0.9 at home to 4.2 before the goal), squares "
         "near "
         "the goal that can be held, hanging and edge pieces, + 0.3 to move"},
    };
    return kAll;
}

}  // namespace lanista

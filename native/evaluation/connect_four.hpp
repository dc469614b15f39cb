#pragma once

#include <algorithm>

#include "evaluation/evaluator.hpp"
#include "games/connect_four.hpp"

namespace lanista {

// The lines that a player can still complete are the runs of `connect` cells without a stone of the other.
inline double connect_four_basic(const ConnectFourState& state) {
    const auto& rules = state.rules();
    return rules.count_lines(rules.board & ~state.stones(1)) - rules.count_lines(rules.board & ~state.stones(0));
}

// The cells that would complete a line of `stones` (some may hold stones of either side).
inline std::uint64_t connect_four_threats(const ConnectFourRules& rules, std::uint64_t stones) {
    const std::array<int, 4> directions = {1, rules.stride, rules.stride - 1, rules.stride + 1};
    std::uint64_t threats = 0;
    for (const int direction : directions) {
        // after[n]: the cells with n stones in a row right behind them.
        std::array<std::uint64_t, 16> after;
        after[0] = rules.board;
        for (int n = 1; n < rules.connect; ++n) {
            after[static_cast<std::size_t>(n)] = (after[static_cast<std::size_t>(n - 1)] & stones) >> direction;
        }
        // before: likewise in front; together one short of a line.
        std::uint64_t before = rules.board;
        for (int n = 0; n < rules.connect; ++n, before = (before & stones) << direction) {
            threats |= before & after[static_cast<std::size_t>(rules.connect - 1 - n)];
        }
    }
    return threats & rules.board;
}

// The stones in the lines that `own` can still complete, a stone counting once for each such line.
inline int connect_four_stones_in_lines(const ConnectFourRules& rules, std::uint64_t own, std::uint64_t other) {
    const std::array<int, 4> directions = {1, rules.stride, rules.stride - 1, rules.stride + 1};
    const auto starts = rules.lines(rules.board & ~other);
    int count = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        // A step past bit 63 belongs to no line.
        for (int n = 0; n < rules.connect; ++n)
            count += std::popcount(starts[i] & own >> std::min(63, n * directions[i]));
    }
    return count;
}

// One side's lasting assets. Whoever fills a column after the other gets its even cells, so that, when all else is
// filled, player 0 comes to play on odd rows and player 1 on even ones, counted from 1 at the bottom (Allis 1988): a
// threat there is good unless the other side has one right below it.
inline double connect_four_prospects(const ConnectFourState& state, Player player, std::uint64_t threats,
                                     std::uint64_t other_threats, std::uint64_t playable) {
    const auto& rules = state.rules();
    constexpr std::uint64_t kEverySecond = 0x5555555555555555ULL;
    const std::uint64_t own_rows =
        rules.bottom * (low_bits(rules.height) & (player == 0 ? kEverySecond : ~kEverySecond));
    const int good = std::popcount(threats & own_rows & ~(other_threats << 1));
    const int next = std::popcount(threats & playable << 1);
    const bool stacked = (threats & threats << 1) != 0;
    return 0.05 * connect_four_stones_in_lines(rules, state.stones(player), state.stones(1 - player)) + 0.35 * good +
           0.2 * next + 0.2 * stacked;
}

// Weights by logistic regression on the outcomes of self-play at depth 5 (100,000 positions that the next two moves do
// not decide, boards 5x5 to 8x6), scaled so that v / (1 + |v|) is about the expected result.
inline double connect_four_better(const ConnectFourState& state) {
    const auto& rules = state.rules();
    const Player mover = state.mover(), other = 1 - mover;
    const std::uint64_t occupied = state.stones(0) | state.stones(1);
    const std::uint64_t playable = (occupied + rules.bottom) & rules.board;
    const std::uint64_t own = connect_four_threats(rules, state.stones(mover)) & ~occupied;
    const std::uint64_t theirs = connect_four_threats(rules, state.stones(other)) & ~occupied;
    const std::uint64_t forced = theirs & playable;
    double value;
    if ((own & playable) != 0) {
        value = 10;
    } else if ((forced & (forced - 1)) != 0 || (theirs & forced << 1) != 0) {
        value = -10;  // two to stop at once, or one right above the other
    } else {
        value = connect_four_prospects(state, mover, own, theirs, playable) -
                connect_four_prospects(state, other, theirs, own, playable) + 0.1;
    }
    return mover == 0 ? value : -value;
}

template <>
inline std::span<const Evaluator<ConnectFourState>> evaluators() {
    static constexpr Evaluator<ConnectFourState> kAll[] = {
        {"basic", connect_four_basic, "lines that player 0 can still complete minus those that player 1 can"},
        {"better", connect_four_better,
         "0.05 per stone in an open line + 0.35 per threat of the right parity + 0.2 per threat one above a playable "
         "cell "
         "+ 0.2 for stacked threats + 0.1 to move; 10 for a win within two moves"},
    };
    return kAll;
}

}  // namespace lanista

#pragma once

#include <algorithm>

#include "evaluation/evaluator.hpp"
#include "games/mancala.hpp"

namespace lanista {

inline double mancala_basic(const MancalaState& state) { return state.store(0) - state.store(1); }

// What one side's houses promise, apart from the seeds in its store. A house is known by its distance: how many seeds
// it takes to reach the owner's store. Only sowings within the first round are looked at.
struct MancalaPromise {
    int staying = 0;      // seeds that a sowing of their house would not carry past the owner's store
    int empty = 0;        // houses
    int extra_turns = 0;  // houses with exactly as many seeds as their distance
    int capture = 0;      // the most that one sowing captures, the capturing seed among it
};

// All houses at once, a byte each: byte i is the house at distance i + 1.
inline MancalaPromise mancala_promise(const MancalaState& state, Player player) {
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL, kHighest = 0x80 * kOnes, kLow7 = ~kHighest;
    constexpr std::uint64_t kIndices = 0x0706050403020100ULL;
    const auto& rules = state.rules();
    const auto by_distance = [&](std::uint64_t row) {
        row &= rules.house_bytes;
        return player == 0 ? row : __builtin_bswap64(row) >> (64 - 8 * rules.houses);
    };
    const auto zero_bytes = [&](std::uint64_t word) {
        return ~(((word & kLow7) + kLow7) | word) & kHighest & rules.house_bytes;
    };
    const std::uint64_t seeds = by_distance(state.row(player)), opposite = by_distance(state.row(1 - player));
    const std::uint64_t distances = (kIndices + kOnes) & rules.house_bytes;

    // The lesser of seeds and distance; more than 15 seeds count as 15, which is more than any distance.
    const std::uint64_t many = (~zero_bytes(seeds >> 4 & 0x0F * kOnes) & kHighest) >> 7;
    const std::uint64_t few = (seeds | many * 0x0F) & 0x0F * kOnes;
    const std::uint64_t stay = (((distances | kHighest) - few) & kHighest) >> 7;  // 1 where all seeds do
    std::uint64_t empties = zero_bytes(seeds);
    MancalaPromise promise;
    promise.staying = sum_of_bytes((few & stay * 0xFF) | (distances & ~(stay * 0xFF)));
    promise.empty = std::popcount(empties);
    promise.extra_turns = std::popcount(zero_bytes(seeds ^ distances));
    for (; empties != 0; empties &= empties - 1) {
        const int index = std::countr_zero(empties) / 8;
        const int there = byte_at(opposite, index);
        if (there == 0 && !rules.empty_capture) continue;
        // The houses beyond from which the last seed would fall into this one.
        const std::uint64_t from = zero_bytes(seeds ^ kIndices << (8 * index));
        if ((from >> (8 * index + 8)) != 0) promise.capture = std::max(promise.capture, there + 1);
    }
    return promise;
}

// The terms were found by logistic regression on the outcomes of self-play at depth 4 (90,000 positions), the weights
// by stochastic approximation (SPSA; Spall 1992) with matches against `basic` at depths 1 to 4 and four sizes.
inline double mancala_better(const MancalaState& state) {
    const Player mover = state.mover();
    const MancalaPromise own = mancala_promise(state, mover), other = mancala_promise(state, 1 - mover);
    const double value = state.store(mover) - state.store(1 - mover) + 0.25 * (own.staying - other.staying) -
                         0.3 * (own.empty - other.empty) + 1.5 * own.extra_turns - 0.25 * other.extra_turns +
                         own.capture - 0.2 * other.capture;
    return mover == 0 ? value : -value;
}

template <>
inline std::span<const Evaluator<MancalaState>> evaluators() {
    static constexpr Evaluator<MancalaState> kAll[] = {
        {"basic", mancala_basic, "store of player 0 minus store of player 1 (the lab's mancalaBasicEval)"},
        {"better", mancala_better,
         "difference of store + 0.25 seeds that stay - 0.3 empty houses; mover: + 1.5 extra turns + largest capture; "
         "the other: - 0.25 extra turns - 0.2 largest capture"},
    };
    return kAll;
}

}  // namespace lanista

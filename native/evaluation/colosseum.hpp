#pragma once

#include <algorithm>
#include <array>

#include "evaluation/evaluator.hpp"
#include "games/colosseum.hpp"

namespace lanista {

// Both walk at the same speed; a cell that both reach at the same step is nobody's, and neither walks on from it.
inline double colosseum_basic(const ColosseumState& state) {
    u128 first = wide_bit(state.cell(0)), second = wide_bit(state.cell(1)), contested = 0;
    while (true) {
        const u128 taken = first | second | contested;
        const u128 next_first = state.spread(first) & ~taken, next_second = state.spread(second) & ~taken;
        if ((next_first | next_second) == 0) return popcount(first) - popcount(second);
        contested |= next_first & next_second;
        first |= next_first & ~next_second;
        second |= next_second & ~next_first;
    }
}

// Cells that `first` would take before the other, minus the other's, if they spread by whole moves in turn, `first`
// before the other, without building walls.
inline int colosseum_territory(const ColosseumState& state, Player first) {
    u128 own = wide_bit(state.cell(first)), other = wide_bit(state.cell(1 - first));
    const auto spread = [&](u128& cells, u128 taken) {
        for (int step = 0; step < state.rules().max_steps; ++step) {
            const u128 further = state.spread(cells) & ~taken;
            if (further == cells) return step > 0;
            cells = further;
        }
        return true;
    };
    bool own_grew = true, other_grew = true;
    while (own_grew || other_grew) {
        own_grew = spread(own, other);
        other_grew = spread(other, own);
    }
    return popcount(own) - popcount(other);
}

// Gates are the steps that every way between the players takes: one wall there ends the game.
struct ColosseumGates {
    bool any = false;
    bool own_win = false;    // the mover can now close one and keep the larger region
    bool other_win = false;  // the other could, were it his move
};

// A shortest way from the mover's cell to the other's, both included; the number of its cells.
inline int colosseum_way(const ColosseumState& state, std::array<int, 121>& way) {
    std::array<u128, 121> at_distance;
    const u128 target = wide_bit(state.cell(1 - state.mover()));
    u128 reached = at_distance[0] = wide_bit(state.cell(state.mover()));
    std::size_t last = 0;
    while ((reached & target) == 0) {
        const u128 further = state.spread(reached);
        at_distance[++last] = further & ~reached;
        reached = further;
    }
    way[last] = state.cell(1 - state.mover());
    for (std::size_t i = last; i > 0; --i)
        way[i - 1] = countr_zero(state.spread(wide_bit(way[i])) & at_distance[i - 1]);
    return static_cast<int>(last) + 1;
}

// As in a search for a maximum flow (Ford and Fulkerson 1956): spread from the mover's cell without the steps of one
// way taken forwards. Where that gets stuck before the other's cell, the way's next step is a gate; pass it and go on.
inline ColosseumGates colosseum_gates(const ColosseumState& state) {
    std::array<int, 121> way;
    const int last = colosseum_way(state, way) - 1, size = state.rules().size;
    const auto way_cell = [&](int i) { return way[static_cast<std::size_t>(i)]; };
    auto open = state.open_sides();
    for (int i = 0; i < last; ++i) {
        const int step = way_cell(i + 1) - way_cell(i);
        open[step == 1 ? kRight : step == -1 ? kLeft : step > 0 ? kDown : kUp] &= ~wide_bit(way_cell(i));
    }

    std::array<int, 121> gate, inside;  // of each gate: the step of the way before it, the cells on the mover's side
    std::size_t gates = 0;
    u128 reached = wide_bit(way_cell(0));
    const u128 target = wide_bit(way_cell(last));
    while (true) {
        for (u128 before = 0; before != reached && (reached & target) == 0;) {
            before = reached;
            reached |= (reached & open[kUp]) >> size | (reached & open[kRight]) << 1 | (reached & open[kDown]) << size |
                       (reached & open[kLeft]) >> 1;
        }
        if ((reached & target) != 0) break;
        int at = last;
        while ((reached & wide_bit(way_cell(at))) == 0) --at;
        gate[gates] = at;
        inside[gates++] = popcount(reached);
        reached |= wide_bit(way_cell(at + 1));
    }

    ColosseumGates found;
    found.any = gates > 0;
    if (!found.any) return found;
    const int steps = state.rules().max_steps, cells = popcount(state.spread_out(reached));
    const u128 own_ends = state.reachable(state.mover(), steps), other_ends = state.reachable(1 - state.mover(), steps);
    for (std::size_t i = 0; i < gates; ++i) {
        const int lead = 2 * inside[i] - cells;
        found.own_win |= lead > 0 && (own_ends & wide_bit(way_cell(gate[i]))) != 0;
        found.other_win |= lead < 0 && (other_ends & wide_bit(way_cell(gate[i] + 1))) != 0;
    }
    return found;
}

// How many times one can step from a cell to the next, there and back counted once.
inline int colosseum_ways(const ColosseumState& state) {
    const auto open = state.open_sides();
    return popcount(open[kRight]) + popcount(open[kDown]);
}

// Weights rounded from logistic regressions on the outcomes of self-play with 3,000 and 4,000 nodes a move (160,000
// positions, sizes 5 to 11): ten times the logarithm of the odds. What a cell is worth grows as the board is walled up.
inline double colosseum_better(const ColosseumState& state) {
    const ColosseumGates gates = colosseum_gates(state);
    const Player mover = state.mover();
    const int side = mover == 0 ? 1 : -1;
    if (gates.own_win) return 60 * side;
    const double cells = 18 * colosseum_territory(state, mover) - 10 * colosseum_territory(state, 1 - mover) +
                         16 * side * colosseum_basic(state);
    return side * (cells / colosseum_ways(state) + 1.7 * gates.any - 8 * gates.other_win);
}

template <>
inline std::span<const Evaluator<ColosseumState>> evaluators() {
    static constexpr Evaluator<ColosseumState> kAll[] = {
        {"basic", colosseum_basic,
         "cells that player 0 would take first, minus player 1's, if both spread a step at a time and stopped where "
         "they meet"},
        {"better", colosseum_better,
         "60 to the mover who can wall off the larger part; else (18 x cells first in whole moves, mover first, + 10 x "
         "these, the other first, + 16 basic) / steps that are open; mover + 1.7 if one wall can part them, - 8 if the "
         "other's could and win"},
    };
    return kAll;
}

}  // namespace lanista

#pragma once

#include <algorithm>
#include <array>

#include "evaluation/evaluator.hpp"
#include "games/einstein.hpp"

namespace lanista {

inline double einstein_basic(const EinsteinState& state) { return state.pieces_left(0) - state.pieces_left(1); }

// What a side's piece on a square has before it.
struct EinsteinOutlook {
    std::uint64_t ahead = 0;  // the squares it may still come to, its own among them
    std::uint64_t next = 0;   // those one move away
    int steps = 0;            // single steps along rows and columns to the goal corner
    int diagonal_steps = 0;   // moves to the goal corner if diagonals are used wherever they shorten the way
};

inline constexpr auto kEinsteinOutlooks = [] {
    std::array<std::array<EinsteinOutlook, EinsteinRules::kSquares>, 2> all{};
    for (int from = 0; from < EinsteinRules::kSquares; ++from) {
        EinsteinOutlook outlook;
        const int rows = 5 - from / 6, cols = 5 - from % 6;  // still to go for red
        for (int down = 0; down <= rows; ++down) {
            for (int right = 0; right <= cols; ++right) {
                const std::uint64_t square = bit(from + 6 * down + right);
                outlook.ahead |= square;
                if (down <= 1 && right <= 1 && down + right > 0) outlook.next |= square;
            }
        }
        outlook.steps = rows + cols;
        outlook.diagonal_steps = std::max(rows, cols);
        all[0][static_cast<std::size_t>(from)] = outlook;
        // Blue's board is red's turned round.
        EinsteinOutlook turned = outlook;
        turned.ahead = turned.next = 0;
        for (int square = 0; square < EinsteinRules::kSquares; ++square) {
            if ((outlook.ahead & bit(square)) != 0) turned.ahead |= bit(35 - square);
            if ((outlook.next & bit(square)) != 0) turned.next |= bit(35 - square);
        }
        all[1][static_cast<std::size_t>(35 - from)] = turned;
    }
    return all;
}();

// One side's assets in hundredths. Games are won by keeping pieces, and who runs out of free steps first must take his
// own: so steps in hand are good, and pieces that have arrived or have passed all enemies are a burden. A sixth piece
// adds nothing.
struct EinsteinAssets {
    int value = 0;
    int contacts = 0;  // pieces that could take an enemy (and so could be taken)
};

inline EinsteinAssets einstein_assets(const EinsteinState& state, Player player) {
    const std::uint64_t enemies = state.occupied(1 - player);
    EinsteinAssets assets;
    assets.value = 80 * std::min(state.pieces_left(player), 5);
    for (std::uint64_t left = state.occupied(player); left != 0; left &= left - 1) {
        const auto& outlook =
            kEinsteinOutlooks[static_cast<std::size_t>(player)][static_cast<std::size_t>(std::countr_zero(left))];
        assets.value += 43 * outlook.steps - 2 * outlook.diagonal_steps;
        assets.value -= 31 * ((outlook.ahead & enemies) == 0) + 30 * (outlook.steps <= 1);
        assets.contacts += (outlook.next & enemies) != 0;
    }
    return assets;
}

// Weights by logistic regression on the outcomes of self-play at depths 3 and 4 (500,000 positions), scaled so that
// v / (1 + |v|) is about the expected result. Contact is good for the mover, who captures first.
inline double einstein_better(const EinsteinState& state) {
    const Player mover = state.mover();
    const EinsteinAssets own = einstein_assets(state, mover), other = einstein_assets(state, 1 - mover);
    const int contact = own.contacts == 0 ? 0 : 50 + 80 * own.contacts;
    const int value = own.value - other.value + contact - 25;
    return (mover == 0 ? value : -value) / 100.0;
}

template <>
inline std::span<const Evaluator<EinsteinState>> evaluators() {
    static constexpr Evaluator<EinsteinState> kAll[] = {
        {"basic", einstein_basic, "red pieces left minus blue pieces left"},
        {"better", einstein_better,
         "0.8 a piece (five at most) + 0.43 a step in hand - 0.02 a move by diagonals - 0.31 past all enemies - 0.3 at "
         "the "
         "goal; mover: - 0.25, in contact + 0.5 + 0.8 a piece"},
    };
    return kAll;
}

}  // namespace lanista

#pragma once

#include "evaluation/evaluator.hpp"
#include "games/nim.hpp"

namespace lanista {

// When every pile left is a single object, the players only alternate: an odd number of piles is good for the mover
// who wants the last object, an even one for the mover who does not.
inline double nim_basic(const NimState& state) {
    int piles = 0;
    for (int pile = 0; pile < state.rules().piles; ++pile) piles += state.objects(pile) != 0;
    const bool good_for_mover = (piles % 2 == 1) != state.rules().misere;
    return good_for_mover == (state.mover() == 0) ? 0.5 : -0.5;
}

// The whole theory (Bouton 1901): the mover wins unless the exclusive or of the piles is 0. Who must not take the last
// object plays the same until all piles are 1, and then wins in the opposite case.
inline double nim_better(const NimState& state) {
    int nim_sum = 0, all = 0;
    for (int pile = 0; pile < state.rules().piles; ++pile) {
        nim_sum ^= state.objects(pile);
        all |= state.objects(pile);
    }
    const bool only_ones = all <= 1;
    const bool mover_wins = (nim_sum != 0) != (only_ones && state.rules().misere);
    return mover_wins == (state.mover() == 0) ? 1 : -1;
}

template <>
inline std::span<const Evaluator<NimState>> evaluators() {
    static constexpr Evaluator<NimState> kAll[] = {
        {"basic", nim_basic,
         "half a point to the mover when the parity of the piles left is right for them (exact once all piles are 1)"},
        {"better", nim_better,
         "exact: one point to the winner with best play, the mover unless the piles' exclusive or is 0 (misere with "
         "piles of 1 only: if it is 0)"},
    };
    return kAll;
}

}  // namespace lanista

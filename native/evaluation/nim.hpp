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

template <>
inline std::span<const Evaluator<NimState>> evaluators() {
    static constexpr Evaluator<NimState> kAll[] = {
        {"basic", nim_basic,
         "half a point to the mover when the parity of the piles left is right for them (exact once all piles are 1)"},
    };
    return kAll;
}

}  // namespace lanista

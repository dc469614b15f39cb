// Quiescence: beyond the horizon only noisy actions are followed, and the mover may always stop at the evaluation
// (Beal 1990, "A generalised quiescence search algorithm").
#pragma once

#include <algorithm>

#include "search/evaluated.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// The definition, from player 0's side.
template <Game S>
Value plain_quiescence(const S& state, const Evaluation<S>& evaluation, Watch& watch) {
    Value best = evaluated(state, evaluation);
    if constexpr (NoisyGame<S>) {
        ActionList<S::kMaxActions> noisy;
        Tactics<S>(state).noisy_actions(noisy);
        for (const Action action : noisy) {
            S child = state;
            child.apply(action);
            watch.count();
            const Value value = child.is_terminal() ? end_value(child) : plain_quiescence(child, evaluation, watch);
            if (is_better(value, best, state.mover())) best = value;
        }
    }
    return best;
}

}  // namespace lanista

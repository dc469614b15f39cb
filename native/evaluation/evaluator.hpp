// Named static evaluators: what a position that is still open seems worth, from player 0's side.
//
// A game's header in this folder specialises evaluators(); `basic` comes first and every game has it. Ended positions
// are not asked: their score is known.
#pragma once

#include <span>

#include "core/game.hpp"

namespace lanista {

template <State S>
struct Evaluator {
    const char* name;
    double (*value)(const S&);  // in the evaluator's own points, more is better for player 0
    const char* formula;        // one line for people
};

// The game's evaluators, `basic` first.
template <State S>
std::span<const Evaluator<S>> evaluators();

}  // namespace lanista

// What of a position still matters to how the game goes on: positions that differ in nothing else are solved once.
#pragma once

#include "core/game.hpp"

namespace lanista {

enum class Aim { kOutcome, kPoints };  // what players want: to win (1, 0, -1), or a large margin of points

// A game's header in this folder may specialise it.
//   settled(state, aim)  points that player 0 is sure of whatever follows; 0 where the outcome is the aim
//   of(state, aim)       a position from which the game goes on as from `state`; its value is that of `state` less
//                        what is settled
template <SimultaneousGame S>
struct Remaining {
    static double settled(const S&, Aim) { return 0; }
    static S of(const S& state, Aim) { return state; }
};

}  // namespace lanista

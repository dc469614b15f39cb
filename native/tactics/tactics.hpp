// What a game knows about the moves of a position before any search: which to try first, and which leave the position
// in uproar. A game's header in this folder specialises Tactics; a game without one is searched without.
//
//   Tactics(state)         of an open position, which outlives it; finds out what concerns all actions
//   promise(action)        of a legal action: larger is tried earlier
//   noisy_actions(list)    appends the legal actions after which a static evaluation is not to be trusted (captures and
//                          the like); quiescence follows them beyond the horizon
#pragma once

#include "core/game.hpp"

namespace lanista {

template <State S>
class Tactics {
  public:
    explicit Tactics(const S&) {}
};

template <class S>
concept OrderedGame = requires(const S& state, Action action) {
    { Tactics<S>(state).promise(action) } -> std::same_as<int>;
};

template <class S>
concept NoisyGame =
    requires(const S& state, ActionList<S::kMaxActions>& list) { Tactics<S>(state).noisy_actions(list); };

}  // namespace lanista

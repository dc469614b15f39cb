// What a game knows about its own moves, before any search: which to try first, and which leave the position in
// uproar. A game's header in this folder specialises Tactics; a game without one is searched without.
//
//   promise(state, action)          larger is tried earlier
//   noisy_actions(state, list)      appends the legal actions after which a static evaluation is not to be trusted
//                                   (captures and the like); quiescence follows them beyond the horizon
#pragma once

#include "core/game.hpp"

namespace lanista {

template <State S>
struct Tactics {};

template <class S>
concept OrderedGame = requires(const S& state, Action action) {
    { Tactics<S>::promise(state, action) } -> std::same_as<int>;
};

template <class S>
concept NoisyGame =
    requires(const S& state, ActionList<S::kMaxActions>& list) { Tactics<S>::noisy_actions(state, list); };

}  // namespace lanista

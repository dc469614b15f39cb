// Uniformly random play to the end of the game.
#pragma once

#include <cstdint>

#include "core/game.hpp"

namespace lanista {

struct PlayoutCount {
    std::int64_t wins = 0;  // of player 0
    std::int64_t draws = 0;
    std::int64_t losses = 0;  // of player 0
    std::int64_t plies = 0;   // over all playouts; a round of a simultaneous game is one ply
};

template <Game S>
void random_ply(S& state, Random& random) {
    state.apply(state.pick_action(random.below(state.count_actions())));
}

template <SimultaneousGame S>
void random_ply(S& state, Random& random) {
    const Action first = state.pick_action(0, random.below(state.count_actions(0)));
    const Action second = state.pick_action(1, random.below(state.count_actions(1)));
    state.apply(first, second);
}

// Plays `state` to its end and returns the number of plies.
template <State S>
int random_playout(S& state, Random& random) {
    int plies = 0;
    for (; !state.is_terminal(); ++plies) random_ply(state, random);
    return plies;
}

template <State S>
void count_playout(const S& start, Random& random, PlayoutCount& count) {
    S state = start;
    count.plies += random_playout(state, random);
    const int score = state.score();
    count.wins += score > 0;
    count.draws += score == 0;
    count.losses += score < 0;
}

}  // namespace lanista

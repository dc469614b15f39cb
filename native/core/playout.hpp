// Uniformly random play to the end of the game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "core/game.hpp"

namespace lanista {

struct PlayoutCount {
    std::int64_t wins = 0;  // of player 0
    std::int64_t draws = 0;
    std::int64_t losses = 0;  // of player 0
    std::int64_t plies = 0;   // over all playouts; a round of a simultaneous game is one ply
};

// One random action (one of each player where both move at once) in a position that is open.
template <Game S>
void random_ply(S& state, Random& random) {
    if (state.is_terminal()) __builtin_unreachable();
    const int index = random.below(state.count_actions());
    if constexpr (requires { state.apply_picked(index); }) {
        state.apply_picked(index);  // the same without a name for the action
    } else {
        state.apply(state.pick_action(index));
    }
}

template <SimultaneousGame S>
void random_ply(S& state, Random& random) {
    if (state.is_terminal()) __builtin_unreachable();
    const Action first = state.pick_action(0, random.below(state.count_actions(0)));
    const Action second = state.pick_action(1, random.below(state.count_actions(1)));
    state.apply(first, second);
}

template <State S>
void count_result(const S& state, PlayoutCount& count) {
    const int score = state.score();
    count.wins += score > 0;
    count.draws += score == 0;
    count.losses += score < 0;
}

// How many games play_randomly has under way at once. Each ply waits for the one before it; with several games taking
// turns the processor works on one while another waits. Measured: 4 are up to twice as fast as one.
inline constexpr std::size_t kPlayoutLanes = 4;

// Plays `games` random games from `start` and counts their results; `tick` is called now and then.
template <State S, class Tick>
PlayoutCount play_randomly(const S& start, int games, Random& random, Tick&& tick) {
    PlayoutCount count;
    if (start.is_terminal()) {
        for (int game = 0; game < games; ++game) count_result(start, count);
        return count;
    }
    auto lanes = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::array<S, sizeof...(I)>{(static_cast<void>(I), start)...};
    }(std::make_index_sequence<kPlayoutLanes>());
    // A game that ends makes room for the next one while there is one; every game begun is counted, however long.
    const int active = std::min(games, static_cast<int>(kPlayoutLanes));
    int waiting = games - active;
    while (waiting > 0) {
        for (int round = 0; round < 4096 && waiting > 0; ++round) {
            count.plies += kPlayoutLanes;
#pragma GCC unroll 4
            for (S& state : lanes) {
                random_ply(state, random);
                if (!state.is_terminal()) continue;
                count_result(state, count);
                if (waiting == 0) continue;
                state = start;
                --waiting;
            }
        }
        tick();
    }
    for (int lane = 0; lane < active; ++lane) {
        S& state = lanes[static_cast<std::size_t>(lane)];
        if (state.is_terminal()) continue;  // counted above
        for (; !state.is_terminal(); ++count.plies) random_ply(state, random);
        count_result(state, count);
    }
    return count;
}

}  // namespace lanista

// What all learners share: their parameters, what a move was worth at once, and who plays in a game of training.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "core/game.hpp"
#include "core/random.hpp"
#include "learn/encoder.hpp"
#include "learn/exploration.hpp"
#include "search/value.hpp"

namespace lanista {

struct LearningOptions {
    double alpha = 1.0, last_alpha = 1.0;  // of each new experience, from the first game to the last
    double gamma = 0.9;                    // what a value is worth one decision earlier
    double win = 1.0;                      // reward at the end of a game, times its outcome
    double point = 0.0;                    // reward for each point won, and against it for each lost
    double start = 0.0;                    // what is expected of an action before it is tried
    Exploration exploration;
    int memory_mb = 1024;

    void check() const {
        for (const double rate : {alpha, last_alpha}) {
            require(0 < rate && rate <= 1, "alpha must be above 0, at most 1, got " + std::to_string(rate));
        }
        require(0 <= gamma && gamma <= 1, "gamma must be 0 to 1, got " + std::to_string(gamma));
        require(memory_mb >= 1, "memory_mb must be at least 1, got " + std::to_string(memory_mb));
        exploration.check();
    }
};

// What a player gained between two positions.
template <State S>
struct Reward {
    double win, point;
    std::function<double(const S& before, const S& after, Player player)> shaped;  // instead of both, if there is one

    double operator()(const S& before, const S& after, Player player) const {
        if (shaped) return shaped(before, after, player);
        const double end = after.is_terminal() ? win * outcome(after) : 0;
        return for_player(end + point * (static_cast<double>(after.score()) - static_cast<double>(before.score())),
                          player);
    }
};

// A game of training: its number, and how much of it all is done by then (0 to 1).
struct Lesson {
    std::uint64_t number;
    double progress;
    Random& random;
};

// Where a learner looks at a state from.
template <State S>
struct LearnedGame {
    Encoder<S> encoder;
    Reward<S> reward;
    int num_actions;
};

}  // namespace lanista

// How a learner chooses while it learns: what it thinks best, or something else to see what comes of it.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include "core/game.hpp"
#include "core/random.hpp"

namespace lanista {

enum class Explore { kRandom, kEpsilonGreedy, kSoftmax };

// From the first game of the training to the last the numbers change in a straight line.
struct Exploration {
    Explore kind = Explore::kEpsilonGreedy;
    double epsilon = 1.0, last_epsilon = 0.1;          // epsilon-greedy: the chance of any action
    double temperature = 1.0, last_temperature = 0.1;  // softmax: values this far apart are e times as likely

    void check() const {
        const auto require_chance = [](const char* name, double value) {
            require(0 <= value && value <= 1, std::string(name) + " must be 0 to 1, got " + std::to_string(value));
        };
        require_chance("epsilon", epsilon);
        require_chance("last_epsilon", last_epsilon);
        require(temperature > 0 && last_temperature > 0, "temperature and last_temperature must be above 0");
    }
};

inline double between(double first, double last, double progress) { return first + (last - first) * progress; }

// A number from 0 to below 1.
inline double fraction(Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

// The index of the largest of count values, the first of equals.
template <class ValueOf>
int best_index(int count, ValueOf&& value) {
    int best = 0;
    for (int i = 1; i < count; ++i) {
        if (value(i) > value(best)) best = i;
    }
    return best;
}

// An index drawn with these chances, which sum to 1.
inline int drawn(std::span<const double> chances, Random& random) {
    double left = fraction(random);
    for (std::size_t i = 0; i < chances.size(); ++i) {
        left -= chances[i];
        if (left < 0) return static_cast<int>(i);
    }
    return best_index(static_cast<int>(chances.size()), [&](int i) { return chances[static_cast<std::size_t>(i)]; });
}

// One of `count` choices by their values (value(i): more is better). progress: how much of the training is done, 0
// to 1.
template <class ValueOf>
int explore(const Exploration& how, double progress, int count, Random& random, ValueOf&& value) {
    if (how.kind == Explore::kRandom) return random.below(count);
    if (how.kind == Explore::kEpsilonGreedy) {
        const bool at_random = fraction(random) < between(how.epsilon, how.last_epsilon, progress);
        return at_random ? random.below(count) : best_index(count, value);
    }
    const double temperature = between(how.temperature, how.last_temperature, progress);
    const double highest = value(best_index(count, value));
    const auto weight = [&](int i) { return std::exp((value(i) - highest) / temperature); };
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += weight(i);
    double left = fraction(random) * sum;
    for (int i = 0; i < count; ++i) {
        left -= weight(i);
        if (left < 0) return i;
    }
    return count - 1;
}

}  // namespace lanista

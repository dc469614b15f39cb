// Who takes part in a game of training: a learner, or whom it learns against.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "learn/learning.hpp"
#include "search/evaluated.hpp"
#include "search/joint.hpp"

namespace lanista {

template <State S>
class Participant {
  public:
    virtual ~Participant() = default;
    // A game begins, of this number in the training.
    virtual void begin(std::uint64_t number, Player player) {
        (void)number;
        (void)player;
    }
    // A legal action of an open position.
    virtual Action choose(const S& state, Player player, Lesson lesson) = 0;
    // The game is over.
    virtual void end(const S& state, Player player, Lesson lesson) = 0;
};

// The legal actions of a player, whichever kind of game it is.
template <State S>
ActionList<S::kMaxActions> choices(const S& state, Player player) {
    if constexpr (Game<S>) return legal_actions(state);
    if constexpr (SimultaneousGame<S>) return actions_of(state, player);
}

template <State S>
class RandomParticipant final : public Participant<S> {
  public:
    Action choose(const S& state, Player player, Lesson lesson) override {
        if constexpr (Game<S>) return state.pick_action(lesson.random.below(state.count_actions()));
        if constexpr (SimultaneousGame<S>) {
            return state.pick_action(player, lesson.random.below(state.count_actions(player)));
        }
    }
    void end(const S&, Player, Lesson) override {}
};

// Plays what a learner has learned, and learns nothing. Where it knows nothing: anything.
template <State S, class Learned>
class FrozenParticipant final : public Participant<S> {
  public:
    explicit FrozenParticipant(const Learned& learned) : learned_(learned) {}

    Action choose(const S& state, Player player, Lesson lesson) override {
        const auto legal = choices(state, player);
        if (!learned_.knows(state, player)) return legal[lesson.random.below(legal.size())];
        learned_.strategy(state, player, chances_);
        return legal[drawn(chances_, lesson.random)];
    }
    void end(const S&, Player, Lesson) override {}

  private:
    const Learned& learned_;
    std::vector<double> chances_;
};

// Plays a game to its end; returns it and adds to `moves` what player 0 and player 1 (together: a round) chose.
template <State S>
S play_lesson(S state, const std::array<Participant<S>*, 2>& players, Lesson lesson, std::uint64_t& moves) {
    for (const Player player : {0, 1}) players[static_cast<std::size_t>(player)]->begin(lesson.number, player);
    for (; !state.is_terminal(); ++moves) {
        if constexpr (Game<S>) {
            const Player mover = state.mover();
            state.apply(players[static_cast<std::size_t>(mover)]->choose(state, mover, lesson));
        }
        if constexpr (SimultaneousGame<S>) {
            const Action first = players[0]->choose(state, 0, lesson), second = players[1]->choose(state, 1, lesson);
            state.apply(first, second);
        }
    }
    for (const Player player : {0, 1}) players[static_cast<std::size_t>(player)]->end(state, player, lesson);
    return state;
}

}  // namespace lanista

// Q-learning of one player, to whom the opponent is part of the world (C. Watkins: Learning from Delayed Rewards,
// 1989).
//
//   Q(s, a) <- Q(s, a) + alpha (r + gamma max Q(s', .) - Q(s, a))
//
// s and s' are positions in which the learner chooses, r is what it gained in between. Values are the learner's own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "learn/learned_table.hpp"
#include "learn/participant.hpp"

namespace lanista {

template <State S>
class QLearning : public LearnedTable<S> {
    using Base = LearnedTable<S>;

  public:
    using typename Base::Row;
    using typename Base::Table;

    QLearning(const LearningOptions& options, const LearnedGame<S>& game) : Base(options, game, game.num_actions) {}

    // What is known of a player's legal actions in an open position, ascending; `start` where nothing is.
    std::vector<double> values(const S& state, Player player) const {
        const View view = look(state, player);
        std::vector<double> values;
        for (const Action action : choices(state, player)) values.push_back(known(view, state, action));
        return values;
    }

    bool knows(const S& state, Player player) const { return look(state, player).row != Table::kNoRow; }

    // The chances with which it plays the legal actions of a position that it knows: all for the best, the first of
    // equals.
    void strategy(const S& state, Player player, std::vector<double>& chances) const {
        const View view = look(state, player);
        const auto legal = choices(state, player);
        const auto worth = [&](int i) { return known(view, state, legal[i]); };
        chances.assign(static_cast<std::size_t>(legal.size()), 0);
        chances[static_cast<std::size_t>(best_index(legal.size(), worth))] = 1;
    }

  private:
    // A state as the table sees it.
    struct View {
        Row row;
        S form;
    };
    // What was chosen in which state.
    struct Choice {
        Choice(const S& state_, Row row_, Action place_) : state(state_), row(row_), place(place_) {}
        S state;
        Row row;
        Action place;
    };

  public:
    // Learns from the games it takes part in.
    class Learner final : public Participant<S> {
      public:
        explicit Learner(QLearning& owner) : owner_(owner) {}

        Action choose(const S& state, Player player, Lesson lesson) override {
            const auto legal = choices(state, player);
            const View view = owner_.meet(state, player);
            const auto worth = [&](int i) { return owner_.known(view, state, legal[i]); };
            owner_.learn(last(player), state, player, lesson, [&] { return worth(best_index(legal.size(), worth)); });
            const Action chosen =
                legal[explore(owner_.options().exploration, lesson.progress, legal.size(), lesson.random, worth)];
            last(player).emplace(state, view.row, owner_.place(view, state, chosen));
            return chosen;
        }

        void end(const S& state, Player player, Lesson lesson) override {
            owner_.learn(last(player), state, player, lesson, [] { return 0.0; });
            last(player).reset();
        }

      private:
        std::optional<Choice>& last(Player player) { return last_[static_cast<std::size_t>(player)]; }

        QLearning& owner_;
        std::array<std::optional<Choice>, 2> last_;  // of each side, in the game in progress
    };

  private:
    View look(const S& state, Player player) const {
        const S form = this->encoder().form(state);
        return {this->row_of(form, player), form};
    }

    // As look, with a new row while there is room.
    View meet(const S& state, Player player) {
        const S form = this->encoder().form(state);
        return {this->enter(form, player, [&] { return choices(form, player); }), form};
    }

    Action place(const View& view, const S& state, Action action) const {
        return this->encoder().place_in_form(state, view.form, action);
    }

    double known(const View& view, const S& state, Action action) const {
        return this->value(view.row, place(view, state, action));
    }

    // Moves the value of what was chosen last towards what came of it.
    template <class Then>
    void learn(const std::optional<Choice>& last, const S& state, Player player, Lesson lesson, Then&& then) {
        if (!last || last->row == Table::kNoRow) return;
        const double target = this->reward(last->state, state, player) + this->options().gamma * then();
        this->update(last->row, last->place, target, lesson);
    }
};

}  // namespace lanista

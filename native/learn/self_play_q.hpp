// Q-learning for two players of opposite aims with one table: player 0 wants large values, player 1 small ones.
//
//   Q(s, a) <- Q(s, a) + alpha (r + gamma V(s') - Q(s, a)),   V(s') the largest (player 0 to move) or least Q(s', .)
//
// C. Watkins: Learning from Delayed Rewards (1989), with the minimax of M. Littman: Markov games as a framework for
// multi-agent reinforcement learning (1994), here where players move one at a time. Values and rewards are player 0's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "learn/learned_table.hpp"
#include "search/evaluated.hpp"

namespace lanista {

template <Game S>
class SelfPlayQ : public LearnedTable<S> {
    using Base = LearnedTable<S>;

  public:
    using typename Base::Row;
    using typename Base::Table;

    SelfPlayQ(const LearningOptions& options, const LearnedGame<S>& game) : Base(options, game, game.num_actions) {}

    // Plays a game against itself and learns from every move. Returns its outcome for player 0 and adds to `moves`.
    int learn(const S& start, Lesson lesson, std::uint64_t& moves) {
        S state = this->encoder().form(start);
        for (; !state.is_terminal(); ++moves) {
            const auto legal = legal_actions(state);
            const Row row = this->enter(state, state.mover(), [&] { return legal; });
            const int chosen = explore(this->options().exploration, lesson.progress, legal.size(), lesson.random,
                                       [&](int i) { return for_player(known(row, state, legal[i]), state.mover()); });
            S child = state;
            child.apply(legal[chosen]);
            child = this->encoder().form(child);
            if (row != Table::kNoRow) {
                const double target = this->reward(state, child, 0) + this->options().gamma * worth(child);
                this->update(row, this->encoder().place(state, legal[chosen]), target, lesson);
            }
            state = child;
        }
        return outcome(state);
    }

    // What is known of the legal actions of an open position, ascending; `start` where nothing is.
    std::vector<double> values(const S& state, Player) const {
        const S form = this->encoder().form(state);
        const Row row = this->row_of(form, form.mover());
        std::vector<double> values;
        for (const Action action : legal_actions(state)) {
            values.push_back(this->value(row, this->encoder().place_in_form(state, form, action)));
        }
        return values;
    }

    bool knows(const S& state, Player) const {
        return this->row_of(this->encoder().form(state), state.mover()) != Table::kNoRow;
    }

    // The chances with which it plays the legal actions of a position that it knows: all for the best, the first of
    // equals.
    void strategy(const S& state, Player player, std::vector<double>& chances) const {
        const auto known = values(state, player);
        const auto size = static_cast<int>(known.size());
        chances.assign(known.size(), 0);
        const auto worth = [&](int i) { return for_player(known[static_cast<std::size_t>(i)], state.mover()); };
        chances[static_cast<std::size_t>(best_index(size, worth))] = 1;
    }

  protected:
    // A form's value: its best action's.
    double worth(const S& form) const {
        if (form.is_terminal()) return 0;
        const Row row = this->row_of(form, form.mover());
        if (row == Table::kNoRow) return this->options().start;
        const auto legal = legal_actions(form);
        const auto own = [&](int i) { return for_player(known(row, form, legal[i]), form.mover()); };
        return for_player(own(best_index(legal.size(), own)), form.mover());
    }

  private:
    double known(Row row, const S& form, Action action) const {
        return this->value(row, this->encoder().place(form, action));
    }
};

}  // namespace lanista

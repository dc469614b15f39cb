// Minimax-Q: two players of opposite aims who choose at once learn one table of joint actions (M. Littman: Markov games
// as a framework for multi-agent reinforcement learning, 1994).
//
//   Q(s, a, o) <- Q(s, a, o) + alpha (r + gamma V(s') - Q(s, a, o)),   V(s') the value of the matrix game Q(s', ., .)
//
// Values and rewards are player 0's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/learned_table.hpp"
#include "learn/participant.hpp"
#include "solve/matrix_game.hpp"

namespace lanista {

template <SimultaneousGame S>
class MinimaxQ : public LearnedTable<S> {
    using Base = LearnedTable<S>;

  public:
    using typename Base::Row;
    using typename Base::Table;

    MinimaxQ(const LearningOptions& options, const LearnedGame<S>& game)
        : Base(options, game, pairs(game.num_actions)) {}

    // Plays a game against itself and learns from every round. Returns its outcome for player 0 and adds to `rounds`.
    int learn(const S& start, Lesson lesson, std::uint64_t& rounds) {
        S state = this->encoder().form(start);
        for (; !state.is_terminal(); ++rounds) {
            const auto first = actions_of(state, 0), second = actions_of(state, 1);
            const Row row = this->enter(state, 0, [&] { return joint_actions(first, second); });
            const auto [i, j] = choose(state, row, first, second, lesson);
            S child = state;
            child.apply(first[i], second[j]);
            child = this->encoder().form(child);
            if (row != Table::kNoRow) {
                const double target = this->reward(state, child, 0) + this->options().gamma * worth(child);
                this->update(row, joint(state, state, first[i], second[j]), target, lesson);
            }
            state = child;
        }
        return outcome(state);
    }

    // What is known of an open position's joint actions, row by row; `start` where nothing is.
    std::vector<double> values(const S& state, Player) const {
        const S form = this->encoder().form(state);
        const Row row = this->row_of(form, 0);
        std::vector<double> payoffs;
        for (const Action first : actions_of(state, 0)) {
            for (const Action second : actions_of(state, 1)) {
                payoffs.push_back(this->value(row, joint(state, form, first, second)));
            }
        }
        return payoffs;
    }

    bool knows(const S& state, Player) const { return this->row_of(this->encoder().form(state), 0) != Table::kNoRow; }

    // The chances of a player's legal actions in the equilibrium of what is known.
    void strategy(const S& state, Player player, std::vector<double>& chances) const {
        MatrixGameSolver solver;
        solver.solve(values(state, 0), actions_of(state, 0).size(), actions_of(state, 1).size());
        const auto found = player == 0 ? solver.row_strategy() : solver.column_strategy();
        chances.assign(found.begin(), found.end());
    }

  private:
    // How many joint actions there are.
    static Action pairs(int num_actions) {
        require(num_actions <= 4096,
                "joint actions are learned of at most 4096 actions, got " + std::to_string(num_actions));
        return num_actions * num_actions;
    }

    // A joint action as the table names it.
    Action joint(const S& state, const S& form, Action first, Action second) const {
        return code(this->encoder().place_in_form(state, form, first),
                    this->encoder().place_in_form(state, form, second));
    }
    Action code(Action first, Action second) const { return first * this->num_actions() + second; }

    template <class List>
    std::vector<Action> joint_actions(const List& firsts, const List& seconds) const {
        std::vector<Action> codes;
        for (const Action first : firsts) {
            for (const Action second : seconds) codes.push_back(code(first, second));
        }
        return codes;
    }

    // A form's value: its matrix game's.
    double worth(const S& form) {
        if (form.is_terminal()) return 0;
        solver_.solve(values(form, 0), actions_of(form, 0).size(), actions_of(form, 1).size());
        return solver_.value();
    }

    // Epsilon-greedy and softmax explore around the equilibrium of what is known: with the chance epsilon anything;
    // softmax prefers what is worth more against the other's part of it.
    template <class List>
    std::array<int, 2> choose(const S& form, Row row, const List& first, const List& second, Lesson lesson) {
        const auto& how = this->options().exploration;
        const auto anything = [&] {
            return std::array{lesson.random.below(first.size()), lesson.random.below(second.size())};
        };
        if (how.kind == Explore::kRandom || row == Table::kNoRow) return anything();
        const auto payoffs = values(form, 0);
        solver_.solve(payoffs, first.size(), second.size());
        const auto own = solver_.row_strategy(), other = solver_.column_strategy();
        if (how.kind == Explore::kEpsilonGreedy) {
            const double epsilon = between(how.epsilon, how.last_epsilon, lesson.progress);
            const auto pick = [&](std::span<const double> chances) {
                return fraction(lesson.random) < epsilon ? lesson.random.below(static_cast<int>(chances.size()))
                                                         : drawn(chances, lesson.random);
            };
            const int i = pick(own);
            return {i, pick(other)};
        }
        const auto payoff = [&](int i, int j) {
            return payoffs[static_cast<std::size_t>(i) * other.size() + static_cast<std::size_t>(j)];
        };
        const auto worth0 = [&](int i) {
            double sum = 0;
            for (int j = 0; j < second.size(); ++j) sum += other[static_cast<std::size_t>(j)] * payoff(i, j);
            return sum;
        };
        const auto worth1 = [&](int j) {
            double sum = 0;
            for (int i = 0; i < first.size(); ++i) sum -= own[static_cast<std::size_t>(i)] * payoff(i, j);
            return sum;
        };
        const int i = explore(how, lesson.progress, first.size(), lesson.random, worth0);
        return {i, explore(how, lesson.progress, second.size(), lesson.random, worth1)};
    }

    MatrixGameSolver solver_;
};

}  // namespace lanista

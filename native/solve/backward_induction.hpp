// The exact equilibrium of a game in which both move at once: each position is the matrix game of the values after it,
// solved from the ends of the game backwards (L. Shapley: Stochastic Games, 1953).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/state_map.hpp"
#include "search/equilibrium_report.hpp"
#include "solve/remaining.hpp"

namespace lanista {

struct BackwardInductionOptions {
    Aim aim = Aim::kOutcome;
    int memory_mb = 1024;  // of the values found; when it is full, the rest stays unsolved
};

template <SimultaneousGame S>
class BackwardInduction {
  public:
    // evaluation: what a position counts that nodes, time or memory were too short to solve.
    BackwardInduction(const BackwardInductionOptions& options, Evaluation<S> evaluation)
        : options_(options),
          evaluation_(std::move(evaluation)),
          most_((static_cast<std::size_t>(options.memory_mb) << 20) / (StateMap<Key>::kBytes + 2 * sizeof(double))) {}

    // Mixed strategies of both sides, and of each move the value against the other's. A search that was cut short goes
    // on where it stopped.
    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        watch_ = &watch;
        payoffs_.clear();
        deepest_ = 0;
        const auto rows = actions_of(root, 0), columns = actions_of(root, 1);
        std::vector<Outlook> outlooks(static_cast<std::size_t>(rows.size() * columns.size()), {guess(root), false});
        try {
            auto outlook = outlooks.begin();
            for (const Action first : rows) {
                for (const Action second : columns) *outlook++ = {value(after(root, first, second), 1), true};
            }
        } catch (const OutOfBudget&) {
        }
        Report report;
        report.player = question.player;
        report_equilibrium(report, rows, columns, outlooks, solver_);
        report.depth = deepest_;
        report.nodes = watch.nodes();
        report.seconds = watch.seconds();
        return report;
    }

    // What is solved stays so.
    void forget() {}

  private:
    using Key = decltype(std::declval<const S&>().key());

    double value(const S& state, int ply) {
        deepest_ = std::max(deepest_, ply);
        if (state.is_terminal()) return options_.aim == Aim::kPoints ? state.score() : outcome(state);
        const S rest = Remaining<S>::of(state, options_.aim);
        const S canonical = rest.transformed(rest.symmetry());
        const Key key = canonical.key();
        const double settled = Remaining<S>::settled(state, options_.aim);
        if (const auto known = states_.find(key)) return settled + values_[*known];
        watch_->count();
        if (states_.size() == most_) throw OutOfBudget{};
        const double found = solve(canonical, ply);
        states_.add(key);
        values_.push_back(found);
        return settled + found;
    }

    // The matrices of the positions above stay below this one's in payoffs_.
    double solve(const S& state, int ply) {
        const auto rows = actions_of(state, 0), columns = actions_of(state, 1);
        const std::size_t base = payoffs_.size();
        for (const Action first : rows) {
            for (const Action second : columns) {
                const double payoff = value(after(state, first, second), ply + 1);
                payoffs_.push_back(payoff);
            }
        }
        solver_.solve(std::span(payoffs_).subspan(base), rows.size(), columns.size());
        payoffs_.resize(base);
        return solver_.value();
    }

    double guess(const S& state) const {
        const Value value = evaluated(state, evaluation_);
        return options_.aim == Aim::kPoints ? value : expected_outcome(value);
    }

    BackwardInductionOptions options_;
    Evaluation<S> evaluation_;
    std::size_t most_;  // states
    StateMap<Key> states_;
    std::vector<double> values_;  // by the states' numbers: what remains to be gained
    MatrixGameSolver solver_;
    std::vector<double> payoffs_;  // a stack of the matrices in progress
    Watch* watch_ = nullptr;       // of the search in progress
    int deepest_ = 0;
};

}  // namespace lanista

// The exact equilibrium of a game in which both move at once: each position is the matrix game of the values after it,
// solved from the ends of the game backwards (L. Shapley: Stochastic Games, 1953).
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
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
    // evaluation: what a position counts that nodes, time or memory were too short to solve, or from which a game can
    // go on for more than kMaxDepth plies.
    BackwardInduction(const BackwardInductionOptions& options, Evaluation<S> evaluation)
        : options_(options),
          evaluation_(std::move(evaluation)),
          most_((static_cast<std::size_t>(options.memory_mb) << 20) / (StateMap<Key>::kBytes + 2 * sizeof(double))) {}

    // Mixed strategies of both sides, and of each move the value against the other's. A search that was cut short goes
    // on where it stopped. The report's depth is 0 then, else how far it had to look.
    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        watch_ = &watch;
        payoffs_.clear();
        deepest_ = 0;
        const auto rows = actions_of(root, 0), columns = actions_of(root, 1);
        std::vector<Outlook> outlooks;
        for (const Action first : rows) {
            for (const Action second : columns) outlooks.push_back(outlook(after(root, first, second)));
        }
        Report report;
        report.player = question.player;
        report_equilibrium(report, rows, columns, outlooks, solver_);
        report.depth = report.proved ? deepest_ : 0;
        report.nodes = watch.nodes();
        report.seconds = watch.seconds();
        return report;
    }

    // What is solved stays so, unless a search was cut short: what the next one makes of that is to depend on nothing
    // before it.
    void forget() {
        if (!was_cut_short_) return;
        states_ = StateMap<Key>();
        values_ = {};
        was_cut_short_ = false;
    }

  private:
    using Key = decltype(std::declval<const S&>().key());

    // The position's value; what its evaluation says where that cannot be found.
    Outlook outlook(const S& state) {
        try {
            return {value(state, 1), true};
        } catch (const OutOfBudget&) {
        } catch (const std::bad_alloc&) {
        }
        payoffs_.clear();
        was_cut_short_ = true;
        const Value guess = evaluated(state, evaluation_);
        return {options_.aim == Aim::kPoints ? guess : expected_outcome(guess), false};
    }

    double value(const S& state, int ply) {
        deepest_ = std::max(deepest_, ply);
        if (state.is_terminal()) return options_.aim == Aim::kPoints ? state.score() : outcome(state);
        const S rest = Remaining<S>::of(state, options_.aim);
        const S canonical = rest.transformed(rest.symmetry());
        const Key key = canonical.key();
        const double settled = Remaining<S>::settled(state, options_.aim);
        if (const auto known = states_.find(key)) return settled + values_[*known];
        watch_->count();
        if (ply == kMaxDepth) throw OutOfBudget{};
        check_room();
        const double found = solve(canonical, ply);
        check_room();
        keep(key, found);
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

    void check_room() const {
        if (states_.size() >= most_) throw OutOfBudget{};
    }

    // All or nothing: a value without its state would be taken for another's.
    void keep(const Key& key, double value) {
        values_.push_back(value);
        try {
            states_.add(key);
        } catch (...) {
            values_.pop_back();
            throw;
        }
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
    bool was_cut_short_ = false;
};

}  // namespace lanista

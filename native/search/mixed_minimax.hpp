// Minimax where both move at once and neither foresees the other: each node is the matrix game of its joint actions,
// worth its value in mixed strategies (Shapley, Stochastic Games, 1953; depth-limited as in Bosansky et al., Algorithms
// for computing strategies in two-player simultaneous move games, Artificial Intelligence 237, 2016, section 4.1).
//
// What is weighed is the expected outcome for player 0, -1 to 1, since chances of points and of wins do not mix: an end
// counts +1, 0 or -1, an open position at the horizon expected_outcome() of its evaluation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "search/equilibrium_report.hpp"
#include "search/transposition_table.hpp"

namespace lanista {

template <SimultaneousGame S>
class MixedMinimax {
  public:
    // table_mb: of the table of positions met before; 0 for none. It changes no value.
    MixedMinimax(Evaluation<S> evaluation, int table_mb) : evaluation_(std::move(evaluation)), table_(table_mb) {}

    // The answer is a mixed strategy: probability of each move, and as its value the expected outcome of that move
    // against the opponent's equilibrium strategy (`replies`, which are valued against the player's own).
    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        watch_ = &watch;
        rows_ = actions_of(root, 0);
        columns_ = actions_of(root, 1);
        payoffs_.clear();
        root_outlooks_.assign(static_cast<std::size_t>(rows_.size() * columns_.size()),
                              {expected_outcome(evaluated(root, evaluation_)), false});
        return deepen(
            question, watch, [&](int depth) { return search_root(root, depth); },
            [&](Report& report) { publish(report); });
    }

    void forget() { table_.clear(); }

  private:
    // Every joint action is looked at, so that the report can value each move.
    void search_root(const S& root, int depth) {
        auto outlook = root_outlooks_.begin();
        for (const Action first : rows_) {
            for (const Action second : columns_) *outlook++ = search(after(root, first, second), depth - 1);
        }
    }

    Outlook search(const S& state, int depth) {
        watch_->count();
        if (state.is_terminal()) return {static_cast<double>(outcome(state)), true};
        if (depth == 0) return {expected_outcome(evaluated(state, evaluation_)), false};
        const std::uint64_t hash = hash_words(state.key());
        const auto entry = table_.find(hash);
        if (entry && entry->answers(depth)) return {entry->value, entry->proved};
        const Outlook outlook = search_joint_actions(state, depth);
        table_.store(hash, {outlook.value, kNoAction, depth, Bound::kExact, outlook.proved});
        return outlook;
    }

    // The matrices of the nodes above stay below this one's in payoffs_.
    Outlook search_joint_actions(const S& state, int depth) {
        const auto rows = actions_of(state, 0), columns = actions_of(state, 1);
        const std::size_t base = payoffs_.size();
        bool proved = true;
        for (const Action first : rows) {
            double least = 1;
            for (const Action second : columns) {
                const Outlook child = search(after(state, first, second), depth - 1);
                payoffs_.push_back(child.value);
                proved &= child.proved;
                least = std::min(least, child.value);
            }
            if (least < 1) continue;
            payoffs_.resize(base);
            return {1, true};  // whatever the other rows hold
        }
        solver_.solve(std::span(payoffs_).subspan(base), rows.size(), columns.size());
        payoffs_.resize(base);
        return {solver_.value(), proved || is_sure(solver_.value())};
    }

    // No evaluation counts as much as a win, so a value this high comes from ends alone.
    static bool is_sure(double outcome) { return std::abs(outcome) == 1; }

    void publish(Report& report) {
        report_equilibrium(report, rows_, columns_, root_outlooks_, solver_);
        report.proved |= is_sure(report.value);
    }

    Evaluation<S> evaluation_;
    TranspositionTable table_;
    MatrixGameSolver solver_;
    Watch* watch_ = nullptr;                     // of the search in progress
    ActionList<S::kMaxActions> rows_, columns_;  // at the root, of players 0 and 1
    std::vector<Outlook> root_outlooks_;         // row by row
    std::vector<double> payoffs_;                // a stack of the matrices in progress
};

}  // namespace lanista

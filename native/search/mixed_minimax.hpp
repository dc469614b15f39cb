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
#include "search/joint.hpp"
#include "search/transposition_table.hpp"
#include "solve/matrix_game.hpp"

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
        root_payoffs_.assign(static_cast<std::size_t>(rows_.size() * columns_.size()),
                             {expected_outcome(evaluated(root, evaluation_)), false});
        return deepen(
            question, watch, [&](int depth) { return search_root(root, depth); },
            [&](Report& report) { publish(report); });
    }

    void forget() { table_.clear(); }

  private:
    struct Outlook {
        double outcome;  // expected, for player 0
        bool proved;     // no evaluation at the horizon bears on it
    };

    // Every joint action is looked at, so that the report can value each move.
    void search_root(const S& root, int depth) {
        auto payoff = root_payoffs_.begin();
        for (const Action first : rows_) {
            for (const Action second : columns_) *payoff++ = search(after(root, first, second), depth - 1);
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
        table_.store(hash, {outlook.outcome, kNoAction, depth, Bound::kExact, outlook.proved});
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
                payoffs_.push_back(child.outcome);
                proved &= child.proved;
                least = std::min(least, child.outcome);
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
        payoffs_.clear();
        for (const Outlook& outlook : root_payoffs_) payoffs_.push_back(outlook.outcome);
        solver_.solve(payoffs_, rows_.size(), columns_.size());
        auto rows = blank_reports(rows_), columns = blank_reports(columns_);
        const auto payoff_at = [&](std::size_t i, std::size_t j) { return payoffs_[i * columns.size() + j]; };
        report_chances(rows, solver_.row_strategy(), columns.size(), solver_.value(), payoff_at);
        report_chances(columns, solver_.column_strategy(), rows.size(), -solver_.value(),
                       [&](std::size_t j, std::size_t i) { return -payoff_at(i, j); });
        auto payoff = root_payoffs_.begin();
        for (MoveReport& row : rows) {
            for (MoveReport& column : columns) {
                row.value += column.probability * payoff->outcome;
                column.value += row.probability * payoff->outcome;
                row.proved &= payoff->proved;
                column.proved &= payoff++->proved;
            }
        }
        report.value = solver_.value();
        report.proved = is_sure(report.value) || std::ranges::all_of(root_payoffs_, &Outlook::proved);
        report.moves = report.player == 0 ? rows : columns;
        report.replies = report.player == 0 ? columns : rows;
        payoffs_.clear();
        finish_moves(report);
    }

    // Plays as the solver says, unless single moves secure the value: then those of them that gain most against a
    // random reply. That is as good an equilibrium, and opponents who err pay (in droid_battle at depth 2 it wins 91 %
    // of games against random instead of 37 %).
    //   payoff(own, reply)  to the player whose moves these are, as is `value`
    template <class Payoff>
    static void report_chances(std::vector<MoveReport>& moves, std::span<const double> strategy, std::size_t replies,
                               double value, Payoff&& payoff) {
        constexpr double kSlack = 1e-12;  // sums of equal payoffs differ by their rounding
        double most = -kInfinity;
        std::vector<double> sums;  // over all replies, of moves that secure the value
        for (std::size_t own = 0; own < moves.size(); ++own) {
            double least = kInfinity, sum = 0;
            for (std::size_t reply = 0; reply < replies; ++reply) {
                least = std::min(least, payoff(own, reply));
                sum += payoff(own, reply);
            }
            sums.push_back(least >= value ? sum : -kInfinity);
            most = std::max(most, sums.back());
        }
        const auto chosen = [&](double sum) { return sum > -kInfinity && sum >= most - kSlack; };
        const auto ties = static_cast<double>(std::ranges::count_if(sums, chosen));
        for (std::size_t own = 0; own < moves.size(); ++own) {
            moves[own].probability = ties == 0 ? strategy[own] : chosen(sums[own]) ? 1 / ties : 0;
            moves[own].proved = true;  // unless an outcome below says otherwise
        }
    }

    Evaluation<S> evaluation_;
    TranspositionTable table_;
    MatrixGameSolver solver_;
    Watch* watch_ = nullptr;                     // of the search in progress
    ActionList<S::kMaxActions> rows_, columns_;  // at the root, of players 0 and 1
    std::vector<Outlook> root_payoffs_;          // row by row
    std::vector<double> payoffs_;                // a stack of the matrices in progress
};

}  // namespace lanista

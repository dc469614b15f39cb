// The report of a search that knows what each joint action at the root leads to: an equilibrium of that matrix game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "search/joint.hpp"
#include "solve/matrix_game.hpp"
#include "solve/optimal_replies.hpp"

namespace lanista {

// What a position is worth to player 0.
struct Outlook {
    double value;
    bool proved;  // no evaluation bears on it
};

// Plays as the solver says, unless single moves secure the value: then those of them that gain most against a
// random reply. That is as good an equilibrium, and opponents who err pay (in droid_battle at depth 2 it wins 91 %
// of games against random instead of 37 %).
//   payoff(own, reply)  to the player whose moves these are, as is `value`
template <class Payoff>
void report_chances(std::vector<MoveReport>& moves, std::span<const double> strategy, std::size_t replies, double value,
                    Payoff&& payoff) {
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
    }
}

// Whether a move's value is the game's own: all is proved (then so is the other's strategy, which weighs its outlooks),
// or its outlooks are, and the same against every reply.
template <class OutlookAt>
bool is_proved(std::size_t replies, bool all, OutlookAt&& outlook_at) {
    for (std::size_t reply = 0; reply < replies && !all; ++reply) {
        const Outlook outlook = outlook_at(reply);
        if (!outlook.proved || outlook.value != outlook_at(0).value) return false;
    }
    return true;
}

// What is exactly known of a move is told against the perfect replies that punish it most.
inline void value_against_perfect_play(std::vector<MoveReport>& rows, std::vector<MoveReport>& columns,
                                       std::span<const double> payoffs, double value) {
    OptimalReplies replies;
    const auto row_values = replies.row_values(payoffs, rows.size(), columns.size(), value);
    std::vector<double> turned;  // as the column player sees it
    for (std::size_t j = 0; j < columns.size(); ++j) {
        for (std::size_t i = 0; i < rows.size(); ++i) turned.push_back(-payoffs[i * columns.size() + j]);
    }
    const auto column_values = replies.row_values(turned, columns.size(), rows.size(), -value);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].value = row_values[i];
    for (std::size_t j = 0; j < columns.size(); ++j) columns[j].value = -column_values[j];
}

// What is guessed of a move is told against the strategy that was found.
inline void value_against_found_play(std::vector<MoveReport>& rows, std::vector<MoveReport>& columns,
                                     std::span<const double> payoffs) {
    auto payoff = payoffs.begin();
    for (MoveReport& row : rows) {
        for (MoveReport& column : columns) {
            row.value += column.probability * *payoff;
            column.value += row.probability * *payoff++;
        }
    }
}

// Fills moves, replies, choice and value of a report; `proved` where all outlooks are. outlooks: row by row.
template <int N>
void report_equilibrium(Report& report, const ActionList<N>& row_actions, const ActionList<N>& column_actions,
                        std::span<const Outlook> outlooks, MatrixGameSolver& solver) {
    auto rows = blank_reports(row_actions), columns = blank_reports(column_actions);
    std::vector<double> payoffs;
    for (const Outlook& outlook : outlooks) payoffs.push_back(outlook.value);
    solver.solve(payoffs, row_actions.size(), column_actions.size());
    const auto payoff_at = [&](std::size_t i, std::size_t j) { return payoffs[i * columns.size() + j]; };
    report_chances(rows, solver.row_strategy(), columns.size(), solver.value(), payoff_at);
    report_chances(columns, solver.column_strategy(), rows.size(), -solver.value(),
                   [&](std::size_t j, std::size_t i) { return -payoff_at(i, j); });
    report.proved = std::ranges::all_of(outlooks, &Outlook::proved);
    report.value = solver.value();
    if (report.proved) {
        value_against_perfect_play(rows, columns, payoffs, report.value);
    } else {
        value_against_found_play(rows, columns, payoffs);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].proved =
            is_proved(columns.size(), report.proved, [&](std::size_t j) { return outlooks[i * columns.size() + j]; });
    }
    for (std::size_t j = 0; j < columns.size(); ++j) {
        columns[j].proved =
            is_proved(rows.size(), report.proved, [&](std::size_t i) { return outlooks[i * columns.size() + j]; });
    }
    report.moves = report.player == 0 ? rows : columns;
    report.replies = report.player == 0 ? columns : rows;
    finish_moves(report);
}

}  // namespace lanista

// Zero-sum matrix games: the value and an optimal mixed strategy of each side.
//
// The row player maximises and the column player minimises the payoff. A saddle point is taken where there is one;
// else the simplex method solves the column player's linear program (Dantzig; Chvatal, Linear Programming, 1983,
// chapters 3 and 15): with all payoffs positive, maximise sum y subject to M y <= 1, y >= 0. The value is then
// 1 / sum y, the column strategy y * value and the row strategy the dual solution * value. Payoffs are brought to
// [1, 2] first, so that one tolerance fits all scales.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace lanista {

// Solves one game after the other, of any sizes; memory is kept between them. A 5 x 5 game takes about 0.5 us.
class MatrixGameSolver {
  public:
    // payoffs: rows * columns finite numbers, row by row; at least one of each.
    // The answers below hold until the next call. What both sides together could gain by deviating is at most 1e-9 of
    // the difference between the largest and the smallest payoff, and mostly 1e-14 of it; a saddle point is exact.
    // Payoffs so close that half their difference rounds to 0 are taken for equal.
    void solve(std::span<const double> payoffs, int rows, int columns) {
        rows_ = static_cast<std::size_t>(rows);
        columns_ = static_cast<std::size_t>(columns);
        if (!find_saddle(payoffs)) solve_mixed(payoffs);
    }

    double value() const { return value_; }
    std::span<const double> row_strategy() const { return row_strategy_; }        // chances, which sum to 1
    std::span<const double> column_strategy() const { return column_strategy_; }  // likewise

  private:
    enum class Entering { steepest, first };  // Dantzig's rule; Bland's, which cannot cycle

    // Where the largest row minimum is the smallest column maximum, both play it. False if there is no such entry.
    bool find_saddle(std::span<const double> payoffs) {
        column_maxima_.assign(payoffs.begin(), payoffs.begin() + static_cast<std::ptrdiff_t>(columns_));
        std::size_t best_row = 0;
        double maximin = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < rows_; ++i) {
            const double* row = &payoffs[i * columns_];
            double minimum = row[0];
            for (std::size_t j = 0; j < columns_; ++j) {
                minimum = std::min(minimum, row[j]);
                column_maxima_[j] = std::max(column_maxima_[j], row[j]);
            }
            if (minimum > maximin) {
                maximin = minimum;
                best_row = i;
            }
        }
        const auto best_column = std::min_element(column_maxima_.begin(), column_maxima_.end());
        if (*best_column != maximin) return false;
        row_strategy_.assign(rows_, 0);
        column_strategy_.assign(columns_, 0);
        row_strategy_[best_row] = 1;
        column_strategy_[static_cast<std::size_t>(best_column - column_maxima_.begin())] = 1;
        value_ = maximin;
        return true;
    }

    // Dantzig's rule needs the fewest steps; on the rare matrix where it cycles or rounding spoils its answer, Bland's
    // rule follows, with tolerances that take more for nothing. The answer that leaves least to gain stands.
    void solve_mixed(std::span<const double> payoffs) {
        const auto [low, high] = std::minmax_element(payoffs.begin(), payoffs.end());
        const double half_range = *high / 2 - *low / 2;  // the range itself may be too large for a double
        // What stands where no attempt is better.
        row_strategy_.assign(rows_, 0);
        column_strategy_.assign(columns_, 0);
        row_strategy_[0] = column_strategy_[0] = 1;
        value_ = *low;
        if (!(half_range > 0)) return;
        scaled_.resize(payoffs.size());
        for (std::size_t k = 0; k < payoffs.size(); ++k) {
            scaled_[k] = 1 + (payoffs[k] / 2 - *low / 2) / half_range;
        }
        double least_gap = std::numeric_limits<double>::infinity();
        struct Attempt {
            Entering rule;
            double tolerance;
        };
        constexpr Attempt kAttempts[] = {
            {Entering::steepest, 1e-12}, {Entering::first, 1e-12}, {Entering::first, 1e-10}, {Entering::first, 1e-8}};
        for (const Attempt& attempt : kAttempts) {
            run_simplex(attempt.rule, attempt.tolerance);
            read_strategies();
            const auto [secured, conceded] = guarantees();
            const double gap = conceded - secured;
            if (!(gap < least_gap)) continue;
            least_gap = gap;
            row_strategy_ = row_candidate_;
            column_strategy_ = column_candidate_;
            value_ = *low + ((secured - 1) + (conceded - 1)) * half_range;
            if (gap <= kMaxGap) return;
        }
    }

    // The tableau has a line for each basic variable and a last line for the objective, a column for each nonbasic
    // variable and a last column for the right-hand side. Variables 0..columns-1 are y, the rest the rows' slacks.
    void run_simplex(Entering rule, double tolerance) {
        stride_ = columns_ + 1;
        tableau_.resize((rows_ + 1) * stride_);
        basic_.resize(rows_);
        nonbasic_.resize(columns_);
        for (std::size_t i = 0; i < rows_; ++i) {
            std::copy_n(&scaled_[i * columns_], columns_, &tableau_[i * stride_]);
            tableau_[i * stride_ + columns_] = 1;
            basic_[i] = columns_ + i;
        }
        std::fill_n(&tableau_[rows_ * stride_], columns_, -1.0);
        tableau_.back() = 0;
        for (std::size_t j = 0; j < columns_; ++j) nonbasic_[j] = j;

        for (std::size_t steps = 50 * (rows_ + columns_); steps > 0; --steps) {
            const std::size_t column = entering_column(rule, tolerance);
            if (column == columns_) return;
            const std::size_t row = leaving_row(column, tolerance);
            if (row == rows_) return;
            pivot(row, column);
        }
    }

    // `columns_` if no variable can improve the objective.
    std::size_t entering_column(Entering rule, double tolerance) const {
        const double* objective = &tableau_[rows_ * stride_];
        std::size_t best = columns_;
        for (std::size_t j = 0; j < columns_; ++j) {
            if (!(objective[j] < -tolerance)) continue;
            if (best == columns_ ||
                (rule == Entering::steepest ? objective[j] < objective[best] : nonbasic_[j] < nonbasic_[best])) {
                best = j;
            }
        }
        return best;
    }

    // The basic variable that reaches zero first; of several the one with the smallest number, as Bland's rule asks.
    std::size_t leaving_row(std::size_t column, double tolerance) const {
        std::size_t best = rows_;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < rows_; ++i) {
            const double slope = tableau_[i * stride_ + column];
            if (!(slope > tolerance)) continue;
            const double ratio = tableau_[i * stride_ + columns_] / slope;
            if (ratio < least || (ratio == least && basic_[i] < basic_[best])) {
                least = ratio;
                best = i;
            }
        }
        return best;
    }

    void pivot(std::size_t row, std::size_t column) {
        double* pivot_row = &tableau_[row * stride_];
        const double reciprocal = 1 / pivot_row[column];
        for (std::size_t j = 0; j < stride_; ++j) pivot_row[j] *= reciprocal;
        pivot_row[column] = reciprocal;
        for (std::size_t i = 0; i <= rows_; ++i) {
            if (i == row) continue;
            double* line = &tableau_[i * stride_];
            const double factor = line[column];
            line[column] = 0;
            for (std::size_t j = 0; j < stride_; ++j) line[j] -= factor * pivot_row[j];
        }
        std::swap(basic_[row], nonbasic_[column]);
    }

    void read_strategies() {
        row_candidate_.assign(rows_, 0);
        column_candidate_.assign(columns_, 0);
        for (std::size_t i = 0; i < rows_; ++i) {
            if (basic_[i] < columns_) column_candidate_[basic_[i]] = tableau_[i * stride_ + columns_];
        }
        for (std::size_t j = 0; j < columns_; ++j) {
            if (nonbasic_[j] >= columns_) row_candidate_[nonbasic_[j] - columns_] = tableau_[rows_ * stride_ + j];
        }
        normalise(row_candidate_);
        normalise(column_candidate_);
    }

    static void normalise(std::vector<double>& strategy) {
        double sum = 0;
        for (double& chance : strategy) sum += chance = std::max(chance, 0.0);
        if (!(sum > 0)) strategy[0] = sum = 1;
        for (double& chance : strategy) chance /= sum;
    }

    struct Guarantees {
        double secured;   // what the row candidate gets at least
        double conceded;  // what the column candidate gives at most
    };
    Guarantees guarantees() {
        column_maxima_.assign(columns_, 0);  // here: the row candidate's expectation against each column
        double conceded = 0;
        for (std::size_t i = 0; i < rows_; ++i) {
            const double* row = &scaled_[i * columns_];
            double expectation = 0;
            for (std::size_t j = 0; j < columns_; ++j) {
                expectation += column_candidate_[j] * row[j];
                column_maxima_[j] += row_candidate_[i] * row[j];
            }
            conceded = std::max(conceded, expectation);
        }
        return {*std::min_element(column_maxima_.begin(), column_maxima_.end()), conceded};
    }

    static constexpr double kMaxGap = 1e-11;  // worth no further attempt; payoffs being scaled to [1, 2]

    std::size_t rows_ = 0, columns_ = 0, stride_ = 0;
    double value_ = 0;
    std::vector<double> row_strategy_, column_strategy_;
    std::vector<double> row_candidate_, column_candidate_;
    std::vector<double> scaled_, tableau_, column_maxima_;
    std::vector<std::size_t> basic_, nonbasic_;
};

}  // namespace lanista

// What a move is worth in a zero-sum matrix game against perfect play: against the optimal strategy of the other side
// that punishes it most. By strict complementarity (Goldman and Tucker 1956) it is worth the game's value if and only
// if an optimal strategy uses it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "solve/matrix_game.hpp"

namespace lanista {

class OptimalReplies {
  public:
    // The worth of each row to the row player. payoffs: as in MatrixGameSolver; value: of their game.
    std::vector<double> row_values(std::span<const double> payoffs, std::size_t rows, std::size_t columns,
                                   double value) {
        const auto [least, most] = std::ranges::minmax(payoffs);
        std::vector<double> values;
        for (std::size_t row = 0; row < rows; ++row) {
            double found = value;
            for (double weight = 1e-2; weight >= 1e-6; weight /= 10) {
                found = against_punisher(payoffs, rows, columns, row, weight);
                if (worst_ <= value + kTolerance * (most - least)) break;
            }
            values.push_back(std::min(found, value));
        }
        return values;
    }

  private:
    // Of a strategy y against the game in which the row counts `weight` more whatever is played, and sets worst_ to
    // what y gives at most in the game itself. For each optimal z of that, value + weight (Mz)_row is at least what y
    // gives in the weighted game, so at least value + weight (My)_row: where y is optimal too, no z punishes more.
    double against_punisher(std::span<const double> payoffs, std::size_t rows, std::size_t columns, std::size_t row,
                            double weight) {
        weighted_.assign(payoffs.begin(), payoffs.end());
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t j = 0; j < columns; ++j) weighted_[i * columns + j] += weight * payoffs[row * columns + j];
        }
        solver_.solve(weighted_, static_cast<int>(rows), static_cast<int>(columns));
        const auto strategy = solver_.column_strategy();
        const auto worth = [&](std::size_t i) {
            double sum = 0;
            for (std::size_t j = 0; j < columns; ++j) sum += strategy[j] * payoffs[i * columns + j];
            return sum;
        };
        worst_ = worth(0);
        for (std::size_t i = 1; i < rows; ++i) worst_ = std::max(worst_, worth(i));
        return worth(row);
    }

    static constexpr double kTolerance = 1e-10;  // of the difference between the largest and the smallest payoff

    MatrixGameSolver solver_;
    std::vector<double> weighted_;
    double worst_ = 0;
};

}  // namespace lanista

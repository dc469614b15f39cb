#include "solve/matrix_game.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/registry.hpp"
#include "core/game.hpp"

namespace lanista {
namespace {

using namespace nb::literals;

using Solution = std::tuple<double, std::vector<double>, std::vector<double>>;

Solution solve_matrix_game(const std::vector<std::vector<double>>& rows) {
    require(!rows.empty() && !rows[0].empty(), "a matrix game needs at least one row and one column");
    std::vector<double> payoffs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        require(rows[i].size() == rows[0].size(), "all rows must be as long as row 0, which has " +
                                                      std::to_string(rows[0].size()) + " entries; row " +
                                                      std::to_string(i) + " has " + std::to_string(rows[i].size()));
        for (std::size_t j = 0; j < rows[i].size(); ++j) {
            require(std::isfinite(rows[i][j]), "payoffs must be finite, got " + std::to_string(rows[i][j]) +
                                                   " in row " + std::to_string(i) + ", column " + std::to_string(j));
            payoffs.push_back(rows[i][j]);
        }
    }
    MatrixGameSolver solver;
    solver.solve(payoffs, static_cast<int>(rows.size()), static_cast<int>(rows[0].size()));
    const auto row = solver.row_strategy(), column = solver.column_strategy();
    return {solver.value(), {row.begin(), row.end()}, {column.begin(), column.end()}};
}

const Registration registration([](nb::module_& module) {
    module.def("solve_matrix_game", solve_matrix_game, "rows"_a,
               "The value of a zero-sum matrix game and an optimal mixed strategy of each side.\n\n"
               "`rows[i][j]` is what the row player gets when it plays row i and the other column j; the row player\n"
               "maximises, the column player minimises. Returns (value, chances of the rows, chances of the columns).\n"
               "Raises ValueError if there is no entry, if rows differ in length or if a payoff is not finite.");
});

}  // namespace
}  // namespace lanista

#include "games/breakthrough.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/breakthrough.hpp"
#include "solve/breakthrough.hpp"
#include "tactics/breakthrough.hpp"

namespace lanista {
namespace {

using Rules = BreakthroughRules;

const Registration registration([](nb::module_& module) {
    bind_state<BreakthroughState>(module, "BreakthroughState")
        .def_prop_ro(
            "board",
            [](const Boxed<BreakthroughState>& self) {
                const auto& state = self.state;
                return to_table(state.rules().rows, state.rules().cols, [&](int row, int col) {
                    const int square = row * state.rules().cols + col;
                    return static_cast<int>(state.pieces(0) >> square & 1) -
                           static_cast<int>(state.pieces(1) >> square & 1);
                });
            },
            nb::sig("def board(self) -> tuple[tuple[int, ...], ...]"));

    auto rules = bind_rules<BreakthroughState>(module, "BreakthroughRules", "BreakthroughState");
    bind_algorithm<BreakthroughState, ProofSearch<BreakthroughState>, ProofSearchOptions>(rules, "proof_search",
                                                                                          "ProofSearchOptions");
    rules.def(nb::init<int, int>(), "rows"_a, "cols"_a)
        .def(
            "state",
            [](const Rules& self, nb::object game, const std::vector<int>& squares, int mover) {
                require(static_cast<int>(squares.size()) == self.rows * self.cols, "wrong number of squares");
                require_range("mover", mover, 0, 1);
                std::uint64_t first = 0, second = 0;
                for (std::size_t square = 0; square < squares.size(); ++square) {
                    if (squares[square] > 0) first |= bit(static_cast<int>(square));
                    if (squares[square] < 0) second |= bit(static_cast<int>(square));
                }
                const BreakthroughState state(self, first, second, mover);
                require(!state.is_terminal() || state.score() != 0, "no winner");
                return box(std::move(game), BreakthroughState(state));
            },
            nb::sig(state_signature("squares: list[int], mover: int", "BreakthroughState").c_str()));
});

}  // namespace
}  // namespace lanista

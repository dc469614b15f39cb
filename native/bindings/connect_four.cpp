#include "games/connect_four.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "bindings/search.hpp"
#include "evaluation/connect_four.hpp"
#include "solve/connect_four.hpp"
#include "solve/connect_four_positions.hpp"
#include "tactics/connect_four.hpp"

namespace lanista {
namespace {

using Rules = ConnectFourRules;

const Registration registration([](nb::module_& module) {
    bind_state<ConnectFourState>(module, "ConnectFourState")
        .def_prop_ro(
            "board",
            [](const Boxed<ConnectFourState>& self) {
                const auto& rules = self.state.rules();
                return to_table(rules.height, rules.width, [&](int row, int col) {
                    const int cell = col * rules.stride + rules.height - 1 - row;
                    return static_cast<int>(self.state.stones(0) >> cell & 1) -
                           static_cast<int>(self.state.stones(1) >> cell & 1);
                });
            },
            nb::sig("def board(self) -> tuple[tuple[int, ...], ...]"));

    nb::class_<ConnectFourSolverOptions>(module, "ConnectFourSolverOptions")
        .def(nb::init<>())
        .def_rw("memory_mb", &ConnectFourSolverOptions::memory_mb);

    auto rules = bind_rules<ConnectFourState>(module, "ConnectFourRules", "ConnectFourState");
    bind_algorithm<ConnectFourState, ConnectFourSolver, ConnectFourSolverOptions>(rules, "solver",
                                                                                  "ConnectFourSolverOptions");
    rules.def(nb::init<int, int, int>(), "width"_a, "height"_a, "connect"_a)
        .def(
            "state",
            [](const Rules& self, nb::object game, const std::vector<int>& cells) {
                require(static_cast<int>(cells.size()) == self.width * self.height, "wrong number of cells");
                std::uint64_t first = 0, second = 0;
                for (int row = 0; row < self.height; ++row) {
                    for (int col = 0; col < self.width; ++col) {
                        const int stone = cells[static_cast<std::size_t>(row * self.width + col)];
                        const std::uint64_t cell = bit(col * self.stride + self.height - 1 - row);
                        if (stone > 0) first |= cell;
                        if (stone < 0) second |= cell;
                    }
                }
                return box(std::move(game), ConnectFourState(self, first, second));
            },
            nb::sig(state_signature("cells: list[int]", "ConnectFourState").c_str()));

    nb::class_<ConnectFourPositions>(module, "ConnectFourPositions",
                                     "All openings up to a number of plies, of two mirror images one, numbered.")
        .def(
            "__init__",
            [](ConnectFourPositions* self, const Rules& rules, int plies) {
                new (self) ConnectFourPositions(rules, plies);
            },
            "rules"_a, "plies"_a)
        .def("__len__", &ConnectFourPositions::size)
        .def_prop_ro("plies", &ConnectFourPositions::plies)
        .def("first", &ConnectFourPositions::first, "stones"_a)
        .def(
            "state",
            [](const ConnectFourPositions& self, nb::object game, std::size_t number) {
                const auto& rules = nb::cast<const Rules&>(game.attr("rules"));
                return box(std::move(game), self.state(rules, number));
            },
            nb::sig(state_signature("number: int", "ConnectFourState").c_str()))
        .def(
            "find",
            [](const ConnectFourPositions& self, nb::handle state) {
                return self.find(unbox<ConnectFourState>(state).state);
            },
            nb::sig("def find(self, state: ConnectFourState) -> int | None"));
});

}  // namespace
}  // namespace lanista

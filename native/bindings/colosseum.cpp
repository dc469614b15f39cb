#include "games/colosseum.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/colosseum.hpp"
#include "tactics/colosseum.hpp"

namespace lanista {
namespace {

using Rules = ColosseumRules;

nb::tuple place(int cell, int size) { return nb::make_tuple(cell / size, cell % size); }

const Registration registration([](nb::module_& module) {
    bind_state<ColosseumState>(module, "ColosseumState")
        .def_prop_ro("size", [](const Boxed<ColosseumState>& self) { return self.state.rules().size; })
        .def_prop_ro("max_steps", [](const Boxed<ColosseumState>& self) { return self.state.rules().max_steps; })
        .def_prop_ro(
            "cells",
            [](const Boxed<ColosseumState>& self) {
                const int size = self.state.rules().size;
                return nb::make_tuple(place(self.state.cell(0), size), place(self.state.cell(1), size));
            },
            nb::sig("def cells(self) -> tuple[tuple[int, int], tuple[int, int]]"))
        .def_prop_ro(
            "walls",
            [](const Boxed<ColosseumState>& self) {
                const int size = self.state.rules().size;
                return to_table(size, size, [&](int row, int col) {
                    const auto wall = [&](Side side) { return self.state.has_wall(row * size + col, side); };
                    return nb::make_tuple(wall(kUp), wall(kRight), wall(kDown), wall(kLeft));
                });
            },
            nb::sig("def walls(self) -> tuple[tuple[tuple[bool, bool, bool, bool], ...], ...]"));

    bind_rules<ColosseumState>(module, "ColosseumRules", "ColosseumState")
        .def(nb::init<int>(), "size"_a)
        .def(
            "random_start",
            [](const Rules& self, nb::object game, std::uint64_t seed) {
                Random random(seed);
                return box(std::move(game), ColosseumState(self, random));
            },
            nb::sig("def random_start(self, game: lanista.games.base.Game, seed: int) -> ColosseumState"))
        .def(
            "state",
            [](const Rules& self, nb::object game, const std::array<int, 2>& cells, const std::vector<int>& walls_right,
               const std::vector<int>& walls_down, int mover) {
                const int last = self.size * self.size - 1;
                u128 open_right = self.inner_right, open_down = self.inner_down;
                for (const int cell : cells) require_range("cell", cell, 0, last);
                require(cells[0] != cells[1], "the players share a cell");
                require_range("mover", mover, 0, 1);
                for (const int cell : walls_right) {
                    require_range("wall", cell, 0, last);
                    open_right &= ~wide_bit(cell);
                }
                for (const int cell : walls_down) {
                    require_range("wall", cell, 0, last);
                    open_down &= ~wide_bit(cell);
                }
                return box(std::move(game), ColosseumState(self, open_right, open_down, cells[0], cells[1], mover));
            },
            nb::sig(state_signature("cells: list[int], walls_right: list[int], walls_down: list[int], mover: int",
                                    "ColosseumState")
                        .c_str()));
});

}  // namespace
}  // namespace lanista

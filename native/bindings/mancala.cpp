#include "games/mancala.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/mancala.hpp"

namespace lanista {
namespace {

using Rules = MancalaRules;

std::uint64_t pack_row(const Rules& rules, const std::vector<int>& houses, int store) {
    require(static_cast<int>(houses.size()) == rules.houses, "wrong number of houses");
    std::uint64_t row = 0;
    for (int column = 0; column < rules.houses; ++column) {
        require_range("house", houses[static_cast<std::size_t>(column)], 0, rules.total);
        row |= in_byte(column, houses[static_cast<std::size_t>(column)]);
    }
    require_range("store", store, 0, rules.total);
    return row | in_byte(Rules::kStore, store);
}

const Registration registration([](nb::module_& module) {
    bind_state<MancalaState>(module, "MancalaState")
        .def_prop_ro(
            "houses",
            [](const Boxed<MancalaState>& self) {
                return to_table(2, self.state.rules().houses,
                                [&](int row, int col) { return self.state.house(row, col); });
            },
            nb::sig("def houses(self) -> tuple[tuple[int, ...], tuple[int, ...]]"))
        .def_prop_ro("stores", [](const Boxed<MancalaState>& self) {
            return std::pair{self.state.store(0), self.state.store(1)};
        });

    bind_rules<MancalaState>(module, "MancalaRules", "MancalaState")
        .def(nb::init<int, int, bool, bool>(), "houses"_a, "seeds"_a, "empty_capture"_a, "early_end"_a)
        .def(
            "state",
            [](const Rules& self, nb::object game, const std::array<std::vector<int>, 2>& houses,
               const std::array<int, 2>& stores, int mover) {
                require_range("mover", mover, 0, 1);
                const std::uint64_t top = pack_row(self, houses[0], stores[0]),
                                    bottom = pack_row(self, houses[1], stores[1]);
                // The table of sowings ends at the number of seeds in play.
                require(sum_of_bytes(top) + sum_of_bytes(bottom) == self.total, "wrong number of seeds");
                return box(std::move(game), MancalaState(self, top, bottom, mover));
            },
            nb::sig(state_signature("houses: list[list[int]], stores: list[int], mover: int", "MancalaState").c_str()));
});

}  // namespace
}  // namespace lanista

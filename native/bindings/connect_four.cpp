#include "games/connect_four.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/connect_four.hpp"

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

    bind_rules<ConnectFourState>(module, "ConnectFourRules", "ConnectFourState")
        .def(nb::init<int, int, int>(), "width"_a, "height"_a, "connect"_a)
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
});

}  // namespace
}  // namespace lanista

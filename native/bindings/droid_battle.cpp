#include "games/droid_battle.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/droid_battle.hpp"
#include "learn/droid_battle.hpp"
#include "solve/droid_battle.hpp"

namespace lanista {
namespace {

using Rules = DroidBattleRules;

const Registration registration([](nb::module_& module) {
    bind_state<DroidBattleState>(module, "DroidBattleState")
        .def_prop_ro(
            "droids",
            [](const Boxed<DroidBattleState>& self) {
                const int cols = self.state.rules().cols;
                const auto droid = [&](Player player) {
                    const auto [cell, shots, points] = self.state.droid(player);
                    return nb::make_tuple(nb::make_tuple(cell / cols, cell % cols), shots, points);
                };
                return nb::make_tuple(droid(0), droid(1));
            },
            nb::sig("def droids(self) -> tuple[tuple[tuple[int, int], int, int], tuple[tuple[int, int], int, int]]"))
        .def_prop_ro("rounds_left", [](const Boxed<DroidBattleState>& self) { return self.state.rounds_left(); });

    bind_rules<DroidBattleState>(module, "DroidBattleRules", "DroidBattleState")
        .def(nb::init<int, int, int, int, std::array<int, 2>, bool>(), "rows"_a, "cols"_a, "shots"_a, "rounds"_a,
             "start"_a, "stay"_a)
        .def(
            "state",
            [](const Rules& self, nb::object game, const std::array<std::array<int, 3>, 2>& droids, int rounds_left) {
                std::array<DroidBattleState::Droid, 2> checked{};
                for (std::size_t i = 0; i < 2; ++i) {
                    const auto& [cell, shots, points] = droids[i];
                    require_range("cell", cell, 0, self.rows * self.cols - 1);
                    require_range("shots", shots, 0, self.shots);
                    require_range("points", points, 0, self.shots);
                    checked[i] = {cell, shots, points};
                }
                require(checked[0].cell != checked[1].cell, "the droids share a cell");
                require_range("rounds left", rounds_left, 0, self.rounds);
                return box(std::move(game), DroidBattleState(self, checked, rounds_left));
            },
            nb::sig(
                state_signature("droids: list[tuple[int, int, int]], rounds_left: int", "DroidBattleState").c_str()));
});

}  // namespace
}  // namespace lanista

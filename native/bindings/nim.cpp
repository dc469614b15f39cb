#include "games/nim.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/nim.hpp"

namespace lanista {
namespace {

using Rules = NimRules;

const Registration registration([](nb::module_& module) {
    bind_state<NimState>(module, "NimState")
        .def_prop_ro(
            "piles",
            [](const Boxed<NimState>& self) {
                nb::list piles;
                for (int pile = 0; pile < self.state.rules().piles; ++pile) piles.append(self.state.objects(pile));
                return nb::tuple(piles);
            },
            nb::sig("def piles(self) -> tuple[int, ...]"));

    bind_rules<NimState>(module, "NimRules", "NimState")
        .def(
            "__init__",
            [](Rules* self, const std::vector<int>& piles, bool misere) { new (self) Rules(piles, misere); }, "piles"_a,
            "misere"_a)
        .def(
            "state",
            [](const Rules& self, nb::object game, const std::vector<int>& piles, int mover) {
                require(static_cast<int>(piles.size()) == self.piles, "wrong number of piles");
                require_range("mover", mover, 0, 1);
                std::uint64_t packed = 0;
                for (int pile = 0; pile < self.piles; ++pile) {
                    // Action numbers reach no further than the largest pile of the start.
                    require_range("pile", piles[static_cast<std::size_t>(pile)], 0, self.largest);
                    packed |= in_byte(pile, piles[static_cast<std::size_t>(pile)]);
                }
                return box(std::move(game), NimState(self, packed, mover));
            },
            nb::sig(state_signature("piles: list[int], mover: int", "NimState").c_str()));
});

}  // namespace
}  // namespace lanista

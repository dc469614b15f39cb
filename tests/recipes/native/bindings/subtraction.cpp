#include "games/subtraction.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/subtraction.hpp"

namespace lanista {
namespace {

using Rules = SubtractionRules;

const Registration registration([](nb::module_& module) {
    bind_state<SubtractionState>(module, "SubtractionState")
        .def_prop_ro("heap", [](const Boxed<SubtractionState>& self) { return self.state.heap(); });

    bind_rules<SubtractionState>(module, "SubtractionRules", "SubtractionState")
        .def(nb::init<int>(), "heap"_a)
        .def(
            "state",
            [](const Rules& self, nb::object game, int heap, int mover) {
                require_range("the heap", heap, 0, self.heap);
                require_range("mover", mover, 0, 1);
                return box(std::move(game), SubtractionState(self, heap, mover));
            },
            nb::sig(state_signature("heap: int, mover: int", "SubtractionState").c_str()));
});

}  // namespace
}  // namespace lanista

#include "bindings/python_game.hpp"

#include <nanobind/stl/string.h>

#include <concepts>
#include <string>

#include "bindings/best_response.hpp"
#include "bindings/learning.hpp"
#include "bindings/registry.hpp"
#include "bindings/search.hpp"

namespace lanista {

template <State S>
    requires std::derived_from<S, PythonPosition>
struct Boxes<S> {
    static constexpr bool kRunsPython = true;
    static bool fits(nb::handle state) { return nb::hasattr(state, "child_unchecked"); }
    static nb::object game_of(nb::handle state) { return state.attr("game"); }
    static S take(const PythonRules& rules, nb::handle state) { return S(rules, nb::borrow(state)); }
    static nb::object give(const nb::object&, const S& state) { return state.object(); }
    static Evaluation<S> evaluation(const std::string& name) {
        return Evaluation<S>(
            [name](const S& state) { return nb::cast<double>(state.object().attr("evaluate")(name)); });
    }
};

namespace {

const Registration registration([](nb::module_& module) {
    nb::class_<PythonRules> rules(module, "PythonRules", "The rules of a game written in Python, for the searches.");
    rules.def(nb::init<double>(), "max_score"_a);
    bind_searches<PythonTurnState>(rules);
    bind_searches<PythonRoundState>(rules);
    bind_learning<PythonTurnState>(rules);
    bind_learning<PythonRoundState>(rules);
    bind_best_response<PythonTurnState>(rules);
    bind_best_response<PythonRoundState>(rules);
});

}  // namespace
}  // namespace lanista

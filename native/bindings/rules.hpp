// The Python face of a native game's rules: makes states from their fields, searches and learners.
#pragma once

#include <nanobind/nanobind.h>

#include <concepts>
#include <string>
#include <utility>

#include "bindings/best_response.hpp"
#include "bindings/learning.hpp"
#include "bindings/search.hpp"
#include "bindings/state.hpp"

namespace lanista {

// The class of a game's rules; the caller adds a constructor and how to make any state from its fields.
template <State S>
nb::class_<typename S::Rules> bind_rules(nb::module_& module, const char* name, const std::string& state_name) {
    using Rules = typename S::Rules;
    nb::class_<Rules> type(module, name);
    if constexpr (std::constructible_from<S, const Rules&>) {
        const auto signature = "def initial_state(self, game: lanista.games.base.Game) -> " + state_name;
        type.def(
            "initial_state", [](const Rules& self, nb::object game) { return box(std::move(game), S(self)); },
            nb::sig(signature.c_str()));
    }
    type.def(
        "evaluations",
        [](const Rules&) {
            nb::dict formulas;
            for (const auto& evaluator : evaluators<S>()) formulas[evaluator.name] = evaluator.formula;
            return formulas;
        },
        nb::sig("def evaluations(self) -> dict[str, str]"));
    bind_searches<S>(type);
    bind_learning<S>(type);
    bind_best_response<S>(type);
    return type;
}

inline std::string state_signature(const std::string& fields, const std::string& state_name) {
    return "def state(self, game: lanista.games.base.Game, " + fields + ") -> " + state_name;
}

// A rows x cols table from the top as a tuple of tuples.
template <class Cell>
nb::tuple to_table(int rows, int cols, Cell&& cell) {
    nb::list table;
    for (int row = 0; row < rows; ++row) {
        nb::list line;
        for (int col = 0; col < cols; ++col) line.append(cell(row, col));
        table.append(nb::tuple(line));
    }
    return nb::tuple(table);
}

}  // namespace lanista

// The best answer to a strategy that a Python function tells, for the rules of every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bindings/search.hpp"
#include "solve/best_response.hpp"

namespace lanista {

// The method (simultaneous_)worst_case of a game's rules: what player 0 gets on average where `player` plays by
// `strategy` and the other one knows it and answers best. strategy(state, player): the chances of the legal actions,
// ascending.
template <State S, class Rules>
void bind_best_response(nb::class_<Rules>& rules_class) {
    const std::string name = method_name<S>("worst_case");
    const std::string signature = "def " + name +
                                  "(self, game: lanista.games.base.Game, state: typing.Any, player: int, aim: str, "
                                  "strategy: typing.Callable[[typing.Any, int], list[float]]) -> float";
    rules_class.def(
        name.c_str(),
        [](const Rules& rules, const nb::object& game, nb::handle state, Player player, const std::string& aim,
           const nb::object& strategy) {
            const S start = open_position<S>(game, rules, state);
            to_player(state, nb::int_(player));
            const auto ask = [&](const S& asked, std::vector<double>& chances) {
                chances = nb::cast<std::vector<double>>(strategy(Boxes<S>::give(game, asked), player));
            };
            return BestResponse<S>(player, named(aim, kAims), ask, check_signals).value(start);
        },
        "game"_a, "state"_a, "player"_a, "aim"_a, "strategy"_a, nb::sig(signature.c_str()));
}

}  // namespace lanista

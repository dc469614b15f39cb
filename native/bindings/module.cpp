// The extension module. It is built twice, for baseline x86-64 and for x86-64-v3; src/lanista/isa.py picks one.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include "bindings/registry.hpp"
#include "bindings/state.hpp"

namespace lanista {

namespace {

nb::object ask_game(nb::handle self, const char* method) { return nb::cast<GameState&>(self).game.attr(method)(self); }

void bind_shared(nb::module_& module) {
    nb::class_<PlayoutCount>(module, "Playouts", "Results of random playouts, from player 0's side.")
        .def_ro("wins", &PlayoutCount::wins)
        .def_ro("draws", &PlayoutCount::draws)
        .def_ro("losses", &PlayoutCount::losses)
        .def_ro("plies", &PlayoutCount::plies, "Over all playouts; a simultaneous round is one ply.")
        .def("__repr__", [](const PlayoutCount& self) {
            return "Playouts(wins=" + std::to_string(self.wins) + ", draws=" + std::to_string(self.draws) +
                   ", losses=" + std::to_string(self.losses) + ", plies=" + std::to_string(self.plies) + ")";
        });

    using Self = nb::handle_t<GameState>;
    nb::class_<GameState>(module, "GameState", "What all native states share; see lanista.State for the contract.")
        .def_prop_ro(
            "game", [](const GameState& self) { return self.game; },
            nb::sig("def game(self) -> lanista.games.base.Game"))
        .def_prop_ro(
            "position", [](Self self) { return ask_game(self, "format_position"); },
            nb::sig("def position(self) -> str"))
        .def(
            "__str__", [](Self self) { return ask_game(self, "draw_text"); }, nb::sig("def __str__(self) -> str"))
        .def(
            "__repr__", [](Self self) { return ask_game(self, "repr_state"); }, nb::sig("def __repr__(self) -> str"))
        .def(
            "svg", [](Self self) { return ask_game(self, "draw_svg"); }, nb::sig("def svg(self) -> str"))
        .def(
            "_repr_svg_", [](Self self) { return ask_game(self, "draw_svg"); }, nb::sig("def _repr_svg_(self) -> str"))
        .def(
            "__reduce__", [](Self self) { return ask_game(self, "reduce_state"); },
            nb::sig("def __reduce__(self) -> tuple[object, ...]"))
        .def(
            "__copy__", [](Self self) { return self; }, nb::sig("def __copy__(self) -> typing.Self"))
        .def(
            "__deepcopy__", [](Self self, nb::handle) { return self; },
            nb::sig("def __deepcopy__(self, memo: object) -> typing.Self"))
        .def(
            "action_to_string",
            [](Self self, nb::handle action, nb::handle player) {
                return nb::cast<GameState&>(self).game.attr("action_name")(self, action, player);
            },
            "action"_a, "player"_a = nb::none(),
            nb::sig("def action_to_string(self, action: int, player: int | None = None) -> str"))
        .def(
            "parse_action",
            [](Self self, nb::handle text, nb::handle player) {
                return nb::cast<GameState&>(self).game.attr("parse_action")(self, text, player);
            },
            "text"_a, "player"_a = nb::none(),
            nb::sig("def parse_action(self, text: str, player: int | None = None) -> int"))
        .def(
            "gesture",
            [](Self self, nb::handle action, nb::handle player) {
                return nb::cast<GameState&>(self).game.attr("gesture")(self, action, player);
            },
            "action"_a, "player"_a = nb::none(),
            nb::sig("def gesture(self, action: int, player: int | None = None) -> tuple[str, ...]"));
}

}  // namespace

}  // namespace lanista

// NB_MODULE pastes its first argument as it stands; this passes the build's name for the module on.
#define LANISTA_MODULE(name, variable) NB_MODULE(name, variable)

LANISTA_MODULE(LANISTA_MODULE_NAME, module) {
    module.doc() = "The rules of the games, compiled.";
    // States that live until the interpreter ends (in a kept traceback, say) are no fault of the user's;
    // tests/games/test_native.py checks that references are given back.
    nanobind::set_leak_warnings(false);
    module.attr("isa") = LANISTA_ISA;
    lanista::bind_shared(module);
    for (const lanista::Binding binding : lanista::bindings()) binding(module);
}

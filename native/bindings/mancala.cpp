#include "games/mancala.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/mancala.hpp"
#include "solve/mancala_file.hpp"
#include "solve/mancala_solver.hpp"
#include "tactics/mancala.hpp"

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

// Tells Python now and then how many values there are, and lets Ctrl-C in.
MancalaDatabaseBuilder::Progress reporter(nb::callable tell) {
    return [tell, last = SteadyClock::time_point()](std::size_t done) mutable {
        const auto now = SteadyClock::now();
        if (now - last < std::chrono::milliseconds(50)) return;
        last = now;
        const nb::gil_scoped_acquire lock;
        check_signals();
        tell(done);
    };
}

// Arrangements as the board shows them, top and bottom row, the top row's owner to move.
int database_value(const MancalaDatabase& self, const std::array<std::vector<int>, 2>& houses) {
    const Rules rules = mancala_rules(self.houses(), self.empty_capture(), self.seeds());
    const MancalaState state(rules, pack_row(rules, houses[0], 0), pack_row(rules, houses[1], 0), 0);
    const std::uint64_t own = row_from_store(state, 0), other = row_from_store(state, 1);
    require(sum_of_bytes(own) + sum_of_bytes(other) <= self.seeds(), "more seeds than the database knows");
    return self.value(own, other);
}

void bind_database(nb::module_& module) {
    nb::class_<MancalaDatabase>(module, "MancalaDatabase")
        .def_static(
            "build",
            [](int houses, bool empty_capture, int seeds, nb::callable progress) {
                auto report = reporter(progress);
                const nb::gil_scoped_release unlocked;
                return MancalaDatabase::build(houses, empty_capture, seeds, report);
            },
            "houses"_a, "empty_capture"_a, "seeds"_a, "progress"_a,
            nb::sig("def build(houses: int, empty_capture: bool, seeds: int, progress: typing.Callable[[int], object]) "
                    "-> MancalaDatabase"))
        .def_static(
            "build_file",
            [](const std::string& path, int houses, bool empty_capture, int seeds, nb::callable progress) {
                auto report = reporter(progress);
                const nb::gil_scoped_release unlocked;
                return build_mancala_file(path, houses, empty_capture, seeds, report);
            },
            "path"_a, "houses"_a, "empty_capture"_a, "seeds"_a, "progress"_a,
            nb::sig("def build_file(path: str, houses: int, empty_capture: bool, seeds: int, progress: "
                    "typing.Callable[[int], object]) -> MancalaDatabase"))
        .def_static("open", open_mancala_file, "path"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("houses", &MancalaDatabase::houses)
        .def_prop_ro("empty_capture", &MancalaDatabase::empty_capture)
        .def_prop_ro("seeds", &MancalaDatabase::seeds)
        .def_prop_ro("size", &MancalaDatabase::size)
        .def("value", database_value, "houses"_a);
}

std::unique_ptr<Search> make_solver(const Rules& rules, nb::object game, int memory_mb,
                                    std::optional<MancalaDatabase> database) {
    require_range("memory_mb", memory_mb, 1, 1 << 20);
    require(!database || database->fits(rules), "the database is of a game with other rules");
    const SearchedGame<MancalaState> searched{std::move(game), &rules, Evaluation<MancalaState>(mancala_basic), false};
    return std::make_unique<GameSearch<MancalaState, MancalaSolver>>(searched,
                                                                     MancalaSolver({memory_mb}, std::move(database)));
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

    bind_database(module);
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
            nb::sig(state_signature("houses: list[list[int]], stores: list[int], mover: int", "MancalaState").c_str()))
        .def("solver", make_solver, "game"_a, "memory_mb"_a, "database"_a.none(),
             nb::sig("def solver(self, game: lanista.games.base.Game, memory_mb: int, database: MancalaDatabase | "
                     "None) -> Search"));
});

}  // namespace
}  // namespace lanista

#include "bindings/learning.hpp"

#include "bindings/registry.hpp"

namespace lanista {
namespace {

const Names<Explore> kExplorations = {
    {Explore::kRandom, "random"}, {Explore::kEpsilonGreedy, "epsilon_greedy"}, {Explore::kSoftmax, "softmax"}};

Stretch stretch_of(std::uint64_t first, std::uint64_t games, std::uint64_t total, double progress, std::uint64_t seed) {
    require(0 <= progress && progress <= 1, "progress must be 0 to 1");
    return {first, games, total, progress, seed};
}

void bind_options(nb::module_& module) {
    using Options = LearningOptions;
    nb::class_<Options> options(module, "LearningOptions");
    options.def(nb::init<>())
        .def_rw("alpha", &Options::alpha)
        .def_rw("last_alpha", &Options::last_alpha)
        .def_rw("gamma", &Options::gamma)
        .def_rw("win", &Options::win)
        .def_rw("point", &Options::point)
        .def_rw("start", &Options::start)
        .def_rw("memory_mb", &Options::memory_mb);
    bind_choice(options, "exploration", [](auto& self) -> auto& { return self.exploration.kind; }, kExplorations);
    const auto bind_number = [&options](const char* name, double Exploration::* member) {
        options.def_prop_rw(
            name, [member](const Options& self) { return self.exploration.*member; },
            [member](Options& self, double value) { self.exploration.*member = value; });
    };
    bind_number("epsilon", &Exploration::epsilon);
    bind_number("last_epsilon", &Exploration::last_epsilon);
    bind_number("temperature", &Exploration::temperature);
    bind_number("last_temperature", &Exploration::last_temperature);
}

const Registration registration([](nb::module_& module) {
    bind_options(module);
    nb::class_<Tally>(module, "Tally", "Games of a learner, from its side.")
        .def_ro("wins", &Tally::wins)
        .def_ro("draws", &Tally::draws)
        .def_ro("losses", &Tally::losses)
        .def_ro("moves", &Tally::moves);

    nb::class_<QLearner>(module, "QLearner", "A table of values, and what it learns from.")
        .def(
            "learn",
            [](QLearner& self, nb::list starts, std::uint64_t games, nb::object opponent, bool both_learn, int side,
               std::uint64_t first, std::uint64_t total, double progress, std::uint64_t seed) {
                return self.learn(std::move(starts), stretch_of(first, games, total, progress, seed),
                                  std::move(opponent), side, both_learn);
            },
            "starts"_a, "games"_a, "opponent"_a.none() = nb::none(), "both_learn"_a = false, "side"_a = kNoPlayer,
            "first"_a = 0, "total"_a = 0, "progress"_a = 0.0, "seed"_a = 0,
            nb::sig("def learn(self, starts: list[typing.Any], games: int, opponent: object = None, both_learn: bool = "
                    "False, side: int = -1, first: int = 0, total: int = 0, progress: float = 0.0, seed: int = 0) -> "
                    "Tally"))
        .def(
            "play",
            [](const QLearner& self, nb::list starts, std::uint64_t games, nb::object opponent, int side,
               std::uint64_t seed) {
                return self.play(std::move(starts), {0, games, 0, 1.0, seed}, std::move(opponent), side);
            },
            "starts"_a, "games"_a, "opponent"_a, "side"_a = kNoPlayer, "seed"_a = 0,
            nb::sig(
                "def play(self, starts: list[typing.Any], games: int, opponent: object, side: int = -1, seed: int = "
                "0) -> Tally"))
        .def(
            "values",
            [](const QLearner& self, nb::handle state, Player player) {
                return self.values(state, to_player(state, nb::int_(player)));
            },
            "state"_a, "player"_a)
        .def(
            "strategy",
            [](const QLearner& self, nb::handle state, Player player) {
                return self.strategy(state, to_player(state, nb::int_(player)));
            },
            "state"_a, "player"_a)
        .def(
            "worst_case",
            [](const QLearner& self, nb::handle state, Player player, const std::string& aim) {
                return self.worst_case(state, to_player(state, nb::int_(player)), named(aim, kAims));
            },
            "state"_a, "player"_a, "aim"_a)
        .def_prop_ro("states",
                     [](const QLearner& self) {
                         const Turn turn(self.running);
                         return self.states();
                     })
        .def_prop_ro("is_full",
                     [](const QLearner& self) {
                         const Turn turn(self.running);
                         return self.is_full();
                     })
        .def(
            "dump",
            [](const QLearner& self) {
                const Turn turn(self.running);
                const TableBytes bytes = self.dump();
                return nb::make_tuple(bytes.keys, bytes.counts, bytes.actions, bytes.values);
            },
            nb::sig("def dump(self) -> tuple[bytes, bytes, bytes, bytes]"))
        .def(
            "restore",
            [](QLearner& self, nb::bytes keys, nb::bytes counts, nb::bytes actions, nb::bytes values) {
                const Turn turn(self.running);
                require(self.states() == 0, "only an empty table can be restored");
                self.restore({std::move(keys), std::move(counts), std::move(actions), std::move(values)});
            },
            "keys"_a, "counts"_a, "actions"_a, "values"_a);
});

}  // namespace
}  // namespace lanista

#include "bindings/search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "bindings/registry.hpp"
#include "solve/proof_search.hpp"

namespace lanista {
namespace {

// A time on the scale of time.monotonic(); infinity: never.
SteadyClock::time_point to_deadline(double seconds) {
    using Seconds = std::chrono::duration<double>;
    if (!(seconds < 1e9)) return SteadyClock::time_point::max();
    return SteadyClock::time_point(std::chrono::duration_cast<SteadyClock::duration>(Seconds(seconds)));
}

Report run(Search& search, nb::handle state, int player, std::optional<int> depth, std::optional<std::uint64_t> nodes,
           double deadline, bool all_moves, std::uint64_t seed) {
    require_range("player", player, 0, 1);
    Question question;
    question.player = player;
    if (depth.has_value()) {
        require_range("depth", *depth, 1, kMaxDepth);
        question.limits.depth = *depth;
    }
    if (nodes.has_value()) question.limits.nodes = *nodes;
    question.limits.deadline = to_deadline(deadline);
    question.all_moves = all_moves;
    question.seed = seed;
    question.tick = check_signals;
    return search.run(state, question);
}

const Names<Assume> kAssumptions = {
    {Assume::kMixed, "mixed"}, {Assume::kOptimistic, "optimistic"}, {Assume::kPessimistic, "pessimistic"}};
const Names<JointSelection> kJointSelections = {{JointSelection::kUcb1, "ucb1"},
                                                {JointSelection::kUcb1Tuned, "ucb1_tuned"},
                                                {JointSelection::kRegretMatching, "regret_matching"}};

const Names<Selection> kSelections = {{Selection::kUcb1, "ucb1"}, {Selection::kUcb1Tuned, "ucb1_tuned"}};
const Names<Playouts> kPlayouts = {{Playouts::kRandom, "random"}, {Playouts::kGuided, "guided"}};

const Registration registration([](nb::module_& module) {
    nb::class_<MoveReport>(module, "MoveReport")
        .def_ro("action", &MoveReport::action)
        .def_ro("value", &MoveReport::value)
        .def_ro("is_bound", &MoveReport::is_bound)
        .def_ro("proved", &MoveReport::proved)
        .def_ro("distance", &MoveReport::distance)
        .def_ro("line", &MoveReport::line)
        .def_ro("probability", &MoveReport::probability)
        .def_ro("visits", &MoveReport::visits)
        .def_ro("rave_mean", &MoveReport::rave_mean)
        .def_ro("rave_visits", &MoveReport::rave_visits)
        .def_ro("pruned", &MoveReport::pruned);
    nb::class_<Report>(module, "Report")
        .def_ro("player", &Report::player)
        .def_ro("action", &Report::action)
        .def_ro("value", &Report::value)
        .def_ro("proved", &Report::proved)
        .def_ro("distance", &Report::distance)
        .def_ro("depth", &Report::depth)
        .def_ro("nodes", &Report::nodes)
        .def_ro("simulations", &Report::simulations)
        .def_ro("reused", &Report::reused)
        .def_ro("seconds", &Report::seconds)
        .def_ro("last_nodes", &Report::last_nodes)
        .def_ro("line", &Report::line)
        .def_ro("moves", &Report::moves)
        .def_ro("replies", &Report::replies);
    module.attr("WIN") = kWin;
    module.attr("MAX_EVALUATION") = kMaxEvaluation;
    module.attr("UNKNOWN_DISTANCE") = kUnknownDistance;

    nb::class_<MinimaxOptions>(module, "MinimaxOptions")
        .def(nb::init<>())
        .def_rw("quiescence", &MinimaxOptions::quiescence);
    nb::class_<AlphaBetaOptions>(module, "AlphaBetaOptions")
        .def(nb::init<>())
        .def_rw("ordering", &AlphaBetaOptions::ordering)
        .def_rw("killers", &AlphaBetaOptions::killers)
        .def_rw("history", &AlphaBetaOptions::history)
        .def_rw("table", &AlphaBetaOptions::table)
        .def_rw("table_mb", &AlphaBetaOptions::table_mb)
        .def_rw("deepening", &AlphaBetaOptions::deepening)
        .def_rw("pvs", &AlphaBetaOptions::pvs)
        .def_rw("aspiration", &AlphaBetaOptions::aspiration)
        .def_rw("quiescence", &AlphaBetaOptions::quiescence)
        .def_rw("resist", &AlphaBetaOptions::resist);

    nb::class_<MctsOptions> mcts(module, "MctsOptions");
    mcts.def(nb::init<>())
        .def_rw("exploration", &MctsOptions::exploration)
        .def_rw("rave", &MctsOptions::rave)
        .def_rw("rave_bias", &MctsOptions::rave_bias)
        .def_rw("pruning", &MctsOptions::pruning)
        .def_rw("prune_ratio", &MctsOptions::prune_ratio)
        .def_rw("prune_visits", &MctsOptions::prune_visits)
        .def_rw("proofs", &MctsOptions::proofs)
        .def_rw("keep_tree", &MctsOptions::keep_tree)
        .def_rw("playout_candidates", &MctsOptions::playout_candidates)
        .def_rw("playout_plies", &MctsOptions::playout_plies)
        .def_rw("memory_mb", &MctsOptions::memory_mb);
    bind_choice(mcts, "selection", [](auto& self) -> auto& { return self.selection; }, kSelections);
    bind_choice(mcts, "playouts", [](auto& self) -> auto& { return self.playouts; }, kPlayouts);
    nb::class_<SimultaneousOptions> minimax(module, "SimultaneousOptions");
    minimax.def(nb::init<>())
        .def_rw("table", &SimultaneousOptions::table)
        .def_rw("table_mb", &SimultaneousOptions::table_mb);
    bind_choice(minimax, "assume", [](auto& self) -> auto& { return self.assume; }, kAssumptions);
    nb::class_<SimultaneousMctsOptions> bandits(module, "SimultaneousMctsOptions");
    bandits.def(nb::init<>())
        .def_rw("exploration", &SimultaneousMctsOptions::exploration)
        .def_rw("epsilon", &SimultaneousMctsOptions::epsilon)
        .def_rw("playout_plies", &SimultaneousMctsOptions::playout_plies)
        .def_rw("memory_mb", &SimultaneousMctsOptions::memory_mb)
        .def_rw("keep_tree", &SimultaneousMctsOptions::keep_tree);
    bind_choice(bandits, "selection", [](auto& self) -> auto& { return self.selection; }, kJointSelections);

    nb::class_<BackwardInductionOptions> induction(module, "BackwardInductionOptions");
    induction.def(nb::init<>()).def_rw("memory_mb", &BackwardInductionOptions::memory_mb);
    bind_choice(induction, "aim", [](auto& self) -> auto& { return self.aim; }, kAims);

    nb::class_<ProofSearchOptions>(module, "ProofSearchOptions")
        .def(nb::init<>())
        .def_rw("memory_mb", &ProofSearchOptions::memory_mb);

    module.def(
        "nodes_so_far", [] { return nodes_so_far.load(); },
        "The nodes, or simulations, of all searches in this process since it began; up to 50 ms behind.");
    nb::class_<Search>(module, "Search", "One algorithm with its options, and what it keeps between searches.")
        .def("run", run, "state"_a, "player"_a = 0, "depth"_a = nb::none(), "nodes"_a = nb::none(),
             "deadline"_a = HUGE_VAL, "all_moves"_a = false, "seed"_a = 0,
             nb::sig("def run(self, state: object, player: int = 0, depth: int | None = None, nodes: int | None = "
                     "None, deadline: float = ..., all_moves: bool = False, seed: int = 0) -> Report"))
        .def("forget", &Search::forget);
});

}  // namespace
}  // namespace lanista

// Checks Monte Carlo tree search on small endings against plain minimax, and what its reports promise, with each option
// and with all of them. Built with the sanitizers by `make test`. Argument: how many endings a game (default 15). Any
// broken promise ends it with a message and status 1.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/playout.hpp"
#include "evaluation/breakthrough.hpp"
#include "evaluation/colosseum.hpp"
#include "evaluation/connect_four.hpp"
#include "evaluation/einstein.hpp"
#include "evaluation/mancala.hpp"
#include "evaluation/nim.hpp"
#include "search/mcts.hpp"
#include "tests/check.hpp"

using namespace lanista;

namespace {

template <Game S>
Evaluation<S> basic() {
    return Evaluation<S>(evaluators<S>()[0].value);
}

struct TooLarge {};

// What the oracle knows, and how many positions it may still look at.
template <Game S>
struct Outcomes {
    std::map<decltype(std::declval<S>().key()), int> of;
    int budget = 0;
};

// The oracle: outcome for player 0 under best play. Each player takes the best for itself, whoever moved before.
template <Game S>
int minimax(const S& state, Outcomes<S>& known) {
    if (state.is_terminal()) return outcome(state);
    const auto found = known.of.find(state.key());
    if (found != known.of.end()) return found->second;
    if (known.budget-- <= 0) throw TooLarge{};
    int best = state.mover() == 0 ? -1 : 1;
    ActionList<S::kMaxActions> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
        const int value = minimax(after(state, action), known);
        best = state.mover() == 0 ? std::max(best, value) : std::min(best, value);
    }
    known.of.emplace(state.key(), best);
    return best;
}

// The position `plies` before the end of a random game (its start, if that was shorter).
template <Game S>
S random_ending(const S& start, int plies, Random& random) {
    std::vector<S> states = {start};
    while (!states.back().is_terminal()) {
        S next = states.back();
        random_ply(next, random);
        states.push_back(next);
    }
    return states[states.size() - 1 - std::min(static_cast<std::size_t>(plies), states.size() - 1)];
}

// One that the oracle can solve, 1 to `plies` plies before the end.
template <Game S>
S solvable_ending(const S& start, int plies, Random& random, Outcomes<S>& known) {
    while (true) {
        const S state = random_ending(start, 1 + random.below(plies), random);
        known.budget = 20'000;
        try {
            minimax(state, known);
            return state;
        } catch (const TooLarge&) {
        }
    }
}

Question question(std::uint64_t simulations, std::uint64_t seed) {
    Question question;
    question.limits.nodes = simulations;
    question.seed = seed;
    return question;
}

bool is_outcome(double value) { return -1 <= value && value <= 1; }

// What every report promises of a search that ran without a time limit.
template <Game S>
void check_report(const std::string& where, const S& root, const Report& report, std::uint64_t simulations) {
    std::uint64_t visits = 0;
    check(report.moves.size() == static_cast<std::size_t>(root.count_actions()), where, "all moves are reported");
    for (std::size_t i = 0; i < report.moves.size(); ++i) {
        const MoveReport& move = report.moves[i];
        visits += move.visits;
        check(root.is_legal(move.action), where, "moves are legal");
        check(i == 0 || report.moves[i - 1].action < move.action, where, "moves ascend");
        const bool known = move.visits > 0 || move.proved;
        check(known ? is_outcome(move.value) : std::isinf(move.value), where,
              "values are outcomes, where there are any");
        check(is_outcome(move.rave_mean), where, "RAVE means are outcomes");
        check((move.probability == 1) == (move.action == report.action), where, "the choice is played for certain");
        check(!move.line.empty() && move.line[0] == move.action, where, "a move's line begins with it");
        S state = root;
        for (const Action action : move.line) {
            check(state.is_legal(action), where, "lines are legal");
            state.apply(action);
        }
    }
    check(visits == report.simulations + report.reused, where, "visits add up to simulations");
    check(report.proved || report.simulations == simulations, where, "all simulations are used unless proved");
    check(root.is_legal(report.action), where, "the choice is legal");
    check(visits > 0 || report.proved ? is_outcome(report.value) : std::isinf(report.value), where, "so is the value");
}

// Proofs against the oracle, at the root and for its moves. Returns whether the root is proved.
template <Game S>
bool check_proofs(const std::string& where, const S& root, const Report& report, Outcomes<S>& known) {
    const int truth = minimax(root, known);
    for (const MoveReport& move : report.moves) {
        if (!move.proved) continue;
        check(move.value == minimax(after(root, move.action), known), where, "a proved move has minimax's outcome");
    }
    if (!report.proved) return false;
    check(report.value == truth, where, "a proved position has minimax's outcome");
    check(minimax(after(root, report.action), known) == truth, where, "the move chosen in a proved position is best");
    return true;
}

struct NamedOptions {
    const char* name;
    MctsOptions options;
};

std::vector<NamedOptions> option_sets() {
    std::vector<NamedOptions> sets(8);
    sets[0].name = "plain";
    sets[1].name = "tuned";
    sets[1].options.selection = Selection::kUcb1Tuned;
    sets[2].name = "rave";
    sets[2].options.rave = true;
    sets[3].name = "pruning";
    sets[3].options.pruning = true;
    sets[3].options.prune_ratio = 1;
    sets[3].options.prune_visits = 10;
    sets[4].name = "guided";
    sets[4].options.playouts = Playouts::kGuided;
    sets[5].name = "short playouts";
    sets[5].options.playout_plies = 3;
    sets[6].name = "small memory";
    sets[6].options.memory_mb = 1;
    sets[7].name = "everything";
    sets[7].options = {Selection::kUcb1Tuned, 0.5, true, 0.1, true, 1, 10, true, true, Playouts::kGuided, 2, 5, 1};
    return sets;
}

template <Game S>
void check_endings(const std::string& game, const S& start, int plies, int endings, std::uint64_t seed) {
    constexpr std::uint64_t kSimulations = 3000;
    Random random(seed);
    Outcomes<S> known;
    int proved = 0, searched = 0;
    std::vector<Mcts<S>> searches;
    for (const auto& set : option_sets()) searches.emplace_back(set.options, basic<S>());
    for (int i = 0; i < endings; ++i) {
        const S root = solvable_ending(start, plies, random, known);
        for (std::size_t k = 0; k < searches.size(); ++k) {
            const std::string where = game + ", " + option_sets()[k].name;
            const Report report = searches[k].run(root, question(kSimulations, random.next()));
            check_report(where, root, report, kSimulations);
            proved += check_proofs(where, root, report, known);
            ++searched;
        }
    }
    std::printf("%-28s %6d searches of endings, %d proved\n", game.c_str(), searched, proved);
    check(10 * proved > 6 * searched, game, "most small endings are proved");
}

// A search that keeps its tree plays a whole game against itself: what it kept must still be true.
template <Game S>
void check_kept_trees(const std::string& game, const S& start) {
    constexpr std::uint64_t kSimulations = 400;
    Outcomes<S> known;
    known.budget = 1'000'000;
    for (const auto& set : option_sets()) {
        const std::string where = game + ", kept tree, " + set.name;
        Random random(5);
        Mcts<S> search(set.options, basic<S>());
        std::uint64_t reused = 0;
        for (int round = 0; round < 4; ++round) {
            for (S state = start; !state.is_terminal();) {
                const Report report = search.run(state, question(kSimulations, random.next()));
                check_report(where, state, report, kSimulations);
                check_proofs(where, state, report, known);
                reused += report.reused;
                state.apply(report.action);
                // In every second round the other player's moves come from outside.
                while (round % 2 == 1 && !state.is_terminal() && state.mover() != report.player) {
                    random_ply(state, random);
                }
            }
        }
        check(reused > 0, where, "some of the tree is kept");
    }
}

bool is_same(const Report& a, const Report& b) {
    bool same = a.action == b.action && a.value == b.value && a.depth == b.depth && a.line == b.line;
    for (std::size_t i = 0; i < a.moves.size(); ++i) {
        same = same && a.moves[i].visits == b.moves[i].visits && a.moves[i].value == b.moves[i].value;
    }
    return same;
}

template <Game S>
void check_chance(const std::string& game, const S& start) {
    for (const auto& set : option_sets()) {
        Mcts<S> first(set.options, basic<S>()), second(set.options, basic<S>());
        const Report report = first.run(start, question(500, 3));
        check(is_same(report, second.run(start, question(500, 3))), game, "one seed, one result");
        second.forget();
        check(is_same(report, second.run(start, question(500, 3))), game, "nothing is left after forget");
        second.forget();
        check(!is_same(report, second.run(start, question(500, 4))), game, "another seed, another search");
    }
}

// A full tree: playouts go on from its leaves.
template <Game S>
void check_full_memory(const std::string& game, const S& start) {
    MctsOptions options;
    options.memory_mb = 1;
    options.proofs = false;
    constexpr std::uint64_t kSimulations = 60'000;
    Mcts<S> search(options, basic<S>());
    check_report(game + ", full memory", start, search.run(start, question(kSimulations, 1)), kSimulations);
}

void check_no_budget() {
    const ConnectFourRules rules(7, 6, 4);
    const ConnectFourState start(rules);
    Mcts<ConnectFourState> search({}, basic<ConnectFourState>());
    check_report("no simulations", start, search.run(start, question(0, 1)), 0);
    Question late = question(kNoCount, 1);
    late.limits.deadline = SteadyClock::now();
    check(search.run(start, late).simulations <= 1, "deadline", "the first simulation at most begins after it");
    late.limits.deadline = SteadyClock::now() + std::chrono::milliseconds(20);
    const Report report = search.run(start, late);
    check(report.simulations > 0 && report.seconds < 1, "deadline", "the search runs until the deadline");
}

// Evaluators from outside may throw at any call.
void check_exceptions() {
    const BreakthroughRules rules(5, 5);
    const BreakthroughState start(rules);
    MctsOptions options;
    options.playouts = Playouts::kGuided;
    int calls_left = 0;
    Mcts<BreakthroughState> search(options, Evaluation<BreakthroughState>([&](const BreakthroughState& state) {
                                       if (calls_left-- == 0) throw std::runtime_error("evaluator");
                                       return breakthrough_basic(state);
                                   }));
    for (int calls : {0, 1, 1000, 5000}) {
        calls_left = calls;
        bool thrown = false;
        try {
            search.run(start, question(10'000, 1));
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        check(thrown, "exceptions", "an evaluator's exception comes through");
        calls_left = -1;
        check_report("exceptions", start, search.run(start, question(200, 1)), 200);
    }
}

// A deadline ends even the first simulation where an evaluator takes its time, and what was begun is not counted.
void check_slow_evaluator() {
    const BreakthroughRules rules(8, 8);
    const BreakthroughState start(rules);
    MctsOptions options;
    options.playouts = Playouts::kGuided;
    const std::function<double(const BreakthroughState&)> slow = [](const BreakthroughState&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return 0.0;
    };
    Mcts<BreakthroughState> search(options, Evaluation<BreakthroughState>(slow));
    for (int round = 0; round < 2; ++round) {
        Question soon = question(kNoCount, 1);
        soon.limits.deadline = SteadyClock::now() + std::chrono::milliseconds(30);
        const Report report = search.run(start, soon);
        check(report.seconds < 0.2, "deadline", "a playout of slow plies ends in time");
        std::uint64_t visits = 0;
        for (const MoveReport& move : report.moves) visits += move.visits;
        check(visits == 0, "deadline", "an unfinished simulation leaves no visits");
        check(report.simulations == 0, "deadline", "an unfinished simulation is not reported");
    }
}

// Without proofs the win at once and the forced reply are found by visits alone.
void check_visits() {
    const ConnectFourRules rules(7, 6, 4);
    ConnectFourState state(rules);
    for (const Action action : {3, 0, 3, 0, 3}) state.apply(action);
    for (const bool proofs : {false, true}) {
        MctsOptions options;
        options.proofs = proofs;
        Mcts<ConnectFourState> search(options, basic<ConnectFourState>());
        check(search.run(state, question(5000, 1)).action == 3, "connect_four", "three in a column are stopped");
        check(search.run(after(state, 0), question(5000, 1)).action == 3, "connect_four", "four in a column are made");
    }
}

void check_formulas() {
    const auto weight = [](float visits, float rave_visits) {
        return rave_weight(Floats{} + visits, Floats{} + rave_visits, 0.1F)[0];
    };
    check(weight(0, 10) == 1, "rave", "without visits the RAVE mean alone counts");
    check(weight(10, 0) == 0 && weight(0, 0) == 0, "rave", "without RAVE visits it does not");
    check(std::abs(weight(30, 60) - 60 / (30 + 60 + 4 * 30 * 60 * 0.01F)) < 1e-6, "rave", "beta schedule");
    check(standard_error(1, 1, 5) > 0.1, "pruning", "five equal results are no certainty");
    check(std::abs(standard_error(0, 1, 1e6) - 1e-3) < 1e-8, "pruning", "the standard error of many results");

    MctsOptions options;
    options.selection = Selection::kUcb1Tuned;
    MctsTree tree(options);
    const std::vector<NewEdge> edges(11, {0, Status::kOpen});
    const NodeIndex node = tree.add(edges);
    Random random(1);
    for (int round = 0; round < 1000; ++round) {
        double total = 0, tuned_best = -9, ucb1_best = -9;
        EdgeIndex tuned_edge = kNoEdge, ucb1_edge = kNoEdge;
        for (EdgeIndex edge = tree.first_edge(node); edge < tree.end_edge(node); ++edge) {
            tree.mean(edge) = (random.below(2001) - 1000) / 1000.0;
            tree.visits(edge) = 1 + random.below(50);
            tree.status(edge) = random.below(4) == 0 ? Status::kLost : Status::kOpen;
            tree.mean_square(edge) = 1;
            total += tree.visits(edge);
        }
        tree.head(node).simulations = static_cast<int>(total) - 1;
        tree.count_simulation(node);
        for (EdgeIndex edge = tree.first_edge(node); edge < tree.end_edge(node); ++edge) {
            if (tree.status(edge) == Status::kLost) continue;
            const double mean = tree.mean(edge), share = std::log(total) / tree.visits(edge);
            const double ucb1 = mean + 0.7 * std::sqrt(share);
            // On rewards (mean + 1) / 2 of 0 to 1, as Auer et al. have it.
            const double variance = (1 - mean * mean) / 4 + std::sqrt(2 * share);
            const double tuned = 2 * ((mean + 1) / 2 + 0.7 * std::sqrt(share * std::min(0.25, variance))) - 1;
            if (ucb1 > ucb1_best) ucb1_best = ucb1, ucb1_edge = edge;
            if (tuned > tuned_best) tuned_best = tuned, tuned_edge = edge;
        }
        check(highest_bound<Ucb1>(tree, node, 0.7) == ucb1_edge, "ucb", "UCB1's formula");
        check(highest_bound<Ucb1Tuned>(tree, node, 0.7) == tuned_edge, "ucb", "UCB1-Tuned's formula");
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const int endings = argc > 1 ? std::atoi(argv[1]) : 15;
    check_formulas();
    check_no_budget();
    check_exceptions();
    check_slow_evaluator();
    check_visits();

    const ConnectFourRules four(4, 4, 3), full(7, 6, 4);
    const MancalaRules short_mancala(2, 2, false, true), mancala(3, 2, false, true), long_mancala(4, 2, true, false),
        whole_mancala(6, 4, false, false);
    const BreakthroughRules tiny(4, 3), small(5, 3), large(8, 8);
    const EinsteinRules einstein;
    const ColosseumRules colosseum(4);
    const NimRules nim(std::vector{3, 4, 5}, true), last_wins(std::vector{1, 2, 3}, false);
    Random random(23);
    check_endings("connect_four 4x4 line 3", ConnectFourState(four), 10, endings, 1);
    check_endings("connect_four", ConnectFourState(full), 9, endings, 2);
    check_endings("mancala 3 houses", MancalaState(mancala), 12, endings, 3);
    check_endings("mancala 4 houses", MancalaState(long_mancala), 12, endings, 4);
    check_endings("breakthrough 5x3", BreakthroughState(small), 8, endings, 5);
    check_endings("nim misere", NimState(nim), 5, endings, 6);
    check_endings("nim", NimState(last_wins), 6, endings, 7);
    for (int start = 0; start < 3; ++start) {
        check_endings("einstein", EinsteinState::random_start(einstein, random), 7, endings / 3, random.next());
        check_endings("colosseum 4", ColosseumState(colosseum, random), 4, endings / 3, random.next());
    }

    check_kept_trees("mancala", MancalaState(short_mancala));
    check_kept_trees("connect_four", ConnectFourState(four));
    check_kept_trees("breakthrough", BreakthroughState(tiny));

    check_chance("breakthrough", BreakthroughState(large));
    check_chance("mancala", MancalaState(whole_mancala));
    check_full_memory("breakthrough", BreakthroughState(large));
    check_full_memory("mancala", MancalaState(whole_mancala));
    std::printf("monte carlo tree search keeps its promises\n");
    return 0;
}

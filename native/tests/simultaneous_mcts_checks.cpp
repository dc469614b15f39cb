// Checks Monte Carlo tree search for simultaneous moves: that it approaches equilibria, and what it promises of limits,
// failures and memory. Built and run as random_games.cpp is; any broken promise ends it with a message and status 1.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <thread>

#include "search/simultaneous.hpp"
#include "search/simultaneous_mcts.hpp"
#include "solve/backward_induction.hpp"
#include "solve/droid_battle.hpp"
#include "tests/droids.hpp"

using namespace lanista;

namespace {

std::size_t largest_block = std::numeric_limits<std::size_t>::max();  // the machine has no larger ones

}  // namespace

// Not inlined, or the compiler sees malloc's memory go to what it takes for another's delete.
[[gnu::noinline]] void* operator new(std::size_t size) {
    void* memory = size <= largest_block ? std::malloc(size) : nullptr;
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

// One round of a 2 x 2 game: both tell a number, and player 0 wins on two zeros, draws on two ones, else loses. In
// equilibrium both say 0 with probability 1/3, and player 0 expects -1/3.
struct Numbers {
    struct Rules {
        bool operator==(const Rules&) const = default;
    };
    using Symmetry = int;
    static constexpr int kMaxActions = 2;

    static const Rules& rules() {
        static const Rules rules;
        return rules;
    }
    Player current_player() const { return is_terminal() ? kTerminal : kSimultaneous; }
    bool is_terminal() const { return told[0] >= 0; }
    int score() const { return told[0] != told[1] ? -1 : 1 - told[0]; }
    int max_score() const { return 1; }
    std::array<std::uint64_t, 1> key() const { return {static_cast<std::uint64_t>(3 * told[0] + told[1] + 4)}; }
    Symmetry symmetry() const { return 0; }
    Numbers transformed(Symmetry) const { return *this; }
    Action transformed(Action action, Symmetry) const { return action; }
    bool is_legal(Player, Action action) const { return !is_terminal() && (action == 0 || action == 1); }
    template <int N>
    void legal_actions(Player, ActionList<N>& list) const {
        if (is_terminal()) return;
        list.add(0);
        list.add(1);
    }
    int count_actions(Player) const { return is_terminal() ? 0 : 2; }
    Action pick_action(Player, int index) const { return index; }
    void apply(Action first, Action second) { told = {first, second}; }

    std::array<int, 2> told{-1, -1};
};

double no_opinion(const Numbers&) { return 0; }

// How much both sides could gain by deviating from what regret matching answers; the worst of ten searches.
double exploitability(std::uint64_t simulations, double epsilon) {
    double worst = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SimultaneousMcts<Numbers> search({.epsilon = epsilon}, Evaluation<Numbers>(no_opinion));
        Question question;
        question.seed = seed;
        question.limits.nodes = simulations;
        const Report report = search.run(Numbers{}, question);
        const double p = report.moves[0].probability, q = report.replies[0].probability;
        worst = std::max(worst, std::max(2 * q - 1, -q) - std::min(2 * p - 1, -p));
    }
    return worst;
}

void check_regret_matching_converges() {
    double before = 2;
    for (const std::uint64_t simulations : {10, 1'000, 100'000}) {
        const double gain = exploitability(simulations, 0.01);
        check(gain < before, "regret matching: more simulations, less to exploit");
        before = gain;
    }
    check(before < 0.03, "regret matching approaches the equilibrium");
    // Where both say a number at random with probability 0.2, saying 0 with 7/24 makes it 1/3 in all.
    check(close(exploitability(100'000, 0.2), 3 * (1.0 / 3 - 7.0 / 24), 0.02), "epsilon moves the equilibrium");
    Question question;
    question.limits.depth = 1;
    SimultaneousMinimax<Numbers> exact({}, Evaluation<Numbers>(no_opinion));
    const Report report = exact.run(Numbers{}, question);
    check(close(report.value, -1.0 / 3) && close(report.moves[0].probability, 1.0 / 3), "mixed: the equilibrium");
}

void check_mcts() {
    const DroidBattleRules rules(4, 4, 5, 50, {8, 11}, false);
    const Droids start(rules);
    for (const auto selection : {JointSelection::kUcb1, JointSelection::kUcb1Tuned, JointSelection::kRegretMatching}) {
        SimultaneousMctsOptions options;
        options.selection = selection;
        options.memory_mb = 1;
        SimultaneousMcts<Droids> search(options, Evaluation<Droids>(droid_battle_basic));
        Random random(5);
        Droids state = start;
        for (int round = 0; !state.is_terminal(); ++round) {
            Question question;
            question.player = round % 2;
            question.seed = random.next();
            question.limits.nodes = round == 0 ? 30'000 : 300;  // the first fills the memory
            const Report report = search.run(state, question);
            check_report(state, report);
            check(report.simulations == question.limits.nodes, "mcts: exactly as many simulations as allowed");
            check((report.reused > 0) == (round > 0), "mcts: the tree is kept along the game");
            std::uint64_t visits = 0;
            for (const MoveReport& move : report.moves) visits += move.visits;
            check(visits == report.simulations + report.reused, "mcts: every simulation is counted");
            // The most visited replies stay in the tree.
            const auto by_visits = [](const MoveReport& a, const MoveReport& b) { return a.visits < b.visits; };
            const Action own = std::ranges::max_element(report.moves, by_visits)->action;
            const Action reply = std::ranges::max_element(report.replies, by_visits)->action;
            state.apply(report.player == 0 ? own : reply, report.player == 0 ? reply : own);
        }
    }
}

void check_short_memory() {
    const DroidBattleRules rules(4, 4, 5, 50, {8, 11}, false);
    const Droids start(rules);
    SimultaneousMcts<Droids> search({}, Evaluation<Droids>(droid_battle_basic));
    Question question;
    question.limits.nodes = 1000;
    for (const std::size_t bytes : {64, 1 << 20}) {
        largest_block = bytes;
        bool failed = false;
        try {
            check_report(start, search.run(start, question));
        } catch (const std::bad_alloc&) {
            failed = true;
        }
        largest_block = std::numeric_limits<std::size_t>::max();
        check(failed == (bytes == 64), "mcts: makes do with less memory while there is enough for the root");
        check_report(start, search.run(start, question));
    }
}

// A solver that ran out of memory knows nothing wrong afterwards.
void check_solver_in_short_memory() {
    const DroidBattleRules rules(3, 3, 2, 12, {0, 8}, false);
    const Droids start(rules);
    BackwardInduction<Droids> whole({.aim = Aim::kPoints}, Evaluation<Droids>(droid_battle_basic));
    const Report truth = whole.run(start, {});
    check(truth.proved, "solver: a small game is solved");
    int short_of_it = 0;
    for (std::size_t bytes = 1 << 11; bytes <= 1 << 16; bytes *= 2) {
        BackwardInduction<Droids> search({.aim = Aim::kPoints}, Evaluation<Droids>(droid_battle_basic));
        largest_block = bytes;
        const Report report = search.run(start, {});
        largest_block = std::numeric_limits<std::size_t>::max();
        check(!report.proved || close(report.value, truth.value), "solver: proved is true, in short memory too");
        short_of_it += !report.proved;
        const Report after = search.run(start, {});
        check(after.proved && close(after.value, truth.value), "solver: goes on when there is memory again");
    }
    check(short_of_it > 0, "solver: some of the sizes are too short");
}

// With ucb1_tuned and no exploration the better of two actions is played almost always, with much of it less often.
void check_tuned_exploration() {
    std::uint64_t most_visits[2];
    for (const int exploration : {0, 1}) {
        SimultaneousMcts<Droids> search({.selection = JointSelection::kUcb1Tuned, .exploration = 50.0 * exploration},
                                        Evaluation<Droids>(droid_battle_basic));
        const DroidBattleRules rules(4, 4, 5, 50, {8, 11}, false);
        Question question;
        question.limits.nodes = 2000;
        const Report report = search.run(Droids(rules), question);
        most_visits[exploration] = std::ranges::max(report.moves, {}, &MoveReport::visits).visits;
    }
    check(most_visits[0] > 2 * most_visits[1], "mcts: ucb1_tuned heeds exploration");
}

// A deadline ends even a single simulation where code from outside takes its time; what was begun is not counted.
void check_slow_playouts() {
    const DroidBattleRules rules(4, 4, 5, 50, {8, 11}, false);
    const Droids start(rules);
    const std::function<double(const Droids&)> slow = [](const Droids&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return 0.0;
    };
    SimultaneousMctsOptions options;
    options.playout_plies = 3;
    SimultaneousMcts<Droids> search(options, Evaluation<Droids>(slow));
    Question question;
    question.limits.deadline = SteadyClock::now() + std::chrono::milliseconds(30);
    const Report report = search.run(start, question);
    check_report(start, report);
    std::uint64_t visits = 0;
    for (const MoveReport& move : report.moves) visits += move.visits;
    check(visits == report.simulations && report.seconds < 1, "mcts: a stopped simulation is dropped");

    question.limits.deadline = SteadyClock::now();
    check(search.run(start, question).simulations == 0, "mcts: nothing is played after the deadline");
}

}  // namespace

int main() {
    check_regret_matching_converges();
    check_mcts();
    check_short_memory();
    check_solver_in_short_memory();
    check_tuned_exploration();
    check_slow_playouts();
    std::printf("Monte Carlo tree search of simultaneous games keeps its promises\n");
    return 0;
}

// Checks the searches for simultaneous moves: against plain recursions written here, against recorded exact values,
// and against what they promise of limits, failures and memory. Built and run as random_games.cpp is; any broken
// promise ends it with a message and status 1.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

#include "search/simultaneous.hpp"
#include "solve/backward_induction.hpp"
#include "solve/droid_battle.hpp"
#include "tests/droids.hpp"

using namespace lanista;

namespace {

// Small boards at random moments, some of them near the end.
class Positions {
  public:
    explicit Positions(std::uint64_t seed) : random_(seed) {}

    Droids next() {
        for (;;) {
            const DroidBattleRules& rules = all_[static_cast<std::size_t>(random_.below(4))];
            const int cells = rules.rows * rules.cols, cell = random_.below(cells);
            const auto shots = [&] { return random_.below(rules.shots + 1); };
            const Droids::Droid first{cell, shots(), random_.below(2)};
            const Droids::Droid second{(cell + 1 + random_.below(cells - 1)) % cells, shots(), random_.below(2)};
            const Droids state(rules, {first, second}, 1 + random_.below(rules.rounds));
            if (!state.is_terminal()) return state;
        }
    }

  private:
    const DroidBattleRules all_[4] = {{2, 2, 1, 5, {0, 3}, false},
                                      {2, 3, 2, 5, {0, 5}, true},
                                      {3, 3, 2, 5, {0, 8}, false},
                                      {3, 3, 3, 4, {0, 8}, true}};
    Random random_;
};

// The same position with the players' parts exchanged.
Droids swapped(const Droids& state) {
    return Droids(state.rules(), {state.droid(1), state.droid(0)}, state.rounds_left());
}

Report ask(const Droids& state, Assume assume, int depth, Player player = 0, bool all_moves = false,
           bool table = true) {
    SimultaneousMinimax<Droids> search({.assume = assume, .table = table, .table_mb = 1},
                                       Evaluation<Droids>(droid_battle_basic));
    Question question;
    question.player = player;
    question.limits.depth = depth;
    question.all_moves = all_moves;
    return search.run(state, question);
}

// Backward induction over all joint actions, without table, horizon flags or short cuts.
double plain_mixed(const Droids& state, int depth) {
    if (state.is_terminal()) return outcome(state);
    if (depth == 0) return expected_outcome(droid_battle_basic(state));
    const auto rows = actions_of(state, 0), columns = actions_of(state, 1);
    std::vector<double> payoffs;
    for (const Action first : rows) {
        for (const Action second : columns) payoffs.push_back(plain_mixed(after(state, first, second), depth - 1));
    }
    MatrixGameSolver solver;
    solver.solve(payoffs, rows.size(), columns.size());
    return solver.value();
}

// Committer first, answer second, everything looked at; from player 0's side.
Value plain_committed(const Droids& state, int depth, Player committer) {
    if (state.is_terminal()) return end_value(state);
    if (depth == 0) return droid_battle_basic(state);
    const Value sign = committer == 0 ? 1 : -1;
    Value best = -kInfinity;
    for (const Action commit : actions_of(state, committer)) {
        Value least = kInfinity;
        for (const Action answer : actions_of(state, 1 - committer)) {
            const Droids child = committer == 0 ? after(state, commit, answer) : after(state, answer, commit);
            least = std::min(least, sign * plain_committed(child, depth - 1, committer));
        }
        best = std::max(best, least);
    }
    return sign * best;
}

void check_mixed_equals_plain_recursion() {
    Positions positions(1);
    for (int i = 0; i < 300; ++i) {
        const Droids state = positions.next();
        const int depth = 1 + i % 3;
        const Report report = ask(state, Assume::kMixed, depth, i % 2);
        check_report(state, report);
        check(close(report.value, plain_mixed(state, depth)), "mixed: the value of the plain recursion");
        check(close(report.value, -ask(swapped(state), Assume::kMixed, depth).value), "mixed: swapped players, -value");
        for (const MoveReport& move : report.moves) {
            const double gain = report.player == 0 ? move.value - report.value : report.value - move.value;
            check(gain <= 1e-12, "mixed: no move beats the equilibrium");
            check(move.probability < 1e-9 || gain >= -1e-9, "mixed: moves that are played are worth the value");
        }
        check(ask(state, Assume::kMixed, depth, 0, false, false).value == ask(state, Assume::kMixed, depth).value,
              "mixed: the table changes no value");
    }
}

void check_committed_equals_plain_recursion() {
    Positions positions(2);
    for (int i = 0; i < 300; ++i) {
        const Droids state = positions.next();
        const int depth = 1 + i % 3;
        const Player player = i / 2 % 2;
        for (const Assume assume : {Assume::kOptimistic, Assume::kPessimistic}) {
            const Player committer = assume == Assume::kPessimistic ? player : 1 - player;
            const Value plain = plain_committed(state, depth, committer);
            const Report report = ask(state, assume, depth, player), full = ask(state, assume, depth, player, true);
            check_report(state, report);
            check(report.value == plain && full.value == plain, "committed: the value of the plain recursion");
            const Report tableless = ask(state, assume, depth, player, false, false);
            check(tableless.value == plain && tableless.action == report.action,
                  "committed: the table changes nothing");
            check(full.action == report.action, "committed: all_moves changes no choice");
            const auto& commits = committer == player ? full.moves : full.replies;
            for (const MoveReport& commit : commits) {
                Value least = kInfinity;
                const Value sign = committer == 0 ? 1 : -1;
                for (const Action answer : actions_of(state, 1 - committer)) {
                    const Droids child =
                        committer == 0 ? after(state, commit.action, answer) : after(state, answer, commit.action);
                    least = std::min(least, sign * plain_committed(child, depth - 1, committer));
                }
                check(commit.value == sign * least && !commit.is_bound, "committed: all_moves gives every exact value");
            }
        }
    }
}

// "proved" must mean that no deeper search can say otherwise.
void check_proofs() {
    Positions positions(3);
    int proofs = 0;
    for (int i = 0; i < 200; ++i) {
        const Droids state = positions.next();
        for (const Assume assume : {Assume::kOptimistic, Assume::kPessimistic, Assume::kMixed}) {
            const Report all = ask(state, assume, kMaxDepth);
            check(all.proved && all.depth <= state.rounds_left(), "a search to the end is proved");
            for (int depth = 1; depth < state.rounds_left(); ++depth) {
                const Report report = ask(state, assume, depth);
                if (!report.proved) continue;
                ++proofs;
                check(close(report.value, all.value), "a proved value is final");
            }
        }
    }
    check(proofs > 0, "some values are proved before the end of the tree");
}

struct Recorded {
    int rows, cols;
    Droids::Droid first, second;  // cell, shots, points
    int rounds_left;
    double value;
};

// Expected outcomes by backward induction, by two programs that are not this project's and agree to 2e-16.
void check_recorded_values() {
    static constexpr Recorded kValues[] = {
        {3, 3, {5, 5, 0}, {7, 4, 1}, 6, -0.833333333333},  {3, 3, {3, 2, 1}, {1, 3, 0}, 7, 0.591345905922},
        {3, 3, {7, 4, 0}, {5, 0, 2}, 6, -0.287138584247},  {3, 3, {1, 1, 0}, {5, 0, 1}, 7, -0.142857142857},
        {3, 4, {10, 0, 2}, {3, 4, 0}, 8, 0.745736065835},  {4, 4, {11, 3, 1}, {10, 5, 0}, 6, 0.8},
        {4, 4, {11, 4, 0}, {0, 0, 2}, 9, -0.847129669669}, {3, 3, {6, 1, 0}, {8, 0, 0}, 50, 0.979591836735},
        {3, 3, {6, 2, 0}, {8, 1, 0}, 50, 0.615279265554},
    };
    for (const Recorded& recorded : kValues) {
        const DroidBattleRules rules(recorded.rows, recorded.cols, 5, 50, {0, 1}, false);
        const Droids state(rules, {recorded.first, recorded.second}, recorded.rounds_left);
        SimultaneousMinimax<Droids> search({}, Evaluation<Droids>(droid_battle_basic));
        const Report report = search.run(state, Question{});
        check(report.proved && close(report.value, recorded.value, 1e-9), "recorded exact values");
        check(ask(state, Assume::kPessimistic, 4).value <= ask(state, Assume::kOptimistic, 4).value,
              "pessimistic is never above optimistic");
    }
}

double failing_evaluation(const Droids&) { throw std::runtime_error("no opinion"); }

void check_limits_and_failures() {
    const DroidBattleRules rules(4, 4, 5, 50, {8, 11}, false);
    const Droids state(rules);
    for (const Assume assume : {Assume::kOptimistic, Assume::kPessimistic, Assume::kMixed}) {
        int failures_left = 0;
        const Evaluation<Droids> moody([&](const Droids& position) {
            return failures_left > 0 && --failures_left == 0 ? failing_evaluation(position)
                                                             : droid_battle_basic(position);
        });
        SimultaneousMinimax<Droids> search({.assume = assume}, moody);
        for (std::uint64_t nodes = 0; nodes < 500; nodes += 1 + nodes / 4) {
            Question question;
            question.limits.nodes = nodes;
            const Report report = search.run(state, question);
            check_report(state, report);
            check(report.nodes == nodes, "exactly as many nodes as allowed");
        }
        Question question;
        question.limits.depth = 4;
        search.forget();
        failures_left = 100;
        bool failed = false;
        try {
            search.run(state, question);
        } catch (const std::runtime_error&) {
            failed = true;
        }
        check(failed, "an evaluator's failure reaches the caller");
        check(search.run(state, question).value == ask(state, assume, 4).value, "a search survives a failure");
        question.limits.depth = kMaxDepth;
        question.limits.deadline = SteadyClock::now() + std::chrono::milliseconds(50);
        check_report(state, search.run(state, question));
    }
}

void check_degenerate_matrices() {
    const double nan = std::numeric_limits<double>::quiet_NaN(), least = 5e-324;
    MatrixGameSolver solver;
    for (const std::vector<double>& payoffs : {std::vector{0.0, least, least, 0.0}, std::vector(4, nan),
                                               std::vector{nan, 1.0, 1.0, 0.0}, std::vector{0.0, 1.0, 1.0, nan}}) {
        solver.solve(payoffs, 2, 2);
        check(solver.row_strategy().size() == 2 && solver.column_strategy().size() == 2, "matrix: always strategies");
    }
    solver.solve(std::vector{0.0, least, least, 0.0}, 2, 2);
    check(close(solver.row_strategy()[0] + solver.row_strategy()[1], 1), "matrix: denormal payoffs, valid chances");
}

// One search asked for both players: what it knows of the one's commitments says nothing about the other's.
void check_both_committers() {
    Positions positions(31);
    for (int i = 0; i < 300; ++i) {
        const Droids state = positions.next();
        for (const Assume assume : {Assume::kOptimistic, Assume::kPessimistic}) {
            SimultaneousMinimax<Droids> search({.assume = assume, .table_mb = 1},
                                               Evaluation<Droids>(droid_battle_basic));
            for (const Player player : {0, 1, 0}) {
                Question question;
                question.player = player;
                question.limits.depth = 3;
                check(search.run(state, question).value == ask(state, assume, 3, player).value,
                      "a search asked for both players answers each as if asked alone");
            }
        }
    }
}

BackwardInduction<Droids> solver(Aim aim, int memory_mb = 64) {
    return {{.aim = aim, .memory_mb = memory_mb}, Evaluation<Droids>(droid_battle_basic)};
}

// Cut short again and again, a solver comes to what plain recursion says, and calls nothing proved before.
void check_backward_induction() {
    Positions positions(37);
    for (int i = 0; i < 300; ++i) {
        const Droids state = positions.next();
        if (state.rounds_left() > 3) continue;
        const double truth = plain_mixed(state, 3);
        auto whole = solver(Aim::kOutcome), pieces = solver(Aim::kOutcome);
        const Report report = whole.run(state, {});
        check(report.proved && close(report.value, truth, 1e-9), "backward induction is plain recursion");
        check_report(state, report);
        Question question;
        question.limits.nodes = 3 + static_cast<std::uint64_t>(i % 40);  // enough to reach an end
        for (bool proved = false; !proved;) {
            const Report piece = pieces.run(state, question);
            check_report(state, piece);
            proved = piece.proved;
            check(!proved || close(piece.value, truth, 1e-9), "what is proved is true, however often it was cut short");
        }
    }
    // However small the memory: it ends, and says that it is not solved.
    const DroidBattleRules rules(8, 8, 15, 200, {16, 23}, false);
    for (int memory = 1; memory <= 12; ++memory) {
        auto search = solver(Aim::kPoints, memory);
        Question question;
        question.limits.nodes = 2'000'000;
        const Report report = search.run(Droids(rules), question);
        check(!report.proved && report.nodes < 30'000ULL * static_cast<std::uint64_t>(memory), "memory is a bound");
        check_report(Droids(rules), report);
    }
}

}  // namespace

int main() {
    check_both_committers();
    check_backward_induction();
    check_mixed_equals_plain_recursion();
    check_committed_equals_plain_recursion();
    check_proofs();
    check_recorded_values();
    check_limits_and_failures();
    check_degenerate_matrices();
    std::printf("simultaneous searches keep what they promise\n");
    return 0;
}

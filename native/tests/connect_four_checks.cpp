// Checks the exact solver of connect_four against a plain recursion on boards of many sizes, and what it promises of
// budgets and of its table. Built and run as random_games.cpp is; any broken promise ends it with status 1.

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/playout.hpp"
#include "solve/connect_four.hpp"
#include "tests/check.hpp"

using namespace lanista;

namespace {

const Evaluation<ConnectFourState> kBasic(connect_four_basic);

struct Outlook {
    int outcome, distance;  // of player 0; plies to the end
};

// Who wins sooner, loses later.
bool is_better(const Outlook& a, const Outlook& b, Player player) {
    const int value = for_player(a.outcome, player), other = for_player(b.outcome, player);
    if (value != other) return value > other;
    return value > 0 ? a.distance < b.distance : value < 0 && a.distance > b.distance;
}

class PlainSolver {
  public:
    Outlook solve(const ConnectFourState& state) {
        if (state.is_terminal()) return {state.score(), 0};
        const auto known = known_.find(state.key());
        if (known != known_.end()) return known->second;
        Outlook best = {0, -1};
        for (const Action action : legal_actions(state)) {
            const Outlook next = solve(after(state, action));
            const Outlook found = {next.outcome, next.distance + 1};
            if (best.distance < 0 || is_better(found, best, state.mover())) best = found;
        }
        return known_[state.key()] = best;
    }

  private:
    std::map<std::array<std::uint64_t, 2>, Outlook> known_;
};

Value value_of(int outcome) { return outcome * (kWin + 1); }

// The line is legal, as long as the distance, and ends as it should.
void check_line(const std::string& where, const ConnectFourState& root, const std::vector<Action>& line,
                const Outlook& truth) {
    ConnectFourState state = root;
    for (const Action action : line) {
        check(state.is_legal(action), where, "lines are legal");
        state.apply(action);
    }
    check(state.is_terminal() && state.score() == truth.outcome, where, "lines are played to the end");
    check(static_cast<int>(line.size()) == truth.distance, where, "lines are as long as the distance");
}

void check_solved(const std::string& where, const ConnectFourState& root, const Report& report, PlainSolver& plain,
                  bool all_moves) {
    const Outlook truth = plain.solve(root);
    check(report.proved && report.value == value_of(truth.outcome), where, "the outcome is that of the plain solver");
    check(report.distance == truth.distance, where, "so is the distance");
    check_line(where, root, report.line, truth);
    for (const MoveReport& move : report.moves) {
        Outlook exact = plain.solve(after(root, move.action));
        ++exact.distance;
        const bool is_known = all_moves || move.action == report.action;
        if (move.proved || is_known) check(move.value == value_of(exact.outcome), where, "moves have their outcomes");
        if (move.is_bound) {
            check(for_player(value_of(exact.outcome) - move.value, root.mover()) <= 0, where, "bounds are bounds");
        }
        if (move.distance != kUnknownDistance || is_known) {
            check(move.distance == exact.distance, where, "moves have their distances");
        }
        if (is_known) check_line(where, root, move.line, exact);
    }
}

// A budget is kept; what is called proved is so.
void check_cut_short(const std::string& where, const ConnectFourState& root, PlainSolver& plain, Random& random) {
    ConnectFourSolver solver({1}, kBasic);
    Question question;
    question.all_moves = random.below(2) == 0;
    question.limits.nodes = static_cast<std::uint64_t>(random.below(40));
    const Report report = solver.run(root, question);
    check(report.nodes <= question.limits.nodes, where, "no more nodes than allowed");
    check(root.is_legal(report.action), where, "there is always a choice");
    check(!report.proved || report.value == value_of(plain.solve(root).outcome), where, "what is proved is true");
    for (const MoveReport& move : report.moves) {
        const Outlook exact = plain.solve(after(root, move.action));
        check(!move.proved || move.value == value_of(exact.outcome), where, "what is proved of moves is true");
        check(move.distance == kUnknownDistance || move.distance == exact.distance + 1, where, "so are distances");
        check(std::isfinite(move.value), where, "open moves are worth what the evaluation says");
    }
}

void check_board(int width, int height, int connect, int games, int most_empty) {
    const ConnectFourRules rules(width, height, connect);
    const std::string where = std::to_string(width) + "x" + std::to_string(height) + ":" + std::to_string(connect);
    Random random(31);
    PlainSolver plain;
    ConnectFourSolver solver({1}, kBasic);
    int positions = 0;
    for (int game = 0; game < games; ++game) {
        for (ConnectFourState state(rules); !state.is_terminal(); random_ply(state, random)) {
            const int stones = std::popcount(state.stones(0) | state.stones(1));
            if (width * height - stones > most_empty) continue;
            Question question;
            question.all_moves = random.below(2) == 0;
            if (random.below(4) == 0) solver.forget();
            check_solved(where, state, solver.run(state, question), plain, question.all_moves);
            check_cut_short(where, state, plain, random);
            ++positions;
        }
    }
    std::printf("connect_four %-8s %5d positions solved\n", where.c_str(), positions);
}

// Nothing is found but what was stored, however full the table is and however often it has grown; keys are short or
// as long as a word.
void check_table(int key_bits, int mebibytes) {
    const std::string where = "bound table of " + std::to_string(key_bits) + " bits";
    BoundTable table(key_bits, mebibytes, mebibytes > 1);
    Random random(37);
    const auto some_key = [&] { return random.next() & low_bits(key_bits); };
    const auto bounds_of = [](std::uint64_t key) {
        const int least = static_cast<int>(key * 0x9E3779B97F4A7C15ULL >> 59) - 16;
        return BoundTable::Bounds{least, least + static_cast<int>(key % 7)};
    };
    const int count = 200'000;
    std::vector<std::uint64_t> keys;
    for (int i = 0; i < count; ++i) {
        keys.push_back(some_key());
        table.store(table.hash(keys.back()), bounds_of(keys.back()), 1);
    }
    int lost = 0;
    for (const std::uint64_t key : keys) {
        const auto known = table.find(table.hash(key));
        lost += !known;
        if (known) check(known->least == bounds_of(key).least && known->most == bounds_of(key).most, where, "is exact");
    }
    for (int i = 0; i < count; ++i) {
        const std::uint64_t key = some_key();
        const auto known = table.find(table.hash(key));
        if (known) check(known->least == bounds_of(key).least && known->most == bounds_of(key).most, where, "is exact");
    }
    check(lost < (mebibytes > 1 ? count / 20 : count / 2), where, "loses little");
    table.clear();
    check(!table.find(table.hash(keys.back())), where, "forgets");
}

void check_table_memory() {
    // The memory of an exception, while there is some.
    try {
        throw std::bad_alloc();
    } catch (const std::bad_alloc&) {
    }
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    const rlimit nothing{.rlim_cur = 1, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_AS, &nothing);
    BoundTable table(49, 1024, true);
    setrlimit(RLIMIT_AS, &before);
    table.store(table.hash(5), {0, 0}, 1);
    check(!table.find(table.hash(5)), "bound table", "does without memory");
    table.store(table.hash(5), {-3, 4}, 1);
}

void check_interruption() {
    const ConnectFourRules rules(7, 6, 4);
    ConnectFourSolver solver({4}, kBasic);
    Question question;
    question.tick = [] { throw std::runtime_error("stop"); };
    bool stopped = false;
    try {
        solver.run(ConnectFourState(rules), question);
    } catch (const std::runtime_error&) {
        stopped = true;
    }
    check(stopped, "connect_four", "a tick can end a search");
    question.tick = [] {};
    question.limits.deadline = SteadyClock::now() + std::chrono::milliseconds(20);
    const Report report = solver.run(ConnectFourState(rules), question);
    check(!report.proved && report.seconds < 1, "connect_four", "a deadline ends a search, also after an interruption");
}

}  // namespace

int main() {
    check_table(49, 16);
    check_table(64, 1);
    check_table(12, 1);
    check_table_memory();
    check_interruption();
    check_board(7, 6, 4, 12, 9);
    for (const auto& [width, height] : {std::pair(4, 4), {5, 3}, {3, 5}, {4, 5}, {5, 4}, {2, 6}, {1, 8}, {8, 1}}) {
        for (int connect = 2; connect <= std::min(5, std::max(width, height)); ++connect) {
            check_board(width, height, connect, 6, connect < 4 ? 16 : 11);
        }
    }
    check_board(16, 3, 4, 4, 6);
    check_board(4, 15, 5, 4, 10);
    return 0;
}

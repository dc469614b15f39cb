// Compares mancala's endgame database and its solver with plain recursion, and damages database files. Built with
// AddressSanitizer and UndefinedBehaviorSanitizer by `make test`; a difference ends it with status 1.

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/playout.hpp"
#include "solve/mancala_file.hpp"
#include "solve/mancala_solver.hpp"
#include "tests/check.hpp"

using namespace lanista;

namespace {

// The margin at the end of perfect play, for player 0: nothing but the rules and a memory.
class Recursion {
  public:
    int value(const MancalaState& state) {
        if (state.is_terminal()) return state.score();
        const auto known = values_.find(state.key());
        if (known != values_.end()) return known->second;
        int best = -1000;
        for (const Action action : legal_actions(state)) {
            best = std::max(best, for_player(value(after(state, action)), state.mover()));
        }
        return values_[state.key()] = for_player(best, state.mover());
    }

  private:
    std::map<std::array<std::uint64_t, 2>, int> values_;
};

void check_database(int houses, bool empty_capture, int seeds) {
    const auto database = MancalaDatabase::build(houses, empty_capture, seeds, [](std::size_t) {});
    const MancalaIndex index(houses, seeds);
    const MancalaRules rules = mancala_rules(houses, empty_capture, seeds);
    Recursion truth;
    std::size_t number = 0;
    for (int all = 0; all <= seeds; ++all) {
        for (int own = 0; own <= all; ++own) {
            for (const std::uint64_t mine : index.list_rows(own)) {
                for (const std::uint64_t theirs : index.list_rows(all - own)) {
                    check(index(mine, theirs) == number++, "database", "arrangements are numbered without gaps");
                    const int value = database.value(mine, theirs);
                    if (own == 0 || own == all) {
                        check(value == 2 * own - all, "database", "the last row belongs to its owner");
                        continue;
                    }
                    for (const Player mover : {0, 1}) {
                        const std::uint64_t turned = __builtin_bswap64(mover == 0 ? theirs : mine) >> (64 - 8 * houses);
                        const MancalaState state(rules, mover == 0 ? mine : theirs, turned, mover);
                        check(value == for_player(truth.value(state), mover), "database", "values are the game's");
                    }
                }
            }
        }
    }
    check(number == database.size(), "database", "it holds all arrangements");
    std::printf("mancala database, %d houses   %7zu values\n", houses, number);
}

// A margin as a report says it.
Value reported(int margin) { return ((margin > 0) - (margin < 0)) * kWin + margin; }

void check_line(const MancalaState& root, const std::vector<Action>& line, int margin, bool whole) {
    MancalaState state = root;
    for (const Action action : line) {
        check(state.is_legal(action), "mancala solver", "lines are legal");
        state.apply(action);
    }
    if (whole) check(state.is_terminal(), "mancala solver", "a line through the database goes to the end");
    if (state.is_terminal()) check(state.score() == margin, "mancala solver", "a line ends with its value");
}

// What a search that may have been cut short says is true.
void check_honest(const MancalaState& root, const Report& report, Recursion& truth) {
    const int value = truth.value(root);
    if (report.proved) check(report.value == reported(value), "mancala solver", "a proved value is the game's");
    if (is_decided(report.value)) {
        check((report.value > 0) == (value > 0) && value != 0, "mancala solver", "a decided outcome is the game's");
    }
    for (const MoveReport& move : report.moves) {
        const int exact = truth.value(after(root, move.action));
        if (move.proved) check(move.value == reported(exact), "mancala solver", "proved moves have their values");
        if (move.is_bound) {
            const int chosen = truth.value(after(root, report.action));
            check(for_player(exact, root.mover()) <= for_player(chosen, root.mover()), "mancala solver",
                  "a bound move is no better than the chosen one");
            check(for_player(reported(exact), root.mover()) <= for_player(move.value, root.mover()), "mancala solver",
                  "bounds hold");
        } else if (is_decided(move.value)) {
            check((move.value > 0) == (exact > 0), "mancala solver", "decided outcomes of moves are the game's");
        }
    }
}

void check_position(MancalaSolver& solver, const MancalaState& root, Recursion& truth, Random& random, bool whole) {
    Question question;
    question.limits.nodes = static_cast<std::uint64_t>(random.below(60));
    const Report cut = solver.run(root, question);
    check(cut.nodes <= question.limits.nodes, "mancala solver", "no more nodes than allowed");
    check_honest(root, cut, truth);
    question.limits.nodes = kNoCount;
    question.all_moves = random.below(2) == 0;
    const Report report = solver.run(root, question);
    check(report.proved, "mancala solver", "without limits it solves");
    check(static_cast<int>(report.moves.size()) == root.count_actions(), "mancala solver", "all moves are reported");
    check(truth.value(after(root, report.action)) == truth.value(root), "mancala solver", "the choice keeps the value");
    check_honest(root, report, truth);
    for (const MoveReport& move : report.moves) {
        check(move.proved || (move.is_bound && !question.all_moves), "mancala solver", "nothing is left open");
        if (move.proved) check_line(root, move.line, truth.value(after(root, move.action)), whole);
    }
    if (random.below(4) == 0) solver.forget();
}

void check_solver(const MancalaRules& rules, int games, Random& random) {
    Recursion truth;
    int positions = 0;
    for (int game = 0; game < games; ++game) {
        const int seeds = random.below(10);
        std::optional<MancalaDatabase> database;
        if (seeds > 0) database = MancalaDatabase::build(rules.houses, rules.empty_capture, seeds, [](std::size_t) {});
        MancalaSolver solver({1}, database);
        const bool whole = seeds > 0 && !rules.early_end;
        for (MancalaState state(rules); !state.is_terminal(); random_ply(state, random), ++positions) {
            // Without a database a line may end where the table has forgotten it.
            check_position(solver, state, truth, random, false);
            if (whole && MancalaView(state).left <= seeds) check_position(solver, state, truth, random, true);
        }
    }
    std::printf("mancala solver (%d, %d)        %7d positions\n", rules.houses, rules.seeds, positions);
}

// More positions than it has room for: what it still knows is true.
void check_table() {
    const MancalaRules rules(6, 12, false, true);
    MancalaTable table(1);
    Random random(5);
    std::vector<MancalaKey> keys;
    for (int count = 0; count < 60'000; ++count) {
        std::uint64_t rows[2] = {};
        for (auto& row : rows) row = random.next() & 0x3F3F3F3F3F3FULL;
        const int store = random.below(73);
        keys.emplace_back(MancalaState(rules, rows[0] | in_byte(7, store), rows[1], 0), rows[0], rows[1]);
        table.store(keys.back(), {-(count % 145), count % 145, count % 6}, static_cast<std::uint64_t>(count % 100));
        MancalaBounds bounds{-1000, 1000};
        check(table.find(keys.back(), bounds), "mancala table", "what was stored last is found");
        const auto other = static_cast<std::size_t>(random.below(count + 1));
        MancalaBounds old{-1000, 1000};
        if (!table.find(keys[other], old)) continue;
        const int expected = static_cast<int>(other % 145);
        check(old.low == -expected && old.high == expected && old.action == static_cast<int>(other % 6),
              "mancala table", "entries keep their bounds");
    }
}

bool is_refused(const std::string& path) {
    try {
        open_mancala_file(path);
    } catch (const std::runtime_error&) {
        return true;
    }
    return false;
}

void check_files() {
    const auto folder = std::filesystem::temp_directory_path() / ("lanista-check-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string path = folder / "endings";
    const auto built = build_mancala_file(path, 3, true, 7, [](std::size_t) {});
    const auto opened = open_mancala_file(path);
    const MancalaIndex index(3, 7);
    check(opened.size() == index.size() && opened.seeds() == 7 && opened.empty_capture(), "file", "it says what it is");
    const auto direct = MancalaDatabase::build(3, true, 7, [](std::size_t) {});
    for (const std::uint64_t own : index.list_rows(4)) {
        for (const std::uint64_t other : index.list_rows(3)) {
            check(opened.value(own, other) == direct.value(own, other), "file", "values survive");
        }
    }
    std::string whole;
    {
        std::ifstream in(path, std::ios::binary);
        whole.assign(std::istreambuf_iterator<char>(in), {});
    }
    const auto write = [&](const std::string& bytes) {
        std::filesystem::remove(path);  // what is mapped keeps its file
        std::ofstream(path, std::ios::binary) << bytes;
    };
    Random random(29);
    for (int time = 0; time < 200; ++time) {
        std::string damaged = whole;
        const auto at = static_cast<std::size_t>(random.below(static_cast<int>(whole.size())));
        damaged[at] = static_cast<char>(damaged[at] ^ 1 << random.below(8));
        write(damaged);
        check(is_refused(path), "file", "one changed bit is noticed");
    }
    for (const std::size_t size : {std::size_t{0}, std::size_t{20}, whole.size() / 2, whole.size() - 1}) {
        write(whole.substr(0, size));
        check(is_refused(path), "file", "a file cut short is refused");
    }
    write(std::string(4096, 'x'));
    check(is_refused(path), "file", "a foreign file is refused");
    check(build_mancala_file(path, 3, true, 7, [](std::size_t) {}).size() == index.size(), "file", "it is built anew");
    try {
        std::filesystem::remove(path);
        build_mancala_file(path, 3, true, 7, [](std::size_t) { throw std::logic_error("enough"); });
        check(false, "file", "what the progress throws ends the work");
    } catch (const std::logic_error&) {
    }
    check(std::filesystem::is_empty(folder), "file", "work that was ended leaves nothing");
    check(built.value(in_byte(0, 1), in_byte(0, 1)) == direct.value(in_byte(0, 1), in_byte(0, 1)), "file",
          "a database outlives its file");
    std::filesystem::remove_all(folder);
}

}  // namespace

int main() {
    for (const bool empty_capture : {false, true}) {
        check_database(1, empty_capture, 16);
        check_database(2, empty_capture, 10);
        check_database(3, empty_capture, 6);
        check_database(6, empty_capture, 3);
    }
    check_table();
    check_files();
    Random random(17);
    for (const bool empty_capture : {false, true}) {
        for (const bool early_end : {false, true}) {
            check_solver({1, 5, empty_capture, early_end}, 10, random);
            check_solver({2, 4, empty_capture, early_end}, 10, random);
            check_solver({3, 2, empty_capture, early_end}, 10, random);
            check_solver({6, 1, empty_capture, early_end}, 6, random);
        }
    }
    return 0;
}

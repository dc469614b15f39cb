// Compares proof-number search with plain recursion on random positions of games that nobody draws. Built with
// AddressSanitizer and UndefinedBehaviorSanitizer by `make test`; a difference ends it with status 1.

#include <cstdio>
#include <map>
#include <vector>

#include "core/playout.hpp"
#include "evaluation/nim.hpp"
#include "solve/breakthrough.hpp"
#include "tests/check.hpp"

namespace lanista {

template <>
inline constexpr bool kAlwaysHasWinner<NimState> = true;

}  // namespace lanista

using namespace lanista;

namespace {

// Whether player 0 wins: nothing but the rules and a memory.
template <Game S>
class Recursion {
  public:
    bool first_wins(const S& state) {
        if (state.is_terminal()) return outcome(state) > 0;
        const auto known = values_.find(state.key());
        if (known != values_.end()) return known->second;
        const bool wanted = state.mover() == 0;
        bool value = !wanted;
        for (const Action action : legal_actions(state)) {
            if (first_wins(after(state, action)) == wanted) {
                value = wanted;
                break;
            }
        }
        return values_[state.key()] = value;
    }

  private:
    std::map<decltype(std::declval<const S&>().key()), bool> values_;
};

template <Game S>
void check_lines(const char* game, const S& root, const Report& report, Recursion<S>& truth) {
    for (const MoveReport& move : report.moves) {
        S state = root;
        for (const Action action : move.line) {
            check(state.is_legal(action), game, "lines are legal");
            state.apply(action);
            if (move.proved) check(truth.first_wins(state) == (move.value > 0), game, "lines keep what is proved");
        }
    }
}

// What a search that may have been cut short says is true.
template <Game S>
void check_honest(const char* game, const S& root, const Report& report, Recursion<S>& truth) {
    check(static_cast<int>(report.moves.size()) == root.count_actions(), game, "all moves are reported");
    if (report.proved) check((report.value > 0) == truth.first_wins(root), game, "a proved winner is the game's");
    for (const MoveReport& move : report.moves) {
        check(move.proved == is_decided(move.value), game, "open moves have open values");
        if (move.proved) {
            check((move.value > 0) == truth.first_wins(after(root, move.action)), game, "proved moves are the game's");
        }
    }
    check_lines(game, root, report, truth);
}

template <Game S>
void check_game(const char* game, const S& start, int games) {
    Random random(11);
    Recursion<S> truth;
    ProofSearch<S> search({1}, Evaluation<S>(evaluators<S>().back().value));
    int positions = 0;
    for (int number = 0; number < games; ++number) {
        for (S root = start; !root.is_terminal(); random_ply(root, random), ++positions) {
            const int known = foregone(root);
            if (known != 0) check((known > 0) == (truth.first_wins(root) == (root.mover() == 0)), game, "foregone");
            Question question;
            question.limits.nodes = static_cast<std::uint64_t>(random.below(30));
            const Report cut = search.run(root, question);
            check(cut.nodes <= question.limits.nodes, game, "no more nodes than allowed");
            check_honest(game, root, cut, truth);
            question.limits.nodes = kNoCount;
            question.all_moves = random.below(2) == 0;
            const Report report = search.run(root, question);
            check(report.proved, game, "without limits it finds the winner");
            check_honest(game, root, report, truth);
            for (const MoveReport& move : report.moves) {
                check(move.proved || !question.all_moves, game, "all moves are proved where that is asked");
            }
            check(truth.first_wins(after(root, report.action)) == truth.first_wins(root), game, "the choice is best");
            if (random.below(4) == 0) search.forget();
        }
    }
    std::printf("proof search, %-16s %5d positions\n", game, positions);
}

// What is foregone is so in every position that can come up.
template <Game S>
void check_foregone(const char* game, const S& start) {
    Recursion<S> truth;
    std::map<decltype(start.key()), bool> seen;
    std::vector<S> open = {start};
    int known = 0;
    while (!open.empty()) {
        const S state = open.back();
        open.pop_back();
        if (state.is_terminal() || !seen.emplace(state.key(), true).second) continue;
        const int winner = for_player(foregone(state), state.mover());
        if (winner != 0) check((winner > 0) == truth.first_wins(state), game, "what is foregone comes about");
        known += winner != 0;
        for (const Action action : legal_actions(state)) open.push_back(after(state, action));
    }
    std::printf("proof search, %-16s %5d of %zu positions are foregone\n", game, known, seen.size());
}

// More positions than it has room for: what it still knows is true.
void check_table() {
    ProofTable<2> table(1);
    Random random(5);
    std::vector<ProofTable<2>::Key> keys;
    for (std::uint32_t count = 0; count < 50'000; ++count) {
        keys.push_back({random.next(), random.next()});
        table.store(keys.back(), {count, count + 1}, count % 100);
        check(table.find(keys.back()) != nullptr, "proof table", "what was stored last is found");
        const auto other = static_cast<std::size_t>(random.below(static_cast<int>(count) + 1));
        const ProofNumbers* old = table.find(keys[other]);
        if (old != nullptr)
            check(old->win == other && old->loss == other + 1, "proof table", "entries stay as they were");
    }
    table.clear();
    check(table.find(keys.back()) == nullptr, "proof table", "a cleared table knows nothing");
}

}  // namespace

int main() {
    check_table();
    const std::vector<int> piles = {2, 3, 4};
    const NimRules misere(piles, true), normal(piles, false);
    check_game("nim", NimState(normal), 40);
    check_game("nim misere", NimState(misere), 40);
    const BreakthroughRules narrow(6, 2), small(4, 3), wide(4, 4);
    const BreakthroughRules tiny(5, 2);
    check_foregone("breakthrough 5x2", BreakthroughState(tiny));
    check_foregone("breakthrough 6x2", BreakthroughState(narrow));
    check_foregone("breakthrough 4x3", BreakthroughState(small));
    check_game("breakthrough 6x2", BreakthroughState(narrow), 40);
    check_game("breakthrough 4x3", BreakthroughState(small), 40);
    check_game("breakthrough 4x4", BreakthroughState(wide), 8);
    return 0;
}

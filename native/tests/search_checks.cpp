// Searches random positions of every sequential game with random switches of alpha-beta and compares with plain
// minimax. Built with AddressSanitizer and UndefinedBehaviorSanitizer by `make test`; a difference ends it with
// status 1.

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

#include "core/playout.hpp"
#include "evaluation/breakthrough.hpp"
#include "evaluation/colosseum.hpp"
#include "evaluation/connect_four.hpp"
#include "evaluation/einstein.hpp"
#include "evaluation/mancala.hpp"
#include "evaluation/nim.hpp"
#include "search/alpha_beta.hpp"
#include "search/minimax.hpp"
#include "tactics/breakthrough.hpp"
#include "tactics/colosseum.hpp"
#include "tactics/connect_four.hpp"
#include "tactics/einstein.hpp"
#include "tactics/mancala.hpp"
#include "tests/check.hpp"

using namespace lanista;

namespace {

AlphaBetaOptions random_options(Random& random) {
    AlphaBetaOptions options;
    for (bool* on : {&options.ordering, &options.killers, &options.history, &options.table, &options.deepening,
                     &options.pvs, &options.aspiration, &options.quiescence, &options.resist}) {
        *on = random.below(2) == 0;
    }
    options.table_mb = 1;
    return options;
}

// The reported line is legal and as long as the depth, but for an earlier end.
template <Game S>
void check_line(const char* game, const S& root, const Report& report) {
    S state = root;
    for (const Action action : report.line) {
        check(state.is_legal(action), game, "lines are legal");
        state.apply(action);
    }
    check(!report.line.empty() && report.line.front() == report.action, game, "the line begins with the choice");
    check(static_cast<int>(report.moves.size()) == root.count_actions(), game, "every action is reported");
}

template <Game S>
void check_position(const char* game, const S& root, int depth, int num_actions, Random& random) {
    const Evaluation<S> evaluation(evaluators<S>().back().value);
    const AlphaBetaOptions options = random_options(random);
    Question question;
    question.limits.depth = depth;
    const Report truth = Minimax<S>({options.quiescence}, evaluation).run(root, question);
    AlphaBeta<S> search(options, evaluation, num_actions);
    for (int time : {1, 2}) {
        const Report found = search.run(root, question);
        check(found.value == truth.value, game, time == 1 ? "alpha-beta has minimax's value" : "a second search too");
        check_line(game, root, found);
    }
    question.all_moves = true;
    const Report all = search.run(root, question);
    for (std::size_t i = 0; i < all.moves.size(); ++i) {
        check(all.moves[i].value == truth.moves[i].value, game, "all moves have minimax's values");
    }
    question.limits.nodes = 1 + static_cast<std::uint64_t>(random.below(200));
    const Report cut = search.run(root, question);
    check(cut.nodes <= question.limits.nodes, game, "no more nodes than allowed");
    check_line(game, root, cut);
}

template <class Make>
void check_game(const char* name, Make&& make, int depth, int num_actions, int games) {
    Random random(17);
    int positions = 0;
    for (int game = 0; game < games; ++game) {
        for (auto state = make(random); !state.is_terminal(); random_ply(state, random), ++positions) {
            check_position(name, state, 1 + random.below(depth), num_actions, random);
        }
    }
    std::printf("%-28s %5d positions searched\n", name, positions);
}

// Growing loses nothing, however often it happens, and nothing else is found than what was stored.
void check_table() {
    TranspositionTable table(16);
    Random random(23);
    std::vector<std::uint64_t> hashes;
    for (int count = 0; count < 60'000; ++count) {
        hashes.push_back(random.next());
        table.store(hashes.back(), {static_cast<Value>(count), count, 1, Bound::kExact, false});
        const auto known = static_cast<std::size_t>(random.below(count + 1));
        const auto entry = table.find(hashes[known]);
        if (entry) check(entry->value == static_cast<double>(known), "table", "entries keep their values");
    }
    int lost = 0;
    for (const std::uint64_t hash : hashes) lost += !table.find(hash);
    // Half full, one in twenty was the fourth in a bucket of three; without its old entries the table would lack a
    // quarter.
    check(lost < 60'000 / 12, "table", "growing loses nothing");
    check(!table.find(random.next()), "table", "what was not stored is not found");
    table.clear();
    check(!table.find(hashes.back()), "table", "a cleared table knows nothing");
    TranspositionTable small(64);
    // The memory of an exception, while there is some.
    try {
        throw std::bad_alloc();
    } catch (const std::bad_alloc&) {
    }
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    const rlimit nothing{.rlim_cur = 1, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_AS, &nothing);
    for (const std::uint64_t hash : hashes) small.store(hash, {0.5, 0, 1, Bound::kExact, false});
    setrlimit(RLIMIT_AS, &before);
    check(small.find(hashes.back()).has_value(), "table", "goes on where it cannot grow");
    TranspositionTable none(0);
    none.store(1, {1, 0, 1, Bound::kExact, true});
    check(!none.find(1), "table", "no table finds nothing");
}

}  // namespace

int main() {
    check_table();
    const std::vector<int> piles = {2, 3, 4};
    const NimRules nim(piles, true);
    check_game("nim", [&](Random&) { return NimState(nim); }, 6, 12, 60);
    const ConnectFourRules connect(4, 4, 3);
    check_game("connect_four 4x4", [&](Random&) { return ConnectFourState(connect); }, 5, 4, 40);
    const MancalaRules small(3, 3, false, false), empty_capture(4, 2, true, true);
    check_game("mancala", [&](Random&) { return MancalaState(small); }, 5, 3, 40);
    check_game("mancala empty_capture", [&](Random&) { return MancalaState(empty_capture); }, 5, 4, 40);
    const BreakthroughRules breakthrough(5, 4);
    check_game("breakthrough 5x4", [&](Random&) { return BreakthroughState(breakthrough); }, 4, 60, 20);
    const ColosseumRules colosseum(4);
    check_game("colosseum 4", [&](Random& random) { return ColosseumState(colosseum, random); }, 2, 64, 20);
    const EinsteinRules einstein;
    check_game("einstein", [&](Random& random) { return EinsteinState::random_start(einstein, random); }, 3, 19, 6);
    return 0;
}

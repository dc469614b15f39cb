// Plays random games of every game at several sizes and checks what the fast functions promise of each other. Built
// with AddressSanitizer and UndefinedBehaviorSanitizer by `make test`. Prints how much it played; any broken promise
// ends it with a message and status 1.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>

#include "core/hash.hpp"
#include "core/perft.hpp"
#include "core/playout.hpp"
#include "evaluation/breakthrough.hpp"
#include "evaluation/colosseum.hpp"
#include "evaluation/connect_four.hpp"
#include "evaluation/droid_battle.hpp"
#include "evaluation/einstein.hpp"
#include "evaluation/mancala.hpp"
#include "evaluation/nim.hpp"
#include "tests/check.hpp"

using namespace lanista;

namespace {

// The legal actions of one player, however the game names them.
template <Game S>
std::vector<Action> legal(const S& state, Player) {
    ActionList<S::kMaxActions> list;
    state.legal_actions(list);
    return {list.begin(), list.end()};
}
template <SimultaneousGame S>
std::vector<Action> legal(const S& state, Player player) {
    ActionList<S::kMaxActions> list;
    state.legal_actions(player, list);
    return {list.begin(), list.end()};
}
template <Game S>
bool is_legal(const S& state, Player, Action action) {
    return state.is_legal(action);
}
template <SimultaneousGame S>
bool is_legal(const S& state, Player player, Action action) {
    return state.is_legal(player, action);
}
template <Game S>
int count(const S& state, Player) {
    return state.count_actions();
}
template <SimultaneousGame S>
int count(const S& state, Player player) {
    return state.count_actions(player);
}
template <Game S>
Action pick(const S& state, Player, int index) {
    return state.pick_action(index);
}
template <SimultaneousGame S>
Action pick(const S& state, Player player, int index) {
    return state.pick_action(player, index);
}
template <State S>
std::vector<Player> players() {
    if constexpr (SimultaneousGame<S>) return {0, 1};
    return {0};
}

// Some games have a faster way to play a random action.
template <State S>
void check_picked(const char* name, const S& state) {
    if constexpr (requires(S& next) { next.apply_picked(0); }) {
        for (int i = 0; i < state.count_actions(); ++i) {
            S picked = state, applied = state;
            picked.apply_picked(i);
            applied.apply(state.pick_action(i));
            const bool same = picked.key() == applied.key() && picked.current_player() == applied.current_player();
            check(same && picked.score() == applied.score(), name, "apply_picked is pick_action and apply");
        }
    }
}

template <State S>
void check_state(const char* name, const S& state) {
    check_picked(name, state);
    for (const Player player : players<S>()) {
        const auto actions = legal(state, player);
        check(static_cast<int>(actions.size()) == count(state, player), name, "count_actions counts legal_actions");
        check(actions.empty() == state.is_terminal(), name, "legal actions exactly before the end");
        check(std::is_sorted(actions.begin(), actions.end()), name, "legal actions ascend");
        std::set<Action> picked;
        for (int i = 0; i < count(state, player); ++i) picked.insert(pick(state, player, i));
        check(picked == std::set<Action>(actions.begin(), actions.end()), name, "pick_action is one to one");
        for (Action action = -2; action < 500; ++action) {
            const bool listed = std::find(actions.begin(), actions.end(), action) != actions.end();
            check(is_legal(state, player, action) == listed, name, "is_legal agrees with legal_actions");
        }
        const auto symmetry = state.symmetry();
        const S image = state.transformed(symmetry);
        for (const Action action : actions) {
            check(is_legal(image, player, state.transformed(action, symmetry)), name, "images of actions are legal");
        }
        check(image.score() == state.score(), name, "a symmetry keeps the score");
    }
    if (!state.is_terminal()) {
        for (const auto& evaluator : evaluators<S>()) {
            check(std::isfinite(evaluator.value(state)), name, "evaluations are finite");
        }
    }
}

template <State S>
void play(const char* name, const S& start, int games, std::uint64_t seed = 7) {
    Random random(seed);
    long plies = 0;
    std::uint64_t mixed = 0;
    for (int game = 0; game < games; ++game) {
        S state = start;
        for (check_state(name, state); !state.is_terminal(); ++plies) {
            random_ply(state, random);
            check_state(name, state);
            mixed ^= hash_words(state.key());
        }
    }
    PerftCount positions;
    perft(start, 2, positions, [] {});
    std::printf("%-28s %6d games %8ld plies, perft(2) %llu, hash %016llx\n", name, games, plies,
                static_cast<unsigned long long>(positions.positions), static_cast<unsigned long long>(mixed));
}

template <class Make>
void play_random_starts(const char* name, Make&& make, int starts) {
    Random random(11);
    for (int i = 0; i < starts; ++i) play(name, make(random), 5, random.next());
}

void play_nim(const char* name, std::vector<int> piles, bool misere) {
    const NimRules rules(piles, misere);
    play(name, NimState(rules), 200);
}

}  // namespace

int main() {
    play_nim("nim 3-4-5", {3, 4, 5}, true);
    play_nim("nim 255", {255}, false);
    play_nim("nim eight piles", {9, 0, 1, 2, 3, 4, 255, 6}, true);
    for (const auto& [w, h, k] : {std::array{7, 6, 4}, {3, 3, 3}, {1, 16, 16}, {16, 3, 16}, {2, 16, 2}, {7, 8, 5}}) {
        const ConnectFourRules rules(w, h, k);
        play("connect_four", ConnectFourState(rules), 100);
    }
    for (const auto& [houses, seeds, flags] : {std::array{6, 4, 1}, {1, 1, 0}, {6, 12, 3}, {2, 12, 2}, {6, 4, 0}}) {
        const MancalaRules rules(houses, seeds, (flags & 2) != 0, (flags & 1) != 0);
        play("mancala", MancalaState(rules), 100);
    }
    for (const auto& [rows, cols] : {std::array{7, 5}, {8, 8}, {4, 2}, {4, 16}, {32, 2}}) {
        const BreakthroughRules rules(rows, cols);
        play("breakthrough", BreakthroughState(rules), 50);
    }
    for (const int size : {4, 5, 6, 8, 9, 11}) {
        const ColosseumRules rules(size);
        play_random_starts("colosseum", [&](Random& random) { return ColosseumState(rules, random); }, 3);
    }
    const EinsteinRules einstein;
    play_random_starts("einstein", [&](Random& random) { return EinsteinState::random_start(einstein, random); }, 20);
    for (const bool stay : {false, true}) {
        const DroidBattleRules normal(4, 4, 5, 50, {8, 11}, stay), large(8, 8, 15, 200, {0, 63}, stay),
            small(2, 2, 1, 1, {0, 1}, stay);
        for (const auto* rules : {&normal, &large, &small}) play("droid_battle", DroidBattleState(*rules), 50);
    }
    return 0;
}

// Plays random games and checks what each game's tactics (native/tactics) promise: noisy actions are exactly the legal
// ones that do what the game calls noisy, seen by comparing the board before and after, and promise() ranks what wins
// or captures above what does not. Built with the sanitizers by `make test`; a broken promise ends it with status 1.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/playout.hpp"
#include "tactics/breakthrough.hpp"
#include "tactics/connect_four.hpp"
#include "tactics/einstein.hpp"
#include "tactics/mancala.hpp"
#include "tests/check.hpp"

using namespace lanista;

namespace {

// What makes an action noisy, told from the boards before and after it.
bool is_noisy(const BreakthroughState& before, const BreakthroughState& after) {
    const Player enemy = 1 - before.mover();
    return after.is_terminal() || before.pieces(enemy) != after.pieces(enemy);
}

bool is_noisy(const EinsteinState& before, const EinsteinState& after) {
    const Player enemy = 1 - before.mover();
    return before.pieces_left(enemy) != after.pieces_left(enemy);
}

// Sows by hand, seed by seed along the ring of houses and stores: the boards cannot tell a capture from the sweep at
// the end of a game.
bool is_noisy(const MancalaState& before, Action action) {
    const int houses = before.rules().houses, ring = 2 * houses + 2;
    // Places of the ring: the bottom row from the left, store 1, the top row from the right, store 0.
    const auto place = [&](Player player, int column) { return player == 1 ? column : 2 * houses - column; };
    const int own_store = before.mover() == 1 ? houses : ring - 1,
              other_store = before.mover() == 1 ? ring - 1 : houses;
    std::vector<int> seeds(static_cast<std::size_t>(ring));
    for (int column = 0; column < houses; ++column) {
        for (Player player : {0, 1})
            seeds[static_cast<std::size_t>(place(player, column))] = before.house(player, column);
    }
    int at = place(before.mover(), action);
    for (int left = std::exchange(seeds[static_cast<std::size_t>(at)], 0); left > 0; --left) {
        do at = (at + 1) % ring;
        while (at == other_store);
        ++seeds[static_cast<std::size_t>(at)];
    }
    if (at == own_store) return true;
    const bool in_own_row = (at < houses) == (before.mover() == 1);
    const auto opposite = static_cast<std::size_t>(2 * houses - at);
    return in_own_row && seeds[static_cast<std::size_t>(at)] == 1 &&
           (before.rules().empty_capture || seeds[opposite] > 0);
}

template <Game S, class IsNoisy>
void play(const char* name, const S& start, int games, IsNoisy&& noisy) {
    Random random(3);
    long actions = 0, found = 0;
    for (int game = 0; game < games; ++game) {
        for (S state = start; !state.is_terminal(); random_ply(state, random)) {
            ActionList<S::kMaxActions> legal, listed;
            state.legal_actions(legal);
            Tactics<S>(state).noisy_actions(listed);
            std::vector<Action> sorted(listed.begin(), listed.end()), expected;
            std::sort(sorted.begin(), sorted.end());
            for (const Action action : legal) {
                if (noisy(state, action)) expected.push_back(action);
            }
            check(sorted == expected, name, "noisy actions are exactly the legal ones that are noisy");
            int best_noisy = -10000, best_quiet = -10000;
            for (const Action action : legal) {
                const bool is_noisy = std::binary_search(expected.begin(), expected.end(), action);
                int& best = is_noisy ? best_noisy : best_quiet;
                const int promise = Tactics<S>(state).promise(action);
                best = std::max(best, promise);
            }
            check(expected.empty() || best_noisy > best_quiet, name, "the most promising action is a noisy one");
            actions += legal.size();
            found += static_cast<long>(expected.size());
        }
    }
    std::printf("%-28s %6d games %9ld actions, %ld noisy\n", name, games, actions, found);
}

// Where a move wins at once, the most promising one does.
void play_connect_four(const ConnectFourState& start, int games) {
    Random random(3);
    long wins = 0;
    for (int game = 0; game < games; ++game) {
        for (ConnectFourState state = start; !state.is_terminal(); random_ply(state, random)) {
            ActionList<ConnectFourState::kMaxActions> legal;
            state.legal_actions(legal);
            const auto won = [&](Action action) { return after(state, action).score() != 0; };
            const Tactics<ConnectFourState> tactics(state);
            for (const Action action : legal) {
                const int rank = (tactics.promise(action) + 50) / 100;
                const std::uint64_t cell = after(state, action).stones(state.mover()) & ~state.stones(state.mover());
                const bool saves = state.rules().has_line(state.stones(1 - state.mover()) | cell);
                check(rank == (won(action) ? 2 : saves ? 1 : 0), "connect_four", "lines first, then the other's lines");
            }
            if (std::none_of(legal.begin(), legal.end(), won)) continue;
            const Action best = *std::max_element(legal.begin(), legal.end(), [&](Action one, Action other) {
                return tactics.promise(one) < tactics.promise(other);
            });
            check(won(best), "connect_four", "the most promising action wins if any does");
            ++wins;
        }
    }
    std::printf("%-28s %6d games %9ld positions with a win\n", "connect_four", games, wins);
}

}  // namespace

int main() {
    const auto by_board = [](const auto& state, Action action) { return is_noisy(state, after(state, action)); };
    const auto by_sowing = [](const MancalaState& state, Action action) { return is_noisy(state, action); };
    for (const auto& [rows, cols] : {std::array{7, 5}, {8, 8}, {4, 2}, {4, 16}, {32, 2}}) {
        const BreakthroughRules rules(rows, cols);
        play("breakthrough", BreakthroughState(rules), 50, by_board);
    }
    for (const auto& [houses, seeds, flags] : {std::array{6, 4, 1}, {1, 1, 0}, {6, 12, 3}, {2, 12, 2}, {6, 4, 0}}) {
        const MancalaRules rules(houses, seeds, (flags & 2) != 0, (flags & 1) != 0);
        play("mancala", MancalaState(rules), 100, by_sowing);
    }
    const EinsteinRules einstein;
    Random random(11);
    // Which moves capture does not depend on the numbers of the pieces.
    play("einstein", EinsteinState::random_start(einstein, random), 200, by_board);
    for (const auto& [width, height, connect] : {std::array{7, 6, 4}, {3, 3, 3}, {1, 16, 16}, {16, 3, 16}, {7, 8, 5}}) {
        const ConnectFourRules rules(width, height, connect);
        play_connect_four(ConnectFourState(rules), 200);
    }
    return 0;
}

// Checks the learners: the graph of known moves against plain walking, memory that ends, learners against each other,
// best responses. Built and run as random_games.cpp is; any broken promise ends it with a message and status 1.

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "games/breakthrough.hpp"
#include "games/connect_four.hpp"
#include "games/mancala.hpp"
#include "games/nim.hpp"
#include "learn/droid_battle.hpp"
#include "learn/graph_q.hpp"
#include "learn/minimax_q.hpp"
#include "learn/q_learning.hpp"
#include "solve/best_response.hpp"
#include "tests/check.hpp"

using namespace lanista;

namespace {

using Droids = DroidBattleState;

constexpr Explore kKinds[] = {Explore::kRandom, Explore::kEpsilonGreedy, Explore::kSoftmax};

LearningOptions options(Explore kind, int memory_mb = 64) {
    LearningOptions made;
    made.alpha = 0.5;
    made.last_alpha = 0.25;
    made.point = 0.125;
    made.start = 0.25;
    made.exploration.kind = kind;
    made.memory_mb = memory_mb;
    return made;
}

template <State S>
LearnedGame<S> learned_game(const LearningOptions& made, Encoding encoding, int num_actions, unsigned features = 0) {
    return {Encoder<S>(encoding, features), Reward<S>{made.win, made.point, {}}, num_actions};
}

template <class Table>
void check_equal(const std::string& where, const Table& a, const Table& b) {
    check(a.size() == b.size() && a.cells() == b.cells(), where, "as many rows and cells");
    for (typename Table::Row row = 0; row < a.size(); ++row) {
        const auto other = b.find(a.key(row));
        check(other != Table::kNoRow, where, "the same rows");
        check(std::ranges::equal(a.values(row), b.values(other)), where, "the same values");
    }
}

template <Game S>
void check_graph(const std::string& game, const S& start, int num_actions, int games) {
    for (const Explore kind : kKinds) {
        for (const Encoding encoding : {Encoding::kFull, Encoding::kCanonical}) {
            for (const int memory_mb : {64, 1}) {
                const LearningOptions made = options(kind, memory_mb);
                SelfPlayQ<S> walker(made, learned_game<S>(made, encoding, num_actions));
                GraphQ<S> graph(made, learned_game<S>(made, encoding, num_actions));
                std::array<std::uint64_t, 2> moves{};
                for (int number = 0; number < games; ++number) {
                    const auto seed = static_cast<std::uint64_t>(number);
                    const double progress = static_cast<double>(number) / games;
                    Random first(seed), second(seed);
                    const int walked = walker.learn(start, {seed, progress, first}, moves[0]);
                    check(walked == graph.learn(start, {seed, progress, second}, moves[1]), game, "the same games");
                }
                check(moves[0] == moves[1], game, "as many moves");
                check_equal(game, walker.table(), graph.table());
                check(memory_mb == 64 || !graph.table().is_full() ||
                          graph.table().size() * sizeof(typename GraphQ<S>::Table::Key) < (1U << 20),
                      game, "the memory is a bound");
            }
        }
    }
}

template <State S>
void check_learners(const std::string& game, const S& start, int num_actions) {
    const LearningOptions made = options(Explore::kEpsilonGreedy, 1);
    for (const Encoding encoding : {Encoding::kFull, Encoding::kCanonical}) {
        QLearning<S> first(made, learned_game<S>(made, encoding, num_actions));
        QLearning<S> second(made, learned_game<S>(made, encoding, num_actions));
        typename QLearning<S>::Learner learner(first), rival(second);
        FrozenParticipant<S, QLearning<S>> frozen(second);
        RandomParticipant<S> anyone;
        std::uint64_t moves = 0;
        for (std::uint64_t number = 0; number < 200; ++number) {
            Random random(number);
            const Lesson lesson{number, static_cast<double>(number) / 200, random};
            for (Participant<S>* other : std::array<Participant<S>*, 3>{&rival, &frozen, &anyone}) {
                check(play_lesson<S>(start, {&learner, other}, lesson, moves).is_terminal(), game, "games end");
                play_lesson<S>(start, {other, &learner}, lesson, moves);
            }
        }
        check(first.knows(start, 0) && !first.values(start, 0).empty(), game, "the start is known");
        std::vector<double> chances;
        first.strategy(start, 0, chances);
        double sum = 0;
        for (const double chance : chances) sum += chance;
        check(std::abs(sum - 1) < 1e-12, game, "chances sum to 1");
    }
}

void check_turns() {
    const int piles[] = {3, 4, 5}, equal_piles[] = {2, 2, 2};
    const NimRules nim(piles, true), equal_nim(equal_piles, false);
    const ConnectFourRules connect(4, 4, 3);
    const MancalaRules mancala(3, 2, false, true);
    const BreakthroughRules breakthrough(5, 3);
    check_graph("nim", NimState(nim), 15, 3000);
    check_graph("nim of equal piles", NimState(equal_nim), 6, 1000);
    check_graph("connect_four", ConnectFourState(connect), 4, 3000);
    check_graph("mancala", MancalaState(mancala), 3, 2000);
    check_graph("breakthrough", BreakthroughState(breakthrough), 45, 1000);
    check_learners("nim", NimState(nim), 15);
    check_learners("connect_four", ConnectFourState(connect), 4);
    check_learners("mancala", MancalaState(mancala), 3);
    check_learners("breakthrough", BreakthroughState(breakthrough), 45);
}

void check_droids() {
    const DroidBattleRules rules(3, 3, 2, 8, {0, 8}, false);
    const Droids start(rules);
    check_learners("droid_battle", start, 5);
    for (const Explore kind : kKinds) {
        for (const unsigned features : {0U, 5U, 31U}) {
            const LearningOptions made = options(kind, 1);
            const Encoding encoding = features == 0 ? Encoding::kCanonical : Encoding::kFeatures;
            MinimaxQ<Droids> learner(made, learned_game<Droids>(made, encoding, 5, features));
            std::uint64_t rounds = 0;
            for (std::uint64_t number = 0; number < 300; ++number) {
                Random random(number);
                learner.learn(start, {number, static_cast<double>(number) / 300, random}, rounds);
            }
            const auto ask = [&](const Droids& state, std::vector<double>& chances) {
                if (learner.knows(state, 0)) return learner.strategy(state, 0, chances);
                chances.assign(static_cast<std::size_t>(state.count_actions(0)), 1.0 / state.count_actions(0));
            };
            const double worst = BestResponse<Droids>(0, Aim::kOutcome, ask, [] {}).value(start);
            check(-1 - 1e-12 <= worst && worst <= 1e-12, "droid_battle",
                  "nobody gets more than the value from the best response");
        }
    }
}

}  // namespace

int main() {
    check_turns();
    check_droids();
    std::printf("learners keep what they promise\n");
    return 0;
}

// Monte Carlo tree search for games where both move at once. At every node each player has a bandit of its own, which
// knows nothing of what the other chooses in the same round (decoupled selection). Surveyed and compared in Lanctot,
// Lisy, Winands, Monte Carlo Tree Search in Simultaneous Move Games with Applications to Goofspiel, 2014, and in Tak,
// Lanctot, Winands, Monte Carlo Tree Search Variants for Simultaneous Move Games, CIG 2014.
//
//   ucb1             decoupled UCT: mean + exploration * sqrt(ln N / n) (Auer, Cesa-Bianchi, Fischer 2002). The answer
//                    is the most visited action; it need not approach an equilibrium.
//   ucb1_tuned       the same with sqrt(ln N / n * min(1/4, V)), V the variance and its own bonus (ibid.).
//   regret_matching  plays in proportion to the positive regrets (Hart, Mas-Colell 2000), but with probability epsilon
//                    anything. The answer is the average of the strategies, that exploration left out. It approaches
//                    an equilibrium of the game in which both err with probability epsilon: something is left to
//                    exploit in the true game, in proportion to epsilon, but errors are punished better. (Leaving
//                    explored rounds out of the regrets, or letting epsilon decay, removes what is left to exploit; in
//                    droid_battle both lose more and win less against random and against mixed minimax.)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/playout.hpp"
#include "search/joint.hpp"
#include "search/joint_tree.hpp"

namespace lanista {

enum class JointSelection { kUcb1, kUcb1Tuned, kRegretMatching };

struct SimultaneousMctsOptions {
    JointSelection selection = JointSelection::kRegretMatching;
    double exploration = 1;  // ucb1 and ucb1_tuned; outcomes count 0 to 1 there, as in Auer et al.
    double epsilon = 0.2;    // regret_matching
    int playout_plies = 0;   // after so many the evaluator estimates the outcome; 0: play to the end
    int memory_mb = 256;     // for the tree; when it is used up, the tree grows no further
    bool keep_tree = true;   // from one search to the next
};

template <SimultaneousGame S>
class SimultaneousMcts {
  public:
    SimultaneousMcts(const SimultaneousMctsOptions& options, Evaluation<S> evaluation)
        : options_(options),
          evaluation_(std::move(evaluation)),
          may_take_long_(S::kMaxActions == kUnbounded || (options.playout_plies != 0 && evaluation_.is_foreign())),
          tree_(options.memory_mb) {}

    // Limits::nodes are simulations. Chances are reported for both players whichever of them asks.
    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        random_ = Random(question.seed);
        if (!options_.keep_tree || !tree_.replant(root)) tree_.plant(root);
        Report report;
        report.player = question.player;
        report.reused = tree_.node(kRoot).visits;
        plies_ = 0;
        deepest_ = 0;
        try {
            for (;; ++report.simulations) {
                watch.count();
                simulate(root, watch);
            }
        } catch (const OutOfBudget&) {
        }
        report.nodes = plies_;
        report.depth = static_cast<int>(deepest_);
        report.seconds = watch.seconds();
        publish(report);
        return report;
    }

    void forget() { tree_.clear(); }

  private:
    using Index = JointTree::Index;
    using Arm = JointTree::Arm;
    static constexpr Index kRoot = 0;

    // A pair of actions chosen at a node, by their places among the arms.
    struct Step {
        Index node;
        std::size_t row, column;
    };

    // One that the watch stops is dropped: only back_up() counts it. (The strategies that it chose by stay in their
    // averages.)
    void simulate(const S& root, Watch& watch) {
        S state = root;
        path_.clear();
        select(state);
        expand(state);
        back_up(play_out(state, watch));
        deepest_ = std::max(deepest_, path_.size());
    }

    // Follows the players' choices to a pair of actions that has no node.
    void select(S& state) {
        for (Index node = kRoot; node != JointTree::kNone;) {
            play_step(node, state);
            node = last_cell().child;
        }
    }

    // A pair of actions gets its node when it is chosen for the second time, while there is memory: most pairs are
    // chosen once only.
    void expand(S& state) {
        if (state.is_terminal() || last_cell().visits == 0) return;
        const Index node = tree_.add(state);
        if (node == JointTree::kNone) return;
        last_cell().child = node;
        play_step(node, state);
    }

    // Random play to the end; the outcome for player 0, or what is expected of it where play stops earlier. Where
    // code from outside plays or judges, which may take long or never end, the watch may stop it at any ply.
    double play_out(S& state, Watch& watch) {
        for (int ply = 0; !state.is_terminal(); ++ply) {
            if (may_take_long_) watch.check_time();
            if (options_.playout_plies != 0 && ply == options_.playout_plies) {
                return expected_outcome(evaluated(state, evaluation_));
            }
            random_ply(state, random_);
            ++plies_;
        }
        return outcome(state);
    }

    void back_up(double result) {
        for (const Step& step : path_) {
            if (options_.selection == JointSelection::kRegretMatching) update_regrets(step, result);
            for (const Player player : {0, 1}) {
                Arm& arm = tree_.arms(step.node, player)[player == 0 ? step.row : step.column];
                ++arm.visits;
                arm.total += result;
                arm.squares += result * result;
            }
            ++tree_.node(step.node).visits;
            JointTree::Cell& cell = tree_.cell(step.node, step.row, step.column);
            ++cell.visits;
            cell.total += result;
        }
    }

    // Both players choose at this node and the state moves on.
    void play_step(Index node, S& state) {
        const Step step{node, choose(node, 0), choose(node, 1)};
        path_.push_back(step);
        ++plies_;
        state.apply(tree_.arms(node, 0)[step.row].action, tree_.arms(node, 1)[step.column].action);
    }

    JointTree::Cell& last_cell() {
        const Step& last = path_.back();
        return tree_.cell(last.node, last.row, last.column);
    }

    std::size_t choose(Index node, Player player) {
        const std::span<Arm> arms = tree_.arms(node, player);
        const double visits = tree_.node(node).visits;
        if (options_.selection == JointSelection::kRegretMatching) return choose_by_regret(arms, visits + 1);
        return choose_by_bound(arms, visits, player == 0 ? 1 : -1);
    }

    // The largest upper confidence bound; untried arms come first, at random, so that the two players' orders differ.
    std::size_t choose_by_bound(std::span<const Arm> arms, double visits, double sign) {
        const auto untried = [](const Arm& arm) { return arm.visits == 0; };
        if (const auto count = std::ranges::count_if(arms, untried); count > 0) {
            auto left = random_.below(static_cast<int>(count));
            const auto chosen = std::ranges::find_if(arms, [&](const Arm& arm) { return untried(arm) && left-- == 0; });
            return static_cast<std::size_t>(chosen - arms.begin());
        }
        const double log_visits = std::log(visits);
        std::size_t best = 0;
        double highest = -kInfinity;
        for (std::size_t i = 0; i < arms.size(); ++i) {
            const double bound = upper_bound(arms[i], log_visits, sign);
            if (bound <= highest) continue;
            highest = bound;
            best = i;
        }
        return best;
    }

    double upper_bound(const Arm& arm, double log_visits, double sign) const {
        const double mean = arm.total / arm.visits;
        const double own_mean = (1 + sign * mean) / 2;
        const double ratio = log_visits / arm.visits;
        if (options_.selection == JointSelection::kUcb1) return own_mean + options_.exploration * std::sqrt(ratio);
        const double variance = std::max(arm.squares / arm.visits - mean * mean, 0.0) / 4 + std::sqrt(2 * ratio);
        return own_mean + options_.exploration * std::sqrt(ratio * std::min(0.25, variance));
    }

    // Adds the strategy to the average and plays from it, exploring. The average is linear (Tammelin 2014): the t-th
    // strategy weighs t, since the first ones know little.
    std::size_t choose_by_regret(std::span<Arm> arms, double weight) {
        double positive = 0;
        for (const Arm& arm : arms) positive += std::max(arm.regret, 0.0);
        const double uniform = 1 / static_cast<double>(arms.size());
        double left = fraction();  // of the probability, until the arm that is played
        std::size_t chosen = arms.size();
        for (std::size_t i = 0; i < arms.size(); ++i) {
            const double chance = positive > 0 ? std::max(arms[i].regret, 0.0) / positive : uniform;
            arms[i].strategy += weight * chance;
            left -= (1 - options_.epsilon) * chance + options_.epsilon * uniform;
            if (left < 0 && chosen == arms.size()) chosen = i;
        }
        return std::min(chosen, arms.size() - 1);
    }

    // What each action would have brought against the reply that was chosen: the mean of that pair so far.
    void update_regrets(const Step& step, double result) {
        const auto rows = tree_.arms(step.node, 0), columns = tree_.arms(step.node, 1);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i != step.row) rows[i].regret += tree_.cell(step.node, i, step.column).mean() - result;
        }
        for (std::size_t j = 0; j < columns.size(); ++j) {
            if (j != step.column) columns[j].regret += result - tree_.cell(step.node, step.row, j).mean();
        }
    }

    double fraction() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }  // uniform, 0 to below 1

    void publish(Report& report) {
        report.moves = describe(report.player);
        report.replies = describe(1 - report.player);
        double total = 0, visits = 0;
        for (const Arm& arm : tree_.arms(kRoot, report.player)) {
            total += arm.total;
            visits += arm.visits;
        }
        report.value = visits == 0 ? -kInfinity : total / visits;
        finish_moves(report);
    }

    std::vector<MoveReport> describe(Player player) {
        const std::span<const Arm> arms = tree_.arms(kRoot, player);
        std::vector<MoveReport> moves;
        for (const Arm& arm : arms) {
            MoveReport& move = moves.emplace_back();
            move.action = arm.action;
            move.visits = arm.visits;
            // Infinite: nothing is known.
            move.value = arm.visits != 0 ? arm.total / arm.visits : for_player(-kInfinity, player);
        }
        if (options_.selection == JointSelection::kRegretMatching) {
            double sum = 0;
            for (const Arm& arm : arms) sum += arm.strategy;
            for (std::size_t i = 0; i < arms.size(); ++i) {
                moves[i].probability = sum > 0 ? arms[i].strategy / sum : 1 / static_cast<double>(arms.size());
            }
        } else {
            std::ranges::max_element(moves, {}, &MoveReport::visits)->probability = 1;
        }
        return moves;
    }

    SimultaneousMctsOptions options_;
    Evaluation<S> evaluation_;
    bool may_take_long_;
    JointTree tree_;
    Random random_{0};
    std::vector<Step> path_;   // of the simulation in progress
    std::uint64_t plies_ = 0;  // played in this search, in the tree and beyond
    std::size_t deepest_ = 0;  // plies within the tree
};

}  // namespace lanista

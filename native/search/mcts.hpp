// Monte Carlo tree search (UCT) for games in which one player moves at a time.
//
// Each simulation selects a path through the tree, expands the tree by a position reached for the second time,
// simulates the rest of the game and backs its outcome up the path. UCB: ucb.hpp; RAVE: rave.hpp; progressive pruning:
// progressive_pruning.hpp; playouts: playout_policy.hpp. Certain outcomes travel up the tree as proofs: M. Winands,
// Y. Bjornsson, J.-T. Saito: Monte-Carlo Tree Search Solver (2008), here with draws.
//
// Outcomes are player 0's, -1 to 1; statistics at an edge are its mover's. The mover of a child may be the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "search/mcts_report.hpp"
#include "search/mcts_tree.hpp"
#include "search/playout_policy.hpp"
#include "search/progressive_pruning.hpp"
#include "search/rave.hpp"
#include "search/search.hpp"
#include "search/ucb.hpp"

namespace lanista {

template <Game S>
class Mcts {
  public:
    Mcts(const MctsOptions& options, Evaluation<S> evaluation)
        : options_(options), playout_(options, std::move(evaluation)), tree_(options) {
        options.check();
    }

    Report run(const S& root, const Question& question) {
        random_ = Random(question.seed);
        deepest_ = 0;
        simulations_ = 0;
        adopt(root);
        const std::int64_t reused = simulations_below(tree_, 0);
        Limits limits = question.limits;
        limits.nodes = std::min(limits.nodes, static_cast<std::uint64_t>(kMaxVisits - reused));
        Watch watch(limits, question.tick);
        try {
            while (root_proof_ == Status::kOpen) {
                watch.count();
                run_simulation(watch);
                ++simulations_;
            }
        } catch (const OutOfBudget&) {
        }
        return report(watch, static_cast<std::uint64_t>(reused));
    }

    void forget() {
        tree_.clear();
        root_.reset();
    }

  private:
    static constexpr std::int64_t kMaxVisits = std::numeric_limits<std::int32_t>::max() - 1;
    // Where the new root is looked for in the old tree: after at most this many changes of the mover (the own move and
    // the answer) and looking at no more positions than this.
    static constexpr int kMaxTurns = 2;
    static constexpr int kMaxLookups = 20'000;

    // One ply of a simulation's path.
    struct Step {
        NodeIndex node;
        EdgeIndex edge;
        Player mover;
    };

    // One that the watch stops is dropped: only backup() counts it.
    void run_simulation(Watch& watch) {
        S state = *root_;
        select(state);
        const bool is_proof = expand(state);
        backup(simulate(state, watch), is_proof);
    }

    // Descends from the root to an edge that leads out of the tree or is proved: the last step of the path. `state`
    // becomes the position before that step.
    void select(S& state) {
        path_.clear();
        for (NodeIndex node = 0;;) {
            const EdgeIndex edge = choose_edge(node);
            path_.push_back({node, edge, state.mover()});
            node = tree_.child(edge);
            if (node == kNoNode || is_proved(tree_.status(edge))) return;
            state.apply(tree_.action(edge));
        }
    }

    // Makes a node of the position after the path's last step if it was visited before and there is room; the path then
    // goes one step further, unless this node proves the last step. Tells whether it does.
    bool expand(S& state) {
        const Step leaf = path_.back();
        if (tree_.visits(leaf.edge) == 0 || is_proved(tree_.status(leaf.edge))) return false;
        S after = state;
        after.apply(tree_.action(leaf.edge));
        if (after.is_terminal() || !tree_.has_room(after.count_actions())) return false;
        const NodeIndex node = add_node(after);
        tree_.child(leaf.edge) = node;
        const Status proof = tree_.proof(node);
        if (options_.proofs && proof != Status::kOpen) {
            const bool same_mover = after.mover() == leaf.mover;
            tree_.status(leaf.edge) = proved_status(same_mover ? proved_outcome(proof) : -proved_outcome(proof));
            return true;
        }
        path_.push_back({node, choose_edge(node), after.mover()});
        state = std::move(after);
        return false;
    }

    // The outcome of the path's last step, which starts at `state`: known, or that of a playout.
    double simulate(S& state, Watch& watch) {
        const Step leaf = path_.back();
        const Status status = tree_.status(leaf.edge);
        played_.clear();
        if (is_proved(status)) return for_player(proved_outcome(status), leaf.mover);
        if constexpr (CheapState<S>) {
            if (tree_.visits(leaf.edge) == 0 && !options_.rave && playout_.is_plain())
                return first_playout(state, leaf);
        }
        state.apply(tree_.action(leaf.edge));
        return playout_.play(state, random_, watch, [this](Player player, Action action) {
            if (options_.rave) played_.add(player, action);
        });
    }

    // Walks the path back to the root: visits and means, RAVE, pruning, and how far up the proof of the last step
    // holds.
    void backup(double outcome, bool is_proof) {
        deepest_ = std::max(deepest_, static_cast<int>(path_.size()));
        for (std::size_t ply = path_.size(); ply-- > 0;) {
            const Step step = path_[ply];
            const double result = for_player(outcome, step.mover);
            const std::int32_t visits = ++tree_.visits(step.edge);
            const std::int32_t simulations = tree_.count_simulation(step.node);
            double& mean = tree_.mean(step.edge);
            mean = is_proof ? result : mean + (result - mean) / visits;
            if (tree_.has_squares()) {
                float& square = tree_.mean_square(step.edge);
                square += static_cast<float>(result * result - square) / static_cast<float>(visits);
            }
            if (options_.rave) {
                played_.add(step.mover, tree_.action(step.edge));
                update_rave(tree_, step.node, step.mover, played_, static_cast<float>(result));
            }
            if (options_.pruning && simulations % kPruneEvery == 0) prune_inferior(tree_, step.node, options_);
            if (!is_proof) continue;
            tree_.status(step.edge) = proved_status(static_cast<int>(result));
            const Status proof = tree_.proof(step.node);
            is_proof = proof != Status::kOpen;
            if (is_proof) outcome = for_player(proved_outcome(proof), step.mover);
        }
        if (is_proof) root_proof_ = tree_.proof(0);
    }

    // An edge not yet tried if there is one (RAVE needs no such rule), else the one with the highest bound.
    EdgeIndex choose_edge(NodeIndex node) {
        EdgeGroup& head = tree_.head(node);
        if (!options_.rave && head.tried < head.edges) {
            const EdgeIndex next = tree_.first_edge(node) + head.tried;
            if (!is_closed(tree_.status(next))) {
                ++head.tried;
                return next;
            }
        }
        const EdgeIndex edge = highest_bound(node);
        if (edge != kNoEdge) return edge;
        reopen_pruned(tree_, node);
        return highest_bound(node);
    }

    EdgeIndex highest_bound(NodeIndex node) const {
        const bool tuned = options_.selection == Selection::kUcb1Tuned;
        if (options_.rave) {
            return tuned ? highest_rave_bound<Ucb1Tuned>(tree_, node, options_)
                         : highest_rave_bound<Ucb1>(tree_, node, options_);
        }
        return tuned ? lanista::highest_bound<Ucb1Tuned>(tree_, node, options_.exploration_factor())
                     : lanista::highest_bound<Ucb1>(tree_, node, options_.exploration_factor());
    }

    // The outcome of the first playout from an edge of the position `state`. Edges are tried in a fixed order, so the
    // next one's first playout will be wanted as soon as a simulation comes this way again: it is played side by side
    // with this one and kept until then. No outcome depends on when it was played.
    double first_playout(const S& state, const Step& leaf) {
        EdgeGroup& head = tree_.head(leaf.node);
        const std::uint32_t number = leaf.edge - tree_.first_edge(leaf.node);
        if (number < head.played) return tree_.mean(leaf.edge);
        S first = state;
        first.apply(tree_.action(leaf.edge));
        if (number + 1 == head.edges) {
            while (!first.is_terminal()) random_ply(first, random_);
        } else {
            S second = state;
            second.apply(tree_.action(leaf.edge + 1));
            play_side_by_side(first, second, random_);
            tree_.mean(leaf.edge + 1) = outcome(second);
            head.played = number + 2;
        }
        return outcome(first);
    }

    // A node with the legal actions of an open position, in random order; with proofs on, those that end the game are
    // known for what they are, and those that lose at once come last.
    NodeIndex add_node(const S& state) {
        new_edges_.clear();
        for (int i = 0, count = state.count_actions(); i < count; ++i) {
            const Action action = state.pick_action(i);
            new_edges_.push_back({action, options_.proofs ? status_after(state, action) : Status::kOpen});
        }
        for (std::size_t left = new_edges_.size(); left > 1; --left) {
            std::swap(new_edges_[left - 1],
                      new_edges_[static_cast<std::size_t>(random_.below(static_cast<int>(left)))]);
        }
        if (options_.proofs) {
            std::stable_partition(new_edges_.begin(), new_edges_.end(),
                                  [](const NewEdge& edge) { return !is_closed(edge.status); });
        }
        return tree_.add(new_edges_);
    }

    // Whether an action ends the game, and how, for its mover.
    static Status status_after(const S& state, Action action) {
        S next = state;
        next.apply(action);
        return next.is_terminal() ? proved_status(for_player(outcome(next), state.mover())) : Status::kOpen;
    }

    // Makes `root` the tree's root: what the last search knows about it, or a new node.
    void adopt(const S& root) {
        S copy = root;
        std::optional<NodeIndex> known;
        if (options_.keep_tree && root_.has_value() && !tree_.is_empty() && root.rules() == root_->rules()) {
            int lookups = kMaxLookups;
            known = find(root, *root_, 0, kMaxTurns, lookups);
        }
        if (known.has_value()) {
            tree_.keep(*known);
        } else {
            forget();
            add_node(root);
        }
        root_.emplace(std::move(copy));
        root_proof_ = options_.proofs ? tree_.proof(0) : Status::kOpen;
    }

    // The node of the position `wanted` at or below `node`, which is the position `state`.
    std::optional<NodeIndex> find(const S& wanted, const S& state, NodeIndex node, int turns, int& lookups) const {
        if (state.key() == wanted.key()) return node;
        for (EdgeIndex edge = tree_.first_edge(node); edge < tree_.end_edge(node); ++edge) {
            if (tree_.child(edge) == kNoNode || lookups-- <= 0) continue;
            S next = state;
            next.apply(tree_.action(edge));
            const int turns_left = turns - (next.mover() != state.mover());
            if (turns_left < 0) continue;
            if (const auto found = find(wanted, next, tree_.child(edge), turns_left, lookups)) return found;
        }
        return std::nullopt;
    }

    Report report(const Watch& watch, std::uint64_t reused) const {
        Report report;
        report.player = root_->mover();
        for (EdgeIndex edge = tree_.first_edge(0); edge < tree_.end_edge(0); ++edge) {
            report.moves.push_back(report_move(tree_, edge, report.player));
        }
        MoveReport& best = report.moves[choice(tree_, 0) - tree_.first_edge(0)];
        best.probability = 1;
        report.action = best.action;
        report.line = best.line;
        report.proved = root_proof_ != Status::kOpen;
        report.value = report.proved ? for_player(proved_outcome(root_proof_), report.player) : best.value;
        report.depth = deepest_;
        report.nodes = report.simulations = simulations_;
        report.reused = reused;
        std::sort(report.moves.begin(), report.moves.end(),
                  [](const MoveReport& a, const MoveReport& b) { return a.action < b.action; });
        report.seconds = watch.seconds();
        return report;
    }

    MctsOptions options_;
    PlayoutPolicy<S> playout_;
    MctsTree tree_;
    Random random_{0};
    std::optional<S> root_;              // the position of the tree's root
    Status root_proof_ = Status::kOpen;  // what is proved about it, for its mover
    int deepest_ = 0;                    // plies of the longest path of this search
    std::uint64_t simulations_ = 0;      // of this search
    // Of the simulation under way; kept here for their memory.
    std::vector<Step> path_;
    PlayedActions played_;  // in the playout and, while it is backed up, in the path from the present ply on
    std::vector<NewEdge> new_edges_;
};

}  // namespace lanista

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
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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
        adopt(root);
        const std::int64_t reused = simulations_at(0);
        Limits limits = question.limits;
        limits.nodes = std::min(limits.nodes, static_cast<std::uint64_t>(kMaxVisits - reused));
        Watch watch(limits, question.tick);
        try {
            while (root_proof_ == Status::kOpen) {
                watch.count();
                run_simulation();
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
        int edge;
        Player mover;
    };

    void run_simulation() {
        S state = *root_;
        select(state);
        const bool is_proof = expand(state);
        backup(simulate(state), is_proof);
    }

    // Descends from the root to an edge that leads out of the tree or is proved: the last step of the path. `state`
    // becomes the position before that step.
    void select(S& state) {
        path_.clear();
        for (NodeIndex node = 0;;) {
            const int edge = choose_edge(node);
            path_.push_back({node, edge, state.mover()});
            const EdgeGroup& group = tree_.group(node, edge);
            const NodeIndex child = group.child[tree_.lane(edge)];
            if (child == kNoNode || is_proved(group.status[tree_.lane(edge)])) return;
            state.apply(group.action[tree_.lane(edge)]);
            node = child;
        }
    }

    // Makes a node of the position after the path's last step if it was visited before and there is room; the path then
    // goes one step further, unless this node proves the last step. Tells whether it does.
    bool expand(S& state) {
        const Step leaf = path_.back();
        EdgeGroup& group = tree_.group(leaf.node, leaf.edge);
        const std::size_t lane = tree_.lane(leaf.edge);
        if (group.visits[lane] == 0 || is_proved(group.status[lane])) return false;
        S after = state;
        after.apply(group.action[lane]);
        if (after.is_terminal() || !tree_.has_room(after.count_actions())) return false;
        const NodeIndex node = add_node(after);
        group.child[lane] = node;
        const Status proof = tree_.proof(node);
        if (options_.proofs && proof != Status::kOpen) {
            group.status[lane] = proved_status(proved_outcome(proof) * (after.mover() == leaf.mover ? 1 : -1));
            return true;
        }
        path_.push_back({node, choose_edge(node), after.mover()});
        state = std::move(after);
        return false;
    }

    // The outcome of the path's last step, which starts at `state`: known, or that of a playout.
    double simulate(S& state) {
        const Step leaf = path_.back();
        const EdgeGroup& group = tree_.group(leaf.node, leaf.edge);
        const std::size_t lane = tree_.lane(leaf.edge);
        if (is_proved(group.status[lane])) return for_mover(proved_outcome(group.status[lane]), leaf.mover);
        if constexpr (CheapState<S>) {
            if (group.visits[lane] == 0 && !options_.rave && playout_.is_plain()) return first_playout(state, leaf);
        }
        state.apply(group.action[lane]);
        played_later_.clear();
        return playout_.play(state, random_, [this](Player player, Action action) {
            if (options_.rave) played_later_.emplace_back(player, action);
        });
    }

    // Walks the path back to the root: visits and means, RAVE, pruning, and how far up the proof of the last step
    // holds.
    void backup(double outcome, bool is_proof) {
        deepest_ = std::max(deepest_, static_cast<int>(path_.size()));
        if (options_.rave) begin_rave();
        for (std::size_t ply = path_.size(); ply-- > 0;) {
            const Step step = path_[ply];
            EdgeGroup& group = tree_.group(step.node, step.edge);
            const std::size_t lane = tree_.lane(step.edge);
            const double result = for_mover(outcome, step.mover);
            const std::int32_t visits = ++group.visits[lane];
            const std::int32_t simulations = ++tree_.head(step.node).simulations;
            if (is_proof) group.status[lane] = proved_status(static_cast<int>(result));
            group.mean[lane] = is_proof ? result : group.mean[lane] + (result - group.mean[lane]) / visits;
            if (tree_.has_squares()) {
                float& mean_square = tree_.squares(step.node)[step.edge / kLanes].mean[lane];
                mean_square += static_cast<float>(result * result - mean_square) / static_cast<float>(visits);
            }
            if (options_.rave) {
                played_.add(step.mover, group.action[lane]);
                update_rave(tree_, step.node, step.mover, played_, static_cast<float>(result));
            }
            if (options_.pruning && simulations % kPruneEvery == 0) prune_inferior(tree_, step.node, options_);
            if (!is_proof) continue;
            const Status proof = tree_.proof(step.node);
            is_proof = proof != Status::kOpen;
            if (is_proof) outcome = for_mover(proved_outcome(proof), step.mover);
        }
        if (is_proof) root_proof_ = tree_.proof(0);
    }

    // An edge not yet tried if there is one (RAVE needs no such rule), else the one with the highest bound.
    int choose_edge(NodeIndex node) {
        EdgeGroup& head = tree_.head(node);
        if (!options_.rave && head.tried < head.edges && !is_closed(status(node, head.tried))) return head.tried++;
        const int edge = highest_bound(node);
        if (edge >= 0) return edge;
        reopen_pruned(tree_, node);
        return highest_bound(node);
    }

    int highest_bound(NodeIndex node) const {
        const bool tuned = options_.selection == Selection::kUcb1Tuned;
        if (options_.rave) {
            return tuned ? highest_rave_bound<Ucb1Tuned>(tree_, node, options_)
                         : highest_rave_bound<Ucb1>(tree_, node, options_);
        }
        return tuned ? lanista::highest_bound<Ucb1Tuned>(tree_, node, options_.exploration)
                     : lanista::highest_bound<Ucb1>(tree_, node, options_.exploration);
    }

    // The outcome of the first playout from an edge of the position `state`. Edges are tried in a fixed order, so the
    // next ones' first playouts will be wanted as soon as simulations come this way again: they are played side by side
    // with it and kept until then. No outcome depends on when it was played.
    double first_playout(const S& state, const Step& leaf) {
        EdgeGroup& head = tree_.head(leaf.node);
        if (leaf.edge >= head.played) {
            std::array<S, kSideBySide> states = {state, state};
            int count = 0;
            for (int edge = leaf.edge; count < kSideBySide && edge < head.edges; ++edge, ++count) {
                states[static_cast<std::size_t>(count)].apply(tree_.group(leaf.node, edge).action[tree_.lane(edge)]);
            }
            play_side_by_side(states, count, random_);
            for (int i = 0; i < count; ++i) {
                const int edge = leaf.edge + i;
                tree_.group(leaf.node, edge).mean[tree_.lane(edge)] = outcome(states[static_cast<std::size_t>(i)]);
            }
            head.played = leaf.edge + count;
        }
        return tree_.group(leaf.node, leaf.edge).mean[tree_.lane(leaf.edge)];
    }

    // Fills played_ with the actions that came after the path.
    void begin_rave() {
        played_.clear();
        for (const auto& [player, action] : played_later_) played_.add(player, action);
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
        return next.is_terminal() ? proved_status(for_mover(outcome(next), state.mover())) : Status::kOpen;
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
        for (int edge = 0; edge < tree_.head(node).edges; ++edge) {
            const EdgeGroup& group = tree_.group(node, edge);
            const NodeIndex child = group.child[tree_.lane(edge)];
            if (child == kNoNode || lookups-- <= 0) continue;
            S next = state;
            next.apply(group.action[tree_.lane(edge)]);
            const int turns_left = turns - (next.mover() != state.mover());
            if (turns_left < 0) continue;
            if (const auto found = find(wanted, next, child, turns_left, lookups)) return found;
        }
        return std::nullopt;
    }

    // How many simulations went through a node's edges.
    std::int64_t simulations_at(NodeIndex node) const {
        std::int64_t sum = 0;
        for (const EdgeGroup& group : tree_.groups(node)) {
            for (const std::int32_t visits : group.visits) sum += visits;
        }
        return sum;
    }

    // The edge to play: one that wins; else the most visited that is neither lost nor pruned, of equal ones the one
    // with the better mean; when all lose, the most visited.
    int choice(NodeIndex node) const {
        const auto rank = [&](int edge) {
            const EdgeGroup& group = tree_.group(node, edge);
            const std::size_t lane = tree_.lane(edge);
            const Status status = group.status[lane];
            const int kind = status == Status::kWon ? 3 : !is_closed(status) ? 2 : status == Status::kPruned ? 1 : 0;
            return std::tuple(kind, group.visits[lane], group.visits[lane] > 0 ? group.mean[lane] : 0);
        };
        int best = 0;
        for (int edge = 1; edge < tree_.head(node).edges; ++edge) {
            if (rank(edge) > rank(best)) best = edge;
        }
        return best;
    }

    Report report(const Watch& watch, std::uint64_t reused) const {
        Report report;
        report.player = root_->mover();
        for (int edge = 0; edge < tree_.head(0).edges; ++edge) report.moves.push_back(move_report(edge));
        const int chosen = choice(0);
        report.moves[static_cast<std::size_t>(chosen)].probability = 1;
        const MoveReport& best = report.moves[static_cast<std::size_t>(chosen)];
        report.action = best.action;
        report.line = best.line;
        report.proved = root_proof_ != Status::kOpen;
        report.value = report.proved ? for_mover(proved_outcome(root_proof_), report.player) : best.value;
        report.depth = deepest_;
        report.nodes = report.simulations = watch.nodes();
        report.reused = reused;
        std::sort(report.moves.begin(), report.moves.end(),
                  [](const MoveReport& a, const MoveReport& b) { return a.action < b.action; });
        report.seconds = watch.seconds();
        return report;
    }

    MoveReport move_report(int edge) const {
        const EdgeGroup& group = tree_.group(0, edge);
        const std::size_t lane = tree_.lane(edge);
        const Status status = group.status[lane];
        const Player mover = root_->mover();
        MoveReport move;
        move.action = group.action[lane];
        move.visits = static_cast<std::uint64_t>(group.visits[lane]);
        move.proved = is_proved(status);
        move.pruned = status == Status::kPruned;
        if (move.proved) {
            move.value = for_mover(proved_outcome(status), mover);
        } else if (move.visits > 0) {
            move.value = for_mover(group.mean[lane], mover);
        }
        if (tree_.has_rave()) {
            const RaveGroup& rave = tree_.rave(0)[edge / kLanes];
            move.rave_visits = static_cast<std::uint64_t>(rave.visits[lane]);
            move.rave_mean = for_mover(rave.mean[lane], mover);
        }
        move.line = line(edge);
        return move;
    }

    // The choices after a root edge, as far as the tree goes.
    std::vector<Action> line(int edge) const {
        std::vector<Action> actions;
        for (NodeIndex node = 0;; edge = choice(node)) {
            const EdgeGroup& group = tree_.group(node, edge);
            const std::size_t lane = tree_.lane(edge);
            if (node != 0 && group.visits[lane] == 0 && !is_proved(group.status[lane])) return actions;
            actions.push_back(group.action[lane]);
            node = group.child[lane];
            if (node == kNoNode) return actions;
        }
    }

    // An outcome of player 0 as the mover sees it, and the other way round.
    template <class T>
    static T for_mover(T outcome, Player mover) {
        return mover == 0 ? outcome : -outcome;
    }

    Status status(NodeIndex node, int edge) const { return tree_.group(node, edge).status[tree_.lane(edge)]; }

    MctsOptions options_;
    PlayoutPolicy<S> playout_;
    MctsTree tree_;
    Random random_{0};
    std::optional<S> root_;              // the position of the tree's root
    Status root_proof_ = Status::kOpen;  // what is proved about it, for its mover
    int deepest_ = 0;                    // plies of the longest path of this search
    // Of the simulation under way; kept here for their memory.
    std::vector<Step> path_;
    std::vector<std::pair<Player, Action>> played_later_;  // in the playout
    PlayedActions played_;
    std::vector<NewEdge> new_edges_;
};

}  // namespace lanista

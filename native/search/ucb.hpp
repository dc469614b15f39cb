// Upper confidence bounds: which edge of a node a simulation takes.
//
// P. Auer, N. Cesa-Bianchi, P. Fischer: Finite-time Analysis of the Multiarmed Bandit Problem (2002); on trees: L.
// Kocsis, C. Szepesvari: Bandit based Monte-Carlo Planning (2006). Their rewards are 0 to 1, ours -1 to 1.
#pragma once

#include <cstdint>
#include <limits>

#include "search/lanes.hpp"
#include "search/mcts_tree.hpp"

namespace lanista {

// UCB1's bonus c sqrt(ln N / n), for the edges of a group of a node, n being their `visits`.
struct Ucb1 {
    Ucb1(const MctsTree& tree, NodeIndex node, double exploration)
        : explore(static_cast<float>(exploration * exploration) * tree.head(node).log_simulations) {}

    Floats operator()(NodeIndex, const Floats& visits) const { return square_root(explore / visits); }

    float explore;  // c^2 ln N
};

// UCB1-Tuned's, c sqrt(ln N / n min(1, V + 4 sqrt(2 ln N / n))), V the variance of the outcomes seen; the bounds are
// four times those of Auer et al., since our outcomes spread twice as wide.
struct Ucb1Tuned {
    Ucb1Tuned(const MctsTree& searched, NodeIndex node, double exploration)
        : tree(searched), log_n(searched.head(node).log_simulations), factor(static_cast<float>(exploration)) {}

    Floats operator()(NodeIndex group, const Floats& visits) const {
        const Floats mean = to_floats(tree.head(group).mean);
        const Floats variance = larger(to_floats(tree.squares(group).mean) - mean * mean, Floats{});
        const Floats share = log_n / visits;
        return factor * square_root(share * smaller(Floats{} + 1, variance + 4 * square_root(2 * share)));
    }

    const MctsTree& tree;
    float log_n, factor;
};

// The edge of `node` with the highest score that is not closed, or kNoEdge. score(group): of the edges of a group.
template <class Score>
EdgeIndex best_edge(const MctsTree& tree, NodeIndex node, const Score& score) {
    constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::min();
    // For each lane the best so far; only the end compares across lanes.
    Ints best = Ints{} + kNever, where = Ints{} - 1;
    const NodeIndex end = node + group_count(tree.head(node).edges);
    for (NodeIndex group = node; group < end; ++group) {
        const Ints closed = to_ints(tree.head(group).status) >= static_cast<std::int32_t>(kFirstClosed);
        const Ints scores = closed ? Ints{} + kNever : in_order(score(group));
        const Ints better = scores > best;
        where = better ? Ints{} + static_cast<std::int32_t>(group) : where;
        best = better ? scores : best;
    }
    const int lane = lane_of_largest(best);
    return where[lane] < 0 ? kNoEdge : static_cast<EdgeIndex>(where[lane] * kLanes + lane);
}

// The edge of the highest mean + bonus, or kNoEdge: all are closed. Every open edge has been tried.
template <class Bonus>
EdgeIndex highest_bound(const MctsTree& tree, NodeIndex node, double exploration) {
    const Bonus bonus(tree, node, exploration);
    return best_edge(tree, node, [&tree, bonus](NodeIndex group) {
        const EdgeGroup& edges = tree.head(group);
        return to_floats(edges.mean) + bonus(group, to_floats(edges.visits));
    });
}

}  // namespace lanista

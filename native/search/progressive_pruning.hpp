// Progressive pruning: moves that are inferior beyond reasonable doubt are no longer tried. B. Bouzy, B. Helmstetter:
// Monte-Carlo Go Developments (2003): a move is pruned when m + r s lies below m' - r s' of the best move, m being the
// mean, s its standard error. There at the root, here at every node.
#pragma once

#include <algorithm>
#include <cmath>

#include "search/mcts_tree.hpp"

namespace lanista {

// How often (in simulations through it) a node's edges are judged.
inline constexpr int kPruneEvery = 64;

// Standard error of a mean of `visits` outcomes. One win and one loss are added to them: a few equal results do not
// make a certain one.
inline double standard_error(double mean, double mean_square, double visits) {
    const double n = visits + 2;
    const double shrunk = mean * visits / n;
    return std::sqrt(((mean_square * visits + 2) / n - shrunk * shrunk) / n);
}

inline void prune_inferior(MctsTree& tree, NodeIndex node, const MctsOptions& options) {
    const auto margin = [&](EdgeIndex edge) {
        return options.prune_ratio * standard_error(tree.mean(edge), tree.mean_square(edge), tree.visits(edge));
    };
    const auto is_judged = [&](EdgeIndex edge) {
        return tree.status(edge) == Status::kOpen && tree.visits(edge) >= options.prune_visits;
    };
    double best_low = -1;  // the lower end of the best edge's interval
    for (EdgeIndex edge = tree.first_edge(node); edge < tree.end_edge(node); ++edge) {
        if (is_judged(edge)) best_low = std::max(best_low, tree.mean(edge) - margin(edge));
    }
    for (EdgeIndex edge = tree.first_edge(node); edge < tree.end_edge(node); ++edge) {
        if (is_judged(edge) && tree.mean(edge) + margin(edge) < best_low) tree.status(edge) = Status::kPruned;
    }
}

// When the edges that were left turn out to be lost, the pruned ones are worth another look.
inline void reopen_pruned(MctsTree& tree, NodeIndex node) {
    for (EdgeIndex edge = tree.first_edge(node); edge < tree.end_edge(node); ++edge) {
        if (tree.status(edge) == Status::kPruned) tree.status(edge) = Status::kOpen;
    }
}

}  // namespace lanista

// Progressive pruning: moves that are inferior beyond reasonable doubt are no longer tried. B. Bouzy, B. Helmstetter:
// Monte-Carlo Go Developments (2003): a move is pruned when m + r s lies below m' - r s' of the best move, m being the
// mean, s its standard error. There at the root, here at every node.
#pragma once

#include <cmath>
#include <limits>

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
    // The end of an edge's interval: side = 1 the upper, side = -1 the lower.
    const auto bound = [&](std::size_t g, std::size_t lane, int side) {
        const EdgeGroup& group = tree.groups(node)[g];
        const double error = standard_error(group.mean[lane], tree.squares(node)[g].mean[lane], group.visits[lane]);
        return group.mean[lane] + side * options.prune_ratio * error;
    };
    const auto is_judged = [&](const EdgeGroup& group, std::size_t lane) {
        return group.status[lane] == Status::kOpen && group.visits[lane] >= options.prune_visits;
    };
    const auto groups = tree.groups(node);
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            if (is_judged(groups[g], lane)) best = std::max(best, bound(g, lane, -1));
        }
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            if (is_judged(groups[g], lane) && bound(g, lane, 1) < best) groups[g].status[lane] = Status::kPruned;
        }
    }
}

// When the edges that were left turn out to be lost, the pruned ones are worth another look.
inline void reopen_pruned(MctsTree& tree, NodeIndex node) {
    for (EdgeGroup& group : tree.groups(node)) {
        for (Status& status : group.status) {
            if (status == Status::kPruned) status = Status::kOpen;
        }
    }
}

}  // namespace lanista

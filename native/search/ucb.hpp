// Upper confidence bounds: which edge of a node a simulation takes.
//
// P. Auer, N. Cesa-Bianchi, P. Fischer: Finite-time Analysis of the Multiarmed Bandit Problem (2002); on trees: L.
// Kocsis, C. Szepesvari: Bandit based Monte-Carlo Planning (2006). Their rewards are 0 to 1, ours -1 to 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "search/mcts_tree.hpp"

namespace lanista {

// UCB1's bonus c sqrt(ln N / n).
struct Ucb1 {
    Ucb1(const MctsTree& tree, NodeIndex node, double exploration)
        : explore(static_cast<float>(exploration * exploration) * log_simulations(tree, node)) {}

    float operator()(std::size_t, std::size_t, float visits) const { return std::sqrt(explore / visits); }

    static float log_simulations(const MctsTree& tree, NodeIndex node) {
        return std::log(static_cast<float>(tree.head(node).simulations));
    }

    float explore;
};

// UCB1-Tuned's, c sqrt(ln N / n min(1, V + 4 sqrt(2 ln N / n))), V the variance of the outcomes seen; the bounds are
// four times those of Auer et al., since our outcomes spread twice as wide.
struct Ucb1Tuned {
    Ucb1Tuned(const MctsTree& tree, NodeIndex node, double exploration)
        : groups(&tree.head(node)),
          squares(tree.squares(node)),
          log_n(Ucb1::log_simulations(tree, node)),
          factor(static_cast<float>(exploration)) {}

    float operator()(std::size_t g, std::size_t lane, float visits) const {
        const auto mean = static_cast<float>(groups[g].mean[lane]);
        const float variance = std::max(squares[g].mean[lane] - mean * mean, 0.0F);
        const float share = log_n / visits;
        return factor * std::sqrt(share * std::min(1.0F, variance + 4 * std::sqrt(2 * share)));
    }

    const EdgeGroup* groups;
    const SquareGroup* squares;
    float log_n, factor;
};

// The edge (counted through the groups) with the largest score(group, lane) that is not closed; -1: all are closed.
template <class Score>
int best_edge(std::span<const EdgeGroup> groups, Score&& score) {
    constexpr float kNever = -std::numeric_limits<float>::infinity();
    // For each lane the best so far, so that eight lanes are one vector; only the end compares across lanes.
    Lanes<float> best;
    Lanes<int> where;
    best.fill(kNever);
    where.fill(-1);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const float candidate = is_closed(groups[g].status[lane]) ? kNever : score(g, lane);
            const bool better = candidate > best[lane];
            best[lane] = better ? candidate : best[lane];
            where[lane] = better ? static_cast<int>(g) : where[lane];
        }
    }
    std::size_t winner = 0;
    for (std::size_t lane = 1; lane < kLanes; ++lane) winner = best[lane] > best[winner] ? lane : winner;
    return where[winner] < 0 ? -1 : where[winner] * kLanes + static_cast<int>(winner);
}

// The edge of the highest mean + bonus; -1: all are closed. Every open edge has been tried.
template <class Bonus>
int highest_bound(const MctsTree& tree, NodeIndex node, double exploration) {
    const auto groups = tree.groups(node);
    const Bonus bonus(tree, node, exploration);
    return best_edge(groups, [&](std::size_t g, std::size_t lane) {
        return static_cast<float>(groups[g].mean[lane]) + bonus(g, lane, static_cast<float>(groups[g].visits[lane]));
    });
}

}  // namespace lanista

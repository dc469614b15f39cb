// RAVE: the value of an action taken from all simulations that played it here or later, which are many more than those
// that began with it, but of another kind. S. Gelly, D. Silver: Monte-Carlo tree search and rapid action value
// estimation in computer Go, Artificial Intelligence 175 (2011).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "search/mcts_tree.hpp"
#include "search/ucb.hpp"

namespace lanista {

// The weight of the RAVE mean beside an edge's own, by the schedule that minimises the mean squared error (section 4.3
// there): beta = m / (n + m + 4 n m b^2) with n visits, m RAVE visits and the RAVE mean's bias b.
inline float rave_weight(float visits, float rave_visits, float bias) {
    // The sum is below 1 only where both are 0.
    return rave_visits / std::max(visits + rave_visits + 4 * visits * rave_visits * bias * bias, 1.0F);
}

// The edge of the highest mixed mean + bonus; -1: all are closed. An edge not tried yet counts one visit in the bonus
// and is judged by its RAVE mean, so that a node's edges need not all be tried once.
template <class Bonus>
int highest_rave_bound(const MctsTree& tree, NodeIndex node, const MctsOptions& options) {
    const auto groups = tree.groups(node);
    const RaveGroup* rave = tree.rave(node);
    const Bonus bonus(tree, node, options.exploration);
    const auto bias = static_cast<float>(options.rave_bias);
    return best_edge(groups, [&](std::size_t g, std::size_t lane) {
        const auto mean = static_cast<float>(groups[g].mean[lane]);
        const auto visits = static_cast<float>(groups[g].visits[lane]);
        const float weight = rave_weight(visits, static_cast<float>(rave[g].visits[lane]), bias);
        return mean + weight * (rave[g].mean[lane] - mean) + bonus(g, lane, visits + 1);
    });
}

// Which actions each player has played in a simulation, from some ply to its end. Filled backwards.
class PlayedActions {
  public:
    void clear() { ++generation_; }

    void add(Player player, Action action) {
        if (action >= kMaxAction) return;
        auto& stamps = stamps_[static_cast<std::size_t>(player)];
        const auto index = static_cast<std::size_t>(action);
        if (index >= stamps.size()) stamps.resize(index + 1, 0);
        stamps[index] = generation_;
    }

    bool contains(Player player, Action action) const {
        const auto& stamps = stamps_[static_cast<std::size_t>(player)];
        const auto index = static_cast<std::size_t>(action);
        return index < stamps.size() && stamps[index] == generation_;
    }

  private:
    static constexpr Action kMaxAction = 1 << 20;  // a game with larger numbers has no RAVE statistics for them

    std::uint64_t generation_ = 1;
    std::array<std::vector<std::uint64_t>, 2> stamps_;
};

// A simulation that ended with `outcome` for the mover of `node` and in which these actions were played from there on.
inline void update_rave(MctsTree& tree, NodeIndex node, Player mover, const PlayedActions& played, float outcome) {
    RaveGroup* rave = tree.rave(node);
    for (const EdgeGroup& group : tree.groups(node)) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            if (!played.contains(mover, group.action[lane])) continue;
            ++rave->visits[lane];
            rave->mean[lane] += (outcome - rave->mean[lane]) / static_cast<float>(rave->visits[lane]);
        }
        ++rave;
    }
}

}  // namespace lanista

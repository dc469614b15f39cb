// RAVE: the value of an action taken from all simulations that played it here or later, which are many more than those
// that began with it, but of another kind. S. Gelly, D. Silver: Monte-Carlo tree search and rapid action value
// estimation in computer Go, Artificial Intelligence 175 (2011).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "search/mcts_tree.hpp"
#include "search/ucb.hpp"

namespace lanista {

// The weight of the RAVE mean beside an edge's own, by the schedule that minimises the mean squared error (section 4.3
// there): beta = m / (n + m + 4 n m b^2) with n visits, m RAVE visits and the RAVE mean's bias b.
inline Floats rave_weight(const Floats& visits, const Floats& rave_visits, float bias) {
    const Floats sum = visits + rave_visits + 4 * bias * bias * visits * rave_visits;
    return rave_visits / larger(sum, Floats{} + 1);  // the sum is below 1 only where both are 0
}

// The edge of the highest mixed mean + bonus, or kNoEdge: all are closed. An edge not tried yet counts one visit in the
// bonus and is judged by its RAVE mean, so that a node's edges need not all be tried once.
template <class Bonus>
EdgeIndex highest_rave_bound(const MctsTree& tree, NodeIndex node, const MctsOptions& options) {
    const Bonus bonus(tree, node, options.exploration_factor());
    const auto bias = static_cast<float>(options.rave_bias);
    return best_edge(tree, node, [&tree, bonus, bias](NodeIndex group) {
        const Floats mean = to_floats(tree.head(group).mean), visits = to_floats(tree.head(group).visits);
        const RaveGroup& rave = tree.rave(group);
        const Floats weight = rave_weight(visits, to_floats(rave.visits), bias);
        return mean + weight * (to_floats(rave.mean) - mean) + bonus(group, visits + 1);
    });
}

// Which actions each player has played in a simulation, from some ply to its end.
class PlayedActions {
  public:
    void clear() { ++generation_; }

    void add(Player player, Action action) {
        if (action >= kMaxAction) return;
        auto& stamps = stamps_[static_cast<std::size_t>(player)];
        const auto index = static_cast<std::size_t>(action);
        if (index + 1 >= stamps.size()) stamps.resize(index + 2, 0);
        stamps[index] = generation_;
    }

    // In each lane all bits are set if the action was played.
    Ints contains(Player player, const Lanes<Action>& actions) const {
        const auto& stamps = stamps_[static_cast<std::size_t>(player)];
        Ints played;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            // What is beyond all actions ever played looks at the last stamp, which is nobody's. No branches: which
            // actions a playout contains is what a processor cannot predict.
            const std::size_t index = std::min(static_cast<std::size_t>(actions[lane]), stamps.size() - 1);
            played[static_cast<int>(lane)] = stamps[index] == generation_ ? -1 : 0;
        }
        return played;
    }

  private:
    static constexpr Action kMaxAction = 1 << 20;  // a game with larger numbers has no RAVE statistics for them

    std::uint64_t generation_ = 1;
    std::array<std::vector<std::uint64_t>, 2> stamps_ = {std::vector<std::uint64_t>(1), std::vector<std::uint64_t>(1)};
};

// A simulation that ended with `outcome` for the mover of `node` and in which these actions were played from there on.
inline void update_rave(MctsTree& tree, NodeIndex node, Player mover, const PlayedActions& played, float outcome) {
    const NodeIndex end = node + group_count(tree.head(node).edges);
    for (NodeIndex group = node; group < end; ++group) {
        RaveGroup& rave = tree.rave(group);
        const Ints hits = played.contains(mover, tree.head(group).action);
        const Ints visits = std::bit_cast<Ints>(rave.visits) - hits;
        const Floats mean = to_floats(rave.mean);
        const Floats step = (outcome - mean) / larger(__builtin_convertvector(visits, Floats), Floats{} + 1);
        rave.visits = std::bit_cast<Lanes<std::int32_t>>(visits);
        rave.mean = std::bit_cast<Lanes<float>>(hits ? mean + step : mean);
    }
}

}  // namespace lanista

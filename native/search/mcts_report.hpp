// What the tree of a Monte Carlo tree search says when it is asked: the move to play, lines, statistics.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "search/mcts_tree.hpp"
#include "search/search.hpp"

namespace lanista {

// How many simulations went through a node's edges.
inline std::int64_t simulations_below(const MctsTree& tree, NodeIndex node) {
    std::int64_t sum = 0;
    for (EdgeIndex edge = tree.first_edge(node); edge < tree.end_edge(node); ++edge) sum += tree.visits(edge);
    return sum;
}

// The edge to play: one that wins; else the most visited that is neither lost nor pruned, of equal ones the one with
// the better mean; when all lose, the most visited.
inline EdgeIndex choice(const MctsTree& tree, NodeIndex node) {
    const auto rank = [&](EdgeIndex edge) {
        const Status status = tree.status(edge);
        const int kind = status == Status::kWon ? 3 : !is_closed(status) ? 2 : status == Status::kPruned ? 1 : 0;
        const std::int32_t visits = tree.visits(edge);
        return std::tuple(kind, visits, visits > 0 ? tree.mean(edge) : 0);
    };
    EdgeIndex best = tree.first_edge(node);
    for (EdgeIndex edge = best + 1; edge < tree.end_edge(node); ++edge) {
        if (rank(edge) > rank(best)) best = edge;
    }
    return best;
}

// The action of an edge and the choices after it, as far as they have been visited or are proved.
inline std::vector<Action> best_line(const MctsTree& tree, EdgeIndex edge) {
    std::vector<Action> actions = {tree.action(edge)};
    for (NodeIndex node = tree.child(edge); node != kNoNode; node = tree.child(edge)) {
        edge = choice(tree, node);
        if (tree.visits(edge) == 0 && !is_proved(tree.status(edge))) break;
        actions.push_back(tree.action(edge));
    }
    return actions;
}

// About an edge of the root, where `mover` is to move.
inline MoveReport report_move(const MctsTree& tree, EdgeIndex edge, Player mover) {
    const Status status = tree.status(edge);
    MoveReport move;
    move.action = tree.action(edge);
    move.visits = static_cast<std::uint64_t>(tree.visits(edge));
    move.proved = is_proved(status);
    move.pruned = status == Status::kPruned;
    if (move.proved) {
        move.value = for_player(proved_outcome(status), mover);
    } else {
        // Infinite: nothing is known.
        move.value = for_player(move.visits > 0 ? tree.mean(edge) : -kInfinity, mover);
    }
    if (tree.has_rave()) {
        const RaveGroup& rave = tree.rave(edge / kLanes);
        move.rave_visits = static_cast<std::uint64_t>(rave.visits[tree.lane(edge)]);
        move.rave_mean = for_player(rave.mean[tree.lane(edge)], mover);
    }
    move.line = best_line(tree, edge);
    return move;
}

}  // namespace lanista

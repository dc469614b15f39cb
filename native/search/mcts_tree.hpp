// The tree of a Monte Carlo tree search, in storage that is reserved once.
//
// Only positions that were reached at least twice are nodes; a node is the list of its edges, one a legal action,
// with their statistics. Positions are not stored: a search replays the actions from the root.
//
// Edges come in groups of eight, arrays side by side within a group, so that eight of them are one vector to the
// processor and what a simulation touches at a node lies together. A node is a run of groups and its index that of the
// first; a group is three cache lines. A node's index is larger than its parent's; the root's is 0.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "core/action_list.hpp"
#include "search/lanes.hpp"
#include "search/mcts_options.hpp"

namespace lanista {

using NodeIndex = std::uint32_t;
using EdgeIndex = std::uint32_t;         // group * kLanes + lane: a node's edges follow each other
inline constexpr NodeIndex kNoNode = 0;  // the root is nobody's child
inline constexpr EdgeIndex kNoEdge = 0xFFFFFFFF;

// What is known for certain about an edge, seen by the player who moves there. From kLost on an edge is closed: no
// simulation takes it.
enum class Status : std::uint8_t { kOpen, kDrawn, kWon, kLost, kPruned, kUnused };

inline constexpr Status kFirstClosed = Status::kLost;

constexpr bool is_closed(Status status) { return status >= kFirstClosed; }
constexpr bool is_proved(Status status) { return Status::kDrawn <= status && status <= Status::kLost; }

// The outcome of a proved edge or node, and the status that says so; both seen by the player who moves.
constexpr int proved_outcome(Status status) { return status == Status::kWon ? 1 : status == Status::kLost ? -1 : 0; }
constexpr Status proved_status(int outcome) {
    return outcome > 0 ? Status::kWon : outcome < 0 ? Status::kLost : Status::kDrawn;
}

struct alignas(64) EdgeGroup {
    // Mean outcome of the simulations through the edge, for the player who moves. Of an edge not yet tried: the outcome
    // for player 0 of its first playout, if the node's `played` says that it is known already. Double, since with
    // 24 bits the mean of some 10 million results drifts: small steps are lost in one direction before the other.
    Lanes<double> mean;
    Lanes<std::int32_t> visits;
    Lanes<NodeIndex> child;
    Lanes<Action> action;
    Lanes<Status> status;
    // Of the whole node, in its first group.
    std::int32_t simulations;  // through the node, the one that ended here before it was a node among them
    float log_simulations;     // their natural logarithm: taken in time it keeps no later simulation waiting
    std::uint32_t edges;
    std::uint32_t tried;  // the first so many edges have been tried; their order is random, those lost at once are last
    std::uint32_t played;  // of the first so many edges the first playout is known
    EdgeIndex parent;      // the edge that leads here, while MctsTree::keep is at work; else kNoEdge
};
static_assert(sizeof(EdgeGroup) == 192);

// Means of squared outcomes, for variances.
struct SquareGroup {
    Lanes<float> mean;
};

// Statistics of the simulations in which the node's mover played the action here or later.
struct RaveGroup {
    Lanes<float> mean;
    Lanes<std::int32_t> visits;
};

// Natural logarithms of small numbers; most nodes see no more simulations.
inline const auto kSmallLogs = [] {
    std::array<float, 1024> logs{};
    for (std::size_t i = 1; i < logs.size(); ++i) logs[i] = std::log(static_cast<float>(i));
    return logs;
}();

inline float log_count(std::int32_t count) {
    const auto index = static_cast<std::size_t>(count);
    return index < kSmallLogs.size() ? kSmallLogs[index] : std::log(static_cast<float>(count));
}

struct NewEdge {
    Action action;
    Status status;
};

constexpr std::uint32_t group_count(std::size_t edges) {
    return static_cast<std::uint32_t>((edges + kLanes - 1) / kLanes);
}

class MctsTree {
  public:
    explicit MctsTree(const MctsOptions& options)
        : with_squares_(options.selection == Selection::kUcb1Tuned || options.pruning), with_rave_(options.rave) {
        const std::size_t bytes =
            sizeof(EdgeGroup) + (with_squares_ ? sizeof(SquareGroup) : 0) + (with_rave_ ? sizeof(RaveGroup) : 0);
        capacity_ = static_cast<std::uint32_t>((static_cast<std::size_t>(options.memory_mb) << 20) / bytes);
    }

    bool is_empty() const { return size_ == 0; }
    void clear() { size_ = 0; }
    bool has_room(int edges) const { return size_ + group_count(static_cast<std::size_t>(edges)) <= capacity_; }

    // A node's first group, which knows about all of it, and all its groups.
    EdgeGroup& head(NodeIndex node) { return groups_[node]; }
    const EdgeGroup& head(NodeIndex node) const { return groups_[node]; }
    std::span<EdgeGroup> groups(NodeIndex node) { return {&groups_[node], group_count(head(node).edges)}; }
    std::span<const EdgeGroup> groups(NodeIndex node) const { return {&groups_[node], group_count(head(node).edges)}; }

    // A node's edges are first_edge, first_edge + 1, ...
    static EdgeIndex first_edge(NodeIndex node) { return node * kLanes; }
    EdgeIndex end_edge(NodeIndex node) const { return first_edge(node) + head(node).edges; }

    double& mean(EdgeIndex edge) { return group(edge).mean[lane(edge)]; }
    double mean(EdgeIndex edge) const { return group(edge).mean[lane(edge)]; }
    std::int32_t& visits(EdgeIndex edge) { return group(edge).visits[lane(edge)]; }
    std::int32_t visits(EdgeIndex edge) const { return group(edge).visits[lane(edge)]; }
    NodeIndex& child(EdgeIndex edge) { return group(edge).child[lane(edge)]; }
    NodeIndex child(EdgeIndex edge) const { return group(edge).child[lane(edge)]; }
    Action action(EdgeIndex edge) const { return group(edge).action[lane(edge)]; }
    Status& status(EdgeIndex edge) { return group(edge).status[lane(edge)]; }
    Status status(EdgeIndex edge) const { return group(edge).status[lane(edge)]; }

    // Beside each group, if the options want them.
    bool has_squares() const { return with_squares_; }
    SquareGroup& squares(NodeIndex group) { return squares_[group]; }
    const SquareGroup& squares(NodeIndex group) const { return squares_[group]; }
    float& mean_square(EdgeIndex edge) { return squares_[edge / kLanes].mean[lane(edge)]; }
    float mean_square(EdgeIndex edge) const { return squares_[edge / kLanes].mean[lane(edge)]; }
    bool has_rave() const { return with_rave_; }
    RaveGroup& rave(NodeIndex group) { return rave_[group]; }
    const RaveGroup& rave(NodeIndex group) const { return rave_[group]; }

    static std::size_t lane(EdgeIndex edge) { return edge % kLanes; }

    // One simulation more went through a node.
    std::int32_t count_simulation(NodeIndex node) {
        EdgeGroup& first = head(node);
        first.log_simulations = log_count(++first.simulations);
        return first.simulations;
    }

    // A node with these edges, behind all others. There is room for it; the first, the root, finds room in any case.
    NodeIndex add(std::span<const NewEdge> edges) {
        const std::uint32_t count = group_count(edges.size());
        if (is_empty()) reserve(count);
        const NodeIndex node = size_;
        size_ += count;
        for (std::size_t g = 0; g < count; ++g) {
            EdgeGroup& group = groups_[node + g];
            group.mean.fill(0);
            group.visits.fill(0);
            group.child.fill(kNoNode);
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const std::size_t edge = g * kLanes + lane;
                group.action[lane] = edge < edges.size() ? edges[edge].action : -1;
                group.status[lane] = edge < edges.size() ? edges[edge].status : Status::kUnused;
            }
            if (with_squares_) squares_[node + g] = {};
            if (with_rave_) rave_[node + g] = {};
        }
        EdgeGroup& first = head(node);
        first.simulations = 1;
        first.log_simulations = 0;
        first.edges = static_cast<std::uint32_t>(edges.size());
        first.tried = first.played = 0;
        first.parent = kNoEdge;
        return node;
    }

    // What is proved about a node, seen by its mover: one winning edge, or all edges proved. kOpen: nothing yet.
    Status proof(NodeIndex node) const {
        bool all_proved = true, has_draw = false;
        for (const EdgeGroup& group : groups(node)) {
            for (const Status status : group.status) {
                if (status == Status::kWon) return Status::kWon;
                has_draw |= status == Status::kDrawn;
                all_proved &= is_proved(status) || status == Status::kUnused;
            }
        }
        return !all_proved ? Status::kOpen : has_draw ? Status::kDrawn : Status::kLost;
    }

    // Makes `root` the root and drops all that is not below it. In place: since parents come before their children, one
    // pass forward slides every node that is still wanted down and tells its children where the edge to them now is.
    void keep(NodeIndex root) {
        const std::uint32_t end = size_;
        size_ = 0;
        for (NodeIndex from = root, count; from < end; from += count) {
            count = group_count(head(from).edges);
            if (from != root && head(from).parent == kNoEdge) continue;
            const NodeIndex to = size_;
            size_ += count;
            move_groups(from, to, count);
            if (from != root) child(head(to).parent) = to;
            head(to).parent = kNoEdge;
            for (EdgeIndex edge = first_edge(to); edge < end_edge(to); ++edge) {
                if (child(edge) != kNoNode) head(child(edge)).parent = edge;
            }
        }
    }

  private:
    EdgeGroup& group(EdgeIndex edge) { return groups_[edge / kLanes]; }
    const EdgeGroup& group(EdgeIndex edge) const { return groups_[edge / kLanes]; }

    void move_groups(NodeIndex from, NodeIndex to, std::uint32_t count) {
        if (from == to) return;
        for (std::uint32_t g = 0; g < count; ++g) {
            groups_[to + g] = groups_[from + g];
            if (with_squares_) squares_[to + g] = squares_[from + g];
            if (with_rave_) rave_[to + g] = rave_[from + g];
        }
    }

    // Address space for all that the bound allows (less if there is less), once; the system gives memory when it is
    // first written to.
    void reserve(std::uint32_t least) {
        if (groups_ != nullptr && capacity_ >= least) return;
        for (capacity_ = std::max(capacity_, least);; capacity_ = std::max(capacity_ / 2, least)) {
            try {
                groups_ = std::make_unique_for_overwrite<EdgeGroup[]>(capacity_);
                if (with_squares_) squares_ = std::make_unique_for_overwrite<SquareGroup[]>(capacity_);
                if (with_rave_) rave_ = std::make_unique_for_overwrite<RaveGroup[]>(capacity_);
                return;
            } catch (const std::bad_alloc&) {
                groups_.reset();
                if (capacity_ == least) throw;
            }
        }
    }

    bool with_squares_, with_rave_;
    std::uint32_t capacity_;  // in groups
    std::uint32_t size_ = 0;
    std::unique_ptr<EdgeGroup[]> groups_;
    std::unique_ptr<SquareGroup[]> squares_;
    std::unique_ptr<RaveGroup[]> rave_;
};

}  // namespace lanista

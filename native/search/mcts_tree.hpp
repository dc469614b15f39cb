// The tree of a Monte Carlo tree search, in storage that is reserved once.
//
// Only positions that were reached at least twice are nodes; a node is the list of its edges, one a legal action,
// with their statistics. Positions are not stored: a search replays the actions from the root.
//
// Edges come in groups of eight, arrays side by side within a group, so that eight of them are one vector to the
// processor and what a simulation touches at a node lies together. A node is a run of groups and its index that of the
// first; a group is three cache lines. A node's index is larger than its parent's; the root's is 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "core/action_list.hpp"
#include "search/mcts_options.hpp"

namespace lanista {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = 0;  // the root is nobody's child

// What is known for certain about an edge, seen by the player who moves there. From kLost on an edge is closed: no
// simulation takes it.
enum class Status : std::uint8_t { kOpen, kDrawn, kWon, kLost, kPruned, kUnused };

constexpr bool is_closed(Status status) { return status >= Status::kLost; }
constexpr bool is_proved(Status status) { return Status::kDrawn <= status && status <= Status::kLost; }

// The outcome of a proved edge or node, and the status that says so; both seen by the player who moves.
constexpr int proved_outcome(Status status) { return status == Status::kWon ? 1 : status == Status::kLost ? -1 : 0; }
constexpr Status proved_status(int outcome) {
    return outcome > 0 ? Status::kWon : outcome < 0 ? Status::kLost : Status::kDrawn;
}

inline constexpr int kLanes = 8;

template <class T>
using Lanes = std::array<T, kLanes>;

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
    std::int32_t edges;
    std::int32_t tried;    // edges 0 .. tried - 1 have been tried; edges are in random order, those lost at once last
    std::int32_t played;   // the first playouts of edges 0 .. played - 1 are known
    std::uint32_t marker;  // used by MctsTree::keep
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

struct NewEdge {
    Action action;
    Status status;
};

constexpr std::size_t group_count(int edges) { return static_cast<std::size_t>((edges + kLanes - 1) / kLanes); }

class MctsTree {
  public:
    explicit MctsTree(const MctsOptions& options)
        : with_squares_(options.selection == Selection::kUcb1Tuned || options.pruning), with_rave_(options.rave) {
        const std::size_t bytes =
            sizeof(EdgeGroup) + (with_squares_ ? sizeof(SquareGroup) : 0) + (with_rave_ ? sizeof(RaveGroup) : 0);
        capacity_ = (static_cast<std::size_t>(options.memory_mb) << 20) / bytes;
    }

    bool is_empty() const { return groups_.empty(); }
    void clear() { resize(0); }
    bool has_room(int edges) const { return groups_.size() + group_count(edges) <= capacity_; }

    EdgeGroup& head(NodeIndex node) { return groups_[node]; }
    const EdgeGroup& head(NodeIndex node) const { return groups_[node]; }
    // The group of an edge that is counted through a node's groups; its lane is edge % kLanes.
    EdgeGroup& group(NodeIndex node, int edge) { return groups_[node + edge / kLanes]; }
    const EdgeGroup& group(NodeIndex node, int edge) const { return groups_[node + edge / kLanes]; }
    static std::size_t lane(int edge) { return static_cast<std::size_t>(edge % kLanes); }

    std::span<EdgeGroup> groups(NodeIndex node) { return {&groups_[node], group_count(head(node).edges)}; }
    std::span<const EdgeGroup> groups(NodeIndex node) const { return {&groups_[node], group_count(head(node).edges)}; }
    bool has_squares() const { return with_squares_; }
    bool has_rave() const { return with_rave_; }
    SquareGroup* squares(NodeIndex node) { return &squares_[node]; }
    const SquareGroup* squares(NodeIndex node) const { return &squares_[node]; }
    RaveGroup* rave(NodeIndex node) { return &rave_[node]; }
    const RaveGroup* rave(NodeIndex node) const { return &rave_[node]; }

    // A node with these edges, behind all others. Keeps no reference into the tree valid beyond the capacity.
    NodeIndex add(std::span<const NewEdge> edges) {
        if (is_empty()) reserve();
        const auto node = static_cast<NodeIndex>(groups_.size());
        resize(groups_.size() + group_count(static_cast<int>(edges.size())));
        EdgeGroup& first = head(node);
        first.simulations = 1;
        first.edges = static_cast<std::int32_t>(edges.size());
        first.tried = first.played = 0;
        first.marker = 0;
        for (std::size_t g = 0; g < group_count(first.edges); ++g) {
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
        constexpr std::uint32_t kRootMarker = 0xFFFFFFFF;
        head(root).marker = kRootMarker;
        std::size_t end = 0;
        for (std::size_t from = root; from < groups_.size();) {
            const std::size_t count = group_count(groups_[from].edges);
            const std::uint32_t marker = groups_[from].marker;
            if (marker != 0) {
                move_groups(from, end, count);
                groups_[end].marker = 0;
                if (marker != kRootMarker) {
                    groups_[(marker - 1) / kLanes].child[(marker - 1) % kLanes] = static_cast<NodeIndex>(end);
                }
                mark_children(end, count);
                end += count;
            }
            from += count;
        }
        resize(end);
    }

  private:
    void move_groups(std::size_t from, std::size_t to, std::size_t count) {
        if (from == to) return;
        for (std::size_t i = 0; i < count; ++i) {
            groups_[to + i] = groups_[from + i];
            if (with_squares_) squares_[to + i] = squares_[from + i];
            if (with_rave_) rave_[to + i] = rave_[from + i];
        }
    }

    void mark_children(std::size_t node, std::size_t count) {
        for (std::size_t g = node; g < node + count; ++g) {
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const NodeIndex child = groups_[g].child[lane];
                if (child != kNoNode) groups_[child].marker = static_cast<std::uint32_t>(g * kLanes + lane + 1);
            }
        }
    }

    // Address space for all that the bound allows, or as much as there is; the system gives memory when it is first
    // written to.
    void reserve() {
        for (;; capacity_ /= 2) {
            try {
                groups_.reserve(capacity_);
                if (with_squares_) squares_.reserve(capacity_);
                if (with_rave_) rave_.reserve(capacity_);
                return;
            } catch (const std::bad_alloc&) {
                if (capacity_ == 0) throw;
            }
        }
    }

    void resize(std::size_t size) {
        groups_.resize(size);
        if (with_squares_) squares_.resize(size);
        if (with_rave_) rave_.resize(size);
    }

    bool with_squares_, with_rave_;
    std::size_t capacity_ = 0;  // in groups
    std::vector<EdgeGroup> groups_;
    std::vector<SquareGroup> squares_;  // beside groups_, or empty
    std::vector<RaveGroup> rave_;       // beside groups_, or empty
};

}  // namespace lanista

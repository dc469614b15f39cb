// The tree that mcts grows where both move at once: statistics of each player's actions on their own (arms) and of each
// pair of actions (cells), in three blocks of memory that are reserved once and never grow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "search/joint.hpp"

namespace lanista {

class JointTree {
  public:
    using Index = std::uint32_t;
    static constexpr Index kNone = std::numeric_limits<Index>::max();

    // All totals are of outcomes from player 0's side.
    struct Arm {
        Action action = 0;
        std::uint32_t visits = 0;
        double total = 0;
        double squares = 0;   // total of squared outcomes
        double regret = 0;    // cumulative, of the arm's own player
        double strategy = 0;  // cumulative chance of being played, later rounds weighing more
    };
    struct Cell {
        Index child = kNone;
        std::uint32_t visits = 0;
        double total = 0;
        double mean() const { return visits == 0 ? 0 : total / visits; }
    };
    struct Node {
        std::uint64_t hash;
        std::uint32_t visits;  // as often as a pair of actions was chosen here
        Index first_arm, first_cell;
        std::uint32_t rows, columns;  // actions of players 0 and 1
    };

    explicit JointTree(int megabytes) : budget_(static_cast<std::size_t>(megabytes) << 20) {}

    void clear() {
        nodes_.clear();
        arms_.clear();
        cells_.clear();
    }

    // Starts anew with this state as node 0, which always finds room. The first root's shape decides how the memory
    // is shared out.
    template <SimultaneousGame S>
    void plant(const S& state) {
        clear();
        const auto rows = static_cast<std::size_t>(state.count_actions(0));
        const auto columns = static_cast<std::size_t>(state.count_actions(1));
        const std::size_t size =
            sizeof(Node) + sizeof(Index) + (rows + columns) * sizeof(Arm) + rows * columns * sizeof(Cell);
        const std::size_t fit = nodes_.capacity() == 0 ? std::max<std::size_t>(budget_ / size, 1) : 1;
        reserve(fit, rows + columns, rows * columns);
        add(state);
    }

    // kNone where the memory is full.
    template <SimultaneousGame S>
    Index add(const S& state) {
        const auto rows = actions_of(state, 0), columns = actions_of(state, 1);
        const auto m = static_cast<std::size_t>(rows.size()), n = static_cast<std::size_t>(columns.size());
        if (nodes_.size() == nodes_.capacity() || arms_.size() + m + n > arms_.capacity() ||
            cells_.size() + m * n > cells_.capacity()) {
            return kNone;
        }
        nodes_.push_back({.hash = hash_words(state.key()),
                          .visits = 0,
                          .first_arm = static_cast<Index>(arms_.size()),
                          .first_cell = static_cast<Index>(cells_.size()),
                          .rows = static_cast<std::uint32_t>(m),
                          .columns = static_cast<std::uint32_t>(n)});
        for (const Action action : rows) arms_.emplace_back().action = action;
        for (const Action action : columns) arms_.emplace_back().action = action;
        cells_.resize(cells_.size() + m * n);
        return static_cast<Index>(nodes_.size() - 1);
    }

    Node& node(Index index) { return nodes_[index]; }

    std::span<Arm> arms(Index index, Player player) {
        const Node& node = nodes_[index];
        if (player == 0) return {&arms_[node.first_arm], node.rows};
        return {&arms_[node.first_arm + node.rows], node.columns};
    }

    // By the places of both actions among the arms.
    Cell& cell(Index index, std::size_t row, std::size_t column) {
        const Node& node = nodes_[index];
        return cells_[node.first_cell + row * node.columns + column];
    }

    // Makes the node of this state the root, be it the root already or a child of it, and drops all that does not
    // hang from it. False, and nothing is changed, where there is no such node.
    template <SimultaneousGame S>
    bool replant(const S& state) {
        const Index root = find_near_root(state);
        if (root == kNone) return false;
        if (root != 0) keep_only(root);
        return true;
    }

  private:
    // Room for so many nodes of this shape, or for half as many, and so on, where the machine has less.
    void reserve(std::size_t nodes, std::size_t arms, std::size_t cells) {
        for (;; nodes /= 2) {
            try {
                nodes_.reserve(nodes);
                moved_.reserve(nodes);
                arms_.reserve(nodes * arms);
                cells_.reserve(nodes * cells);
                return;
            } catch (const std::bad_alloc&) {
                release();
                if (nodes == 1) throw;
            }
        }
    }

    void release() {
        nodes_ = std::vector<Node>();
        moved_ = std::vector<Index>();
        arms_ = std::vector<Arm>();
        cells_ = std::vector<Cell>();
    }

    template <SimultaneousGame S>
    Index find_near_root(const S& state) {
        if (nodes_.empty()) return kNone;
        const std::uint64_t hash = hash_words(state.key());
        if (is_node_of(state, hash, 0)) return 0;
        for (std::size_t k = 0; k < std::size_t{nodes_[0].rows} * nodes_[0].columns; ++k) {
            const Index child = cells_[nodes_[0].first_cell + k].child;
            if (child != kNone && is_node_of(state, hash, child)) return child;
        }
        return kNone;
    }

    // The actions are compared too: even where hashes collide, none is illegal.
    template <SimultaneousGame S>
    bool is_node_of(const S& state, std::uint64_t hash, Index index) {
        if (nodes_[index].hash != hash) return false;
        const auto same = [](const Arm& arm, Action action) { return arm.action == action; };
        return std::ranges::equal(arms(index, 0), actions_of(state, 0), same) &&
               std::ranges::equal(arms(index, 1), actions_of(state, 1), same);
    }

    // A child stands behind its parent in all three blocks, so the kept ones close up in their order, in place.
    void keep_only(Index root) {
        moved_.assign(nodes_.size(), kNone);
        moved_[root] = 0;
        Index nodes = 0, arms = 0, cells = 0;
        for (Index index = root; index < nodes_.size(); ++index) {
            if (moved_[index] == kNone) continue;
            Node node = nodes_[index];
            const Index arm_count = node.rows + node.columns, cell_count = node.rows * node.columns;
            for (Index k = 0; k < cell_count; ++k) {
                const Cell cell = cells_[node.first_cell + k];
                if (cell.child != kNone) moved_[cell.child] = cell.child;  // marked; its new place is known later
                cells_[cells + k] = cell;
            }
            std::copy_n(arms_.begin() + node.first_arm, arm_count, arms_.begin() + arms);
            node.first_arm = arms;
            node.first_cell = cells;
            moved_[index] = nodes;
            nodes_[nodes++] = node;
            arms += arm_count;
            cells += cell_count;
        }
        nodes_.resize(nodes);
        arms_.resize(arms);
        cells_.resize(cells);
        for (Cell& cell : cells_) {
            if (cell.child != kNone) cell.child = moved_[cell.child];
        }
    }

    std::size_t budget_;  // bytes
    std::vector<Node> nodes_;
    std::vector<Arm> arms_;    // of each node: player 0's, then player 1's
    std::vector<Cell> cells_;  // of each node: row by row
    std::vector<Index> moved_;
};

}  // namespace lanista

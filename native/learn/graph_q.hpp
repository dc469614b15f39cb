// SelfPlayQ on the graph of the positions met: where a move led to is remembered, so that a game over known ground
// needs neither rules nor keys. Same numbers, several times as fast.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "learn/self_play_q.hpp"

namespace lanista {

// Only for encodings that are exact, where an action of a row always leads to the same row.
template <Game S>
class GraphQ : public SelfPlayQ<S> {
    using Base = SelfPlayQ<S>;

  public:
    using Base::Base;
    using typename Base::Row;
    using typename Base::Table;

    int learn(const S& start, Lesson lesson, std::uint64_t& moves) {
        path_.clear();
        Row row = arrive(this->encoder().form(start));
        if (row == kUnknown) return Base::learn(start, lesson, moves);
        const auto& options = this->options();
        const double alpha = this->alpha(lesson);
        for (;;) {
            const Spot spot = spots_[row];
            const auto worth = [&](int i) { return spot.sign * this->table()[cell(spot, i)]; };
            const auto chosen = static_cast<std::uint32_t>(
                explore(options.exploration, lesson.progress, static_cast<int>(spot.count), lesson.random, worth));
            path_.push_back(chosen);
            const Link* link = &links_[spot.first + chosen];
            if (link->next == kUnknown) link = follow(start, spot.first + chosen);
            ++moves;
            if (link->next == kUnknown) {
                const S child = walk(start);
                double& value = this->table()[link->cell];
                value += alpha * (link->reward + options.gamma * this->worth(child) - value);
                return Base::learn(child, lesson, moves);
            }
            const double after = link->next == kEnd ? 0 : spots_[link->next].value;
            update(row, link->cell, alpha, link->reward + options.gamma * after);
            if (link->next == kEnd) return link->outcome;
            row = link->next;
        }
    }

  private:
    static constexpr Row kUnknown = Table::kNoRow, kEnd = kUnknown - 1;

    // A row: its links, who moves there (1: player 0, -1: player 1), and the best of its values.
    struct Spot {
        std::size_t first = 0;
        std::uint32_t count = 0;
        double sign = 1, value = 0;
    };
    // An action of a row: where its value is, and what comes of it.
    struct Link {
        std::size_t cell;
        double reward = 0;
        Row next = kUnknown;
        int outcome = 0;  // at kEnd, for player 0
    };

    std::size_t cell(const Spot& spot, int i) const { return links_[spot.first + static_cast<std::size_t>(i)].cell; }

    // The row of a form, with its links; kUnknown once the table is full, for then rows change without their spots.
    Row arrive(const S& form) {
        if (this->table().is_full()) return kUnknown;
        const auto legal = legal_actions(form);
        const Row row = Base::enter(form, form.mover(), [&] { return legal; });
        if (row >= spots_.size()) spots_.resize(row + 1);
        Spot& spot = spots_[row];
        if (spot.count > 0) return row;
        const auto actions = this->table().actions(row);
        require(std::ranges::equal(actions, legal), "the table is not of this game");
        spot = {links_.size(), static_cast<std::uint32_t>(actions.size()), for_player(1.0, form.mover()), 0};
        for (const Action action : actions) {
            links_.push_back({.cell = this->table().cell(row, this->encoder().place(form, action))});
        }
        spot.value = best(spot);
        return row;
    }

    // Where the game on the path stands.
    S walk(const S& start) const {
        S state = this->encoder().form(start);
        for (const std::uint32_t chosen : path_) step(state, chosen);
        return state;
    }

    void step(S& state, std::uint32_t chosen) const {
        state.apply(legal_actions(state)[static_cast<int>(chosen)]);
        state = this->encoder().form(state);
    }

    // Plays the last move of the path for the first time.
    const Link* follow(const S& start, std::size_t at) {
        const std::uint32_t chosen = path_.back();
        path_.pop_back();
        const S before = walk(start);
        path_.push_back(chosen);
        S child = before;
        step(child, chosen);
        const double reward = this->reward(before, child, 0);
        const Row next = child.is_terminal() ? kEnd : arrive(child);
        Link& link = links_[at];
        link.reward = reward;
        link.next = next;
        if (next == kEnd) link.outcome = outcome(child);
        return &link;
    }

    // Moves a cell towards the target, and keeps its row's value the best of its cells.
    void update(Row row, std::size_t cell, double alpha, double target) {
        double& value = this->table()[cell];
        const double before = value;
        value += alpha * (target - value);
        Spot& spot = spots_[row];
        if (spot.sign * value >= spot.sign * spot.value) {
            spot.value = value;
        } else if (before == spot.value) {
            spot.value = best(spot);
        }
    }

    double best(const Spot& spot) {
        const auto worth = [&](int i) { return spot.sign * this->table()[cell(spot, i)]; };
        return spot.sign * worth(best_index(static_cast<int>(spot.count), worth));
    }

    std::vector<Spot> spots_;          // by row; without links where the row was never walked over
    std::vector<Link> links_;          // of each spot, as the legal actions ascend
    std::vector<std::uint32_t> path_;  // of the game in progress: which of the legal actions were chosen
};

}  // namespace lanista

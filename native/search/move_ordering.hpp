// What alpha-beta goes by when it decides which action to try first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/action_list.hpp"
#include "core/game.hpp"

namespace lanista {

struct OrderingOptions {
    bool ordering = true;  // the game's own (tactics/)
    bool killers = true;   // what cut off at the same ply (Akl and Newborn 1977)
    bool history = true;   // what cut off often anywhere (Schaeffer 1989)
};

// Actions with their scores. next() gives the highest score first, of equals the lowest action; after kSorted actions
// that did not cut off, the order of the others hardly matters, and they come as they are.
template <int Capacity>
class OrderedActions {
  public:
    bool empty() const { return left_ == 0; }

    // Takes the actions of a list, each with the score that `score(action)` gives it.
    template <class List, class Score>
    void assign(const List& actions, Score&& score) {
        if constexpr (Capacity == kUnbounded) items_.resize(static_cast<std::size_t>(actions.size()));
        std::size_t count = 0;
        for (const Action action : actions) items_[count++] = pack(action, score(action));
        left_ = count;
        sorted_ = 0;
    }

    Action next() {
        std::size_t best = left_ - 1;
        if (sorted_++ < kSorted) {
            for (std::size_t i = 0; i + 1 < left_; ++i) best = items_[i] > items_[best] ? i : best;
        }
        const Action action = static_cast<Action>(kLargest - (items_[best] & kLargest));
        items_[best] = items_[--left_];
        return action;
    }

  private:
    static constexpr int kSorted = 6;
    static constexpr std::int64_t kLargest = 0x7FFFFFFF;  // action
    static std::int64_t pack(Action action, std::int64_t score) { return score * (kLargest + 1) + (kLargest - action); }

    // The first left_ are still to be given.
    std::conditional_t<Capacity == kUnbounded, std::vector<std::int64_t>,
                       std::array<std::int64_t, static_cast<std::size_t>(std::max(Capacity, 0))>>
        items_;
    std::size_t left_ = 0;
    int sorted_ = 0;
};

// How often an action of a player cut off, wherever it was.
class History {
  public:
    explicit History(int num_actions) {
        const auto size = std::bit_ceil(static_cast<unsigned>(std::min(num_actions, kMaxActions)));
        for (auto& table : scores_) table.assign(size, 0);
    }
    void cut_off(Player player, Action action, int depth) {
        std::int32_t& score = at(player, action);
        score += depth * depth;
        if (score >= kLimit) fade();
    }
    std::int32_t score(Player player, Action action) const { return const_cast<History*>(this)->at(player, action); }
    // Halves all, so that what happens now counts more.
    void fade() {
        for (auto& table : scores_) {
            for (auto& score : table) score /= 2;
        }
    }
    void clear() {
        for (auto& table : scores_) std::fill(table.begin(), table.end(), 0);
    }

    static constexpr std::int32_t kLimit = 1 << 16;

  private:
    // Games in Python may name actions by any number: those beyond share scores.
    static constexpr int kMaxActions = 1 << 16;

    std::int32_t& at(Player player, Action action) {
        auto& table = scores_[static_cast<std::size_t>(player)];
        return table[static_cast<std::size_t>(action) & (table.size() - 1)];
    }

    std::array<std::vector<std::int32_t>, 2> scores_;
};

// An action that cut off, and what the game promised of it there. It is worth trying where it promises as much again:
// without that condition a capture that is none here would come before those that are (mancala: 1.3 times the nodes).
struct Killer {
    Action action = kNoAction;
    int promise = 0;
};

// The last two at a ply.
struct Killers {
    Killer first, second;

    void cut_off(const Killer& killer) {
        if (killer.action == first.action) return;
        second = first;
        first = killer;
    }
    bool contain(Action action) const { return action == first.action || action == second.action; }
};

// What all plies of a search order by.
struct Ordering {
    Ordering(const OrderingOptions& switches, int num_actions) : options(switches), history(num_actions) {}

    OrderingOptions options;
    History history;
};

// How much one unit of the game's promise and being a killer count beside history, which is below History::kLimit.
inline constexpr std::int64_t kPromise = 300;
inline constexpr std::int64_t kKiller = 1000;

}  // namespace lanista

// Subtraction: take one to three objects from a heap; the rules in prose are in src/lanista/games/subtraction.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/game.hpp"

namespace lanista {

struct SubtractionRules {
    static constexpr int kMaxHeap = 60;
    static constexpr int kMostTaken = 3;

    explicit SubtractionRules(int start) : heap(start) { require_range("heap", heap, 1, kMaxHeap); }

    bool operator==(const SubtractionRules&) const = default;

    int heap;
};

class SubtractionState {
  public:
    using Rules = SubtractionRules;
    struct Symmetry {};  // no position stands for another
    static constexpr int kMaxActions = Rules::kMostTaken;

    explicit SubtractionState(const Rules& rules) : SubtractionState(rules, rules.heap, 0) {}
    SubtractionState(const Rules& rules, int heap, Player mover) : rules_(&rules), heap_(heap), mover_(mover) {}

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return heap_ == 0; }
    Player mover() const { return mover_; }
    Player current_player() const { return is_terminal() ? kTerminal : mover_; }
    int heap() const { return heap_; }

    int max_score() const { return 1; }
    // At the end the player to move is the one who did not take the last object.
    int score() const {
        if (!is_terminal()) return 0;
        return mover_ == 0 ? -1 : 1;
    }

    std::array<std::uint64_t, 2> key() const {
        return {static_cast<std::uint64_t>(heap_), static_cast<std::uint64_t>(mover_)};
    }

    bool is_legal(Action action) const { return 0 <= action && action < count_actions(); }

    template <int N>
    void legal_actions(ActionList<N>& list) const {
        for (Action action = 0; action < count_actions(); ++action) list.add(action);
    }

    int count_actions() const { return std::min(heap_, Rules::kMostTaken); }
    Action pick_action(int index) const { return index; }

    void apply(Action action) {
        heap_ -= action + 1;
        mover_ = 1 - mover_;
    }

    Symmetry symmetry() const { return {}; }
    SubtractionState transformed(Symmetry) const { return *this; }
    Action transformed(Action action, Symmetry) const { return action; }

  private:
    const Rules* rules_;
    int heap_;
    Player mover_;
};

static_assert(Game<SubtractionState>);

}  // namespace lanista

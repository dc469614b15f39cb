// The actions of a position one by one, the most promising first: the table's, killers, then by the game's own promise
// and history.
#pragma once

#include <algorithm>
#include <array>

#include "search/move_ordering.hpp"
#include "tactics/tactics.hpp"

namespace lanista {

// Picks at one ply of a search; knows the killers there.
template <Game S>
class ActionPicker {
  public:
    // Where there are few actions, listing them costs little, and the game's promise is a better guide than killers.
    static constexpr bool kManyActions = S::kMaxActions > 16 || S::kMaxActions == kUnbounded;

    void forget_killers() { killers_ = {}; }

    // Before a position's first action. table_action: kNoAction if there is none.
    void begin(Action table_action) {
        hints_[0] = table_action;
        if constexpr (kManyActions) {
            hints_[1] = killers_.first.action;
            hints_[2] = killers_.second.action;
        }
        hint_ = 0;
        listed_ = false;
    }

    // Each legal action once; then kNoAction. Most positions are cut off by one of the first, so that the actions are
    // only listed when these did not do.
    Action next(const S& state, const Ordering& ordering) {
        while (hint_ < hints_.size()) {
            const std::size_t index = hint_++;
            if (hints_[index] != kNoAction && is_worth_trying(state, ordering, index)) return hints_[index];
            hints_[index] = kNoAction;
        }
        if (!listed_) list(state, ordering);
        while (!rest_.empty()) {
            const Action action = rest_.next();
            if (std::find(hints_.begin(), hints_.end(), action) == hints_.end()) return action;
        }
        return kNoAction;
    }

    // The noisy actions alone; next_noisy() gives them until it gives kNoAction.
    void begin_noisy(const S& state, const Ordering& ordering) {
        const Tactics<S> tactics(state);
        legal_.clear();
        tactics.noisy_actions(legal_);
        rest_.assign(legal_, [&](Action action) { return promise(tactics, ordering, action); });
    }
    Action next_noisy() { return rest_.empty() ? kNoAction : rest_.next(); }

    // An action was so good that the others did not matter.
    void cut_off(const S& state, const Ordering& ordering, Action action) {
        if (!ordering.options.killers) return;
        killers_.cut_off({action, kManyActions ? promise(Tactics<S>(state), ordering, action) : 0});
    }

  private:
    bool is_worth_trying(const S& state, const Ordering& ordering, std::size_t index) const {
        const Action action = hints_[index];
        if (index >= 1 && action == hints_[0]) return false;
        if (!state.is_legal(action)) return false;
        const Killer& killer = index == 1 ? killers_.first : killers_.second;
        return index == 0 || promise(Tactics<S>(state), ordering, action) >= killer.promise;
    }

    void list(const S& state, const Ordering& ordering) {
        const Tactics<S> tactics(state);
        const Player mover = state.mover();
        legal_.clear();
        state.legal_actions(legal_);
        rest_.assign(legal_, [&](Action action) {
            return kPromise * promise(tactics, ordering, action) + (killers_.contain(action) ? kKiller : 0) +
                   (ordering.options.history ? ordering.history.score(mover, action) : 0);
        });
        listed_ = true;
    }

    static int promise(const Tactics<S>& tactics, const Ordering& ordering, Action action) {
        if constexpr (OrderedGame<S>) {
            if (ordering.options.ordering) return tactics.promise(action);
        }
        return 0;
    }

    // Tried before the actions are even listed: the table's, two killers.
    std::array<Action, kManyActions ? 3 : 1> hints_;
    std::size_t hint_ = 0;  // how many of them have been
    bool listed_ = false;   // whether rest_ holds the other actions yet
    ActionList<S::kMaxActions> legal_;
    OrderedActions<S::kMaxActions> rest_;
    Killers killers_;
};

}  // namespace lanista

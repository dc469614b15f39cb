// How a simulation goes on beyond the tree: at random, or guided by the evaluator, to the end or for some plies.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/playout.hpp"
#include "evaluation/evaluator.hpp"
#include "search/limits.hpp"
#include "search/mcts_options.hpp"
#include "search/value.hpp"

namespace lanista {

template <Game S>
class PlayoutPolicy {
  public:
    PlayoutPolicy(const MctsOptions& options, Evaluation<S> evaluation)
        : guided_(options.playouts == Playouts::kGuided),
          candidates_(options.playout_candidates),
          max_plies_(options.playout_plies),
          evaluation_(std::move(evaluation)),
          may_take_long_(S::kMaxActions == kUnbounded || (!is_plain() && evaluation_.is_foreign())) {}

    // Every ply is uniformly random and the game is played to its end: the evaluator is never asked.
    bool is_plain() const { return !guided_ && max_plies_ == 0; }

    // Plays on from `state`; the outcome for player 0, -1 to 1. record(player, action) hears of every ply. Where code
    // from outside plays or judges, which may take long or never end, the watch may stop it at any ply.
    template <class Record>
    double play(S& state, Random& random, Watch& watch, Record&& record) const {
        for (int ply = 0; !state.is_terminal(); ++ply) {
            if (may_take_long_) watch.check_time();
            if (max_plies_ != 0 && ply == max_plies_) return expected_outcome(evaluation_(state));
            const Action action =
                guided_ ? guided_action(state, random) : state.pick_action(random.below(state.count_actions()));
            record(state.mover(), action);
            state.apply(action);
        }
        return outcome(state);
    }

  private:
    // Of some random actions the one that the evaluator likes best for the mover; one that wins at once is taken.
    Action guided_action(const S& state, Random& random) const {
        const double sign = state.mover() == 0 ? 1 : -1;
        const int count = state.count_actions();
        Action best = state.pick_action(random.below(count));
        double best_value = -kInfinity;
        for (int i = 0; i < std::min(candidates_, count) && count > 1; ++i) {
            const Action action = i == 0 ? best : state.pick_action(random.below(count));
            S next = state;
            next.apply(action);
            const double value = sign * (next.is_terminal() ? end_value(next) : evaluation_(next));
            if (value <= best_value) continue;
            best = action;
            best_value = value;
            if (value > kMaxEvaluation) break;
        }
        return best;
    }

    bool guided_;
    int candidates_;
    int max_plies_;
    Evaluation<S> evaluation_;
    bool may_take_long_;
};

// Small values whose copies cost nothing beside a playout: every native game's.
template <class S>
concept CheapState = std::is_trivially_copyable_v<S>;

// Plays two states at random to their ends, taking turns: each ply waits for the one before it, and two games at once
// take little more time than one. Flattened, with copies that nothing points to: both live in registers.
template <CheapState S>
[[gnu::flatten]] void play_side_by_side(S& first, S& second, Random& random) {
    S a = first, b = second;
    Random chance = random;
    while (!a.is_terminal() && !b.is_terminal()) {
        random_ply(a, chance);
        random_ply(b, chance);
    }
    while (!a.is_terminal()) random_ply(a, chance);
    while (!b.is_terminal()) random_ply(b, chance);
    first = a;
    second = b;
    random = chance;
}

}  // namespace lanista

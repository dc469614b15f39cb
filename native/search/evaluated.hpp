// What the searches that take the best of values share.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "evaluation/evaluator.hpp"
#include "search/search.hpp"

namespace lanista {

// proved: no evaluation bears on the value (or on its being a bound); it is the game's own.
struct Result {
    Value value;
    bool proved;
};

// An open position's evaluation, from player 0's side.
template <State S>
Value evaluated(const S& state, const Evaluation<S>& evaluation) {
    return std::clamp(evaluation(state), -kMaxEvaluation, kMaxEvaluation);
}

// Whether `player` likes the first value better; both are from player 0's side.
constexpr bool is_better(Value value, Value than, Player player) { return player == 0 ? value > than : value < than; }

constexpr Result worst_for(Player player) { return {for_player(-kInfinity, player), true}; }

template <Game S>
ActionList<S::kMaxActions> legal_actions(const S& state) {
    ActionList<S::kMaxActions> list;
    state.legal_actions(list);
    return list;
}

// What is known before any search: the legal actions, and that the first will do. An infinite value says that nothing
// was found.
template <Game S>
Report unsearched(const S& root) {
    Report report;
    report.player = root.mover();
    for (const Action action : legal_actions(root)) {
        MoveReport move;
        move.action = action;
        move.is_bound = true;
        move.value = for_player(kInfinity, root.mover());
        move.line = {action};
        report.moves.push_back(std::move(move));
    }
    report.action = report.moves.front().action;
    report.value = report.moves.front().value;
    report.line = {report.action};
    report.moves.front().probability = 1;
    return report;
}

// Takes the move at `index` for the report's answer.
inline void choose(Report& report, std::size_t index) {
    for (MoveReport& move : report.moves) move.probability = 0;
    MoveReport& chosen = report.moves[index];
    chosen.probability = 1;
    report.action = chosen.action;
    report.value = chosen.value;
    report.line = chosen.line;
}

}  // namespace lanista

// What the searches for simultaneous moves share: legal actions of a player, the state after a joint action, and
// deepening one joint action at a time.
#pragma once

#include <algorithm>
#include <vector>

#include "core/game.hpp"
#include "search/evaluated.hpp"
#include "search/search.hpp"

namespace lanista {

template <SimultaneousGame S>
ActionList<S::kMaxActions> actions_of(const S& state, Player player) {
    ActionList<S::kMaxActions> list;
    state.legal_actions(player, list);
    return list;
}

template <SimultaneousGame S>
S after(const S& state, Action first, Action second) {
    S child = state;
    child.apply(first, second);
    return child;
}

// One entry for each action, of which nothing is known yet.
template <int N>
std::vector<MoveReport> blank_reports(const ActionList<N>& actions) {
    std::vector<MoveReport> moves;
    for (const Action action : actions) moves.emplace_back().action = action;
    return moves;
}

// Searches one ply deeper after the other until the limits or a proof.
//   search(depth)    searches that deep
//   publish(report)  writes what was found into the report, `proved` above all; where the budget does not even last for
//                    depth 1, it is called for the unfinished search
template <class SearchTo, class Publish>
Report deepen(const Question& question, Watch& watch, SearchTo&& search, Publish&& publish) {
    Report report;
    report.player = question.player;
    try {
        for (int depth = 1; depth <= question.limits.depth && !report.proved; ++depth) {
            const std::uint64_t nodes_before = watch.nodes();
            search(depth);
            publish(report);
            report.depth = depth;
            report.last_nodes = watch.nodes() - nodes_before;
        }
    } catch (const OutOfBudget&) {
    }
    if (report.depth == 0) publish(report);
    report.nodes = watch.nodes();
    report.seconds = watch.seconds();
    return report;
}

// Makes actions ascend and names the player's choice: the most probable of the moves.
inline void finish_moves(Report& report) {
    const auto by_action = [](const MoveReport& a, const MoveReport& b) { return a.action < b.action; };
    const auto by_probability = [](const MoveReport& a, const MoveReport& b) { return a.probability < b.probability; };
    std::ranges::sort(report.moves, by_action);
    std::ranges::sort(report.replies, by_action);
    report.action = std::ranges::max_element(report.moves, by_probability)->action;
}

}  // namespace lanista

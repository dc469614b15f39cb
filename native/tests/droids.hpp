// What the checks of searches for simultaneous moves share.
#pragma once

#include <cmath>
#include <cstddef>

#include "evaluation/droid_battle.hpp"
#include "search/search.hpp"
#include "tests/check.hpp"

namespace lanista {

using Droids = DroidBattleState;

inline void check(bool holds, const char* promise) { check(holds, "simultaneous search", promise); }

inline bool close(double a, double b, double tolerance = 1e-12) { return std::abs(a - b) <= tolerance; }

inline void check_report(const Droids& state, const Report& report) {
    double sum = 0;
    for (const MoveReport& move : report.moves) {
        check(state.is_legal(report.player, move.action), "reported moves are legal");
        check(move.probability >= 0, "no probability is negative");
        sum += move.probability;
    }
    check(static_cast<int>(report.moves.size()) == state.count_actions(report.player), "all moves are reported");
    check(static_cast<int>(report.replies.size()) == state.count_actions(1 - report.player),
          "all replies are reported");
    check(close(sum, 1), "probabilities sum to 1");
    check(state.is_legal(report.player, report.action), "the choice is legal");
}

}  // namespace lanista

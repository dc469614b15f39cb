// What one may choose about Monte Carlo tree search.
#pragma once

#include <optional>
#include <string>

#include "core/game.hpp"

namespace lanista {

enum class Selection { kUcb1, kUcb1Tuned };
enum class Playouts { kRandom, kGuided };

struct MctsOptions {
    Selection selection = Selection::kUcb1;
    // Factor of the bonus for rarely tried moves; mean outcomes are -1 to 1. Without a value: what was best over
    // several games at 2,000 simulations a move.
    std::optional<double> exploration;

    bool rave = false;       // rapid action value estimation
    double rave_bias = 0.1;  // its assumed error, as a winning chance (b of Gelly and Silver)

    bool pruning = false;      // progressive pruning
    double prune_ratio = 3.0;  // how many standard errors apart the intervals of two moves must end
    int prune_visits = 50;     // a move is not judged before it has so many

    bool proofs = true;     // wins, draws and losses that are certain are backed up as such
    bool keep_tree = true;  // the part of the tree that still matters serves the next search

    Playouts playouts = Playouts::kRandom;
    int playout_candidates = 3;  // guided: of so many random moves the one the evaluator likes best is played
    int playout_plies = 0;       // after so many the evaluator estimates the outcome; 0: play to the end

    int memory_mb = 256;  // of the tree; once full it grows no more

    double exploration_factor() const { return exploration.value_or(rave ? 0.5 : 0.9); }

    // Refuses what makes no sense.
    void check() const {
        require(exploration_factor() >= 0,
                "exploration must be at least 0, got " + std::to_string(exploration_factor()));
        require(rave_bias >= 0, "rave_bias must be at least 0, got " + std::to_string(rave_bias));
        require(prune_ratio > 0, "prune_ratio must be above 0, got " + std::to_string(prune_ratio));
        require_range("prune_visits", prune_visits, 1, 1'000'000);
        require_range("playout_candidates", playout_candidates, 1, 1000);
        require_range("playout_plies", playout_plies, 0, 1'000'000);
        require_range("memory_mb", memory_mb, 1, 65536);
    }
};

}  // namespace lanista

// What a search is asked, and what it answers to whoever wants to know (agent.info, lanista analyze).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/action_list.hpp"
#include "core/game.hpp"
#include "search/limits.hpp"
#include "search/value.hpp"

namespace lanista {

// An algorithm is a class made from its options and the evaluator it asks, with
//   Report run(const S& root, const Question&)     root is not over; OutOfBudget never leaves it
//   void forget()                                  drops all that is kept between searches
struct Question {
    Player player = 0;  // who is to choose (matters where both move at once)
    Limits limits;
    bool all_moves = false;              // exact values and lines of all moves, not only of the best
    std::uint64_t seed = 0;              // of all chance in the search
    std::function<void()> tick = [] {};  // called now and then; an exception of its ends the search
};

inline constexpr int kUnknownDistance = -1;

// One legal action of the player who chooses.
struct MoveReport {
    Action action = 0;
    Value value = 0;                  // of the position after it; mcts: the mean outcome, -1 to 1
    bool is_bound = false;            // the value only says that this action is no better than the chosen one
    bool proved = false;              // no evaluation bears on the value: it is the game's own
    int distance = kUnknownDistance;  // plies to the end, this action the first: who wins hastens, who loses delays
    std::vector<Action> line;         // best play, this action first; empty where both move at once
    double probability = 0;    // with which to play it, where chance is part of the answer; else 1 for the chosen
    std::uint64_t visits = 0;  // mcts: simulations through it
    double rave_mean = 0;      // mcts with rave: mean outcome of simulations that played it later too
    std::uint64_t rave_visits = 0;
    bool pruned = false;  // mcts with pruning: found inferior and no longer tried
};

// All values are from player 0's side.
struct Report {
    Player player = 0;  // who is to choose
    Action action = 0;  // the choice (where chance is part of the answer: the most probable)
    Value value = 0;    // of the position; mcts and mixed play: expected outcome, -1 to 1
    bool proved = false;
    int distance = kUnknownDistance;  // plies to the end with perfect play, of which the winner wants few
    int depth = 0;                    // plies searched in full; mcts: the deepest simulation's plies within the tree
    std::uint64_t nodes = 0;          // positions looked at
    std::uint64_t simulations = 0;    // mcts
    std::uint64_t reused = 0;         // mcts: simulations kept from the move before
    double seconds = 0;
    std::uint64_t last_nodes = 0;     // nodes of the last iteration that was finished
    std::vector<Action> line;         // best play; empty where both move at once
    std::vector<MoveReport> moves;    // ascending by action
    std::vector<MoveReport> replies;  // the other player's, where both move at once
};

}  // namespace lanista

// What a game is to every algorithm here: a small value type with the functions below.
//
// A state points to its Rules (sizes, masks, tables, chosen at run time), which outlive it. Actions passed to
// apply() are legal: the boundary (the Python binding) has checked them. Players are 0 and 1.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "core/action_list.hpp"
#include "core/random.hpp"

namespace lanista {

using Player = int;
inline constexpr Player kSimultaneous = -2;  // both players choose at once (OpenSpiel's number)
inline constexpr Player kTerminal = -4;      // the game is over (OpenSpiel's number)

// The parts that every state has.
//   key()         words that are equal exactly when two states of equal rules are equal
//   score()       zero-sum margin for player 0 in the game's own points
//   max_score()   no end of a game with these rules has a larger margin
//   symmetry()    the relabelling that leads to this state's canonical form, and
//   transformed() the state or an action under it; a symmetry keeps players and score
//   kMaxActions   the most legal actions any state offers
template <class S>
concept State = std::copyable<S> && requires(const S& state, const typename S::Rules& rules, Action action) {
    { S::kMaxActions } -> std::convertible_to<int>;
    { state.rules() } -> std::same_as<const typename S::Rules&>;
    { rules == rules } -> std::same_as<bool>;
    { state.current_player() } -> std::same_as<Player>;
    { state.is_terminal() } -> std::same_as<bool>;
    { state.score() } -> std::convertible_to<double>;
    { state.max_score() } -> std::convertible_to<double>;
    { state.key()[0] } -> std::convertible_to<std::uint64_t>;
    { state.symmetry() } -> std::same_as<typename S::Symmetry>;
    { state.transformed(state.symmetry()) } -> std::same_as<S>;
    { state.transformed(action, state.symmetry()) } -> std::same_as<Action>;
};

// One player moves at a time.
//   mover()              who is to move, or would be if the game were not over
//   legal_actions(list)  appends the legal actions, ascending
//   count_actions()      how many there are, and
//   pick_action(i)       a one-to-one map from 0..count-1 onto them, in no promised order: one random action
//                        without a list
template <class S>
concept Game = State<S> && requires(const S& state, S& next, ActionList<S::kMaxActions>& list, Action action, int i) {
    { state.mover() } -> std::same_as<Player>;
    { state.is_legal(action) } -> std::same_as<bool>;
    state.legal_actions(list);
    { state.count_actions() } -> std::same_as<int>;
    { state.pick_action(i) } -> std::same_as<Action>;
    next.apply(action);
};

// Both players choose at once; the functions of Game for each player, and apply() takes both actions.
template <class S>
concept SimultaneousGame = State<S> && requires(const S& state, S& next, ActionList<S::kMaxActions>& list,
                                                Player player, Action action, int i) {
    { state.is_legal(player, action) } -> std::same_as<bool>;
    state.legal_actions(player, list);
    { state.count_actions(player) } -> std::same_as<int>;
    { state.pick_action(player, i) } -> std::same_as<Action>;
    next.apply(action, action);
};

// Refuses a parameter or a field of a position; std::invalid_argument becomes a ParameterError in Python.
inline void require(bool holds, const std::string& message) {
    if (!holds) throw std::invalid_argument(message);
}

inline void require_range(const char* name, int value, int low, int high) {
    require(low <= value && value <= high, std::string(name) + " must be " + std::to_string(low) + " to " +
                                               std::to_string(high) + ", got " + std::to_string(value));
}

}  // namespace lanista

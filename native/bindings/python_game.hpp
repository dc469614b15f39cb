// A game written in Python, as the searches see it: one C++ type that asks a Python object.
//
// The object is a lanista.games.python_adapter.PythonState. Everything here needs the interpreter's lock, and any call
// may throw what the user's rules raise.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstdint>
#include <utility>

#include "bindings/state.hpp"
#include "core/game.hpp"

namespace lanista {

struct PythonRules {
    double max_score;

    bool operator==(const PythonRules& other) const = default;
};

// What sequential and simultaneous games have in common. What is asked often is remembered.
class PythonPosition {
  public:
    using Rules = PythonRules;
    struct Symmetry {};  // canonical() in Python serves those who want it
    static constexpr int kMaxActions = kUnbounded;

    PythonPosition(const Rules& rules, nb::object state) : rules_(&rules), state_(std::move(state)) { look(); }

    const Rules& rules() const { return *rules_; }
    const nb::object& object() const { return state_; }
    Player current_player() const { return player_; }
    bool is_terminal() const { return player_ == kTerminal; }
    double score() const { return nb::cast<double>(state_.attr("score")()); }
    double max_score() const { return rules_->max_score; }
    // The winner, which a game's own score need not tell.
    int outcome() const { return static_cast<int>(nb::cast<double>(state_.attr("returns")()[0])); }
    std::array<std::uint64_t, 2> key() const {
        const nb::object words = state_.attr("key_words")();
        return {nb::cast<std::uint64_t>(words[0]), nb::cast<std::uint64_t>(words[1])};
    }
    Symmetry symmetry() const { return {}; }

  protected:
    void become(nb::object state) {
        state_ = std::move(state);
        look();
    }

  private:
    void look() { player_ = nb::cast<int>(state_.attr("current_player")); }

    const Rules* rules_;
    nb::object state_;
    Player player_ = kTerminal;
};

inline void add_all(const nb::object& actions, ActionList<kUnbounded>& list) {
    for (const nb::handle action : actions) list.add(nb::cast<Action>(action));
}

class PythonTurnState : public PythonPosition {
  public:
    using PythonPosition::PythonPosition;

    // Where the game is over nobody asks whose turn it would be.
    Player mover() const { return is_terminal() ? 0 : current_player(); }
    void legal_actions(ActionList<kUnbounded>& list) const { add_all(legal(), list); }
    bool is_legal(Action action) const {
        return !is_terminal() && nb::cast<bool>(legal().attr("__contains__")(action));
    }
    int count_actions() const { return static_cast<int>(nb::len(legal())); }
    Action pick_action(int index) const { return nb::cast<Action>(legal()[index]); }
    void apply(Action action) {
        become(object().attr("child_unchecked")(action));
        legal_.reset();
    }
    PythonTurnState transformed(Symmetry) const { return *this; }
    Action transformed(Action action, Symmetry) const { return action; }

  private:
    const nb::object& legal() const {
        if (!legal_.is_valid()) legal_ = object().attr("legal_actions")();
        return legal_;
    }

    mutable nb::object legal_;
};

class PythonRoundState : public PythonPosition {
  public:
    using PythonPosition::PythonPosition;

    void legal_actions(Player player, ActionList<kUnbounded>& list) const { add_all(legal(player), list); }
    bool is_legal(Player player, Action action) const {
        return !is_terminal() && nb::cast<bool>(legal(player).attr("__contains__")(action));
    }
    int count_actions(Player player) const { return static_cast<int>(nb::len(legal(player))); }
    Action pick_action(Player player, int index) const { return nb::cast<Action>(legal(player)[index]); }
    void apply(Action first, Action second) {
        become(object().attr("child_unchecked")(first, second));
        for (nb::object& actions : legal_) actions.reset();
    }
    PythonRoundState transformed(Symmetry) const { return *this; }
    Action transformed(Action action, Symmetry) const { return action; }

  private:
    const nb::object& legal(Player player) const {
        nb::object& actions = legal_[static_cast<std::size_t>(player)];
        if (!actions.is_valid()) actions = object().attr("legal_actions")(player);
        return actions;
    }

    mutable std::array<nb::object, 2> legal_;
};

static_assert(Game<PythonTurnState>);
static_assert(SimultaneousGame<PythonRoundState>);

}  // namespace lanista

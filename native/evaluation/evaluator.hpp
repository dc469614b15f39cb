// Named static evaluators: what a position that is still open seems worth, from player 0's side.
//
// A game's header in this folder specialises evaluators(); `basic` comes first and every game has it. Ended positions
// are not asked: their score is known.
#pragma once

#include <functional>
#include <span>
#include <utility>

#include "core/game.hpp"

namespace lanista {

template <State S>
struct Evaluator {
    const char* name;
    double (*value)(const S&);  // in the evaluator's own points, more is better for player 0
    const char* formula;        // one line for people
};

// The game's evaluators, `basic` first.
template <State S>
std::span<const Evaluator<S>> evaluators();

// The evaluator that a search asks: one of the game's own, or a function from outside (a user's, in Python).
template <State S>
class Evaluation {
  public:
    explicit Evaluation(double (*native)(const S&)) : native_(native) {}
    explicit Evaluation(std::function<double(const S&)> foreign) : foreign_(std::move(foreign)) {}

    bool is_foreign() const { return native_ == nullptr; }

    // Of a position that is still open.
    double operator()(const S& state) const { return native_ != nullptr ? native_(state) : foreign_(state); }

  private:
    double (*native_)(const S&) = nullptr;
    std::function<double(const S&)> foreign_;
};

}  // namespace lanista

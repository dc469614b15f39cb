// Searches as Python sees them: one class Search for all games and algorithms, made by the methods of a game's rules.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <utility>

#include "bindings/state.hpp"
#include "search/search.hpp"

namespace lanista {

class Search {
  public:
    virtual ~Search() = default;
    virtual Report run(nb::handle state, const Question& question) = 0;
    // Drops all that is kept between searches.
    virtual void forget() {}
};

// Runs an algorithm (search/search.hpp) on the states of one game.
template <State S, class Algorithm>
class GameSearch final : public Search {
  public:
    // game: owns the rules that kept states point to. unlocked: no Python code runs within the search.
    GameSearch(nb::object game, Algorithm algorithm, bool unlocked)
        : game_(std::move(game)), algorithm_(std::move(algorithm)), unlocked_(unlocked) {}

    Report run(nb::handle state, const Question& question) override {
        const S root = unbox<S>(state).state;
        std::optional<nb::gil_scoped_release> release;
        if (unlocked_) release.emplace();
        return algorithm_.run(root, question);
    }
    void forget() override { algorithm_.forget(); }

  private:
    nb::object game_;
    Algorithm algorithm_;
    bool unlocked_;
};

}  // namespace lanista

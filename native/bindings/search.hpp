// Searches as Python sees them: one class Search for all games and algorithms, made by the methods of a game's rules.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings/names.hpp"
#include "bindings/state.hpp"
#include "bindings/turn.hpp"
#include "search/alpha_beta.hpp"
#include "search/mcts.hpp"
#include "search/minimax.hpp"
#include "search/search.hpp"
#include "search/simultaneous.hpp"
#include "search/simultaneous_mcts.hpp"
#include "solve/backward_induction.hpp"

namespace lanista {

inline const Names<Aim> kAims = {{Aim::kOutcome, "outcome"}, {Aim::kPoints, "points"}};

class Search {
  public:
    virtual ~Search() = default;
    virtual Report run(nb::handle state, const Question& question) = 0;
    // Drops all that is kept between searches.
    virtual void forget() = 0;
};

// How a state of type S gets out of its Python object and back in, and what its evaluators are called.
template <State S>
struct Boxes {
    static constexpr bool kRunsPython = false;
    static bool fits(nb::handle state) { return nb::isinstance<Boxed<S>>(state); }
    static nb::object game_of(nb::handle state) { return unbox<S>(state).game; }
    static S take(const typename S::Rules&, nb::handle state) { return unbox<S>(state).state; }
    static nb::object give(const nb::object& game, const S& state) { return box<S>(game, S(state)); }
    static Evaluation<S> evaluation(const std::string& name) { return Evaluation<S>(find_evaluator<S>(name).value); }
};

// The position in a Python object, which is to be one of the game's, and not over.
template <State S>
S open_position(const nb::object& game, const typename S::Rules& rules, nb::handle state) {
    if (!Boxes<S>::fits(state)) raise_error("wrong_game", game, state);
    const nb::object own = Boxes<S>::game_of(state);
    if (!own.is(game) && !own.equal(game)) raise_error("wrong_game", game, state);
    const S position = Boxes<S>::take(rules, state);
    if (position.is_terminal()) raise_error("game_over", state);
    return position;
}

// What a method is called that games of both kinds have: a game written in Python has one class of rules for both.
template <State S>
std::string method_name(const char* name) {
    return SimultaneousGame<S> ? std::string("simultaneous_") + name : name;
}

// What a game's searches are made from.
template <State S>
struct SearchedGame {
    nb::object game;  // owns the rules
    const typename S::Rules* rules;
    Evaluation<S> evaluation;
    bool runs_python;  // rules or evaluation do: the interpreter's lock is kept
};

// Runs an algorithm (search/search.hpp) on the states of one game.
template <State S, class Algorithm>
class GameSearch final : public Search {
  public:
    GameSearch(const SearchedGame<S>& game, Algorithm algorithm)
        : game_(game.game), rules_(game.rules), runs_python_(game.runs_python), algorithm_(std::move(algorithm)) {}

    Report run(nb::handle state, const Question& question) override {
        const S root = open_position<S>(game_, *rules_, state);
        const Turn turn(running_);
        std::optional<nb::gil_scoped_release> release;
        if (!runs_python_) release.emplace();
        return algorithm_.run(root, question);
    }
    void forget() override {
        const Turn turn(running_);
        algorithm_.forget();
    }

  private:
    bool running_ = false;
    nb::object game_;
    const typename S::Rules* rules_;
    bool runs_python_;
    Algorithm algorithm_;
};

// The evaluator that a name or a Python function stands for.
template <State S>
SearchedGame<S> searched_game(const typename S::Rules& rules, nb::object game, nb::handle evaluation) {
    if (nb::isinstance<nb::str>(evaluation)) {
        return {std::move(game), &rules, Boxes<S>::evaluation(nb::cast<std::string>(evaluation)),
                Boxes<S>::kRunsPython};
    }
    std::function<double(const S&)> ask = [game, function = nb::borrow(evaluation)](const S& state) {
        return nb::cast<double>(function(Boxes<S>::give(game, state)));
    };
    return {std::move(game), &rules, Evaluation<S>(std::move(ask)), true};
}

inline int num_actions(const nb::object& game) { return nb::cast<int>(game.attr("num_actions")); }

// The method `name` of a game's rules, which makes a search from the algorithm's options and an evaluator.
template <State S, class Algorithm, class Options, class Rules>
void bind_algorithm(nb::class_<Rules>& rules_class, const char* name, const char* options_name) {
    const std::string signature = std::string("def ") + name +
                                  "(self, game: lanista.games.base.Game, options: " + options_name +
                                  ", evaluation: str | typing.Callable[[typing.Any], float]) -> Search";
    rules_class.def(
        name,
        [](const Rules& rules, nb::object game, const Options& options,
           nb::handle evaluation) -> std::unique_ptr<Search> {
            const int actions = num_actions(game);
            const auto searched = searched_game<S>(rules, std::move(game), evaluation);
            if constexpr (std::constructible_from<Algorithm, const Options&, Evaluation<S>, int>) {
                Algorithm algorithm(options, searched.evaluation, actions);
                return std::make_unique<GameSearch<S, Algorithm>>(searched, std::move(algorithm));
            } else {
                Algorithm algorithm(options, searched.evaluation);
                return std::make_unique<GameSearch<S, Algorithm>>(searched, std::move(algorithm));
            }
        },
        "game"_a, "options"_a, "evaluation"_a, nb::sig(signature.c_str()));
}

// All searches for a game of the kind.
template <Game S, class Rules>
void bind_searches(nb::class_<Rules>& rules_class) {
    rules_class.attr("has_noisy_actions") = NoisyGame<S>;
    bind_algorithm<S, Minimax<S>, MinimaxOptions>(rules_class, "minimax", "MinimaxOptions");
    bind_algorithm<S, AlphaBeta<S>, AlphaBetaOptions>(rules_class, "alphabeta", "AlphaBetaOptions");
    bind_algorithm<S, Mcts<S>, MctsOptions>(rules_class, "mcts", "MctsOptions");
}

template <SimultaneousGame S, class Rules>
void bind_searches(nb::class_<Rules>& rules_class) {
    bind_algorithm<S, SimultaneousMinimax<S>, SimultaneousOptions>(rules_class, "simultaneous_minimax",
                                                                   "SimultaneousOptions");
    bind_algorithm<S, SimultaneousMcts<S>, SimultaneousMctsOptions>(rules_class, "simultaneous_mcts",
                                                                    "SimultaneousMctsOptions");
    bind_algorithm<S, BackwardInduction<S>, BackwardInductionOptions>(rules_class, "backward_induction",
                                                                      "BackwardInductionOptions");
}

}  // namespace lanista

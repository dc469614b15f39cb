// Learners as Python sees them: one class QLearner for all games and kinds of Q-learning, made by a game's rules.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/search.hpp"
#include "bindings/turn.hpp"
#include "learn/graph_q.hpp"
#include "learn/minimax_q.hpp"
#include "learn/q_learning.hpp"
#include "solve/best_response.hpp"

namespace lanista {

// Games won, drawn and lost by the learner (in play against itself: by player 0), and the moves or rounds in them.
struct Tally {
    std::uint64_t wins = 0, draws = 0, losses = 0, moves = 0;

    void add(int outcome) { ++(outcome > 0 ? wins : outcome < 0 ? losses : draws); }
};

// A stretch of training: games of these numbers, out of `total`; with a total of 0, all at the same point of the whole.
struct Stretch {
    std::uint64_t first, games, total;
    double progress;
    std::uint64_t seed;

    Random random(std::uint64_t number) const { return Random(seed + 0x9E3779B97F4A7C15ULL * number); }
    double progress_at(std::uint64_t number) const {
        if (total == 0) return progress;
        return std::min(1.0, static_cast<double>(number) / static_cast<double>(total));
    }
};

// A table as bytes: words of its keys, cells of each row, the actions of the cells, their values.
struct TableBytes {
    nb::bytes keys, counts, actions, values;
};

class QLearner {
  public:
    virtual ~QLearner() = default;
    // starts: positions, used in turn. opponent: None for play against itself, "random", a QLearner, or an object of
    // Python's (PythonParticipant). The learner has player 0 in games of even number and player 1 in the others, unless
    // `side` is 0 or 1.
    virtual Tally learn(nb::list starts, const Stretch& stretch, nb::object opponent, int side, bool both_learn) = 0;
    // Plays what it has learned.
    virtual Tally play(nb::list starts, const Stretch& stretch, nb::object opponent, int side) const = 0;
    virtual std::vector<double> values(nb::handle state, Player player) const = 0;
    // Empty where nothing is known.
    virtual std::vector<double> strategy(nb::handle state, Player player) const = 0;
    // What player 0 gets on average where `player` plays so and the other one knows it and answers best.
    virtual double worst_case(nb::handle state, Player player, Aim aim) const = 0;
    virtual std::size_t states() const = 0;
    virtual bool is_full() const = 0;
    virtual TableBytes dump() const = 0;
    virtual void restore(const TableBytes& bytes) = 0;

    mutable bool running = false;  // a Turn's
};

template <class T>
nb::bytes to_bytes(const std::vector<T>& items) {
    return nb::bytes(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
}

template <class T>
std::vector<T> from_bytes(const nb::bytes& bytes) {
    require(bytes.size() % sizeof(T) == 0, "the table is cut short");
    std::vector<T> items(bytes.size() / sizeof(T));
    std::copy_n(bytes.c_str(), bytes.size(), reinterpret_cast<char*>(items.data()));
    return items;
}

template <class Table>
TableBytes dump_table(const Table& table) {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> counts;
    std::vector<Action> actions;
    std::vector<double> values;
    for (typename Table::Row row = 0; row < table.size(); ++row) {
        keys.insert(keys.end(), table.key(row).begin(), table.key(row).end());
        counts.push_back(static_cast<std::uint32_t>(table.actions(row).size()));
        actions.insert(actions.end(), table.actions(row).begin(), table.actions(row).end());
        values.insert(values.end(), table.values(row).begin(), table.values(row).end());
    }
    return {to_bytes(keys), to_bytes(counts), to_bytes(actions), to_bytes(values)};
}

template <class Table>
void restore_table(Table& table, const TableBytes& bytes) {
    const auto keys = from_bytes<std::uint64_t>(bytes.keys);
    const auto counts = from_bytes<std::uint32_t>(bytes.counts);
    const auto actions = from_bytes<Action>(bytes.actions);
    const auto values = from_bytes<double>(bytes.values);
    typename Table::Key key;
    std::size_t cell = 0;
    require(keys.size() == counts.size() * key.size() && actions.size() == values.size(), "the table is cut short");
    for (std::size_t i = 0; i < counts.size(); ++i) {
        require(counts[i] <= actions.size() - cell, "the table is cut short");
        std::copy_n(&keys[i * key.size()], key.size(), key.begin());
        require(table.find(key) == Table::kNoRow, "the table has a state twice");
        const auto own = std::span(actions).subspan(cell, counts[i]);
        require(std::ranges::is_sorted(own), "the table's actions are out of order");
        require(own.empty() || own.front() >= 0, "the table has an action below 0");
        const auto row = table.add(key, own);
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(cell), counts[i], table.values(row).begin());
        cell += counts[i];
    }
    require(cell == actions.size(), "the table is too long");
    require(std::ranges::all_of(values, [](double value) { return std::isfinite(value); }), "the table has no numbers");
}

// An opponent in Python: begin(number, player), choose(state, player) -> action, end(state).
template <State S>
class PythonParticipant final : public Participant<S> {
  public:
    PythonParticipant(nb::object game, nb::object opponent) : game_(std::move(game)), opponent_(std::move(opponent)) {}

    void begin(std::uint64_t number, Player player) override { opponent_.attr("begin")(number, player); }
    Action choose(const S& state, Player player, Lesson) override {
        const nb::object position = Boxes<S>::give(game_, state), answer = opponent_.attr("choose")(position, player);
        const Action action = to_action(answer);
        bool legal = false;
        if constexpr (Game<S>) legal = state.is_legal(action);
        if constexpr (SimultaneousGame<S>) legal = state.is_legal(player, action);
        if (!legal) raise_error("illegal_action", position, answer, player);
        return action;
    }
    void end(const S& state, Player, Lesson) override { opponent_.attr("end")(Boxes<S>::give(game_, state)); }

  private:
    nb::object game_, opponent_;
};

// What of a learner depends on the kind of state only: what it is when it plays without learning.
template <State S>
class LearnerOf : public QLearner {
  public:
    virtual std::unique_ptr<Participant<S>> frozen() const = 0;
    virtual std::unique_ptr<Participant<S>> learning() = 0;  // none where it learns from play against itself alone
    virtual const nb::object& game() const = 0;
    virtual bool runs_python() const = 0;
};

template <State S, class Learned>
class GameLearner final : public LearnerOf<S> {
  public:
    // runs_python: rules, encoding or reward do; the interpreter's lock is kept.
    GameLearner(nb::object game, const typename S::Rules& rules, bool runs_python, Learned learned)
        : game_(std::move(game)), rules_(&rules), runs_python_(runs_python), learned_(std::move(learned)) {}

    const nb::object& game() const override { return game_; }
    bool runs_python() const override { return runs_python_; }
    std::unique_ptr<Participant<S>> frozen() const override {
        return std::make_unique<FrozenParticipant<S, Learned>>(learned_);
    }
    std::unique_ptr<Participant<S>> learning() override {
        if constexpr (requires { typename Learned::Learner; }) {
            return std::make_unique<typename Learned::Learner>(learned_);
        }
        return nullptr;
    }

    Tally learn(nb::list starts, const Stretch& stretch, nb::object opponent, int side, bool both_learn) override {
        const auto positions = take_all(starts);
        const Turn turn(this->running);
        if (opponent.is_none()) return learn_alone(positions, stretch);
        auto own = learning();
        require(own != nullptr, "this learner learns from play against itself alone");
        return compete(*own, positions, stretch, opponent, side, both_learn);
    }

    Tally play(nb::list starts, const Stretch& stretch, nb::object opponent, int side) const override {
        auto own = frozen();
        const Turn turn(this->running);
        return compete(*own, take_all(starts), stretch, opponent, side, false);
    }

    std::vector<double> values(nb::handle state, Player player) const override {
        const Turn turn(this->running);
        return learned_.values(take(state), player);
    }
    std::vector<double> strategy(nb::handle state, Player player) const override {
        const S position = take(state);
        const Turn turn(this->running);
        std::vector<double> chances;
        if (learned_.knows(position, player)) learned_.strategy(position, player, chances);
        return chances;
    }
    double worst_case(nb::handle state, Player player, Aim aim) const override {
        const S position = take(state);
        const Turn turn(this->running);
        std::optional<nb::gil_scoped_release> release;
        if (!runs_python_) release.emplace();
        const auto ask = [this, player](const S& asked, std::vector<double>& chances) {
            if (learned_.knows(asked, player)) return learned_.strategy(asked, player, chances);
            const auto count = static_cast<std::size_t>(choices(asked, player).size());
            chances.assign(count, 1.0 / static_cast<double>(count));
        };
        return BestResponse<S>(player, aim, ask, check_signals).value(position);
    }
    std::size_t states() const override { return learned_.table().size(); }
    bool is_full() const override { return learned_.table().is_full(); }
    TableBytes dump() const override { return dump_table(learned_.table()); }
    void restore(const TableBytes& bytes) override { restore_table(learned_.table(), bytes); }

  private:
    S take(nb::handle state) const { return open_position<S>(game_, *rules_, state); }

    std::vector<S> take_all(const nb::list& starts) const {
        std::vector<S> positions;
        for (const nb::handle start : starts) positions.push_back(take(start));
        require(!positions.empty(), "there is no position to start from");
        return positions;
    }

    Tally learn_alone(const std::vector<S>& starts, const Stretch& stretch) {
        Tally tally;
        if constexpr (requires(Lesson lesson) { learned_.learn(starts[0], lesson, tally.moves); }) {
            play_all(stretch, runs_python_, [&](std::uint64_t number, Lesson lesson) {
                tally.add(learned_.learn(starts[number % starts.size()], lesson, tally.moves));
            });
            return tally;
        }
        throw std::invalid_argument("this learner needs an opponent");
    }

    Tally compete(Participant<S>& own, const std::vector<S>& starts, const Stretch& stretch, const nb::object& opponent,
                  int side, bool both_learn) const {
        bool runs_python = runs_python_;
        const auto other = participant(opponent, both_learn, runs_python);
        std::optional<Turn> others_turn;
        if (QLearner* learner; nb::try_cast(opponent, learner) && learner != this)
            others_turn.emplace(learner->running);
        Tally tally;
        play_all(stretch, runs_python, [&](std::uint64_t number, Lesson lesson) {
            const bool is_first = side == kNoPlayer ? number % 2 == 0 : side == 0;
            std::array<Participant<S>*, 2> players = {&own, other.get()};
            if (!is_first) std::swap(players[0], players[1]);
            // Both sides get each start.
            const S& start = starts[(side == kNoPlayer ? number / 2 : number) % starts.size()];
            const S end = play_lesson<S>(start, players, lesson, tally.moves);
            tally.add(is_first ? outcome(end) : -outcome(end));
        });
        return tally;
    }

    template <class PlayOne>
    static void play_all(const Stretch& stretch, bool runs_python, PlayOne&& play_one) {
        std::optional<nb::gil_scoped_release> release;
        if (!runs_python) release.emplace();
        for (std::uint64_t number = stretch.first; number < stretch.first + stretch.games; ++number) {
            if (number % 4096 == 4095) check_signals();
            Random random = stretch.random(number);
            play_one(number, Lesson{number, stretch.progress_at(number), random});
        }
    }

    std::unique_ptr<Participant<S>> participant(const nb::object& opponent, bool learns, bool& runs_python) const {
        if (nb::isinstance<nb::str>(opponent)) return std::make_unique<RandomParticipant<S>>();
        if (nb::isinstance<QLearner>(opponent)) {
            auto* other = dynamic_cast<LearnerOf<S>*>(nb::cast<QLearner*>(opponent));
            require(other != nullptr && other->game().equal(game_), "the opponent plays another game");
            if (other == this) learns = false;
            runs_python |= other->runs_python();
            auto rival = learns ? other->learning() : other->frozen();
            require(rival != nullptr, "the opponent learns from play against itself alone");
            return rival;
        }
        runs_python = true;
        return std::make_unique<PythonParticipant<S>>(game_, opponent);
    }

    nb::object game_;
    const typename S::Rules* rules_;
    bool runs_python_;
    Learned learned_;
};

// How a learner is to be made, in Python's terms.
struct LearnerPlan {
    std::string encoding;  // full, canonical, features or function
    unsigned features = 0;
    nb::object encode;  // (state, player) -> int, for function
    nb::object shaped;  // (before, after, player) -> float, or None
};

template <State S>
LearnedGame<S> learned_game(const nb::object& game, const LearningOptions& options, const LearnerPlan& plan) {
    const Encoding kind = plan.encoding == "canonical"  ? Encoding::kCanonical
                          : plan.encoding == "features" ? Encoding::kFeatures
                          : plan.encoding == "function" ? Encoding::kFunction
                                                        : Encoding::kFull;
    typename Encoder<S>::Function encode;
    if (kind == Encoding::kFunction) {
        encode = [game, function = plan.encode](const S& state, Player player) {
            return nb::cast<std::uint64_t>(function(Boxes<S>::give(game, state), player));
        };
    }
    Reward<S> reward{options.win, options.point, {}};
    if (!plan.shaped.is_none()) {
        reward.shaped = [game, function = plan.shaped](const S& before, const S& after, Player player) {
            return nb::cast<double>(function(Boxes<S>::give(game, before), Boxes<S>::give(game, after), player));
        };
    }
    return {Encoder<S>(kind, plan.features, std::move(encode)), std::move(reward), num_actions(game)};
}

template <State S, class Learned>
std::unique_ptr<QLearner> make_learner(nb::object game, const typename S::Rules& rules, const LearningOptions& options,
                                       const LearnerPlan& plan) {
    const bool runs_python = Boxes<S>::kRunsPython || plan.encoding == "function" || !plan.shaped.is_none();
    Learned learned(options, learned_game<S>(game, options, plan));
    return std::make_unique<GameLearner<S, Learned>>(std::move(game), rules, runs_python, std::move(learned));
}

// The method (simultaneous_)q_learner of a game's rules. alone: learns from play against itself; else against
// opponents.
template <State S, class Rules>
void bind_learning(nb::class_<Rules>& rules_class) {
    rules_class.def_prop_ro(
        "features",
        [](const Rules&) {
            nb::list names;
            for (const char* feature : Features<S>::kNames) names.append(feature);
            return nb::tuple(names);
        },
        nb::sig("def features(self) -> tuple[str, ...]"));
    const std::string name = method_name<S>("q_learner");
    const std::string signature =
        "def " + name +
        "(self, game: lanista.games.base.Game, options: LearningOptions, alone: bool, encoding: str, features: int, "
        "encode: typing.Callable[[typing.Any, int], int] | None, shaped: typing.Callable[[typing.Any, typing.Any, "
        "int], float] | None) -> QLearner";
    rules_class.def(
        name.c_str(),
        [](const Rules& rules, nb::object game, const LearningOptions& options, bool alone, std::string encoding,
           unsigned features, nb::object encode, nb::object shaped) -> std::unique_ptr<QLearner> {
            const LearnerPlan plan{std::move(encoding), features, std::move(encode), std::move(shaped)};
            if (!alone) return make_learner<S, QLearning<S>>(std::move(game), rules, options, plan);
            if constexpr (SimultaneousGame<S>) {
                return make_learner<S, MinimaxQ<S>>(std::move(game), rules, options, plan);
            } else {
                const bool is_exact = plan.encoding == "full" || plan.encoding == "canonical";
                if (is_exact) return make_learner<S, GraphQ<S>>(std::move(game), rules, options, plan);
                return make_learner<S, SelfPlayQ<S>>(std::move(game), rules, options, plan);
            }
        },
        "game"_a, "options"_a, "alone"_a, "encoding"_a, "features"_a, "encode"_a.none(), "shaped"_a.none(),
        nb::sig(signature.c_str()));
}

}  // namespace lanista

// What perfect play of mancala comes to: the margin, and what each move of a position is worth.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/search.hpp"
#include "solve/mancala_search.hpp"

namespace lanista {

struct MancalaSolverOptions {
    int memory_mb = 256;  // of the positions remembered, beside the database
};

// An algorithm as in search/search.hpp: asks MancalaSearch for the value of the position by null windows from below and
// above, then which moves keep it, then what the others are worth. Whatever ends it early, all it says stays true.
class MancalaSolver {
  public:
    // database: none, or one that fits the game.
    MancalaSolver(const MancalaSolverOptions& options, std::optional<MancalaDatabase> database)
        : table_(options.memory_mb), database_(std::move(database)) {}

    Report run(const MancalaState& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        MancalaSearch search(table_, database_ ? &*database_ : nullptr, watch);
        Task task(root, search);
        bool finished = false;
        try {
            task.find_value();
            if (question.all_moves) task.find_moves();
            finished = true;
        } catch (const OutOfBudget&) {
        }
        Report report = task.report(finished);
        report.nodes = report.last_nodes = watch.nodes();
        report.seconds = watch.seconds();
        return report;
    }

    void forget() { table_.clear(); }

  private:
    struct Move {
        Action action;
        int low, high;  // of what the mover still wins after it
        int promise;
    };

    // One question, and what is known of its answer.
    class Task {
      public:
        Task(const MancalaState& root, MancalaSearch& search) : root_(root), view_(root), search_(search) {
            for (const Action action : legal_actions(root)) {
                const MancalaBounds bounds = search.known_after(root, action);
                moves_.push_back({action, bounds.low, bounds.high, search.promise(root, action)});
            }
        }

        // From a draw on towards the value, a step beyond what the last test has shown.
        void find_value() {
            for (int beta = -view_.lead; low() < high(); beta = beta <= low() ? low() + 1 : high()) {
                beta = std::clamp(beta, low() + 1, high());
                test(beta);
            }
        }

        // First which moves are as good as the best, then how good the others are.
        void find_moves() {
            const int best = low();
            for (Move& move : moves_) test(move, best);
            for (Move& move : moves_) {
                while (move.low < move.high) test(move, move.high);
            }
        }

        // finished: nothing that was asked is missing.
        Report report(bool finished) const {
            const Move& choice =
                *std::max_element(moves_.begin(), moves_.end(), [](const Move& one, const Move& other) {
                    return std::pair(one.low, one.high) < std::pair(other.low, other.high);
                });
            Report report;
            report.player = root_.mover();
            report.action = choice.action;
            report.proved = low() == high();
            report.value = value_between(low(), high());
            report.line = line(choice);
            report.depth = finished ? static_cast<int>(report.line.size()) : 0;
            for (const Move& move : moves_) report.moves.push_back(report_of(move, choice));
            return report;
        }

      private:
        // Bounds of the position's value.
        int low() const {
            return std::max_element(moves_.begin(), moves_.end(),
                                    [](const Move& one, const Move& other) { return one.low < other.low; })
                ->low;
        }
        int high() const {
            return std::max_element(moves_.begin(), moves_.end(),
                                    [](const Move& one, const Move& other) { return one.high < other.high; })
                ->high;
        }

        // Whether the position is worth `beta` or more; the likeliest moves first.
        void test(int beta) {
            std::vector<Move*> order;
            for (Move& move : moves_) order.push_back(&move);
            std::stable_sort(order.begin(), order.end(), [](const Move* one, const Move* other) {
                return std::pair(one->low, one->promise) > std::pair(other->low, other->promise);
            });
            for (Move* move : order) {
                test(*move, beta);
                if (move->low >= beta) return;
            }
        }

        // Leaves `beta` outside the move's bounds.
        void test(Move& move, int beta) {
            if (move.low >= beta || move.high < beta) return;
            const int found = search_.test_after(root_, move.action, beta);
            (found >= beta ? move.low : move.high) = found;
        }

        MoveReport report_of(const Move& move, const Move& choice) const {
            MoveReport report;
            report.action = move.action;
            report.proved = move.low == move.high;
            report.is_bound = !report.proved && move.high <= low();
            report.value = report.is_bound ? value_of(move.high) : value_between(move.low, move.high);
            report.line = line(move);
            report.probability = move.action == choice.action;
            return report;
        }

        // From player 0's side, what the mover still wins added to his lead.
        Value value_of(int gain) const {
            const int margin = view_.lead + gain;
            return for_player(((margin > 0) - (margin < 0)) * kWin + margin, root_.mover());
        }

        // What is sure of an outcome that bounds decide; open positions count as the mean.
        Value value_between(int low, int high) const {
            if (low == high || view_.lead + low > 0) return value_of(low);
            if (view_.lead + high < 0) return value_of(high);
            return for_player(view_.lead + 0.5 * (low + high), root_.mover());
        }

        // A line of best play after a move, as far as it is known without a search.
        std::vector<Action> line(const Move& move) const {
            std::vector<Action> line = {move.action};
            MancalaState state = root_;
            state.apply(move.action);
            if (move.low != move.high) return line;
            int rest = for_player(move.low + view_.lead, root_.mover());  // the margin at the end, for player 0
            while (!state.is_terminal()) {
                const int wanted = for_player(rest - state.score(), state.mover());
                const auto actions = legal_actions(state);
                const auto keeps = std::find_if(actions.begin(), actions.end(), [&](Action action) {
                    return search_.known_after(state, action).low >= wanted;
                });
                if (keeps == actions.end()) break;
                line.push_back(*keeps);
                state.apply(*keeps);
            }
            return line;
        }

        const MancalaState& root_;
        MancalaView view_;
        MancalaSearch& search_;
        std::vector<Move> moves_;  // ascending by action
    };

    MancalaTable table_;
    std::optional<MancalaDatabase> database_;
};

}  // namespace lanista

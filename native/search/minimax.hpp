// Plain minimax, the oracle of all other searches: nothing but the definition.
#pragma once

#include <utility>

#include "search/evaluated.hpp"
#include "search/quiescence.hpp"
#include "search/search.hpp"

namespace lanista {

struct MinimaxOptions {
    bool quiescence = false;  // follow noisy actions beyond the horizon
};

template <Game S>
class Minimax {
  public:
    Minimax(const MinimaxOptions& options, Evaluation<S> evaluation)
        : options_(options), evaluation_(std::move(evaluation)) {}

    void forget() {}

    // Plays the first of the best actions. Where time or nodes are limited, the result is the last depth's that was
    // finished; a depth alone is searched at once.
    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        const bool deepens = question.limits.nodes != kNoCount || question.limits.has_deadline();
        Report report = unsearched(root);
        try {
            watch.count();
            for (int depth = deepens ? 1 : question.limits.depth; depth <= question.limits.depth; ++depth) {
                const std::uint64_t before = watch.nodes();
                search_root(root, depth, watch, report);
                report.depth = depth;
                report.last_nodes = watch.nodes() - before;
                if (report.proved) break;
            }
        } catch (const OutOfBudget&) {
        }
        report.nodes = watch.nodes();
        report.seconds = watch.seconds();
        return report;
    }

  private:
    void search_root(const S& root, int depth, Watch& watch, Report& report) {
        std::vector<MoveReport> moves;
        const Player mover = root.mover();
        Result best = worst_for(mover);
        std::size_t best_index = 0;
        for (const Action action : legal_actions(root)) {
            MoveReport move;
            move.action = action;
            move.line = {action};
            S child = root;
            child.apply(action);
            const Result result = search(child, depth - 1, watch, move.line);
            move.value = result.value;
            move.proved = result.proved;
            if (is_better(result.value, best.value, mover)) best_index = moves.size();
            best = better(best, result, mover);
            moves.push_back(std::move(move));
        }
        report.moves = std::move(moves);
        choose(report, best_index);
        report.proved = best.proved;
    }

    // Appends the best line to `line`.
    Result search(const S& state, int depth, Watch& watch, std::vector<Action>& line) {
        watch.count();
        if (state.is_terminal()) return {end_value(state), true};
        if (depth == 0) return {horizon_value(state, watch), false};
        const Player mover = state.mover();
        Result best = worst_for(mover);
        std::vector<Action> best_line;
        for (const Action action : legal_actions(state)) {
            S child = state;
            child.apply(action);
            std::vector<Action> candidate = {action};
            const Result result = search(child, depth - 1, watch, candidate);
            if (is_better(result.value, best.value, mover)) best_line = std::move(candidate);
            best = better(best, result, mover);
        }
        line.insert(line.end(), best_line.begin(), best_line.end());
        return best;
    }

    Value horizon_value(const S& state, Watch& watch) {
        return options_.quiescence ? plain_quiescence(state, evaluation_, watch) : evaluated(state, evaluation_);
    }

    // Every action's result bears on the value, so that it is proved when all are.
    static Result better(const Result& best, const Result& other, Player mover) {
        return {is_better(other.value, best.value, mover) ? other.value : best.value, best.proved && other.proved};
    }

    MinimaxOptions options_;
    Evaluation<S> evaluation_;
};

}  // namespace lanista

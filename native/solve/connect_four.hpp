// Exact play of connect_four on boards of every size: who wins, in how many plies, and by which moves.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/evaluated.hpp"
#include "search/search.hpp"
#include "solve/connect_four_prover.hpp"

namespace lanista {

struct ConnectFourSolverOptions {
    int memory_mb = 256;  // of the table
};

// The plies that a game still lasts whose mover, after `stones`, scores this with perfect play.
inline int plies_to_end(int score, int stones, int cells) {
    if (score == 0) return cells - stones;
    // So many stones lie before the last one, which the winner plays: the two numbers differ in whose turn it is.
    const int before = cells - 2 * std::abs(score);
    const bool mover_wins = score > 0;
    const bool is_movers_turn = (before - stones) % 2 == 0;
    return before + (mover_wins == is_movers_turn ? 0 : 1) + 1 - stones;
}

// One position's solution in progress.
template <int Connect>
class ConnectFourSolution {
  public:
    ConnectFourSolution(ConnectFourProver<Connect>& prover, const ConnectFourState& root)
        : prover_(prover), root_(root), stones_(board().position(root).stones) {
        for (const Action action : legal_actions(root)) moves_.push_back(first_look(action));
        const auto nearness = [&](const Move& move) { return -std::abs(2 * move.action + 1 - root.rules().width); };
        std::stable_sort(moves_.begin(), moves_.end(), [&](const Move& a, const Move& b) {
            return std::pair(a.bounds.most, nearness(a)) > std::pair(b.bounds.most, nearness(b));
        });
    }

    // Proves the score of the root and of a best move, and of every move if asked to. OutOfBudget leaves what has been
    // proved.
    void prove(bool all_moves) {
        const ConnectFourPosition at = board().position(root_);
        const bool is_open = (board().playable(at.occupied()) & at.own_threats) == 0;
        for (ScoreBounds known = bounds(); is_open && !known.is_exact(); known = bounds()) {
            const int target = next_target(known), score = prover_.search(at, target);
            at_most_ = std::min(at_most_, score < target ? score : at_most_);
            at_least_ = std::max(at_least_, score >= target ? score : at_least_);
        }
        collect();
        for (Move& move : moves_) {
            if (best_of_moves().least >= bounds().least) break;
            if (!move.bounds.settle(bounds().least)) ask(move, bounds().least);
        }
        for (Move& move : moves_) {
            while (all_moves && !move.bounds.is_exact()) ask(move, next_target(move.bounds));
        }
    }

    // Takes over what the table knows of the moves.
    void collect() {
        for (Move& move : moves_) {
            if (move.bounds.is_exact()) continue;
            const ScoreBounds known = prover_.known(move.position);
            move.bounds.narrow({-known.most, std::min(-known.least, at_most_)});
        }
    }

    // Puts in what is proved; a move that is open is worth what the evaluation says, within what is known of it.
    void report_to(Report& report, const Evaluation<ConnectFourState>& evaluation) const {
        for (MoveReport& move : report.moves) fill_in(move, *find(move.action), evaluation);
        const auto better = [&](const MoveReport& a, const MoveReport& b) { return rank(a) < rank(b); };
        const auto best = std::max_element(report.moves.begin(), report.moves.end(), better);
        choose(report, static_cast<std::size_t>(best - report.moves.begin()));
        const ScoreBounds known = best_of_moves();
        report.proved = outcome_of(known).has_value();
        report.distance = best->distance;
        report.depth = std::max(0, best->distance);
        for (MoveReport& move : report.moves) {
            const ScoreBounds& of_move = find(move.action)->bounds;
            move.is_bound = report.proved && !move.proved && of_move.most <= known.least;
            if (move.is_bound) move.value = value_of(of_move.most);
        }
    }

    // The best line of a move whose score is exact, as far as the budget goes.
    void continue_line(MoveReport& report) {
        const Move& move = *find(report.action);
        if (!move.bounds.is_exact()) return;
        ConnectFourState state = root_;
        state.apply(move.action);
        for (int score = -move.bounds.least; !state.is_terminal(); score = -score) {
            const Action action = best_action(state, score);
            report.line.push_back(action);
            state.apply(action);
        }
    }

  private:
    struct Move {
        Action action;
        ConnectFourPosition position;  // after it
        ScoreBounds bounds;            // of the root's mover
    };

    const ConnectFourBoard<Connect>& board() const { return prover_.board(); }

    // What is known of a move before any search; all of it where the next stone ends the game.
    Move first_look(Action action) const {
        ConnectFourState after = root_;
        after.apply(action);
        const ConnectFourPosition position = board().position(after);
        const auto exactly = [&](int score) { return Move{action, position, {score, score}}; };
        if (after.is_terminal()) return exactly(after.score() == 0 ? 0 : board().win_score(stones_));
        if ((board().playable(position.occupied()) & position.own_threats) != 0) {
            return exactly(-board().win_score(stones_ + 1));
        }
        return {action, position, {-board().win_score(stones_ + 3), board().win_score(stones_ + 2)}};
    }

    // Of the root's score.
    ScoreBounds bounds() const {
        ScoreBounds known = best_of_moves();
        known.narrow({at_least_, at_most_});
        return known;
    }

    // What follows from the moves' bounds.
    ScoreBounds best_of_moves() const {
        ScoreBounds best = moves_.front().bounds;
        for (const Move& move : moves_) {
            best = {std::max(best.least, move.bounds.least), std::max(best.most, move.bounds.most)};
        }
        return best;
    }

    // Halves the bounds, or cuts off more from their end that is far from 0: wins and losses that come soon are cheap
    // to rule out, and what is learned so is of use nearer to 0.
    static int next_target(const ScoreBounds& known) {
        const int middle = known.least + (known.most - known.least) / 2;
        return 1 + (middle <= 0 ? std::min(middle, known.least / 2) : std::max(middle, known.most / 2));
    }

    void ask(Move& move, int target) {
        const int score = -prover_.search(move.position, 1 - target);
        move.bounds.narrow(score >= target ? ScoreBounds{score, move.bounds.most}
                                           : ScoreBounds{move.bounds.least, score});
    }

    const Move* find(Action action) const {
        return &*std::find_if(moves_.begin(), moves_.end(), [&](const Move& move) { return move.action == action; });
    }

    static std::optional<int> outcome_of(const ScoreBounds& bounds) {
        if (bounds.least > 0) return 1;
        if (bounds.most < 0) return -1;
        return bounds.is_exact() ? std::optional(0) : std::nullopt;
    }

    void fill_in(MoveReport& report, const Move& move, const Evaluation<ConnectFourState>& evaluation) const {
        const Player mover = root_.mover();
        const auto outcome = outcome_of(move.bounds);
        report.proved = outcome.has_value();
        report.is_bound = false;
        if (outcome) {
            report.value = value_of(*outcome);
        } else {
            ConnectFourState after = root_;
            after.apply(move.action);
            const Value value = for_player(evaluated(after, evaluation), mover);
            report.value = for_player(move.bounds.least == 0  ? std::max(value, 0.0)
                                      : move.bounds.most == 0 ? std::min(value, 0.0)
                                                              : value,
                                      mover);
        }
        report.distance =
            move.bounds.is_exact() ? plies_to_end(move.bounds.least, stones_, board().cells()) : kUnknownDistance;
    }

    Value value_of(int score) const {
        return for_player(((score > 0) - (score < 0)) * (kWin + root_.max_score()), root_.mover());
    }

    // The better for the mover the greater; what is proved to be best before what may be as good.
    std::pair<Value, int> rank(const MoveReport& report) const {
        return {for_player(report.value, root_.mover()), find(report.action)->bounds.least};
    }

    // A move that keeps this score, which is the position's: one of which the table knows it, if it does of any.
    Action best_action(const ConnectFourState& state, int score) {
        const ConnectFourPosition at = board().position(state);
        const std::uint64_t open = board().playable(at.occupied());
        const std::uint64_t wins = open & at.own_threats, safe = board().safe_moves(at.occupied(), at.other_threats);
        const auto column = [&](std::uint64_t cells) {
            return Action{state.rules().column_of[static_cast<std::size_t>(std::countr_zero(cells))]};
        };
        if (wins != 0) return column(wins);
        const auto reaches_score = [&](std::uint64_t cell, bool may_search) {
            ConnectFourState after = state;
            after.apply(column(cell));
            if (after.is_terminal()) return true;
            const ConnectFourPosition next = board().position(after);
            return may_search ? prover_.search(next, 1 - score) < 1 - score : prover_.known(next).most < 1 - score;
        };
        for (const bool may_search : {false, true}) {
            for (std::uint64_t left = safe; left != 0; left &= left - 1) {
                if (reaches_score(left & -left, may_search)) return column(left);
            }
        }
        return column(open);  // the next stone loses
    }

    ConnectFourProver<Connect>& prover_;
    const ConnectFourState& root_;
    int stones_;
    int at_least_ = -BoundTable::kLargest, at_most_ = BoundTable::kLargest;  // the root's score
    std::vector<Move> moves_;
};

class ConnectFourSolver {
  public:
    // evaluation: what the position after a move counts whose outcome could not be proved.
    ConnectFourSolver(const ConnectFourSolverOptions& options, Evaluation<ConnectFourState> evaluation)
        : options_(options), evaluation_(std::move(evaluation)) {}

    // The exact outcome and distance of the root, and of every move if all are asked for; depth is the distance. Where
    // the budget ends first: what has been proved. What the table holds stays true for later questions.
    Report run(const ConnectFourState& root, const Question& question) {
        return root.rules().connect == 4 ? solve(four_, root, question) : solve(any_, root, question);
    }

    void forget() {
        if (four_ != nullptr) four_->forget();
        if (any_ != nullptr) any_->forget();
    }

  private:
    template <int Connect>
    Report solve(std::unique_ptr<ConnectFourProver<Connect>>& prover, const ConnectFourState& root,
                 const Question& question) {
        Watch watch(question.limits, question.tick);
        if (prover == nullptr || !(prover->board().rules() == root.rules())) {
            prover = std::make_unique<ConnectFourProver<Connect>>(root.rules(), options_.memory_mb,
                                                                  !question.limits.has_deadline());
        }
        prover->begin(prover->board().position(root), watch);
        ConnectFourSolution<Connect> solution(*prover, root);
        Report report = unsearched(root);
        try {
            watch.count();
            solution.prove(question.all_moves);
        } catch (const OutOfBudget&) {
        }
        solution.collect();
        solution.report_to(report, evaluation_);
        try {
            for (MoveReport& move : report.moves) {
                if (question.all_moves || move.action == report.action) solution.continue_line(move);
                if (move.action == report.action) report.line = move.line;
            }
        } catch (const OutOfBudget&) {
        }
        report.nodes = watch.nodes();
        report.seconds = watch.seconds();
        return report;
    }

    ConnectFourSolverOptions options_;
    Evaluation<ConnectFourState> evaluation_;
    std::unique_ptr<ConnectFourProver<4>> four_;
    std::unique_ptr<ConnectFourProver<0>> any_;
};

}  // namespace lanista

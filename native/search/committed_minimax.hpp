// Minimax where both move at once and one is taken to choose first, in the open: in every round the committer picks an
// action and the other the best answer to it. With the player who asks as committer this is the pessimistic assumption
// ("the opponent can predict my move"), with the opponent as committer the optimistic one.
//
// Alpha-beta, fail-soft (Knuth and Moore 1975; Fishburn 1983), a round being a maximising and a minimising half.
// Values inside are from the committer's side.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "search/joint.hpp"
#include "search/transposition_table.hpp"

namespace lanista {

template <SimultaneousGame S>
class CommittedMinimax {
  public:
    // table_mb: of the table of positions met before; 0 for none. It changes no value.
    CommittedMinimax(Evaluation<S> evaluation, bool opponent_commits, int table_mb)
        : evaluation_(std::move(evaluation)), opponent_commits_(opponent_commits), table_(table_mb) {}

    // A committer's move is worth what the best answer leaves of it; an answer is worth what it makes of the other's
    // best commitment. Of equals the first found is chosen. Without question.all_moves the others may be bounds.
    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        watch_ = &watch;
        committer_ = opponent_commits_ ? 1 - question.player : question.player;
        sign_ = committer_ == 0 ? 1 : -1;
        commits_ = blank_reports(actions_of(root, committer_));
        answers_ = blank_reports(actions_of(root, 1 - committer_));
        const Value unsearched = evaluated(root, evaluation_);
        for (MoveReport& commit : commits_) commit.value = unsearched;
        for (MoveReport& answer : answers_) answer.value = unsearched;
        return deepen(
            question, watch, [&](int depth) { search_root(root, depth, question.all_moves); },
            [&](Report& report) { publish(report); });
    }

    void forget() { table_.clear(); }

  private:
    // Keeps the choice so far in front, so that the next depth tries it first.
    void search_root(const S& root, int depth, bool all_moves) {
        Value best = -kInfinity;
        for (MoveReport& commit : commits_) {
            const Result found = answer_at_root(root, commit.action, depth, best, all_moves);
            commit.value = sign_ * found.value;
            commit.is_bound = !all_moves && found.value <= best;
            commit.proved = found.proved;
            if (found.value <= best) continue;
            best = found.value;
            std::swap(commit, commits_.front());
            answers_.swap(answers_tried_);
        }
    }

    // Fills answers_tried_, the best in front; stops early where the commitment is no better than `best`.
    Result answer_at_root(const S& root, Action commit, int depth, Value best, bool all_moves) {
        answers_tried_ = answers_;
        Result least{kInfinity, true};
        for (MoveReport& answer : answers_tried_) {
            const Value alpha = all_moves ? -kInfinity : best;
            const Value beta = all_moves ? kInfinity : least.value;
            const Result found = search(child_of(root, commit, answer.action), depth - 1, alpha, beta);
            answer.value = sign_ * found.value;
            answer.is_bound = !all_moves && found.value >= least.value;
            answer.proved = found.proved;
            if (!all_moves && found.value <= best) return found;
            least.proved &= found.proved;
            if (found.value >= least.value) continue;
            least.value = found.value;
            std::swap(answer, answers_tried_.front());
        }
        return least;
    }

    // Fail-soft: <= alpha means an upper bound, >= beta a lower bound, else exact.
    Result search(const S& state, int depth, Value alpha, Value beta) {
        watch_->count();
        if (state.is_terminal()) return {sign_ * end_value(state), true};
        if (depth == 0) return {sign_ * evaluated(state, evaluation_), false};
        // The same position is worth different values to different committers.
        const std::uint64_t hash = hash_words(state.key()) ^ (committer_ == 0 ? 0 : 0x9E3779B97F4A7C15ULL);
        const auto entry = table_.find(hash);
        if (entry && entry->answers(depth) && entry->settles(alpha, beta)) {
            return {entry->value, entry->proved};
        }
        Action favourite = entry ? entry->action : kNoAction;
        const Result found = best_commit(state, depth, alpha, beta, favourite);
        const Bound bound = found.value <= alpha ? Bound::kUpper : found.value >= beta ? Bound::kLower : Bound::kExact;
        table_.store(hash, {found.value, favourite, depth, bound, found.proved});
        return found;
    }

    // The maximising half. `favourite` is tried first and becomes the best action.
    Result best_commit(const S& state, int depth, Value alpha, Value beta, Action& favourite) {
        const auto commits = actions_of(state, committer_), answers = actions_of(state, 1 - committer_);
        const Action tried_first = favourite;
        Result best{-kInfinity, true};
        // Whether the search of this node is over.
        const auto consider = [&](Action commit) {
            const Result found = best_answer(state, commit, answers, depth, std::max(alpha, best.value), beta);
            best.proved &= found.proved;
            if (found.value > best.value) {
                best.value = found.value;
                favourite = commit;
            }
            if (best.value < beta) return false;
            best.proved = found.proved;  // this commitment alone is the reason
            return true;
        };
        if (std::ranges::find(commits, tried_first) != commits.end() && consider(tried_first)) return best;
        for (const Action commit : commits) {
            if (commit != tried_first && consider(commit)) break;
        }
        return best;
    }

    // The minimising half.
    Result best_answer(const S& state, Action commit, const ActionList<S::kMaxActions>& answers, int depth, Value alpha,
                       Value beta) {
        Result least{kInfinity, true};
        for (const Action answer : answers) {
            const Result found = search(child_of(state, commit, answer), depth - 1, alpha, std::min(beta, least.value));
            if (found.value <= alpha) return found;
            least.value = std::min(least.value, found.value);
            least.proved &= found.proved;
        }
        return least;
    }

    S child_of(const S& state, Action commit, Action answer) const {
        return committer_ == 0 ? after(state, commit, answer) : after(state, answer, commit);
    }

    void publish(Report& report) {
        report.value = commits_.front().value;
        report.proved = std::ranges::all_of(commits_, &MoveReport::proved);
        report.moves = opponent_commits_ ? answers_ : commits_;
        report.replies = opponent_commits_ ? commits_ : answers_;
        report.moves.front().probability = report.replies.front().probability = 1;
        finish_moves(report);
    }

    Evaluation<S> evaluation_;
    bool opponent_commits_;
    TranspositionTable table_;
    Watch* watch_ = nullptr;  // of the search in progress
    Player committer_ = 0;
    Value sign_ = 1;                   // turns a value from player 0's side to the committer's and back
    std::vector<MoveReport> commits_;  // at the root, the choice in front
    std::vector<MoveReport> answers_;  // to that choice, the best in front
    std::vector<MoveReport> answers_tried_;
};

}  // namespace lanista

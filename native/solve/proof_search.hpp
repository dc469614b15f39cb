// Who wins? Depth-first proof-number search (Nagai: Df-pn algorithm for searching AND/OR trees, 2002), for games that
// nobody draws and in which no position comes twice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "search/evaluated.hpp"
#include "search/search.hpp"
#include "solve/proof_table.hpp"

namespace lanista {

// Whether a game may be asked about: one that is has a header in this folder.
template <Game S>
inline constexpr bool kAlwaysHasWinner = false;

// 1 where the mover of an open position surely wins, -1 where he surely loses, 0 where that needs a search. A game's
// header in this folder may know better.
template <Game S>
int foregone(const S&) {
    return 0;
}

struct ProofSearchOptions {
    int memory_mb = 256;  // of the positions remembered
};

// An algorithm as in search/search.hpp. Numbers are from the side of whoever moves in a position, those of a move from
// the side of who makes it.
template <Game S>
class ProofSearch {
    static_assert(kAlwaysHasWinner<S>);

  public:
    // evaluation: what open moves count in the report.
    ProofSearch(const ProofSearchOptions& options, Evaluation<S> evaluation)
        : evaluation_(std::move(evaluation)), table_(options.memory_mb) {}

    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        watch_ = &watch;
        drop(0);
        actions_.clear();
        for (const Action action : legal_actions(root)) {
            actions_.push_back(action);
            moves_.push_back(move_to(root, action));
            look_up(moves_.back());
        }
        try {
            refine(0, kUnlimited);
            for (std::size_t i = 0; question.all_moves && i < actions_.size(); ++i) refine_move(i, kUnlimited);
        } catch (const OutOfBudget&) {
        }
        drop(actions_.size());
        Report report = report_of(root);
        report.nodes = report.last_nodes = watch.nodes();
        report.seconds = watch.seconds();
        return report;
    }

    void forget() { table_.clear(); }

  private:
    using Table = ProofTable<std::tuple_size_v<decltype(std::declval<const S&>().key())>>;
    using Key = typename Table::Key;

    struct Move {
        S state;  // after it
        Key key;
        ProofNumbers numbers;
        bool keeps_turn;
    };

    static constexpr ProofNumbers kUnlimited = {ProofNumbers::kNever, ProofNumbers::kNever};

    // The numbers of a position once one of them has reached its limit.
    ProofNumbers search(const S& state, const Key& key, const ProofNumbers& limits) {
        const std::uint64_t before = watch_->nodes();
        const std::size_t base = moves_.size();
        const ProofNumbers found = list(state) ? refine(base, limits) : kWon;
        drop(base);
        table_.store(key, found, watch_->nodes() - before);
        return found;
    }

    // Puts the moves that do not lose at once on the stack; false where one wins.
    bool list(const S& state) {
        const std::size_t base = moves_.size();
        for (const Action action : legal_actions(state)) {
            watch_->count();
            moves_.push_back(move_to(state, action));
            Move& move = moves_.back();
            if (move.numbers.win == 0) return false;
            if (move.numbers.loss == 0) {
                moves_.pop_back();
            } else {
                table_.prefetch(move.key);
            }
        }
        for (std::size_t i = base; i < moves_.size(); ++i) {
            look_up(moves_[i]);
            if (moves_[i].numbers.win == 0) return false;
        }
        return true;
    }

    static Move move_to(const S& state, Action action) {
        Move move{state, {}, {}, false};
        S& next = move.state;
        next.apply(action);
        move.keeps_turn = next.mover() == state.mover();
        const int winner = next.is_terminal() ? for_player(outcome(next), next.mover()) : foregone(next);
        if (winner != 0) {
            move.numbers = for_parent(move, winner > 0 ? kWon : kLost);
            return move;
        }
        // At first sight, the more replies the harder to win.
        move.numbers = for_parent(move, {1, static_cast<std::uint32_t>(next.count_actions())});
        move.key = next.transformed(next.symmetry()).key();
        return move;
    }

    void look_up(Move& move) const {
        if (move.numbers.is_decided()) return;
        if (const ProofNumbers* known = table_.find(move.key)) move.numbers = for_parent(move, *known);
    }

    static ProofNumbers for_parent(const Move& move, const ProofNumbers& numbers) {
        return move.keeps_turn ? numbers : numbers.turned();
    }

    // Works on the most promising of the moves from `base` on until their position's numbers reach a limit.
    ProofNumbers refine(std::size_t base, const ProofNumbers& limits) {
        while (true) {
            std::size_t best = base, open = 0;
            std::uint32_t second = ProofNumbers::kNever, most = 0;
            for (std::size_t i = base; i < moves_.size(); ++i) {
                const ProofNumbers& numbers = moves_[i].numbers;
                if (numbers.loss == 0) continue;
                most = std::max(most, numbers.loss);
                if (open++ == 0) {
                    best = i;
                } else if (is_better(numbers, moves_[best].numbers)) {
                    second = moves_[best].numbers.win;
                    best = i;
                } else {
                    second = std::min(second, numbers.win);
                }
            }
            if (open == 0) return kLost;
            const auto others = static_cast<std::uint32_t>(open - 1);
            const ProofNumbers found = {moves_[best].numbers.win, most + others};
            if (found.win == 0) return kWon;
            if (found.win >= limits.win || found.loss >= limits.loss) return found;
            // To lose, all moves must: not their sum, which counts what they have in common many times, but the
            // hardest and one for each other (Ueda et al.: Weak proof-number search, 2008). A move goes on until it
            // is half as hard again as the next best, so that the search does not jump to and fro (Pawlewicz and Lew:
            // Improving depth-first PN-search, 2006).
            refine_move(best, {std::min(limits.win, second + second / 2 + 1),
                               limits.loss == ProofNumbers::kNever ? limits.loss : limits.loss - others});
        }
    }

    static bool is_better(const ProofNumbers& one, const ProofNumbers& other) {
        return one.win < other.win || (one.win == other.win && one.loss < other.loss);
    }

    void refine_move(std::size_t index, const ProofNumbers& limits) {
        if (moves_[index].numbers.is_decided()) return;
        const Move move = moves_[index];  // the stack moves as it grows
        const ProofNumbers found = search(move.state, move.key, for_parent(move, limits));
        moves_[index].numbers = for_parent(move, found);
    }

    // Of equals the first, so that no order of the work shows.
    Report report_of(const S& root) const {
        const auto choice = std::min_element(moves_.begin(), moves_.end(), [](const Move& one, const Move& other) {
            return is_better(one.numbers, other.numbers);
        });
        Report report;
        report.player = root.mover();
        report.action = actions_[static_cast<std::size_t>(choice - moves_.begin())];
        for (std::size_t i = 0; i < actions_.size(); ++i) report.moves.push_back(report_of(root, i));
        for (const MoveReport& move : report.moves) {
            if (move.action != report.action) continue;
            report.line = move.line;
            report.value = move.value;
        }
        report.moves[static_cast<std::size_t>(choice - moves_.begin())].probability = 1;
        const bool is_lost =
            std::all_of(moves_.begin(), moves_.end(), [](const Move& move) { return move.numbers.loss == 0; });
        report.proved = choice->numbers.win == 0 || is_lost;
        report.depth = report.proved ? static_cast<int>(report.line.size()) : 0;
        return report;
    }

    MoveReport report_of(const S& root, std::size_t index) const {
        const Move& move = moves_[index];
        MoveReport report;
        report.action = actions_[index];
        report.proved = move.numbers.is_decided();
        report.value =
            report.proved ? for_player(move.numbers.win == 0 ? largest_value(root) : -largest_value(root), root.mover())
                          : evaluated(move.state, evaluation_);
        report.line = {report.action};
        extend(report.line, move);
        return report;
    }

    // Goes on with moves that are known to keep what is proved, without a search.
    void extend(std::vector<Action>& line, Move last) const {
        while (last.numbers.is_decided() && !last.state.is_terminal()) {
            const S state = last.state;
            const bool wins = (last.numbers.win == 0) == last.keeps_turn;  // who is to move
            Action found = kNoAction;
            for (const Action action : legal_actions(state)) {
                Move move = move_to(state, action);
                look_up(move);
                if (wins ? move.numbers.win != 0 : move.numbers.loss != 0) continue;
                found = action;
                last = move;
                break;
            }
            if (found == kNoAction) return;
            line.push_back(found);
        }
    }

    void drop(std::size_t size) { moves_.erase(moves_.begin() + static_cast<std::ptrdiff_t>(size), moves_.end()); }

    Evaluation<S> evaluation_;
    Table table_;
    std::vector<Move> moves_;      // a stack: those of each position on the way, the root's first
    std::vector<Action> actions_;  // of the root
    Watch* watch_ = nullptr;
};

}  // namespace lanista

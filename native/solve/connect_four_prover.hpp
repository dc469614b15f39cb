// Proves bounds of connect_four's scores: a null-window search with a table of bounds.
//
// The literature's solver (J. Tromp's Fhourstones, P. Pons' tutorial) tries only moves that do not lose at once, those
// with most threats first, and asks a table. Here the table is also asked about all moves before one is searched, and
// moves that leave no safe reply, or an ending that parity decides, are seen without a search.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "search/limits.hpp"
#include "solve/bound_table.hpp"
#include "solve/connect_four_board.hpp"

namespace lanista {

template <int Connect>
class ConnectFourProver {
  public:
    using Position = ConnectFourPosition;

    // is_patient: as BoundTable has it.
    ConnectFourProver(const ConnectFourRules& rules, int memory_mb, bool is_patient)
        : board_(rules), table_(rules.width * rules.stride, memory_mb, is_patient) {
        for (int i = 0; i < rules.width; ++i) {
            const int column = rules.width / 2 + (i % 2 == 0 ? i / 2 : -(i + 1) / 2);
            const int shift = (rules.width - 1 - 2 * column) * rules.stride;
            columns_[static_cast<std::size_t>(i)] = {rules.columns[static_cast<std::size_t>(column)], shift};
        }
        for (int column = 0; column < (rules.width + 1) / 2; ++column) {
            left_half_ |= rules.columns[static_cast<std::size_t>(column)];
        }
    }

    const ConnectFourBoard<Connect>& board() const { return board_; }
    void forget() { table_.clear(); }

    // Begins a search from a root: mirrored positions share what is known, where the stones of the root let them meet.
    void begin(const Position& root, Watch& watch) {
        watch_ = &watch;
        const std::uint64_t mirrored_other = root.mirrored_occupied ^ root.mirrored_own;
        mirrors_meet_ = ((root.own & mirrored_other) | (root.other & root.mirrored_own)) == 0;
    }

    // Whether the score of a position is `target` or more: if it is, a lower bound of the score that is no less; else
    // an upper bound that is less. The mover cannot complete a line with this move.
    int search(const Position& at, int target) {
        const std::uint64_t safe = board_.safe_moves(at.occupied(), at.other_threats);
        if (safe == 0) return -board_.win_score(at.stones + 1);
        return search(at, safe, table_.hash(table_key(at)), target);
    }

    // What the table knows of a position's score.
    ScoreBounds known(const Position& at) const {
        const auto found = table_.find(table_.hash(table_key(at)));
        return found ? ScoreBounds{found->least, found->most} : ScoreBounds{-board_.win_score(0), board_.win_score(0)};
    }

  private:
    std::uint64_t table_key(const Position& at) const {
        return mirrors_meet_ ? std::min(at.key(), at.mirrored_key()) : at.key();
    }

    struct Move {
        std::uint64_t cell, mirrored;
        std::uint64_t threats;  // of who made it
        std::uint64_t replies;  // that are safe
        std::uint64_t hash;     // of the position after it
        int promise;
    };
    struct Moves {
        std::array<Move, ConnectFourState::kMaxActions> list;
        std::size_t count = 0;
        std::span<Move> all() { return std::span(list).first(count); }
    };

    // search() where some moves are safe.
    int search(const Position& at, std::uint64_t safe, std::uint64_t hash, int target) {
        watch_->count();
        if (at.stones + 2 >= board_.cells()) return 0;
        ScoreBounds bounds = {-board_.win_score(at.stones + 3), board_.win_score(at.stones + 2)};
        if (bounds.settle(target)) return bounds.settled(target);
        // The table's answers are on their way while the bounds are computed.
        const bool is_symmetric = mirrors_meet_ && at.key() == at.mirrored_key();
        Moves moves;
        const int seen = list_moves(at, is_symmetric ? safe & left_half_ : safe, target, moves);
        if (seen >= target) return seen;
        bounds.narrow(board_.line_bounds(at));
        bounds.narrow(board_.zugzwang_bounds(at));
        if (bounds.settle(target)) return bounds.settled(target);
        if (const auto known = table_.find(hash)) {
            bounds.narrow({known->least, known->most});
            if (bounds.settle(target)) return bounds.settled(target);
        }
        const std::uint64_t nodes = watch_->nodes();
        bounds.narrow(search_moves(at, moves, bounds, target));
        const std::uint64_t work = watch_->nodes() - nodes;
        if (work >= kLeastKept) table_.store(hash, {bounds.least, bounds.most}, work);
        return bounds.settled(target);
    }

    // Bounds that settle the target, from those of the positions after the moves.
    ScoreBounds search_moves(const Position& at, Moves& moves, const ScoreBounds& bounds, int target) {
        int best = bounds.least;
        if (moves.count > 1) {
            const int known = drop_known(moves, target);
            if (known >= target) return {known, bounds.most};
            best = std::max(best, known);
        }
        sort(moves);
        for (const Move& move : moves.all()) {
            const int score =
                -search(board_.after(at, move.cell, move.mirrored, move.threats), move.replies, move.hash, 1 - target);
            if (score >= target) return {score, bounds.most};
            best = std::max(best, score);
        }
        return {bounds.least, best};
    }

    // Fills in the moves and starts to fetch what the table knows of them, unless one of them is seen to reach the
    // target: then returns its score, else kNothing.
    int list_moves(const Position& at, std::uint64_t safe, int target, Moves& moves) const {
        const bool is_even = (board_.cells() - at.stones) % 2 == 0;
        for (const Column& column : std::span(columns_).first(static_cast<std::size_t>(board_.rules().width))) {
            const std::uint64_t cell = safe & column.cells;
            if (cell == 0) continue;
            const std::uint64_t own = at.own | cell, occupied = at.occupied() | cell;
            const std::uint64_t threats = board_.threats(own) & ~occupied;
            const std::uint64_t replies = board_.safe_moves(occupied, threats);
            if (replies == 0) return board_.win_score(at.stones + 2);
            if (!is_even) {
                const int score = -board_.follow_up_bound(at.other, own, occupied);
                if (score >= target) return score;
            }
            const std::uint64_t mirrored = std::rotl(cell, column.to_mirror);
            Move& move = moves.list[moves.count++];
            const std::uint64_t key = at.other + occupied;
            const std::uint64_t other_key =
                mirrors_meet_ ? (at.mirrored_occupied ^ at.mirrored_own) + (at.mirrored_occupied | mirrored) : key;
            move = {
                cell, mirrored, threats, replies, table_.hash(std::min(key, other_key)), promise(threats, occupied)};
            table_.prefetch(move.hash);
        }
        return kNothing;
    }

    // Threats that the other player must answer at once are worth half as much.
    int promise(std::uint64_t threats, std::uint64_t occupied) const {
        return 2 * std::popcount(threats) - std::popcount(threats & board_.playable(occupied));
    }

    // The best score of a move that the table proves to reach the target; else drops the moves that the table proves
    // not to, and returns the most that one of them may score.
    int drop_known(Moves& moves, int target) const {
        int best = kNothing;
        std::size_t kept = 0;
        for (const Move& move : moves.all()) {
            if (const auto known = table_.find(move.hash)) {
                if (-known->most >= target) return -known->most;
                if (-known->least < target) {
                    best = std::max(best, -known->least);
                    continue;
                }
            }
            moves.list[kept++] = move;
        }
        moves.count = kept;
        return best;
    }

    // By promise; the nearer to the middle the better among equals.
    static void sort(Moves& moves) {
        for (std::size_t i = 1; i < moves.count; ++i) {
            const Move move = moves.list[i];
            std::size_t at = i;
            for (; at > 0 && moves.list[at - 1].promise < move.promise; --at) moves.list[at] = moves.list[at - 1];
            moves.list[at] = move;
        }
    }

    struct Column {
        std::uint64_t cells;
        int to_mirror;  // a rotation that brings its cells to the mirrored column
    };
    // Results are kept that took so many nodes: a cheaper one costs less than its place in the table.
    static constexpr std::uint64_t kLeastKept = 2;
    static constexpr int kNothing = -64;  // less than any score

    ConnectFourBoard<Connect> board_;
    BoundTable table_;
    std::array<Column, ConnectFourState::kMaxActions> columns_{};  // from the middle outwards
    std::uint64_t left_half_ = 0;
    bool mirrors_meet_ = true;
    Watch* watch_ = nullptr;
};

}  // namespace lanista

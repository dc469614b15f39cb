// What the exact solver of connect_four asks of a position: which moves do not lose at once, where lines can be
// completed, and what is certain without search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/bits.hpp"
#include "evaluation/connect_four.hpp"
#include "games/connect_four.hpp"

namespace lanista {

// A position in play from the mover's side. Scores are so too: 0 for a draw; for a win the number of stones that the
// winner would still have had in hand, the last one of the line among them, on a board that is filled to the end; for a
// loss minus that.
struct ConnectFourPosition {
    std::uint64_t own, other;
    std::uint64_t own_threats, other_threats;       // empty cells that would complete a line
    std::uint64_t mirrored_own, mirrored_occupied;  // left to right
    int stones;

    std::uint64_t occupied() const { return own | other; }
    // One word that tells the position: above the stones of each column stands a zero.
    std::uint64_t key() const { return own + occupied(); }
    std::uint64_t mirrored_key() const { return mirrored_own + mirrored_occupied; }
};

// What is known of a score.
struct ScoreBounds {
    int least, most;

    bool settle(int target) const { return least >= target || most < target; }
    // The bound that settles it.
    int settled(int target) const { return least >= target ? least : most; }
    void narrow(const ScoreBounds& other) {
        least = std::max(least, other.least);
        most = std::min(most, other.most);
    }
    bool is_exact() const { return least == most; }
};

// Connect: the length of a line if it is known while compiling, which is faster; 0: what the rules say.
template <int Connect>
class ConnectFourBoard {
  public:
    explicit ConnectFourBoard(const ConnectFourRules& rules)
        : rules_(rules), cells_(rules.width * rules.height), bottom_(rules.bottom), board_(rules.board) {
        for (int row = rules.height - 1; row >= 0; row -= 2) uppers_ |= bottom_ << row;
        const auto stride = static_cast<std::uint64_t>(rules.stride);
        step_ = Directions{1, stride, stride - 1, stride + 1};
    }

    const ConnectFourRules& rules() const { return rules_; }
    int cells() const { return cells_; }

    // The score of who wins with the next stone after `stones` have been played.
    int win_score(int stones) const { return (cells_ + 1 - stones) / 2; }

    ConnectFourPosition position(const ConnectFourState& state) const {
        const std::uint64_t own = state.stones(state.mover()), other = state.stones(1 - state.mover());
        const ConnectFourState mirrored = state.transformed(true);
        const std::uint64_t mirrored_own = mirrored.stones(state.mover());
        const std::uint64_t mirrored_other = mirrored.stones(1 - state.mover());
        return {own,
                other,
                threats(own) & ~other,
                threats(other) & ~own,
                mirrored_own,
                mirrored_own | mirrored_other,
                std::popcount(own | other)};
    }

    ConnectFourPosition after(const ConnectFourPosition& at, std::uint64_t move, std::uint64_t mirrored_move,
                              std::uint64_t threats) const {
        return {at.other,
                at.own | move,
                at.other_threats & ~move,
                threats,
                at.mirrored_occupied ^ at.mirrored_own,
                at.mirrored_occupied | mirrored_move,
                at.stones + 1};
    }

    std::uint64_t playable(std::uint64_t occupied) const { return (occupied + bottom_) & board_; }
    std::uint64_t empty(std::uint64_t occupied) const { return board_ & ~occupied; }

    // The moves after which the other player, who has these threats, cannot complete a line at once.
    std::uint64_t safe_moves(std::uint64_t occupied, std::uint64_t threats) const {
        const std::uint64_t open = playable(occupied), forced = open & threats;
        const std::uint64_t moves = forced == 0 ? open : forced;
        return (forced & (forced - 1)) != 0 ? 0 : moves & ~(threats >> 1);
    }

    // The empty cells that would complete a line of `stones`, and some that hold stones of the other side.
    std::uint64_t threats(std::uint64_t stones) const {
        if constexpr (Connect == 4) {
            const Directions all = {stones, stones, stones, stones};
            const Directions before = all << step_, after = all >> step_;
            const Directions before2 = before << step_, after2 = after >> step_;
            const Directions found =
                (before & before2 & (before2 << step_ | after)) | (after & after2 & (after2 >> step_ | before));
            return join(found) & board_ & ~stones;
        } else {
            return connect_four_threats(rules_, stones) & ~stones;
        }
    }

    bool has_line(std::uint64_t cells) const {
        if constexpr (Connect == 4) {
            const Directions all = {cells, cells, cells, cells};
            const Directions pairs = all & all >> step_;
            return join(pairs & pairs >> step_ >> step_) != 0;
        } else {
            return rules_.has_line(cells);
        }
    }

    // The mover's score is at most this where an even number of cells is empty: the other player can always answer in
    // the same column, and so gets every upper cell of the pairs that empty columns divide into from the top. Of the
    // `loose` cells, the single ones below the pairs, each player gets half.
    int follow_up_bound(std::uint64_t own, std::uint64_t other, std::uint64_t occupied) const {
        const std::uint64_t free = empty(occupied), loose = playable(occupied) & uppers_;
        const std::uint64_t mine = own | (free & ~uppers_), first = loose & -loose, rest = loose ^ first;
        const bool one_each = std::popcount(loose) == 2;
        const bool hopeless = one_each ? !has_line(mine | first) && !has_line(mine | rest) : !has_line(mine | loose);
        if (!hopeless) return win_score(0);
        const std::uint64_t theirs = other | (free & uppers_ & ~loose);
        const bool lost = has_line(theirs) || (one_each && has_line(theirs | first) && has_line(theirs | rest));
        return lost ? -1 : 0;
    }

    // Where the mover, or the other player, can no longer complete a line at all.
    ScoreBounds line_bounds(const ConnectFourPosition& at) const {
        const std::uint64_t free = empty(at.occupied());
        return {has_line(at.other | free) ? -win_score(0) : 0, has_line(at.own | free) ? win_score(0) : 0};
    }

    // A threat that a player will come to play once all cells but those from it upwards are filled, who therefore need
    // never play below it, wins, unless the other player can complete a line in the meantime. This is the zugzwang of
    // V. Allis: A knowledge-based approach of Connect-Four (1988).
    ScoreBounds zugzwang_bounds(const ConnectFourPosition& at) const {
        const std::uint64_t playable_now = playable(at.occupied());
        // The cells that have, with those above them, as many as leave the mover to move; the others' complement.
        const std::uint64_t movers = (cells_ - at.stones) % 2 == 0 ? ~uppers_ : uppers_;
        const int gain = zugzwang_win(at, at.own_threats & movers & ~playable_now, at.other);
        const int loss = zugzwang_win(at, at.other_threats & ~movers & ~playable_now, at.own);
        return {gain != 0 ? gain : -win_score(0), loss != 0 ? -loss : win_score(0)};
    }

  private:
    using Directions = std::uint64_t __attribute__((vector_size(32)));  // upright, across, down, up

    static std::uint64_t join(const Directions& sets) { return (sets[0] | sets[1]) | (sets[2] | sets[3]); }

    // What the owner of one of these threats scores at least; 0: nothing is certain.
    int zugzwang_win(const ConnectFourPosition& at, std::uint64_t threats, std::uint64_t against) const {
        for (; threats != 0; threats &= threats - 1) {
            const auto cell = static_cast<std::size_t>(std::countr_zero(threats));
            const std::uint64_t column = rules_.columns[rules_.column_of[cell]];
            const std::uint64_t kept = column & ~low_bits(static_cast<int>(cell));
            const std::uint64_t filled = empty(at.occupied()) & ~kept;
            if (!has_line(against | filled)) return win_score(at.stones + std::popcount(filled));
        }
        return 0;
    }

    ConnectFourRules rules_;
    int cells_;
    std::uint64_t bottom_, board_;
    std::uint64_t uppers_ = 0;  // the highest row and every second below it
    Directions step_;
};

}  // namespace lanista

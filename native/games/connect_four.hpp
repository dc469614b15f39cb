// Connect-k on bitboards; the rules in prose are in src/lanista/games/connect_four.py.
//
// A column is height + 1 bits, lowest cell first; its top bit stays empty, so that lines never run from one
// column into the next (the layout of J. Tromp's Fhourstones).
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace lanista {

struct ConnectFourRules {
    ConnectFourRules(int w, int h, int k) : width(w), height(h), connect(k), stride(h + 1) {
        require_range("width", width, 1, 16);
        require_range("height", height, 1, 16);
        require_range("connect", connect, 2, std::max(width, height));
        require(width * stride <= 64, "width * (height + 1) must be at most 64, got " + std::to_string(width * stride));
        for (int column = 0; column < width; ++column) {
            bottom |= bit(column * stride);
            top |= bit(column * stride + height - 1);
            columns[static_cast<std::size_t>(column)] = low_bits(height) << (column * stride);
            for (int row = 0; row < stride; ++row) {
                column_of[static_cast<std::size_t>(column * stride + row)] = static_cast<std::uint8_t>(column);
            }
        }
        board = bottom * low_bits(height);
        // Doubling: runs of 1, 2, 4, ... stones, the last step shortened to reach exactly `connect`. A shift that
        // would leave the board (no such line fits) becomes 63, which finds nothing: bit 63 is never a stone.
        for (int run = 1; run < connect; ++step_count) {
            const int step = std::min(run, connect - run);
            const std::array<int, 4> directions = {1, stride, stride - 1, stride + 1};
            for (std::size_t i = 0; i < 4; ++i) {
                shifts[static_cast<std::size_t>(step_count)][i] =
                    static_cast<std::uint64_t>(std::min(63, step * directions[i]));
            }
            run += step;
        }
    }

    bool operator==(const ConnectFourRules&) const = default;

    using Runs = std::array<std::uint64_t, 4>;  // one set of cells for each direction

    bool has_line(std::uint64_t stones) const {
        const Runs runs = lines(stones);
        return (runs[0] | runs[1] | runs[2] | runs[3]) != 0;
    }

    // How many lines of `connect` cells lie wholly in `cells`.
    int count_lines(std::uint64_t cells) const {
        int count = 0;
        for (const std::uint64_t run : lines(cells)) count += std::popcount(run);
        return count;
    }

    // For each direction, the cells at which a line within `cells` starts. The four side by side are one vector
    // operation where the processor shifts lanes independently.
    Runs lines(std::uint64_t cells) const {
        Runs runs = {cells, cells, cells, cells};
        for (int step = 0; step < step_count; ++step) {
            for (std::size_t i = 0; i < 4; ++i) runs[i] &= runs[i] >> shifts[static_cast<std::size_t>(step)][i];
        }
        return runs;
    }

    int width, height, connect, stride;
    std::uint64_t bottom = 0, top = 0, board = 0;
    std::array<std::uint64_t, 16> columns{};
    std::array<std::uint8_t, 64> column_of{};
    std::array<std::array<std::uint64_t, 4>, 4> shifts{};  // by doubling step and direction
    int step_count = 0;
};

class ConnectFourState {
  public:
    using Rules = ConnectFourRules;
    using Symmetry = bool;  // true: mirrored left to right
    static constexpr int kMaxActions = 16;

    explicit ConnectFourState(const Rules& rules) : rules_(&rules) {}
    // Any two disjoint sets of stones without gaps below them; the mover follows from their number.
    ConnectFourState(const Rules& rules, std::uint64_t first, std::uint64_t second)
        : rules_(&rules), stones_{first, second}, mover_(std::popcount(first) > std::popcount(second)) {
        settle();
    }

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return ended_; }
    Player mover() const { return mover_; }
    Player current_player() const { return ended_ ? kTerminal : mover_; }
    std::uint64_t stones(Player player) const { return stones_[static_cast<std::size_t>(player)]; }
    int max_score() const { return 1; }
    // Only the player who moved last can have a line.
    int score() const { return !won_ ? 0 : mover_ == 1 ? 1 : -1; }
    std::array<std::uint64_t, 2> key() const { return {stones_[0], stones_[1]}; }

    bool is_legal(Action action) const {
        return !ended_ && 0 <= action && action < rules_->width &&
               (open_tops() & rules_->columns[static_cast<std::size_t>(action)]) != 0;
    }

    template <int N>
    void legal_actions(ActionList<N>& list) const {
        if (ended_) return;
        for (std::uint64_t open = open_tops(); open != 0; open &= open - 1) list.add(column_of_lowest(open));
    }

    int count_actions() const { return ended_ ? 0 : std::popcount(open_tops()); }

    Action pick_action(int index) const {
        return rules_->column_of[static_cast<std::size_t>(select_bit(open_tops(), index))];
    }

    void apply(Action action) { drop(bit(action * rules_->stride)); }

    // apply(pick_action(index)) without a number for the column: in random play each step waits for the one before it.
    void apply_picked(int index) { drop(isolate_bit(open_tops(), index) >> (rules_->height - 1)); }

    Symmetry symmetry() const { return transformed(true).key() < key(); }

    ConnectFourState transformed(Symmetry mirror) const {
        return mirror ? ConnectFourState(*rules_, mirrored(stones_[0]), mirrored(stones_[1])) : *this;
    }

    Action transformed(Action action, Symmetry mirror) const { return mirror ? rules_->width - 1 - action : action; }

  private:
    std::uint64_t occupied() const { return stones_[0] | stones_[1]; }
    std::uint64_t open_tops() const { return rules_->top & ~occupied(); }
    Action column_of_lowest(std::uint64_t cells) const {
        return rules_->column_of[static_cast<std::size_t>(std::countr_zero(cells))];
    }

    // A stone of the mover falls into the column with this lowest cell: the sum carries through the stones there.
    void drop(std::uint64_t lowest) {
        const std::uint64_t all = occupied();
        const std::uint64_t stone = (all + lowest) & ~all;
        stones_[0] |= mover_ == 0 ? stone : 0;
        stones_[1] |= mover_ == 0 ? 0 : stone;
        mover_ = 1 - mover_;
        settle();
    }

    void settle() {
        won_ = rules_->has_line(stones_[static_cast<std::size_t>(1 - mover_)]);
        ended_ = won_ || occupied() == rules_->board;
    }

    std::uint64_t mirrored(std::uint64_t stones) const {
        std::uint64_t result = 0;
        for (int column = 0; column < rules_->width; ++column) {
            const std::uint64_t cells = (stones >> (column * rules_->stride)) & low_bits(rules_->height);
            result |= cells << ((rules_->width - 1 - column) * rules_->stride);
        }
        return result;
    }

    const Rules* rules_;
    std::array<std::uint64_t, 2> stones_{};
    Player mover_ = 0;
    bool won_ = false, ended_ = false;
};

static_assert(Game<ConnectFourState>);

}  // namespace lanista

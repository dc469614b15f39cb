// Breakthrough on bitboards; the rules in prose are in src/lanista/games/breakthrough.py.
//
// Bit row * cols + col, row 0 at the top. Player 0 moves down (towards higher bits), player 1 up.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace lanista {

struct BreakthroughRules {
    BreakthroughRules(int rows_, int cols_) : rows(rows_), cols(cols_) {
        require_range("rows", rows, 4, 32);
        require_range("cols", cols, 2, 16);
        require(rows * cols <= 64, "rows * cols must be at most 64, got " + std::to_string(rows * cols));
        for (int row = 0; row < rows; ++row) {
            not_left |= low_bits(cols) << (row * cols) & ~bit(row * cols);
            not_right |= low_bits(cols) << (row * cols) & ~bit(row * cols + cols - 1);
        }
        home = {low_bits(2 * cols), low_bits(2 * cols) << ((rows - 2) * cols)};
        goal = {low_bits(cols) << ((rows - 1) * cols), low_bits(cols)};
    }

    bool operator==(const BreakthroughRules&) const = default;

    int rows, cols;
    std::uint64_t not_left = 0, not_right = 0;  // all squares but those of the leftmost, rightmost column
    std::array<std::uint64_t, 2> home{}, goal{};
};

class BreakthroughState {
  public:
    using Rules = BreakthroughRules;
    using Symmetry = bool;                  // true: mirrored left to right
    static constexpr int kMaxActions = 96;  // 4 x 16: 32 pieces, three moves each at most

    explicit BreakthroughState(const Rules& rules) : BreakthroughState(rules, rules.home[0], rules.home[1], 0) {}
    // Whether the position is over follows from its pieces.
    BreakthroughState(const Rules& rules, std::uint64_t first, std::uint64_t second, Player mover)
        : rules_(&rules), pieces_{first, second}, mover_(mover) {
        ended_ = (first & rules.goal[0]) != 0 || (second & rules.goal[1]) != 0 || first == 0 || second == 0;
    }

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return ended_; }
    Player mover() const { return mover_; }
    Player current_player() const { return ended_ ? kTerminal : mover_; }
    std::uint64_t pieces(Player player) const { return pieces_[static_cast<std::size_t>(player)]; }
    int max_score() const { return 1; }
    // Only the player who moved last can have won.
    int score() const { return !ended_ ? 0 : mover_ == 1 ? 1 : -1; }
    std::array<std::uint64_t, 3> key() const { return {pieces_[0], pieces_[1], static_cast<std::uint64_t>(mover_)}; }

    bool is_legal(Action action) const {
        if (ended_ || action < 0 || action >= rules_->rows * rules_->cols * 3) return false;
        return (sources()[static_cast<std::size_t>(action % 3)] & bit(action / 3)) != 0;
    }

    template <int N>
    void legal_actions(ActionList<N>& list) const {
        if (ended_) return;
        const Sources from = sources();
        for (std::uint64_t any = from[0] | from[1] | from[2]; any != 0; any &= any - 1) {
            const int square = std::countr_zero(any);
            const std::uint64_t lowest = bit(square);
            for (int direction = 0; direction < 3; ++direction) {
                if ((from[static_cast<std::size_t>(direction)] & lowest) != 0) list.add(square * 3 + direction);
            }
        }
    }

    int count_actions() const {
        if (ended_) return 0;
        const Sources from = sources();
        return std::popcount(from[0]) + std::popcount(from[1]) + std::popcount(from[2]);
    }

    Action pick_action(int index) const {
        const auto [direction, square] = select_from(sources(), index);
        return square * 3 + direction;
    }

    void apply(Action action) {
        if (mover_ == 0) return move<0>(bit(action / 3), action % 3);
        move<1>(bit(action / 3), action % 3);
    }

    // apply(pick_action(index)), a third faster: in random play each step waits for the one before it, and here the
    // square needs no number.
    void apply_picked(int index) {
        if (mover_ == 0) return move_picked<0>(index);
        move_picked<1>(index);
    }

    // For each direction (left, straight, right on the board), the mover's pieces that can go there; of an open
    // position.
    using Sources = std::array<std::uint64_t, 3>;

    Sources sources() const { return mover_ == 0 ? sources<0>() : sources<1>(); }

    template <Player Mover>
    Sources sources() const {
        const std::uint64_t mine = pieces_[Mover];
        const std::uint64_t empty = ~(pieces_[0] | pieces_[1]);
        const int cols = rules_->cols;
        // Before the end no piece stands on its goal row, so that no target lies off the board.
        if constexpr (Mover == 0) {
            return {mine & rules_->not_left & (~mine >> (cols - 1)), mine & (empty >> cols),
                    mine & rules_->not_right & (~mine >> (cols + 1))};
        } else {
            return {mine & rules_->not_left & (~mine << (cols + 1)), mine & (empty << cols),
                    mine & rules_->not_right & (~mine << (cols - 1))};
        }
    }

    template <Player Mover>
    void move_picked(int index) {
        const Sources from = sources<Mover>();
        const auto [direction, piece] = set_of_bit(from, index);
        move<Mover>(isolate_bit(from[static_cast<std::size_t>(direction)], piece), direction);
    }

    // Moves the piece on the square `from`. The mover is known when it is compiled, so that in a loop both sides'
    // pieces stay in registers.
    template <Player Mover>
    void move(std::uint64_t from, int direction) {
        const int cols = rules_->cols;
        const std::uint64_t to = Mover == 0 ? from << (cols - 1 + direction) : from >> (cols + 1 - direction);
        pieces_[Mover] ^= from | to;
        pieces_[1 - Mover] &= ~to;
        ended_ = (to & rules_->goal[Mover]) != 0 || pieces_[1 - Mover] == 0;
        mover_ = 1 - Mover;
    }

    Symmetry symmetry() const { return transformed(true).key() < key(); }

    BreakthroughState transformed(Symmetry mirror) const {
        return mirror ? BreakthroughState(*rules_, mirrored(pieces_[0]), mirrored(pieces_[1]), mover_) : *this;
    }

    Action transformed(Action action, Symmetry mirror) const {
        return mirror ? mirrored_square(action / 3) * 3 + 2 - action % 3 : action;
    }

  private:
    int mirrored_square(int square) const {
        return square / rules_->cols * rules_->cols + rules_->cols - 1 - square % rules_->cols;
    }

    std::uint64_t mirrored(std::uint64_t squares) const {
        std::uint64_t result = 0;
        for (; squares != 0; squares &= squares - 1) result |= bit(mirrored_square(std::countr_zero(squares)));
        return result;
    }

    const Rules* rules_;
    std::array<std::uint64_t, 2> pieces_;
    Player mover_;
    bool ended_;
};

static_assert(Game<BreakthroughState>);

}  // namespace lanista

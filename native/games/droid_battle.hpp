// R2-D2 Battle, both droids acting at once; the rules in prose are in src/lanista/games/droid_battle.py.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace lanista {

struct DroidBattleRules {
    static constexpr int kActions = 6;  // up, down, left, right, shoot, none
    static constexpr Action kShoot = 4;
    static constexpr Action kNone = 5;

    DroidBattleRules(int rows_, int cols_, int shots_, int rounds_, std::array<int, 2> start_cells, bool stay_)
        : rows(rows_), cols(cols_), shots(shots_), rounds(rounds_), start(start_cells), stay(stay_) {
        require_range("rows", rows, 2, 8);
        require_range("cols", cols, 2, 8);
        require_range("shots", shots, 1, 15);
        require_range("rounds", rounds, 1, 200);
        for (const int cell : start) require_range("start cell", cell, 0, rows * cols - 1);
        require(start[0] != start[1], "the droids must start on two different cells");
        for (int cell = 0; cell < rows * cols; ++cell) {
            const int row = cell / cols, col = cell % cols;
            const std::array<bool, 4> on_board = {row > 0, row < rows - 1, col > 0, col < cols - 1};
            const std::array<int, 4> step = {-cols, cols, -1, 1};
            auto& next = next_cell[static_cast<std::size_t>(cell)];
            next.fill(static_cast<std::uint8_t>(cell));
            for (std::size_t move = 0; move < 4; ++move) {
                if (!on_board[move]) continue;
                next[move] = static_cast<std::uint8_t>(cell + step[move]);
                moves[static_cast<std::size_t>(cell)] |= static_cast<std::uint8_t>(1 << move);
            }
            if (stay) moves[static_cast<std::size_t>(cell)] |= 1 << kNone;
            for (int other = 0; other < rows * cols; ++other) {
                if (other / cols == row || other % cols == col) aligned[static_cast<std::size_t>(cell)] |= bit(other);
            }
        }
    }

    bool operator==(const DroidBattleRules&) const = default;

    int rows, cols, shots, rounds;
    std::array<int, 2> start;
    bool stay;
    std::array<std::array<std::uint8_t, kActions>, 64> next_cell{};  // where each action would lead
    std::array<std::uint8_t, 64> moves{};                            // the legal actions, but for SHOOT, as bits
    std::array<std::uint64_t, 64> aligned{};                         // the cells in the same row or column
};

class DroidBattleState {
  public:
    using Rules = DroidBattleRules;
    // Bit 0 turns rows over, bit 1 columns, bit 2 then transposes (square boards).
    using Symmetry = int;
    static constexpr int kMaxActions = Rules::kActions;

    struct Droid {
        int cell, shots, points;
    };

    explicit DroidBattleState(const Rules& rules)
        : DroidBattleState(rules, {{{rules.start[0], rules.shots, 0}, {rules.start[1], rules.shots, 0}}},
                           rules.rounds) {}
    DroidBattleState(const Rules& rules, const std::array<Droid, 2>& droids, int rounds_left)
        : rules_(&rules), rounds_left_(static_cast<std::uint8_t>(rounds_left)) {
        for (std::size_t i = 0; i < 2; ++i) {
            cells_[i] = static_cast<std::uint8_t>(droids[i].cell);
            shots_[i] = static_cast<std::uint8_t>(droids[i].shots);
            points_[i] = static_cast<std::uint8_t>(droids[i].points);
        }
    }

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return rounds_left_ == 0 || (shots_[0] | shots_[1]) == 0; }
    Player current_player() const { return is_terminal() ? kTerminal : kSimultaneous; }
    int score() const { return points_[0] - points_[1]; }
    int max_score() const { return rules_->shots; }
    int rounds_left() const { return rounds_left_; }

    Droid droid(Player player) const {
        const auto i = static_cast<std::size_t>(player);
        return {cells_[i], shots_[i], points_[i]};
    }

    std::array<std::uint64_t, 1> key() const {
        return {in_byte(0, cells_[0]) | in_byte(1, cells_[1]) | in_byte(2, shots_[0]) | in_byte(3, shots_[1]) |
                in_byte(4, points_[0]) | in_byte(5, points_[1]) | in_byte(6, rounds_left_)};
    }

    bool is_legal(Player player, Action action) const {
        return 0 <= action && action < Rules::kActions && (legal_bits(player) >> action & 1) != 0;
    }

    template <int N>
    void legal_actions(Player player, ActionList<N>& list) const {
        for (std::uint64_t legal = legal_bits(player); legal != 0; legal &= legal - 1) {
            list.add(std::countr_zero(legal));
        }
    }

    int count_actions(Player player) const { return std::popcount(legal_bits(player)); }
    Action pick_action(Player player, int index) const { return select_bit(legal_bits(player), index); }

    void apply(Action first, Action second) {
        const std::uint8_t next0 = rules_->next_cell[cells_[0]][static_cast<std::size_t>(first)];
        const std::uint8_t next1 = rules_->next_cell[cells_[1]][static_cast<std::size_t>(second)];
        const bool blocked = next0 == next1 || (next0 == cells_[1] && next1 == cells_[0]);
        if (!blocked) cells_ = {next0, next1};
        const bool fires0 = first == Rules::kShoot, fires1 = second == Rules::kShoot;
        shots_[0] = static_cast<std::uint8_t>(shots_[0] - fires0);
        shots_[1] = static_cast<std::uint8_t>(shots_[1] - fires1);
        const bool aligned = (rules_->aligned[cells_[0]] >> cells_[1] & 1) != 0;
        // Two hits cancel out.
        points_[0] = static_cast<std::uint8_t>(points_[0] + (aligned & fires0 & !fires1));
        points_[1] = static_cast<std::uint8_t>(points_[1] + (aligned & fires1 & !fires0));
        --rounds_left_;
    }

    Symmetry symmetry() const {
        Symmetry best = 0;
        for (Symmetry symmetry = 1; symmetry < (rules_->rows == rules_->cols ? 8 : 4); ++symmetry) {
            if (transformed(symmetry).key() < transformed(best).key()) best = symmetry;
        }
        return best;
    }

    DroidBattleState transformed(Symmetry symmetry) const {
        DroidBattleState image = *this;
        for (auto& cell : image.cells_) cell = moved(cell, symmetry);
        return image;
    }

    Action transformed(Action action, Symmetry symmetry) const {
        if (action >= Rules::kShoot) return action;
        const bool vertical = action < 2;
        if ((symmetry & (vertical ? 1 : 2)) != 0) action ^= 1;  // up and down, left and right are neighbours
        return (symmetry & 4) != 0 ? action ^ 2 : action;       // transposing swaps up with left, down with right
    }

  private:
    std::uint64_t legal_bits(Player player) const {
        if (is_terminal()) return 0;
        const auto i = static_cast<std::size_t>(player);
        return rules_->moves[cells_[i]] | static_cast<std::uint64_t>(shots_[i] != 0) << Rules::kShoot;
    }

    std::uint8_t moved(int cell, Symmetry symmetry) const {
        int row = cell / rules_->cols, col = cell % rules_->cols;
        if ((symmetry & 1) != 0) row = rules_->rows - 1 - row;
        if ((symmetry & 2) != 0) col = rules_->cols - 1 - col;
        return static_cast<std::uint8_t>((symmetry & 4) != 0 ? col * rules_->cols + row : row * rules_->cols + col);
    }

    const Rules* rules_;
    std::array<std::uint8_t, 2> cells_{}, shots_{}, points_{};
    std::uint8_t rounds_left_;
};

static_assert(SimultaneousGame<DroidBattleState>);

}  // namespace lanista

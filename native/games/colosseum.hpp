// Colosseum Survival! on bitboards; the rules in prose are in src/lanista/games/colosseum.py.
//
// Bit row * size + col of a 128-bit word. Inner walls are kept as the two masks of open sides: from which cells
// one can step right, and from which down.
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace lanista {

struct ColosseumRules {
    explicit ColosseumRules(int board_size) : size(board_size), max_steps((board_size + 1) / 2) {
        require_range("size", size, 4, 11);
        for (int cell = 0; cell < size * size; ++cell) {
            if (cell % size != size - 1) inner_right |= wide_bit(cell);
            if (cell / size != size - 1) inner_down |= wide_bit(cell);
        }
    }

    bool operator==(const ColosseumRules& other) const { return size == other.size; }

    int size, max_steps;
    u128 inner_right = 0, inner_down = 0;  // the cells that have a neighbour to the right, below
};

enum Side { kUp = 0, kRight = 1, kDown = 2, kLeft = 3 };

class ColosseumState {
  public:
    using Rules = ColosseumRules;
    // One of the eight symmetries of the square: bit 0 turns rows over, bit 1 columns, bit 2 then transposes.
    using Symmetry = int;
    static constexpr int kMaxActions = 11 * 11 * 4;

    // A random start: 2K walls in mirrored pairs, the players on mirrored cells, never already separated.
    ColosseumState(const Rules& rules, Random& random) : rules_(&rules) {
        do {
            open_right_ = rules.inner_right;
            open_down_ = rules.inner_down;
            for (int i = 0; i < rules.max_steps; ++i) place_mirrored_walls(random);
            const int cells = rules.size * rules.size;
            do {
                cells_[0] = random.below(cells);
                cells_[1] = cells - 1 - cells_[0];
            } while (cells_[0] == cells_[1]);
            settle();
        } while (ended_);
    }

    // Any walls, and players on two different cells. Whether it is over follows.
    ColosseumState(const Rules& rules, u128 open_right, u128 open_down, int first, int second, Player mover)
        : rules_(&rules), open_right_(open_right), open_down_(open_down), cells_{first, second}, mover_(mover) {
        settle();
    }

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return ended_; }
    Player mover() const { return mover_; }
    Player current_player() const { return ended_ ? kTerminal : mover_; }
    int cell(Player player) const { return cells_[static_cast<std::size_t>(player)]; }

    int max_score() const { return rules_->size * rules_->size - 2; }
    // Cells of player 0's region minus player 1's; 0 while they share one.
    int score() const { return ended_ ? popcount(region(0)) - popcount(region(1)) : 0; }

    // The cells that `player` can reach in at most `steps` steps.
    u128 reachable(Player player, int steps) const {
        u128 reached = wide_bit(cell(player));
        for (const u128 free = ~wide_bit(cell(1 - player)); steps > 0; --steps) {
            const u128 further = spread(reached) & free;
            if (further == reached) break;
            reached = further;
        }
        return reached;
    }

    // `cells` and the cells one step away from them.
    u128 spread(u128 cells) const {
        const int size = rules_->size;
        return cells | (cells & open_right_) << 1 | (cells >> 1 & open_right_) | (cells & open_down_) << size |
               (cells >> size & open_down_);
    }

    // `cells` and all that can be reached from them.
    u128 spread_out(u128 cells) const {
        for (u128 before = 0; before != cells;) {
            before = cells;
            cells = spread(cells);
        }
        return cells;
    }

    using Sides = std::array<u128, 4>;

    // For each side, the cells that have no wall there.
    Sides open_sides() const { return {open_down_ << rules_->size, open_right_, open_down_, open_right_ << 1}; }

    // Whether side `side` of `cell` holds a wall; the border does.
    bool has_wall(int cell, Side side) const { return (open_sides()[side] & wide_bit(cell)) == 0; }

    std::array<std::uint64_t, 5> key() const {
        return {static_cast<std::uint64_t>(open_right_), static_cast<std::uint64_t>(open_right_ >> 64),
                static_cast<std::uint64_t>(open_down_), static_cast<std::uint64_t>(open_down_ >> 64),
                static_cast<std::uint64_t>(cells_[0] << 16 | cells_[1] << 8 | mover_)};
    }

    bool is_legal(Action action) const {
        if (ended_ || action < 0 || action >= rules_->size * rules_->size * 4) return false;
        const u128 end = wide_bit(action / 4);
        return (open_sides()[static_cast<std::size_t>(action % 4)] & end) != 0 &&
               (reachable(mover_, rules_->max_steps) & end) != 0;
    }

    template <int N>
    void legal_actions(ActionList<N>& list) const {
        if (ended_) return;
        const Sides open = open_sides();
        for (u128 ends = reachable(mover_, rules_->max_steps); ends != 0; ends &= ends - 1) {
            const int cell = countr_zero(ends);
            for (int side = 0; side < 4; ++side) {
                if ((open[static_cast<std::size_t>(side)] & wide_bit(cell)) != 0) list.add(cell * 4 + side);
            }
        }
    }

    int count_actions() const {
        if (ended_) return 0;
        const u128 ends = reachable(mover_, rules_->max_steps);
        int count = 0;
        for (const u128 open : open_sides()) count += popcount(open & ends);
        return count;
    }

    Action pick_action(int index) const {
        Sides open = open_sides();
        const u128 ends = reachable(mover_, rules_->max_steps);
        for (u128& cells : open) cells &= ends;
        const auto [side, cell] = select_from(open, index);
        return cell * 4 + side;
    }

    void apply(Action action) {
        cells_[static_cast<std::size_t>(mover_)] = action / 4;
        close(action / 4, action % 4);
        mover_ = 1 - mover_;
        settle();
    }

    Symmetry symmetry() const {
        Symmetry best = 0;
        auto best_key = key();
        for (Symmetry symmetry = 1; symmetry < 8; ++symmetry) {
            const auto candidate = transformed(symmetry).key();
            if (candidate < best_key) {
                best = symmetry;
                best_key = candidate;
            }
        }
        return best;
    }

    ColosseumState transformed(Symmetry symmetry) const {
        ColosseumState image(*rules_, rules_->inner_right, rules_->inner_down, moved(cells_[0], symmetry),
                             moved(cells_[1], symmetry), mover_);
        for (u128 walls = rules_->inner_right & ~open_right_; walls != 0; walls &= walls - 1) {
            image.close(moved(countr_zero(walls), symmetry), turned(kRight, symmetry));
        }
        for (u128 walls = rules_->inner_down & ~open_down_; walls != 0; walls &= walls - 1) {
            image.close(moved(countr_zero(walls), symmetry), turned(kDown, symmetry));
        }
        image.settle();
        return image;
    }

    Action transformed(Action action, Symmetry symmetry) const {
        return moved(action / 4, symmetry) * 4 + turned(action % 4, symmetry);
    }

  private:
    void close(int cell, int side) {
        switch (side) {
            case kUp: open_down_ &= ~wide_bit(cell - rules_->size); break;
            case kRight: open_right_ &= ~wide_bit(cell); break;
            case kDown: open_down_ &= ~wide_bit(cell); break;
            default: open_right_ &= ~wide_bit(cell - 1); break;
        }
    }

    void place_mirrored_walls(Random& random) {
        int cell, side;
        do {
            cell = random.below(rules_->size * rules_->size);
            side = random.below(4);
        } while (has_wall(cell, static_cast<Side>(side)));
        close(cell, side);
        close(rules_->size * rules_->size - 1 - cell, (side + 2) % 4);
    }

    void settle() {
        const u128 target = wide_bit(cells_[1]);
        u128 reached = wide_bit(cells_[0]);
        while (true) {
            const u128 further = spread(reached);
            if ((further & target) != 0) {
                ended_ = false;
                return;
            }
            if (further == reached) break;
            reached = further;
        }
        ended_ = true;
    }

    u128 region(Player player) const { return spread_out(wide_bit(cell(player))); }

    int moved(int cell, Symmetry symmetry) const {
        int row = cell / rules_->size, col = cell % rules_->size;
        if ((symmetry & 1) != 0) row = rules_->size - 1 - row;
        if ((symmetry & 2) != 0) col = rules_->size - 1 - col;
        return (symmetry & 4) != 0 ? col * rules_->size + row : row * rules_->size + col;
    }

    static int turned(int side, Symmetry symmetry) {
        const bool vertical = side % 2 == 0;
        if ((symmetry & (vertical ? 1 : 2)) != 0) side = (side + 2) % 4;
        // Transposing swaps up with left and right with down.
        return (symmetry & 4) != 0 ? 3 - side : side;
    }

    const Rules* rules_;
    u128 open_right_ = 0, open_down_ = 0;
    std::array<int, 2> cells_{};
    Player mover_ = 0;
    bool ended_ = false;
};

static_assert(Game<ColosseumState>);

}  // namespace lanista

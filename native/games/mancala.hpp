// Kalah; the rules in prose are in src/lanista/games/mancala.py.
//
// One 64-bit word a player: byte c is the house in column c, byte 7 the store. A sowing adds two words from a
// table, so that it costs the same for one seed and for forty.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace lanista {

struct MancalaRules {
    static constexpr int kMaxHouses = 6;
    static constexpr int kStore = 7;  // byte of the store

    struct Sowing {
        std::array<std::uint64_t, 2> added;  // seeds that each row gains (the house itself is emptied first)
        bool in_own_row;                     // where the last seed lands: whose row, and
        std::uint8_t index;                  // the column or kStore
    };

    MancalaRules(int houses_each, int seeds_each, bool capture_on_empty, bool majority_ends)
        : houses(houses_each), seeds(seeds_each), empty_capture(capture_on_empty), early_end(majority_ends) {
        require_range("houses", houses, 1, kMaxHouses);
        require_range("seeds", seeds, 1, 12);
        total = 2 * houses * seeds;
        house_bytes = low_bits(8 * houses);
        // One row of the table for each house and for every number of seeds that can lie in it.
        for (Player player : {0, 1}) {
            for (int house = 0; house < houses; ++house) {
                for (int count = 0; count <= total; ++count) sowings.push_back(sow(player, house, count));
            }
        }
    }

    bool operator==(const MancalaRules& other) const {
        return houses == other.houses && seeds == other.seeds && empty_capture == other.empty_capture &&
               early_end == other.early_end;
    }

    const Sowing& sowing(Player player, int house, int count) const {
        return sowings[static_cast<std::size_t>((player * houses + house) * (total + 1) + count)];
    }

    int houses, seeds, total = 0;
    bool empty_capture, early_end;
    std::uint64_t house_bytes = 0;

  private:
    Sowing sow(Player player, int house, int count) const {
        Sowing result{{0, 0}, true, static_cast<std::uint8_t>(house)};
        Player row = player;
        int index = house;
        for (; count > 0; --count) {
            step(player, row, index);
            result.added[static_cast<std::size_t>(row)] += in_byte(index, 1);
        }
        result.in_own_row = row == player;
        result.index = static_cast<std::uint8_t>(index);
        return result;
    }

    // Counter-clockwise: along the top row to the left, store 0, along the bottom row to the right, store 1; a
    // player skips the other's store.
    void step(Player player, Player& row, int& index) const {
        const int last_house = row == 0 ? 0 : houses - 1;
        const int first_house_of_other = row == 0 ? 0 : houses - 1;
        if (index != kStore && index != last_house) {
            index += row == 0 ? -1 : 1;
        } else if (index != kStore && row == player) {
            index = kStore;
        } else {
            row = 1 - row;
            index = first_house_of_other;
        }
    }

    std::vector<Sowing> sowings;
};

class MancalaState {
  public:
    using Rules = MancalaRules;
    struct Symmetry {};  // the board has none that keeps the players
    static constexpr int kMaxActions = MancalaRules::kMaxHouses;

    explicit MancalaState(const Rules& rules) : rules_(&rules) {
        for (int house = 0; house < rules.houses; ++house) rows_[0] |= in_byte(house, rules.seeds);
        rows_[1] = rows_[0];
    }
    // Whether the position is over follows from its seeds.
    MancalaState(const Rules& rules, std::uint64_t top, std::uint64_t bottom, Player mover)
        : rules_(&rules), rows_{top, bottom}, mover_(mover) {
        ended_ = row_is_empty(0) || row_is_empty(1) || majority();
    }

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return ended_; }
    Player mover() const { return mover_; }
    Player current_player() const { return ended_ ? kTerminal : mover_; }
    int house(Player player, int column) const { return byte_at(row(player), column); }
    int store(Player player) const { return byte_at(row(player), MancalaRules::kStore); }
    int score() const { return store(0) - store(1); }

    std::array<std::uint64_t, 2> key() const {
        // Byte 6 is never a house's.
        return {rows_[0], rows_[1] | in_byte(6, mover_)};
    }

    bool is_legal(Action action) const {
        return !ended_ && 0 <= action && action < rules_->houses && house(mover_, action) != 0;
    }

    template <int N>
    void legal_actions(ActionList<N>& list) const {
        if (ended_) return;
        for (int column = 0; column < rules_->houses; ++column) {
            if (house(mover_, column) != 0) list.add(column);
        }
    }

    int count_actions() const { return ended_ ? 0 : std::popcount(filled_houses()); }
    Action pick_action(int index) const { return select_bit(filled_houses(), index) / 8; }

    void apply(Action action) {
        const auto own = static_cast<std::size_t>(mover_);
        const std::size_t other = 1 - own;
        const auto& sowing = rules_->sowing(mover_, action, house(mover_, action));
        rows_[own] &= ~in_byte(action, 0xFF);
        rows_[0] += sowing.added[0];
        rows_[1] += sowing.added[1];
        const bool again = sowing.in_own_row && sowing.index == MancalaRules::kStore;
        if (sowing.in_own_row && !again && byte_at(rows_[own], sowing.index) == 1) {
            const int opposite = byte_at(rows_[other], sowing.index);
            if (opposite != 0 || rules_->empty_capture) {
                rows_[own] += in_byte(MancalaRules::kStore, opposite + 1) - in_byte(sowing.index, 1);
                rows_[other] -= in_byte(sowing.index, opposite);
            }
        }
        if (!again) mover_ = 1 - mover_;
        end_if_over();
    }

    Symmetry symmetry() const { return {}; }
    MancalaState transformed(Symmetry) const { return *this; }
    Action transformed(Action action, Symmetry) const { return action; }

  private:
    std::uint64_t row(Player player) const { return rows_[static_cast<std::size_t>(player)]; }
    bool row_is_empty(Player player) const { return (row(player) & rules_->house_bytes) == 0; }
    bool majority() const {
        return rules_->early_end && (2 * store(0) > rules_->total || 2 * store(1) > rules_->total);
    }

    // The lowest bit of each byte that holds a filled house of the mover.
    std::uint64_t filled_houses() const {
        const std::uint64_t houses = row(mover_) & rules_->house_bytes;
        constexpr std::uint64_t kLow7 = 0x7F7F7F7F7F7F7F7FULL;
        return ((((houses & kLow7) + kLow7) | houses) >> 7) & 0x0101010101010101ULL;
    }

    void end_if_over() {
        if (row_is_empty(0) || row_is_empty(1)) {
            for (auto& seeds : rows_) {
                const int left = sum_of_bytes(seeds & rules_->house_bytes);
                seeds = (seeds & ~rules_->house_bytes) + in_byte(MancalaRules::kStore, left);
            }
            ended_ = true;
        } else {
            ended_ = majority();
        }
    }

    const Rules* rules_;
    std::array<std::uint64_t, 2> rows_{};
    Player mover_ = 0;
    bool ended_ = false;
};

static_assert(Game<MancalaState>);

}  // namespace lanista

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

    // What sowing a house of some number of seeds does, before any capture.
    struct Sowing {
        std::uint64_t own, other;  // what the mover's and the other row gain, the emptied house's loss included
        std::uint64_t house;       // all bits of the house in the mover's own row that the last seed meets, if it does
        bool passes;               // the other player is to move: the last seed is not in the mover's store
    };

    MancalaRules(int houses_each, int seeds_each, bool capture_on_empty, bool majority_ends)
        : houses(houses_each), seeds(seeds_each), empty_capture(capture_on_empty), early_end(majority_ends) {
        require_range("houses", houses, 1, kMaxHouses);
        require_range("seeds", seeds, 1, 12);
        total = 2 * houses * seeds;
        house_bytes = low_bits(8 * houses);
        if_empty = empty_capture;
        // One row of the table for each house and for every number of seeds that can lie in it.
        for (Player player : {0, 1}) {
            for (int house = 0; house < houses; ++house) {
                first_sowing[static_cast<std::size_t>(player * 8 + house)] = static_cast<unsigned>(sowings.size());
                for (int count = 0; count <= total; ++count) sowings.push_back(sow(player, house, count));
            }
        }
    }

    bool operator==(const MancalaRules& other) const {
        return houses == other.houses && seeds == other.seeds && empty_capture == other.empty_capture &&
               early_end == other.early_end;
    }

    const Sowing& sowing(Player player, int house, int count) const {
        return sowings[first_sowing[static_cast<std::size_t>(player * 8 + house)] + static_cast<unsigned>(count)];
    }

    int houses, seeds, total = 0;
    bool empty_capture, early_end;
    std::uint64_t house_bytes = 0;
    std::uint64_t if_empty = 0;  // not 0 when an empty opposite house does not stop a capture

  private:
    Sowing sow(Player player, int house, int count) const {
        Sowing result{-in_byte(house, count), 0, 0, true};
        Player row = player;
        int index = house;
        for (; count > 0; --count) {
            step(player, row, index);
            (row == player ? result.own : result.other) += in_byte(index, 1);
        }
        if (row == player && index != kStore) result.house = in_byte(index, 0xFF);
        result.passes = row != player || index != kStore;
        return result;
    }

    // Counter-clockwise: along the top row to the left, store 0, along the bottom row to the right, store 1; a
    // player skips the other's store.
    void step(Player player, Player& row, int& index) const {
        // Where a row ends; above or below it the other row begins.
        const int last_house = row == 0 ? 0 : houses - 1;
        if (index != kStore && index != last_house) {
            index += row == 0 ? -1 : 1;
        } else if (index != kStore && row == player) {
            index = kStore;
        } else {
            row = 1 - row;
            index = last_house;
        }
    }

    std::vector<Sowing> sowings;
    std::array<unsigned, 16> first_sowing{};  // by player and house, where its part of the table begins
};

class MancalaState {
  public:
    using Rules = MancalaRules;
    struct Symmetry {};  // the board has none that keeps the players
    static constexpr int kMaxActions = MancalaRules::kMaxHouses;
    static constexpr std::uint64_t kLowestBits = 0x0101010101010101ULL;  // of each byte

    explicit MancalaState(const Rules& rules) : rules_(&rules) {
        for (int house = 0; house < rules.houses; ++house) rows_[0] |= in_byte(house, rules.seeds);
        rows_[1] = rows_[0];
    }
    // Whether the position is over follows from its seeds.
    MancalaState(const Rules& rules, std::uint64_t top, std::uint64_t bottom, Player mover)
        : rules_(&rules), rows_{top, bottom}, mover_(mover) {
        ended_ = row_is_empty(0) || row_is_empty(1) || (rules.early_end && majority());
    }

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return ended_; }
    Player mover() const { return mover_; }
    Player current_player() const { return ended_ ? kTerminal : mover_; }
    // Byte c is the house in column c, byte 7 the store.
    std::uint64_t row(Player player) const { return player != 0 ? rows_[1] : rows_[0]; }
    int house(Player player, int column) const { return byte_at(row(player), column); }
    int store(Player player) const { return byte_at(row(player), MancalaRules::kStore); }
    int score() const { return store(0) - store(1); }
    int max_score() const { return rules_->total; }

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
        for (std::uint64_t filled = filled_houses(); filled != 0; filled &= filled - 1) {
            list.add(std::countr_zero(filled) / 8);
        }
    }

    int count_actions() const { return ended_ ? 0 : std::popcount(filled_houses()); }
    Action pick_action(int index) const { return select_bit(filled_houses(), index) / 8; }

    void apply(Action action) {
        // Choices between two values, not by index, which would keep both rows out of registers.
        const bool second = mover_ != 0;
        std::uint64_t own = second ? rows_[1] : rows_[0], other = second ? rows_[0] : rows_[1];
        const auto& sowing = rules_->sowing(mover_, action, byte_at(own, action));
        own += sowing.own;
        other += sowing.other;
        // Which house the last seed meets is as good as random to the processor: masks instead of branches.
        const std::uint64_t opposite = other & sowing.house;
        const bool captures =
            ((own & sowing.house) == (sowing.house & kLowestBits)) & ((opposite | rules_->if_empty) != 0);
        const std::uint64_t taken = -static_cast<std::uint64_t>(captures) & sowing.house;
        // The sum of both houses' bytes, in the store's byte.
        const std::uint64_t won = (own & taken) + (opposite & taken);
        own = (own & ~taken) + (won * kLowestBits & in_byte(MancalaRules::kStore, 0xFF));
        other &= ~taken;
        rows_ = {second ? other : own, second ? own : other};
        mover_ ^= static_cast<Player>(sowing.passes);
        ended_ = ((own & rules_->house_bytes) == 0) | ((other & rules_->house_bytes) == 0);
        if (ended_) {
            sweep();
        } else if (rules_->early_end) {
            ended_ = majority();
        }
    }

    Symmetry symmetry() const { return {}; }
    MancalaState transformed(Symmetry) const { return *this; }
    Action transformed(Action action, Symmetry) const { return action; }

  private:
    bool row_is_empty(Player player) const { return (row(player) & rules_->house_bytes) == 0; }
    bool majority() const { return 2 * store(0) > rules_->total || 2 * store(1) > rules_->total; }

    // The highest bit of each byte that holds a filled house of the mover.
    std::uint64_t filled_houses() const {
        const std::uint64_t houses = row(mover_) & rules_->house_bytes;
        constexpr std::uint64_t kLow7 = 0x7F7F7F7F7F7F7F7FULL;
        return (((houses & kLow7) + kLow7) | houses) & ~kLow7;
    }

    // The seeds left in each row go to its owner.
    void sweep() {
        for (auto& row : rows_) {
            const int left = sum_of_bytes(row & rules_->house_bytes);
            row = (row & ~rules_->house_bytes) + in_byte(MancalaRules::kStore, left);
        }
    }

    const Rules* rules_;
    std::array<std::uint64_t, 2> rows_{};
    Player mover_ = 0;
    bool ended_ = false;
};

static_assert(Game<MancalaState>);

}  // namespace lanista

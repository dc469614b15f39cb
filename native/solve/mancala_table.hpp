// What the mancala solver has found out: bounds of what is still to be won, each under its whole position, so that no
// two positions are ever confused.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"
#include "core/growing_buckets.hpp"
#include "solve/mancala_index.hpp"

namespace lanista {

// What the rest of the game depends on, from the mover's side: six bits a house; where a majority ends the game, the
// mover's store too. `fits` is false where a house holds more than 63 seeds: such positions are not kept.
struct MancalaKey {
    std::uint64_t own = 0, other = 0;
    bool fits = false;

    MancalaKey() = default;
    MancalaKey(std::uint64_t own_half, std::uint64_t other_half) : own(own_half), other(other_half), fits(true) {}
    MancalaKey(const MancalaState& state, std::uint64_t own_row, std::uint64_t other_row)
        : own(pack(own_row)), other(pack(other_row)), fits(((own_row | other_row) & kTooMany) == 0) {
        if (state.rules().early_end) own |= static_cast<std::uint64_t>(state.store(state.mover())) << kRowBits;
    }

    static constexpr int kRowBits = 36;

  private:
    static constexpr std::uint64_t kTooMany = 0xC0C0C0C0C0C0C0C0ULL;

    // Six bytes of six bits each without the gaps.
    static std::uint64_t pack(std::uint64_t row) {
        row = (row & 0x003F003F003FULL) | (row & 0x3F003F003F00ULL) >> 2;  // three groups of 12 bits
        return (row & 0xFFF) | (row >> 16 & 0xFFF) << 12 | (row >> 32 & 0xFFF) << 24;
    }
};

// Bounds from the mover's side, and the action that gave the lower one.
struct MancalaBounds {
    int low, high;
    Action action = kNoAction;
};

class MancalaTable {
  public:
    explicit MancalaTable(int mebibytes) : buckets_(mebibytes, 1 << 12, 1) {}

    void clear() { buckets_.clear(); }
    void prefetch(const MancalaKey& key) const { buckets_.prefetch(hash(key)); }

    // Whether the position is known; if so, `bounds` become no wider than what is known of it.
    bool find(const MancalaKey& key, MancalaBounds& bounds) const {
        if (!key.fits) return false;
        const Entry* entry = buckets_.find(hash(key), [&](const Bucket& bucket) { return find_in(bucket, key); });
        if (entry == nullptr) return false;
        bounds.low = std::max(bounds.low, entry->low());
        bounds.high = std::min(bounds.high, entry->high());
        bounds.action = entry->action();
        return true;
    }

    // work: nodes that it took to find; of four positions that share a bucket the cheapest gives way.
    void store(const MancalaKey& key, const MancalaBounds& bounds, std::uint64_t work) {
        if (!key.fits) return;
        Entry& place = place_of(key);
        const int before = place.holds(key) ? place.work() : 0;
        const bool was_free = place.is_free();
        place.set(key, bounds, std::max(before, static_cast<int>(std::bit_width(work)) + 1));
        buckets_.stored(was_free, [&](const Bucket& from, std::size_t) { return move(from); });
    }

  private:
    static constexpr std::size_t kWays = 4;

    // own: row and store of the key, action, work; other: row of the key, both bounds. Without work it is free.
    struct Entry {
        std::uint64_t own_word, other_word;

        static constexpr int kActionAt = 43, kWorkAt = 46, kLowAt = 36, kHighAt = 45;
        static constexpr int kZero = 1 << 8;  // of the bounds, which are -144 to 144
        static constexpr std::uint64_t kOwnMask = low_bits(kActionAt), kOtherMask = low_bits(kLowAt);

        bool is_free() const { return own_word >> kWorkAt == 0; }
        bool holds(const MancalaKey& key) const {
            return ((own_word ^ key.own) & kOwnMask) == 0 && ((other_word ^ key.other) & kOtherMask) == 0;
        }
        MancalaKey key() const { return {own_word & kOwnMask, other_word & kOtherMask}; }
        int low() const { return static_cast<int>(other_word >> kLowAt & 0x1FF) - kZero; }
        int high() const { return static_cast<int>(other_word >> kHighAt & 0x1FF) - kZero; }
        Action action() const { return static_cast<Action>(own_word >> kActionAt & 7) - 1; }
        int work() const { return static_cast<int>(own_word >> kWorkAt); }
        void set(const MancalaKey& key, const MancalaBounds& bounds, int work) {
            own_word = key.own | static_cast<std::uint64_t>(bounds.action + 1) << kActionAt |
                       static_cast<std::uint64_t>(work) << kWorkAt;
            other_word = key.other | static_cast<std::uint64_t>(bounds.low + kZero) << kLowAt |
                         static_cast<std::uint64_t>(bounds.high + kZero) << kHighAt;
        }
    };
    struct alignas(64) Bucket {
        Entry entries[kWays];
    };

    static std::uint64_t hash(const MancalaKey& key) {
        const u128 product = static_cast<u128>(key.own ^ 0x9E3779B97F4A7C15ULL) * (key.other ^ 0xD1B54A32D192ED03ULL);
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }

    static const Entry* find_in(const Bucket& bucket, const MancalaKey& key) {
        for (const Entry& entry : bucket.entries) {
            if (entry.holds(key)) return &entry;
        }
        return nullptr;
    }

    // Where the position's entry is, or belongs.
    Entry& place_of(const MancalaKey& key) {
        Bucket& bucket = buckets_.at(hash(key));
        Entry* cheapest = &bucket.entries[0];
        for (Entry& entry : bucket.entries) {
            if (entry.holds(key)) return entry;
            if (entry.work() < cheapest->work()) cheapest = &entry;
        }
        return *cheapest;
    }

    // Moves a bucket's entries to where they belong; returns how many free places that filled.
    std::size_t move(const Bucket& bucket) {
        std::size_t filled = 0;
        for (const Entry& from : bucket.entries) {
            if (from.is_free()) continue;
            Entry& to = place_of(from.key());
            // What has been found since is newer.
            if (!to.is_free() && (to.holds(from.key()) || to.work() > from.work())) continue;
            filled += to.is_free();
            to = from;
        }
        return filled;
    }

    GrowingBuckets<Bucket, kWays> buckets_;
};

}  // namespace lanista

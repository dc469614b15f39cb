// What the mancala solver has found out: bounds of what is still to be won, each under its whole position, so that no
// two positions are ever confused.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "core/bits.hpp"
#include "core/zeroed_memory.hpp"
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

// Begins small, which stays in the processor's cache. Once it is half full, entries move to a larger one a few at a
// time, so that no store takes long.
class MancalaTable {
  public:
    // At most so many MiB (a quarter more while it grows for the last time).
    explicit MancalaTable(int mebibytes)
        : most_buckets_(std::bit_floor((static_cast<std::size_t>(mebibytes) << 20) / sizeof(Bucket))) {
        clear();
    }

    void clear() {
        buckets_ = ZeroedArray<Bucket>(std::min(kFirstBuckets, most_buckets_));
        smaller_ = ZeroedArray<Bucket>();
        filled_ = 0;
    }

    void prefetch(const MancalaKey& key) const { __builtin_prefetch(&buckets_[slot(key, buckets_)]); }

    // Whether the position is known; if so, `bounds` become no wider than what is known of it.
    bool find(const MancalaKey& key, MancalaBounds& bounds) const {
        if (!key.fits) return false;
        const Entry* entry = find_in(buckets_, key);
        if (entry == nullptr && smaller_.size() != 0) entry = find_in(smaller_, key);
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
        filled_ += place.is_free();
        place.set(key, bounds, std::max(before, static_cast<int>(std::bit_width(work)) + 1));
        if (smaller_.size() != 0) {
            move_some();
        } else if (filled_ > buckets_.size() * kWays / 2 && buckets_.size() < most_buckets_) {
            grow();
        }
    }

  private:
    static constexpr std::size_t kWays = 4, kFirstBuckets = 1 << 12;
    static constexpr std::size_t kMovedAtOnce = 4;  // buckets a store: all are moved long before it grows again

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

    static std::size_t slot(const MancalaKey& key, const ZeroedArray<Bucket>& buckets) {
        const u128 product = static_cast<u128>(key.own ^ 0x9E3779B97F4A7C15ULL) * (key.other ^ 0xD1B54A32D192ED03ULL);
        return (static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64)) & (buckets.size() - 1);
    }

    static const Entry* find_in(const ZeroedArray<Bucket>& buckets, const MancalaKey& key) {
        for (const Entry& entry : buckets[slot(key, buckets)].entries) {
            if (entry.holds(key)) return &entry;
        }
        return nullptr;
    }

    // Where the position's entry is, or belongs.
    Entry& place_of(const MancalaKey& key) {
        Bucket& bucket = buckets_[slot(key, buckets_)];
        Entry* cheapest = &bucket.entries[0];
        for (Entry& entry : bucket.entries) {
            if (entry.holds(key)) return entry;
            if (entry.work() < cheapest->work()) cheapest = &entry;
        }
        return *cheapest;
    }

    // Four times the room. Where memory is short, it stays as it is.
    void grow() {
        try {
            smaller_ = std::exchange(buckets_, ZeroedArray<Bucket>(std::min(4 * buckets_.size(), most_buckets_)));
            moved_ = filled_ = 0;
        } catch (const std::bad_alloc&) {
            most_buckets_ = buckets_.size();
        }
    }

    void move_some() {
        for (std::size_t i = 0; i < kMovedAtOnce && moved_ < smaller_.size(); ++i) {
            for (const Entry& from : smaller_[moved_++].entries) {
                if (from.is_free()) continue;
                Entry& to = place_of(from.key());
                // What has been found since is newer.
                if (!to.is_free() && (to.holds(from.key()) || to.work() > from.work())) continue;
                filled_ += to.is_free();
                to = from;
            }
        }
        if (moved_ == smaller_.size()) smaller_ = ZeroedArray<Bucket>();
    }

    std::size_t most_buckets_;
    ZeroedArray<Bucket> buckets_;
    ZeroedArray<Bucket> smaller_;  // the table before it grew, while entries are still in it
    std::size_t moved_ = 0;        // so many of its buckets have been moved
    std::size_t filled_ = 0;
};

}  // namespace lanista

// What a search found out about positions that it may meet again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "core/action_list.hpp"
#include "core/zeroed_memory.hpp"
#include "search/value.hpp"

namespace lanista {

enum class Bound : std::uint8_t { kNone = 0, kLower = 1, kUpper = 2, kExact = 3 };

// The whole 64-bit hash is kept and compared. Two positions that share it would share a value; an action is only ever
// a hint which of the legal ones to try first, so that none illegal can be played.
struct TableEntry {
    std::uint64_t hash;
    Value value;  // from the side that the search looks from
    Action action;
    std::int16_t depth;
    Bound bound;  // kNone: the place is free
    std::uint8_t proved : 1, age : 7;

    // Whether a search to this depth would find the same value: one that saw only ends sees no more when it looks
    // deeper; but an entry from a deeper search knows more than this one may.
    bool answers(int asked) const { return depth == asked || (proved && depth < asked); }
    // Whether the value will do for a search with this window.
    bool settles(Value alpha, Value beta) const {
        return bound == Bound::kExact || (bound == Bound::kLower && value >= beta) ||
               (bound == Bound::kUpper && value <= alpha);
    }
};
static_assert(sizeof(TableEntry) == 24);

class TranspositionTable {
  public:
    // At most so many MiB; 0 for no table, which finds nothing. Begins small, which stays in the processor's cache, and
    // grows; entries move to the larger table a few at a time, so that no store takes long.
    explicit TranspositionTable(int mebibytes)
        : most_buckets_(std::bit_floor((static_cast<std::size_t>(mebibytes) << 20) / sizeof(Bucket))) {
        clear();
    }

    void clear() {
        buckets_ = ZeroedArray<Bucket>(std::min(kFirstBuckets, most_buckets_));
        smaller_ = ZeroedArray<Bucket>();
        filled_ = 0;
        age_ = 0;
    }

    // Entries of earlier searches stay, and give way first.
    void new_search() { age_ = (age_ + 1) & 0x7F; }

    // nullptr: nothing is known. Valid until the next store().
    const TableEntry* find(std::uint64_t hash) const {
        if (most_buckets_ == 0) return nullptr;
        const TableEntry* entry = find_in(buckets_, hash);
        return entry == nullptr && smaller_.size() != 0 ? find_in(smaller_, hash) : entry;
    }

    void store(std::uint64_t hash, int depth, Value value, Bound bound, bool proved, Action action) {
        if (most_buckets_ == 0) return;
        TableEntry& place = place_for(hash);
        filled_ += place.bound == Bound::kNone;
        place = {hash, value, action, static_cast<std::int16_t>(depth), bound, proved, age_};
        if (smaller_.size() != 0) {
            move_some();
        } else if (filled_ > buckets_.size() && buckets_.size() < most_buckets_) {
            grow();
        }
    }

  private:
    static constexpr std::size_t kWays = 2;
    static constexpr std::size_t kFirstBuckets = 1 << 10;
    static constexpr std::size_t kMovedAtOnce = 4;  // buckets a store: all are moved long before it grows again
    using Bucket = std::array<TableEntry, kWays>;

    TableEntry& place_for(std::uint64_t hash) {
        Bucket& places = bucket(hash);
        for (TableEntry& entry : places) {
            if (entry.hash == hash) return entry;
        }
        return *std::min_element(places.begin(), places.end(),
                                 [this](const TableEntry& a, const TableEntry& b) { return worth(a) < worth(b); });
    }

    // Deep results of this search are kept longest.
    int worth(const TableEntry& entry) const {
        if (entry.bound == Bound::kNone) return -1;
        return entry.depth + (entry.age == age_ ? 1 << 16 : 0);
    }

    // Half full: four times the room. The entries follow in move_some(). Where memory is short, it stays as it is.
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
            for (const TableEntry& entry : smaller_[moved_++]) {
                if (entry.bound == Bound::kNone) continue;
                TableEntry& place = place_for(entry.hash);
                // What has been found since is newer.
                if (place.hash == entry.hash || worth(place) > worth(entry)) continue;
                filled_ += place.bound == Bound::kNone;
                place = entry;
            }
        }
        if (moved_ == smaller_.size()) smaller_ = ZeroedArray<Bucket>();
    }

    static const TableEntry* find_in(const ZeroedArray<Bucket>& buckets, std::uint64_t hash) {
        for (const TableEntry& entry : buckets[hash & (buckets.size() - 1)]) {
            if (entry.hash == hash && entry.bound != Bound::kNone) return &entry;
        }
        return nullptr;
    }

    Bucket& bucket(std::uint64_t hash) { return buckets_[hash & (buckets_.size() - 1)]; }

    std::size_t most_buckets_;
    ZeroedArray<Bucket> buckets_;
    ZeroedArray<Bucket> smaller_;  // the table before it grew, while entries are still in it
    std::size_t moved_ = 0;        // so many of its buckets have been moved
    std::size_t filled_ = 0;
    std::uint8_t age_ = 0;
};

}  // namespace lanista

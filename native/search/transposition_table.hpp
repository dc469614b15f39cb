// What alpha-beta found out about positions it may meet again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/action_list.hpp"
#include "core/zeroed_memory.hpp"
#include "search/value.hpp"

namespace lanista {

enum class Bound : std::uint8_t { kNone = 0, kLower = 1, kUpper = 2, kExact = 3 };

// The whole 64-bit hash is kept and compared. Two positions that share it would share a value; an action is only ever
// a hint which of the legal ones to try first, so that none illegal can be played.
struct TableEntry {
    std::uint64_t hash;
    Value value;  // from the mover's side
    Action action;
    std::int16_t depth;
    Bound bound;  // kNone: the place is free
    std::uint8_t proved : 1, age : 7;
};
static_assert(sizeof(TableEntry) == 24);

class TranspositionTable {
  public:
    // At most so many MiB, at least one bucket. The memory is only used as entries come in.
    explicit TranspositionTable(std::size_t mebibytes)
        : buckets_(std::bit_floor(std::max<std::size_t>((mebibytes << 20) / sizeof(Bucket), 1))) {}

    void clear() {
        buckets_ = ZeroedArray<Bucket>(buckets_.size());
        age_ = 0;
    }

    // Entries of earlier searches stay, and give way first.
    void new_search() { age_ = (age_ + 1) & 0x7F; }

    // nullptr: nothing is known. Valid until the next store().
    const TableEntry* find(std::uint64_t hash) const {
        for (const TableEntry& entry : bucket(hash)) {
            if (entry.hash == hash && entry.bound != Bound::kNone) return &entry;
        }
        return nullptr;
    }

    void store(std::uint64_t hash, int depth, Value value, Bound bound, bool proved, Action action) {
        Bucket& places = bucket(hash);
        TableEntry* place = &places[0];
        for (TableEntry& entry : places) {
            if (entry.hash == hash) {
                place = &entry;
                break;
            }
            if (worth(entry) < worth(*place)) place = &entry;
        }
        *place = {hash, value, action, static_cast<std::int16_t>(depth), bound, proved, age_};
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&bucket(hash)); }

  private:
    static constexpr std::size_t kWays = 2;
    using Bucket = std::array<TableEntry, kWays>;

    // Deep results of this search are kept longest.
    int worth(const TableEntry& entry) const {
        if (entry.bound == Bound::kNone) return -1;
        return entry.depth + (entry.age == age_ ? 1 << 16 : 0);
    }

    Bucket& bucket(std::uint64_t hash) { return buckets_[hash & (buckets_.size() - 1)]; }
    const Bucket& bucket(std::uint64_t hash) const { return buckets_[hash & (buckets_.size() - 1)]; }

    ZeroedArray<Bucket> buckets_;
    std::uint8_t age_ = 0;
};

}  // namespace lanista

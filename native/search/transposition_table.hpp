// What a search found out about positions that it may meet again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/action_list.hpp"
#include "core/growing_buckets.hpp"
#include "search/limits.hpp"
#include "search/value.hpp"

namespace lanista {

enum class Bound : std::uint8_t { kNone = 0, kLower = 1, kUpper = 2, kExact = 3 };

// What is known of a position: a value from the side that the search looks from.
struct TableEntry {
    Value value;
    Action action;
    int depth;
    Bound bound;
    bool proved;

    // Whether a search to this depth would find the same value: one that saw only ends sees no more when it looks
    // deeper; but an entry from a deeper search knows more than this one may.
    bool answers(int asked) const { return depth == asked || (proved && depth < asked); }
    // Whether the value will do for a search with this window.
    bool settles(Value alpha, Value beta) const {
        return bound == Bound::kExact || (bound == Bound::kLower && value >= beta) ||
               (bound == Bound::kUpper && value <= alpha);
    }
};

// Three entries in one cache line, each with its position's whole 64-bit hash: the lowest bits choose the bucket, of
// which there are kLeast or more, the others are kept. Positions that share a hash would share a value; an action is
// only ever a hint which of the legal ones to try first, so that none illegal can be played.
class alignas(64) TableBucket {
  public:
    static constexpr int kWays = 3;
    static constexpr int kMaxAge = 7;
    static constexpr std::size_t kLeast = 1 << 6;  // buckets

    bool is_free(int way) const { return tags_[way] == 0; }
    // Of a hash that leads to this bucket.
    bool holds(int way, std::uint64_t hash) const {
        return (tags_[way] ^ hash) >> 16 == 0 && middle(way) == middle_of(hash) && !is_free(way);
    }
    // index: the bucket's.
    std::uint64_t hash(int way, std::size_t index) const {
        return (tags_[way] >> 16 << 16) | middle(way) << 6 | (index & 0x3F);
    }
    int age(int way) const { return static_cast<int>(tags_[way] >> 13 & kMaxAge); }
    int depth(int way) const { return static_cast<int>(tags_[way] & 0x3FF); }
    TableEntry entry(int way) const {
        return {values_[way], actions_[way], depth(way), Bound(tags_[way] >> 10 & 3), (tags_[way] >> 12 & 1) != 0};
    }
    void set(int way, std::uint64_t hash, const TableEntry& entry, int age) {
        const auto field = [](auto value, int at) { return static_cast<std::uint64_t>(value) << at; };
        tags_[way] = (hash >> 16 << 16) | field(age, 13) | field(entry.proved, 12) | field(entry.bound, 10) |
                     field(entry.depth, 0);
        middles_ = (middles_ & ~(0x3FFU << 10 * way)) | static_cast<std::uint32_t>(middle_of(hash)) << 10 * way;
        values_[way] = entry.value;
        actions_[way] = entry.action;
    }

  private:
    static std::uint64_t middle_of(std::uint64_t hash) { return hash >> 6 & 0x3FF; }
    std::uint64_t middle(int way) const { return middles_ >> 10 * way & 0x3FF; }

    std::uint64_t tags_[kWays];  // the highest 48 bits of the hash; age, proved, bound, depth
    Value values_[kWays];
    Action actions_[kWays];
    std::uint32_t middles_;  // ten bits of each hash, from bit 6 on
};
static_assert(sizeof(TableBucket) == 64 && kMaxDepth < 1 << 10);

class TranspositionTable {
  public:
    // At most so many MiB; 0 for no table, which finds nothing.
    explicit TranspositionTable(int mebibytes) : buckets_(mebibytes, kFirstBuckets, 0) {}

    void clear() {
        buckets_.clear();
        age_ = 0;
    }

    // Entries of the last seven searches stay, and give way first.
    void new_search() { age_ = (age_ + 1) & TableBucket::kMaxAge; }

    std::optional<TableEntry> find(std::uint64_t hash) const {
        if (!buckets_.has_room()) return std::nullopt;
        return buckets_.find(hash, [&](const TableBucket& bucket) { return find_in(bucket, hash); });
    }

    void store(std::uint64_t hash, const TableEntry& entry) {
        if (!buckets_.has_room()) return;
        TableBucket& bucket = buckets_.at(hash);
        const int way = place_in(bucket, hash);
        const bool was_free = bucket.is_free(way);
        bucket.set(way, hash, entry, age_);
        buckets_.stored(was_free, [&](const TableBucket& from, std::size_t index) { return move(from, index); });
    }

  private:
    static constexpr std::size_t kFirstBuckets = 1 << 10;
    static_assert(kFirstBuckets >= TableBucket::kLeast);

    // Where a position's entry is, or belongs.
    int place_in(const TableBucket& bucket, std::uint64_t hash) const {
        int place = 0;
        for (int way = 0; way < TableBucket::kWays; ++way) {
            if (bucket.holds(way, hash)) return way;
            if (worth(bucket, way) < worth(bucket, place)) place = way;
        }
        return place;
    }

    // Deep results of this search are kept longest.
    int worth(const TableBucket& bucket, int way) const {
        if (bucket.is_free(way)) return -1;
        return bucket.depth(way) + (bucket.age(way) == age_ ? kMaxDepth + 1 : 0);
    }

    // Moves a bucket's entries to where they belong; returns how many free places that filled.
    std::size_t move(const TableBucket& from, std::size_t index) {
        std::size_t filled = 0;
        for (int way = 0; way < TableBucket::kWays; ++way) {
            if (from.is_free(way)) continue;
            const std::uint64_t hash = from.hash(way, index);
            TableBucket& to = buckets_.at(hash);
            const int place = place_in(to, hash);
            // What has been found since is newer.
            if (to.holds(place, hash) || worth(to, place) > worth(from, way)) continue;
            filled += to.is_free(place);
            to.set(place, hash, from.entry(way), from.age(way));
        }
        return filled;
    }

    static std::optional<TableEntry> find_in(const TableBucket& bucket, std::uint64_t hash) {
        for (int way = 0; way < TableBucket::kWays; ++way) {
            if (bucket.holds(way, hash)) return bucket.entry(way);
        }
        return std::nullopt;
    }

    GrowingBuckets<TableBucket, TableBucket::kWays> buckets_;
    int age_ = 0;
};

}  // namespace lanista

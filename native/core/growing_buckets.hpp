// The room of a hash table that begins small, which stays in the processor's cache, and grows while it is filled. Once
// it is half full, entries move to a larger one a few buckets at a time, so that no store takes long.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "core/zeroed_memory.hpp"

namespace lanista {

// A bucket of zeros is free in all its ways. The lowest bits of a hash choose the bucket.
template <class Bucket, std::size_t Ways>
class GrowingBuckets {
  public:
    // At most so many MiB (half more while it grows for the last time). least: buckets, however few MiB.
    GrowingBuckets(int mebibytes, std::size_t first, std::size_t least)
        : first_(first),
          most_(std::max(least, std::bit_floor((static_cast<std::size_t>(mebibytes) << 20) / sizeof(Bucket)))) {
        clear();
    }

    void clear() {
        buckets_ = ZeroedArray<Bucket>(std::min(first_, most_));
        smaller_ = ZeroedArray<Bucket>();
        filled_ = 0;
    }

    bool has_room() const { return most_ != 0; }
    Bucket& at(std::uint64_t hash) { return buckets_[hash & (buckets_.size() - 1)]; }
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[hash & (buckets_.size() - 1)]); }

    // look(bucket): what a bucket has under the hash; what converts to false where it has nothing.
    template <class Look>
    auto find(std::uint64_t hash, Look&& look) const {
        const auto found = look(buckets_[hash & (buckets_.size() - 1)]);
        return !found && smaller_.size() != 0 ? look(smaller_[hash & (smaller_.size() - 1)]) : found;
    }

    // To be called after each store. was_free: whether it filled a free place. move(from, index): puts a bucket's
    // entries, that one's in the smaller table, where they belong now, and returns how many free places that filled.
    template <class Move>
    void stored(bool was_free, Move&& move) {
        filled_ += was_free;
        if (smaller_.size() != 0) {
            move_some(move);
        } else if (filled_ > buckets_.size() * Ways / 2 && buckets_.size() < most_) {
            grow();
        }
    }

  private:
    static constexpr std::size_t kMovedAtOnce = 4;  // buckets a store: all are moved long before it grows again

    // Four times the room. Where memory is short, it stays as it is.
    void grow() {
        try {
            smaller_ = std::exchange(buckets_, ZeroedArray<Bucket>(std::min(4 * buckets_.size(), most_)));
            moved_ = filled_ = 0;
        } catch (const std::bad_alloc&) {
            most_ = buckets_.size();
        }
    }

    template <class Move>
    void move_some(Move& move) {
        for (std::size_t i = 0; i < kMovedAtOnce && moved_ < smaller_.size(); ++i, ++moved_) {
            filled_ += move(std::as_const(smaller_[moved_]), moved_);
        }
        if (moved_ == smaller_.size()) smaller_ = ZeroedArray<Bucket>();
    }

    std::size_t first_, most_;  // buckets
    ZeroedArray<Bucket> buckets_;
    ZeroedArray<Bucket> smaller_;  // the table before it grew, while entries are still in it
    std::size_t moved_ = 0;        // so many of its buckets have been moved
    std::size_t filled_ = 0;
};

}  // namespace lanista

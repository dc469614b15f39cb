// How far it is from being proved who wins a position, and the table that remembers it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "core/hash.hpp"
#include "core/zeroed_memory.hpp"

namespace lanista {

// From the side of one player: how many positions must at least still be won to prove that he wins (0: he does), and
// how many to prove that he does not (Allis, van der Meulen and van den Herik: Proof-number search, 1994).
struct ProofNumbers {
    std::uint32_t win, loss;

    static constexpr std::uint32_t kNever = 1 << 30;

    bool is_decided() const { return win == 0 || loss == 0; }
    ProofNumbers turned() const { return {loss, win}; }
};

inline constexpr ProofNumbers kWon = {0, ProofNumbers::kNever}, kLost = {ProofNumbers::kNever, 0};

// Proof numbers under whole positions, so that no two are ever confused. Four share a bucket; of these the one that was
// the least work gives way. Begins small, which stays in the processor's cache; once it is half full, entries move to a
// larger one a few at a time.
template <std::size_t Words>
class ProofTable {
  public:
    using Key = std::array<std::uint64_t, Words>;

    // At most so many MiB (a quarter more while it grows for the last time).
    explicit ProofTable(int mebibytes)
        : most_buckets_(
              std::max<std::size_t>(1, std::bit_floor((static_cast<std::size_t>(mebibytes) << 20) / sizeof(Bucket)))) {
        clear();
    }

    void clear() {
        buckets_ = ZeroedArray<Bucket>(std::min(kFirstBuckets, most_buckets_));
        smaller_ = ZeroedArray<Bucket>();
        filled_ = 0;
    }

    void prefetch(const Key& key) const { __builtin_prefetch(&buckets_[slot(key, buckets_)]); }

    // Null where the position is not known; valid until the next store.
    const ProofNumbers* find(const Key& key) const {
        const ProofNumbers* found = find_in(buckets_, key);
        return found == nullptr && smaller_.size() != 0 ? find_in(smaller_, key) : found;
    }

    // work: nodes that it took since the last time.
    void store(const Key& key, const ProofNumbers& numbers, std::uint64_t work) {
        Entry& place = place_of(key);
        if (place.holds(key)) work += place.work;
        filled_ += place.work == 0;
        place = {key, numbers, std::max<std::uint64_t>(work, 1)};
        if (smaller_.size() != 0) {
            move_some();
        } else if (filled_ > buckets_.size() * kWays / 2 && buckets_.size() < most_buckets_) {
            grow();
        }
    }

  private:
    static constexpr std::size_t kWays = 4, kFirstBuckets = 1 << 10;
    static constexpr std::size_t kMovedAtOnce = 4;  // buckets a store: all are moved long before it grows again

    struct Entry {
        Key key;
        ProofNumbers numbers;
        std::uint64_t work;  // nodes; 0: free

        bool holds(const Key& other) const { return work != 0 && key == other; }
    };
    using Bucket = std::array<Entry, kWays>;

    static std::size_t slot(const Key& key, const ZeroedArray<Bucket>& buckets) {
        return hash_words(key) & (buckets.size() - 1);
    }

    static const ProofNumbers* find_in(const ZeroedArray<Bucket>& buckets, const Key& key) {
        for (const Entry& entry : buckets[slot(key, buckets)]) {
            if (entry.holds(key)) return &entry.numbers;
        }
        return nullptr;
    }

    // Where the position's entry is, or belongs.
    Entry& place_of(const Key& key) {
        Bucket& bucket = buckets_[slot(key, buckets_)];
        Entry* cheapest = &bucket[0];
        for (Entry& entry : bucket) {
            if (entry.holds(key)) return entry;
            if (entry.work < cheapest->work) cheapest = &entry;
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
            for (const Entry& from : smaller_[moved_++]) {
                if (from.work == 0) continue;
                Entry& to = place_of(from.key);
                // What has been found since is newer.
                if (to.holds(from.key) || to.work > from.work) continue;
                filled_ += to.work == 0;
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

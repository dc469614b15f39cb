// How far it is from being proved who wins a position, and the table that remembers it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/growing_buckets.hpp"
#include "core/hash.hpp"

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
// the least work gives way.
template <std::size_t Words>
class ProofTable {
  public:
    using Key = std::array<std::uint64_t, Words>;

    explicit ProofTable(int mebibytes) : buckets_(mebibytes, 1 << 10, 1) {}

    void clear() { buckets_.clear(); }
    void prefetch(const Key& key) const { buckets_.prefetch(hash_words(key)); }

    // Null where the position is not known; valid until the next store.
    const ProofNumbers* find(const Key& key) const {
        return buckets_.find(hash_words(key), [&](const Bucket& bucket) { return find_in(bucket, key); });
    }

    // work: nodes that it took since the last time.
    void store(const Key& key, const ProofNumbers& numbers, std::uint64_t work) {
        Entry& place = place_of(key);
        if (place.holds(key)) work += place.work;
        const bool was_free = place.work == 0;
        place = {key, numbers, std::max<std::uint64_t>(work, 1)};
        buckets_.stored(was_free, [&](const Bucket& from, std::size_t) { return move(from); });
    }

  private:
    static constexpr std::size_t kWays = 4;

    struct Entry {
        Key key;
        ProofNumbers numbers;
        std::uint64_t work;  // nodes; 0: free

        bool holds(const Key& other) const { return work != 0 && key == other; }
    };
    using Bucket = std::array<Entry, kWays>;

    static const ProofNumbers* find_in(const Bucket& bucket, const Key& key) {
        for (const Entry& entry : bucket) {
            if (entry.holds(key)) return &entry.numbers;
        }
        return nullptr;
    }

    // Where the position's entry is, or belongs.
    Entry& place_of(const Key& key) {
        Bucket& bucket = buckets_.at(hash_words(key));
        Entry* cheapest = &bucket[0];
        for (Entry& entry : bucket) {
            if (entry.holds(key)) return entry;
            if (entry.work < cheapest->work) cheapest = &entry;
        }
        return *cheapest;
    }

    // Moves a bucket's entries to where they belong; returns how many free places that filled.
    std::size_t move(const Bucket& bucket) {
        std::size_t filled = 0;
        for (const Entry& from : bucket) {
            if (from.work == 0) continue;
            Entry& to = place_of(from.key);
            // What has been found since is newer.
            if (to.holds(from.key) || to.work > from.work) continue;
            filled += to.work == 0;
            to = from;
        }
        return filled;
    }

    GrowingBuckets<Bucket, kWays> buckets_;
};

}  // namespace lanista

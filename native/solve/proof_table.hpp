// How far it is from being proved who wins a position, and the table that remembers it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

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
// the least work gives way.
template <std::size_t Words>
class ProofTable {
  public:
    using Key = std::array<std::uint64_t, Words>;

    explicit ProofTable(int mebibytes)
        : buckets_(
              std::max<std::size_t>(1, std::bit_floor((static_cast<std::size_t>(mebibytes) << 20) / sizeof(Bucket)))) {}

    void clear() { buckets_ = ZeroedArray<Bucket>(buckets_.size()); }

    void prefetch(const Key& key) const { __builtin_prefetch(&bucket(key)); }

    // Null where the position is not known.
    const ProofNumbers* find(const Key& key) const {
        for (const Entry& entry : bucket(key)) {
            if (entry.work != 0 && entry.key == key) return &entry.numbers;
        }
        return nullptr;
    }

    void store(const Key& key, const ProofNumbers& numbers, std::uint64_t work) {
        Bucket& place = const_cast<Bucket&>(bucket(key));
        Entry* cheapest = &place[0];
        for (Entry& entry : place) {
            if (entry.work != 0 && entry.key == key) {
                cheapest = &entry;
                work += entry.work;
                break;
            }
            if (entry.work < cheapest->work) cheapest = &entry;
        }
        *cheapest = {key, numbers, std::clamp<std::uint64_t>(work, 1, ~std::uint32_t{0})};
    }

  private:
    struct Entry {
        Key key;
        ProofNumbers numbers;
        std::uint64_t work;  // nodes; 0: free
    };
    using Bucket = std::array<Entry, 4>;

    const Bucket& bucket(const Key& key) const { return buckets_[hash_words(key) & (buckets_.size() - 1)]; }

    ZeroedArray<Bucket> buckets_;
};

}  // namespace lanista

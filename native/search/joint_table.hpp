// Values of positions met before, for the searches where both move at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/action_list.hpp"
#include "search/value.hpp"

namespace lanista {

enum class Bound : std::uint8_t { exact, lower, upper };

// A newer position takes an older one's place. An entry is known by all 64 bits of the state's hash; its action only
// orders the search, so that even a collision plays no illegal move.
class JointTable {
  public:
    struct Entry {
        std::uint64_t hash = 0;
        Value value = 0;
        Action action = 0;           // that was best
        std::int16_t depth = 0;      // plies searched below it; 0 marks a free place
        Bound bound = Bound::exact;  // which side of the true value `value` is known to be on
        bool proved = false;         // no evaluation at the horizon bears on it

        // Whether a search to this depth would find the same value: one that saw only ends sees no more when it looks
        // deeper, but an entry from a deeper search knows more than this one may.
        bool answers(int asked) const { return depth == asked || (proved && depth <= asked); }
    };

    // megabytes: rounded down to a power of two of entries; 0 for no table, which finds nothing.
    explicit JointTable(int megabytes) {
        const std::size_t fit = (static_cast<std::size_t>(megabytes) << 20) / sizeof(Entry);
        entries_.resize(std::bit_floor(fit));
    }

    // What is known of this position, from whatever depth; nullptr for nothing.
    const Entry* find(std::uint64_t hash) const {
        if (entries_.empty()) return nullptr;
        const Entry& entry = entries_[hash & (entries_.size() - 1)];
        return entry.hash == hash && entry.depth != 0 ? &entry : nullptr;
    }

    void store(const Entry& entry) {
        if (!entries_.empty()) entries_[entry.hash & (entries_.size() - 1)] = entry;
    }

    void clear() { std::ranges::fill(entries_, Entry{}); }

  private:
    std::vector<Entry> entries_;
};

}  // namespace lanista

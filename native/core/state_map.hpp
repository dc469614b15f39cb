// Numbers states through: the first one met is 0, the next 1, and so on. They are found by their whole keys, never by
// a hash alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/hash.hpp"

namespace lanista {

template <class Key>
class StateMap {
  public:
    StateMap() : slots_(kFirstSlots, kFree) {}

    std::size_t size() const { return keys_.size(); }
    const Key& key(std::size_t number) const { return keys_[number]; }
    // Bytes for each state at most, while it grows.
    static constexpr std::size_t kBytes = 2 * sizeof(Key) + 6 * sizeof(std::uint32_t);

    std::optional<std::size_t> find(const Key& key) const {
        const std::uint32_t number = slots_[slot_of(key)];
        if (number == kFree) return std::nullopt;
        return number;
    }

    // The state's number; the next free one if it was never met. Where memory is short, std::bad_alloc and no change.
    std::size_t add(const Key& key) {
        if (const auto known = find(key)) return *known;
        if (2 * (keys_.size() + 1) > slots_.size()) grow();
        keys_.push_back(key);
        slots_[slot_of(key)] = static_cast<std::uint32_t>(keys_.size() - 1);
        return keys_.size() - 1;
    }

  private:
    static constexpr std::uint32_t kFree = 0xFFFFFFFF;
    static constexpr std::size_t kFirstSlots = 1 << 10;

    // Where the state's number stands, or would.
    std::size_t slot_of(const Key& key) const {
        std::size_t slot = hash_words(key) & (slots_.size() - 1);
        while (slots_[slot] != kFree && !are_equal(keys_[slots_[slot]], key)) slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }

    // Without branches: faster than a call that compares bytes.
    static bool are_equal(const Key& a, const Key& b) {
        std::uint64_t difference = 0;
        for (std::size_t word = 0; word < a.size(); ++word) difference |= a[word] ^ b[word];
        return difference == 0;
    }

    void grow() {
        std::vector<std::uint32_t> larger(2 * slots_.size(), kFree);
        slots_.swap(larger);
        for (std::size_t number = 0; number < keys_.size(); ++number) {
            slots_[slot_of(keys_[number])] = static_cast<std::uint32_t>(number);
        }
    }

    std::vector<Key> keys_;
    std::vector<std::uint32_t> slots_;  // open addressing, linear probing, at most half full
};

}  // namespace lanista

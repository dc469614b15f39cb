// One 64-bit hash of a state's key, the same in every process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanista {

// Folds each word in with a full SplitMix64 finalizer, so that every input bit reaches every output bit.
template <std::size_t N>
constexpr std::uint64_t hash_words(const std::array<std::uint64_t, N>& words) {
    std::uint64_t h = 0x9E3779B97F4A7C15ULL * (N + 1);
    for (const std::uint64_t word : words) {
        h ^= word;
        h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9ULL;
        h = (h ^ (h >> 27)) * 0x94D049BB133111EBULL;
        h ^= h >> 31;
    }
    return h;
}

}  // namespace lanista

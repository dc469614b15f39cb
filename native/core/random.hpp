// Random numbers: wyrand (Wang Yi 2019; passes BigCrush and PractRand), seeded through SplitMix64 (Steele, Lea and
// Flood 2014). The same seed gives the same numbers on every machine. In random play it costs a third of xoshiro256++.
#pragma once

#include <cstdint>

#include "core/bits.hpp"

namespace lanista {

constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) : state_(splitmix64(seed)) {}

    constexpr std::uint64_t next() {
        state_ += 0xA0761D6478BD642FULL;
        const u128 product = static_cast<u128>(state_) * (state_ ^ 0xE7037ED1A0B428DBULL);
        return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    }

    // Uniform in 0..bound-1; bound is at least 1. The chances differ by less than bound / 2^64.
    constexpr int below(int bound) {
        return static_cast<int>(static_cast<u128>(next()) * static_cast<std::uint32_t>(bound) >> 64);
    }

  private:
    std::uint64_t state_;
};

}  // namespace lanista

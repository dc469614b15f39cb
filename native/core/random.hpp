// Random numbers: xoshiro256++ (Blackman and Vigna 2019), seeded through SplitMix64, and unbiased
// bounded integers (Lemire 2019). The same seed gives the same numbers on every machine.
#pragma once

#include <bit>
#include <cstdint>

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
    explicit constexpr Random(std::uint64_t seed) {
        for (auto& word : state_) word = splitmix64(seed);
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in 0..bound-1; bound is at least 1.
    constexpr int below(int bound) {
        const auto n = static_cast<std::uint32_t>(bound);
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t threshold = -n % n;
            while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
        }
        return static_cast<int>(product >> 32);
    }

  private:
    std::uint64_t state_[4] = {};
};

}  // namespace lanista

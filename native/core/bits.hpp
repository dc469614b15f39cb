// Bit operations on 64- and 128-bit boards, each with a portable form.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace lanista {

__extension__ using u128 = unsigned __int128;

constexpr std::uint64_t bit(int square) { return std::uint64_t{1} << square; }

// The lowest `count` bits; count is 0..64.
constexpr std::uint64_t low_bits(int count) { return count >= 64 ? ~std::uint64_t{0} : bit(count) - 1; }

// The n-th set bit alone (n from 0); `bits` has more than n set bits.
inline std::uint64_t isolate_bit(std::uint64_t bits, int n) {
#ifdef __BMI2__
    return _pdep_u64(bit(n), bits);
#else
    while (n-- > 0) bits &= bits - 1;
    return bits & -bits;
#endif
}

// Its index.
inline int select_bit(std::uint64_t bits, int n) { return std::countr_zero(isolate_bit(bits, n)); }

constexpr u128 wide_bit(int square) { return u128{1} << square; }

constexpr int popcount(std::uint64_t bits) { return std::popcount(bits); }

constexpr int popcount(u128 bits) {
    return std::popcount(static_cast<std::uint64_t>(bits)) + std::popcount(static_cast<std::uint64_t>(bits >> 64));
}

constexpr int countr_zero(u128 bits) {
    const auto low = static_cast<std::uint64_t>(bits);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(bits >> 64));
}

inline int select_bit(u128 bits, int n) {
    const auto low = static_cast<std::uint64_t>(bits);
    const int in_low = std::popcount(low);
    return n < in_low ? select_bit(low, n) : 64 + select_bit(static_cast<std::uint64_t>(bits >> 64), n - in_low);
}

// A bit of several sets, numbered through: which set, and which bit of it (its number in that set, or its index).
struct Choice {
    int set, bit;
};

// In which set the n-th set bit (n from 0) of all `sets` in order lies, and its number there; n is below their number
// of bits. Without branches: which set a random n falls into is what a processor cannot predict.
template <class Set, std::size_t N>
Choice set_of_bit(const std::array<Set, N>& sets, int n) {
    int chosen = 0, before = 0, skipped = 0;
    for (std::size_t i = 0; i + 1 < N; ++i) {
        before += popcount(sets[i]);
        const bool later = n >= before;
        chosen += later;
        skipped = later ? before : skipped;
    }
    return {chosen, n - skipped};
}

// That bit's set and its index there.
template <class Set, std::size_t N>
Choice select_from(const std::array<Set, N>& sets, int n) {
    const Choice choice = set_of_bit(sets, n);
    return {choice.set, select_bit(sets[static_cast<std::size_t>(choice.set)], choice.bit)};
}

// Eight bytes in one word: byte i, the sum of all bytes (below 256), and the index of the first of bytes 0..6 that
// equals `value`; 7 if none does.
constexpr int byte_at(std::uint64_t word, int index) { return static_cast<int>((word >> (8 * index)) & 0xFF); }

constexpr std::uint64_t in_byte(int index, int value) { return static_cast<std::uint64_t>(value) << (8 * index); }

constexpr int sum_of_bytes(std::uint64_t word) { return static_cast<int>((word * 0x0101010101010101ULL) >> 56); }

constexpr int find_byte(std::uint64_t word, int value) {
    const std::uint64_t difference = word ^ (static_cast<std::uint64_t>(value) * 0x0101010101010101ULL);
    // The lowest zero byte is found exactly; borrows only disturb bytes above it.
    const std::uint64_t zeros = (difference - 0x0101010101010101ULL) & ~difference & 0x8080808080808080ULL;
    return std::countr_zero(zeros | bit(63)) / 8;
}

}  // namespace lanista

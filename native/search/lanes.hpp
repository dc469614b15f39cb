// Eight numbers as one value: arithmetic, comparisons (all bits set where true) and `mask ? a : b` work lane by lane,
// in one or a few vector instructions. A vector extension of GCC and Clang, since neither vectorises loops of eight
// with choices in them by itself.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace lanista {

inline constexpr int kLanes = 8;

template <class T>
using Lanes = std::array<T, kLanes>;

using Floats = float __attribute__((vector_size(kLanes * sizeof(float))));
using Ints = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));
using Doubles = double __attribute__((vector_size(kLanes * sizeof(double))));
using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));

inline Floats to_floats(const Lanes<float>& values) { return std::bit_cast<Floats>(values); }
inline Floats to_floats(const Lanes<std::int32_t>& values) {
    return __builtin_convertvector(std::bit_cast<Ints>(values), Floats);
}
inline Floats to_floats(const Lanes<double>& values) {
    return __builtin_convertvector(std::bit_cast<Doubles>(values), Floats);
}
template <class Enum>
    requires(sizeof(Enum) == 1)
Ints to_ints(const Lanes<Enum>& values) {
    return __builtin_convertvector(std::bit_cast<Bytes>(values), Ints);
}

inline Floats square_root(const Floats& values) {
    Floats roots;
    for (int lane = 0; lane < kLanes; ++lane) roots[lane] = std::sqrt(values[lane]);
    return roots;
}

// Numbers in the same order as the values, whichever their signs: whole numbers compare faster.
inline Ints in_order(const Floats& values) {
    const auto bits = std::bit_cast<Ints>(values);
    return bits ^ ((bits >> 31) & 0x7FFFFFFF);
}

// The first lane with the largest value.
inline int lane_of_largest(const Ints& values) {
    const auto larger = [](const Ints& a, const Ints& b) { return a > b ? a : b; };
    Ints largest = larger(values, __builtin_shufflevector(values, values, 4, 5, 6, 7, 0, 1, 2, 3));
    largest = larger(largest, __builtin_shufflevector(largest, largest, 2, 3, 0, 1, 6, 7, 4, 5));
    largest = larger(largest, __builtin_shufflevector(largest, largest, 1, 0, 3, 2, 5, 4, 7, 6));
    const Ints is_largest = values == largest;
#ifdef __AVX__
    return std::countr_zero(static_cast<unsigned>(_mm256_movemask_ps(std::bit_cast<__m256>(is_largest))));
#else
    int lane = 0;
    while (is_largest[lane] == 0) ++lane;
    return lane;
#endif
}

inline Floats larger(const Floats& a, const Floats& b) { return a > b ? a : b; }
inline Floats smaller(const Floats& a, const Floats& b) { return a < b ? a : b; }

}  // namespace lanista

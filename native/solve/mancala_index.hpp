// Numbers the arrangements of seeds in the houses of a mancala board, without gaps.
//
// A row is seen from its owner's store: byte i of a word is the house from which the store is i + 1 seeds away.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/mancala.hpp"

namespace lanista {

// The houses of one row, without the store.
inline std::uint64_t row_from_store(const MancalaState& state, Player player) {
    const MancalaRules& rules = state.rules();
    const std::uint64_t row = state.row(player) & rules.house_bytes;
    return player == 0 ? row : __builtin_bswap64(row) >> (64 - 8 * rules.houses);
}

// Binomial coefficient n over k; exact while n is below 60.
constexpr std::uint64_t choose(int n, int k) {
    std::uint64_t result = 1;
    for (int i = 1; i <= k; ++i)
        result = result * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return k < 0 || n < k ? 0 : result;
}

// All arrangements of at most `seeds` seeds, those of fewer first. Among equals those with fewer in the mover's row
// come first, then the mover's row counts before the other's.
class MancalaIndex {
  public:
    static constexpr int kMaxSeeds = 30;

    MancalaIndex(int houses, int seeds) : houses_(houses), seeds_(seeds) {
        require_range("seeds", seeds, 0, kMaxSeeds);
        for (int count = 0; count <= kMaxSeeds; ++count) {
            for (int i = 0; i < houses; ++i) {
                terms_[static_cast<std::size_t>(i)][static_cast<std::size_t>(count)] =
                    static_cast<std::uint32_t>(choose(count + i, i + 1));
            }
        }
        for (int all = 0; all <= seeds; ++all) {
            for (int own = 0; own <= all; ++own) {
                starts_[static_cast<std::size_t>(own)][static_cast<std::size_t>(all - own)] = size_;
                size_ += rows(own) * rows(all - own);
            }
        }
    }

    int houses() const { return houses_; }
    int seeds() const { return seeds_; }
    // How many arrangements there are.
    std::size_t size() const { return size_; }
    // In how many ways `count` seeds lie in one row.
    std::size_t rows(int count) const { return choose(count + houses_ - 1, houses_ - 1); }

    // The number of an arrangement; own: the mover's row.
    std::size_t operator()(std::uint64_t own, std::uint64_t other) const {
        const std::uint64_t own_sums = own * MancalaState::kLowestBits, other_sums = other * MancalaState::kLowestBits;
        const auto own_count = static_cast<std::size_t>(own_sums >> 56);
        const auto other_count = static_cast<std::size_t>(other_sums >> 56);
        return starts_[own_count][other_count] + rank(own_sums) * row_counts_[other_count] + rank(other_sums);
    }

    // Where the arrangements with so many seeds in the mover's and in the other row begin.
    std::size_t start(int own, int other) const {
        return starts_[static_cast<std::size_t>(own)][static_cast<std::size_t>(other)];
    }

    // All rows with `count` seeds, in the order of their rank: the combinatorial number system on the sums of the
    // houses up to each. A seed that moves towards its store raises the rank.
    std::vector<std::uint64_t> list_rows(int count) const {
        std::vector<std::uint64_t> list;
        list.reserve(rows(count));
        add_rows(list, houses_ - 1, count, 0);
        return list;
    }

  private:
    using Counts = std::array<std::uint32_t, kMaxSeeds + 1>;

    std::size_t rank(std::uint64_t sums) const {
        std::size_t rank = 0;
        for (int i = 0; i + 1 < houses_; ++i) {
            rank += terms_[static_cast<std::size_t>(i)][(sums >> (8 * i)) & 0xFF];
        }
        return rank;
    }

    // Fewer seeds in the houses up to the one below come first.
    void add_rows(std::vector<std::uint64_t>& list, int house, int count, std::uint64_t further) const {
        if (house == 0) {
            list.push_back(further | in_byte(0, count));
            return;
        }
        for (int below = 0; below <= count; ++below) {
            add_rows(list, house - 1, below, further | in_byte(house, count - below));
        }
    }

    int houses_, seeds_;
    std::size_t size_ = 0;
    std::array<Counts, MancalaRules::kMaxHouses> terms_{};
    std::array<std::array<std::size_t, kMaxSeeds + 1>, kMaxSeeds + 1> starts_{};
    Counts row_counts_ = count_rows();

    Counts count_rows() const {
        Counts counts{};
        for (int count = 0; count <= kMaxSeeds; ++count) {
            counts[static_cast<std::size_t>(count)] = static_cast<std::uint32_t>(rows(count));
        }
        return counts;
    }
};

}  // namespace lanista

// Bounds of scores that a solver has proved, of positions that one word tells apart.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>

#include "core/bits.hpp"
#include "core/zeroed_memory.hpp"

namespace lanista {

// Eight entries of eight bytes in a cache line. An entry holds the whole key, less what its place tells, so that no
// position is ever taken for another. Of a full line the entry that took the least work gives way; work counts less
// with age.
//
// The table grows one line at a time while it fills (linear hashing: W. Litwin, 1980), so that small problems stay in
// the processor's cache and no store takes long.
class BoundTable {
  public:
    static constexpr int kLargest = 31;  // of scores and of minus scores

    struct Bounds {
        int least, most;
    };

    // At most so many MiB; less, down to nothing, where the address space is short. keys: of so many bits. is_patient:
    // huge pages are asked for, which saves a fifth of a long search's time; but while the system makes room for one, a
    // store can take long.
    BoundTable(int key_bits, int mebibytes, bool is_patient)
        : key_bits_(std::max(key_bits, kFirstBits + 1)),
          key_mask_(low_bits(key_bits_)),
          mebibytes_(mebibytes),
          is_patient_(is_patient) {
        const int tag_bits = key_bits_ - kFirstBits;
        tag_shift_ = 64 - tag_bits;
        work_bits_ = std::min(kWorkBits, tag_shift_ - kWorkShift);
        clear();
    }

    void clear() {
        lines_ = ZeroedArray<Line>();
        most_ = std::bit_floor((static_cast<std::size_t>(mebibytes_) << 20) / sizeof(Line));
        for (; most_ >= kFirst; most_ /= 2) {
            try {
                lines_ = ZeroedArray<Line>(most_);
                if (is_patient_) ask_for_huge_pages();
                break;
            } catch (const std::bad_alloc&) {
            }
        }
        low_ = kFirst - 1;
        split_ = filled_ = 0;
    }

    // A number for each key; find and store take it.
    std::uint64_t hash(std::uint64_t key) const {
        const int half = key_bits_ / 2;
        key ^= key >> half;
        key = key * 0x9E3779B97F4A7C15ULL & key_mask_;
        key ^= key >> half;
        key = key * 0xD6E8FEB86659FD93ULL & key_mask_;
        return key ^ key >> half;
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(lines_.data() + place(hash)); }

    std::optional<Bounds> find(std::uint64_t hash) const {
        if (lines_.size() == 0) return std::nullopt;
        const Line& line = lines_[place(hash)];
        const std::uint64_t tag = tag_of(hash);
        std::uint64_t found = 0;
        for (const std::uint64_t entry : line.entries) found |= (entry ^ tag) >> tag_shift_ == 0 ? entry : 0;
        if (found == 0) return std::nullopt;
        return bounds_of(found);
    }

    // work: nodes that it took to find them.
    void store(std::uint64_t hash, Bounds bounds, std::uint64_t work) {
        if (lines_.size() == 0) return;
        Line& line = lines_[place(hash)];
        std::uint64_t& entry = entry_for(line, hash);
        if (is_of(entry, hash)) {
            const Bounds known = bounds_of(entry);
            bounds = {std::max(bounds.least, known.least), std::min(bounds.most, known.most)};
        } else if (entry != 0) {
            age(line.entries[hash >> (key_bits_ - 3)]);
        }
        filled_ += entry == 0;
        const auto code = static_cast<std::uint64_t>(std::bit_width(work) >> (kWorkBits - work_bits_));
        const std::uint64_t weight = std::min(code, low_bits(work_bits_));
        entry = tag_of(hash) | weight << kWorkShift | code_of(bounds.most) << kBoundBits | code_of(bounds.least);
        if (filled_ > (low_ + 1 + split_) * kFullLine && low_ + 1 < most_) split();
    }

  private:
    struct alignas(64) Line {
        std::uint64_t entries[8];
    };
    static constexpr int kFirstBits = 14;
    static constexpr std::size_t kFirst = std::size_t{1} << kFirstBits;  // lines, 1 MiB
    static constexpr std::size_t kFullLine =
        3;                                // entries a line when it grows; undivided ones have up to twice as many
    static constexpr int kBoundBits = 6;  // of a score
    static constexpr int kWorkShift = 2 * kBoundBits, kWorkBits = 5;  // of log2(work), as many as there is room for

    static std::uint64_t code_of(int score) { return static_cast<std::uint64_t>(score + kLargest + 1); }
    static Bounds bounds_of(std::uint64_t entry) {
        const auto score = [&](int shift) {
            return static_cast<int>(entry >> shift & low_bits(kBoundBits)) - kLargest - 1;
        };
        return {score(0), score(kBoundBits)};
    }
    std::uint64_t tag_of(std::uint64_t hash) const { return hash >> kFirstBits << tag_shift_; }
    std::uint64_t hash_of(std::uint64_t entry, std::size_t place) const {
        return entry >> tag_shift_ << kFirstBits | (place & (kFirst - 1));
    }

    void ask_for_huge_pages() {
#ifdef MADV_HUGEPAGE
        madvise(lines_.data(), lines_.size() * sizeof(Line), MADV_HUGEPAGE);
#endif
    }

    // Lines below split_ have been divided: there one bit more of the hash counts.
    std::size_t place(std::uint64_t hash) const {
        const std::size_t at = hash & low_;
        return at < split_ ? hash & (2 * low_ + 1) : at;
    }

    std::uint64_t& entry_for(Line& line, std::uint64_t hash) const {
        std::uint64_t* cheapest = line.entries;
        for (std::uint64_t& entry : line.entries) {
            if (is_of(entry, hash)) return entry;
            if (worth(entry) < worth(*cheapest)) cheapest = &entry;
        }
        return *cheapest;
    }
    bool is_of(std::uint64_t entry, std::uint64_t hash) const {
        return entry != 0 && (entry ^ tag_of(hash)) >> tag_shift_ == 0;
    }

    // What took much work gives way too in the end: each time a full line takes something new, one entry is worth less.
    void age(std::uint64_t& entry) const {
        if ((entry >> kWorkShift & low_bits(work_bits_)) != 0) entry -= std::uint64_t{1} << kWorkShift;
    }

    std::uint64_t worth(std::uint64_t entry) const {
        return entry == 0 ? 0 : 1 + (entry >> kWorkShift & low_bits(work_bits_));
    }

    // Divides the next line: entries stay or move to the same place in the new half.
    void split() {
        Line& from = lines_[split_];
        Line& to = lines_[split_ + low_ + 1];
        for (std::size_t i = 0; i < 8; ++i) {
            if (from.entries[i] == 0 || (hash_of(from.entries[i], split_) & (low_ + 1)) == 0) continue;
            to.entries[i] = from.entries[i];
            from.entries[i] = 0;
        }
        if (++split_ > low_) {
            low_ = 2 * low_ + 1;
            split_ = 0;
        }
    }

    int key_bits_;
    std::uint64_t key_mask_;
    int mebibytes_;
    bool is_patient_;
    int tag_shift_, work_bits_;
    ZeroedArray<Line> lines_;
    std::size_t most_;  // lines
    std::size_t low_;   // the bits of the hash that tell the line
    std::size_t split_;
    std::size_t filled_;  // entries
};

}  // namespace lanista

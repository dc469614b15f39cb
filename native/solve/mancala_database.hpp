// The exact end of every mancala game: for each arrangement of few seeds the best margin still to be won.
//
// What lies in the stores does not change how many of the remaining seeds perfect play gets, so that one number an
// arrangement serves all games with these houses and this capture rule. That is so only where the game goes on until
// a row is empty (early_end=false).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/evaluated.hpp"
#include "solve/mancala_index.hpp"

namespace lanista {

// The rules of a game that holds `seeds` seeds or more.
inline MancalaRules mancala_rules(int houses, bool empty_capture, int seeds) {
    return {houses, std::max(1, (seeds + 2 * houses - 1) / (2 * houses)), empty_capture, false};
}

// Computes all values, arrangements of fewer seeds first. A move that leaves all seeds in the houses only carries seeds
// towards their store, which raises the row's rank: so rows are taken from the highest rank down, and all that a value
// rests on is there before it.
class MancalaDatabaseBuilder {
  public:
    // Called now and then with how many values there are; what it throws ends the work.
    using Progress = std::function<void(std::size_t)>;

    MancalaDatabaseBuilder(const MancalaIndex& index, bool empty_capture, std::span<std::int8_t> values)
        : index_(index), rules_(mancala_rules(index.houses(), empty_capture, index.seeds())), values_(values) {}

    void build(const Progress& progress) {
        for (int seeds = 0; seeds <= index_.seeds(); ++seeds) {
            for (int first = (seeds + 1) / 2; first <= seeds; ++first) build(first, seeds - first, progress);
        }
    }

  private:
    // All arrangements with so many seeds in one row and in the other, either row the mover's.
    void build(int first, int second, const Progress& progress) {
        const auto first_rows = index_.list_rows(first), second_rows = index_.list_rows(second);
        for (std::size_t i = first_rows.size(); i-- > 0;) {
            // With as many in both, each pair of rows comes up once: the other row is not below.
            const std::size_t least = first == second ? i : 0;
            for (std::size_t j = second_rows.size(); j-- > least;) {
                set(first_rows[i], second_rows[j]);
                set(second_rows[j], first_rows[i]);
                done_ += 2;
            }
            if (done_ >= next_report_) {
                progress(std::min(done_, values_.size()));
                next_report_ = done_ + kReportEvery;
            }
        }
    }

    void set(std::uint64_t own, std::uint64_t other) {
        values_[index_(own, other)] = static_cast<std::int8_t>(value(own, other));
    }

    int value(std::uint64_t own, std::uint64_t other) const {
        // The seeds of the last row go to its owner.
        if (own == 0 || other == 0) return sum_of_bytes(own) - sum_of_bytes(other);
        const std::uint64_t bottom = __builtin_bswap64(other) >> (64 - 8 * rules_.houses);
        const MancalaState state(rules_, own, bottom, 0);
        int best = -index_.seeds();
        for (const Action action : legal_actions(state)) {
            MancalaState next = state;
            next.apply(action);
            const int won = next.score();
            if (next.is_terminal()) {
                best = std::max(best, won);
                continue;
            }
            const int rest =
                values_[index_(row_from_store(next, next.mover()), row_from_store(next, 1 - next.mover()))];
            best = std::max(best, won + for_player(rest, next.mover()));
        }
        return best;
    }

    static constexpr std::size_t kReportEvery = 1 << 16;

    const MancalaIndex& index_;
    MancalaRules rules_;
    std::span<std::int8_t> values_;
    std::size_t done_ = 0, next_report_ = 0;
};

// The values of all arrangements of at most so many seeds; copies share them.
class MancalaDatabase {
  public:
    // In memory.
    static MancalaDatabase build(int houses, bool empty_capture, int seeds,
                                 const MancalaDatabaseBuilder::Progress& progress) {
        const MancalaIndex index(houses, seeds);
        auto values = std::make_shared<std::vector<std::int8_t>>(index.size());
        MancalaDatabaseBuilder(index, empty_capture, *values).build(progress);
        return {index, empty_capture, *values, values};
    }

    // owner: keeps the values alive.
    MancalaDatabase(const MancalaIndex& index, bool empty_capture, std::span<const std::int8_t> values,
                    std::shared_ptr<const void> owner)
        : index_(index), empty_capture_(empty_capture), values_(values), owner_(std::move(owner)) {}

    int houses() const { return index_.houses(); }
    bool empty_capture() const { return empty_capture_; }
    int seeds() const { return index_.seeds(); }
    std::size_t size() const { return values_.size(); }
    // Whether its margins are those of a game; with early_end they still tell who wins.
    bool fits(const MancalaRules& rules) const {
        return rules.houses == houses() && rules.empty_capture == empty_capture_;
    }

    // What the mover still wins from an arrangement of at most seeds() seeds. Rows as seen from their stores.
    int value(std::uint64_t own, std::uint64_t other) const { return values_[index_(own, other)]; }

  private:
    MancalaIndex index_;
    bool empty_capture_;
    std::span<const std::int8_t> values_;
    std::shared_ptr<const void> owner_;
};

}  // namespace lanista

// Values of actions in states, learned from experience: a row for each state, a cell for each of its actions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/state_map.hpp"

namespace lanista {

template <class StateKey>
class QTable {
  public:
    using Key = StateKey;
    using Row = std::uint32_t;
    static constexpr Row kNoRow = 0xFFFFFFFF;

    // start: what a cell holds before anything is learned. memory_mb: where the table stops growing.
    QTable(double start, int memory_mb) : start_(start), most_bytes_(static_cast<std::size_t>(memory_mb) << 20) {}

    std::size_t size() const { return rows_.size(); }
    std::size_t cells() const { return values_.size(); }
    double start() const { return start_; }
    bool is_full() const {
        return size() * (sizeof(std::size_t) + StateMap<Key>::kBytes) + 2 * cells() * kCellBytes >= most_bytes_;
    }

    Row find(const Key& key) const {
        const auto row = rows_.find(key);
        return row ? static_cast<Row>(*row) : kNoRow;
    }

    // A new row, for a state that has none; actions ascend. Spans into the table end here.
    template <class Actions>
    Row add(const Key& key, const Actions& actions) {
        try {
            first_.push_back(first_.back() + static_cast<std::size_t>(std::distance(actions.begin(), actions.end())));
            actions_.insert(actions_.end(), actions.begin(), actions.end());
            values_.resize(actions_.size(), start_);
            return static_cast<Row>(rows_.add(key));
        } catch (...) {  // all or nothing
            first_.resize(size() + 1);
            actions_.resize(first_.back());
            values_.resize(first_.back());
            throw;
        }
    }

    const Key& key(Row row) const { return rows_.key(row); }
    std::size_t first_cell(Row row) const { return first_[row]; }
    std::span<const Action> actions(Row row) const { return std::span(actions_).subspan(first_[row], count(row)); }
    std::span<const double> values(Row row) const { return std::span(values_).subspan(first_[row], count(row)); }
    std::span<double> values(Row row) { return std::span(values_).subspan(first_[row], count(row)); }

    // An action's value in its row. std::invalid_argument: the row has no such action, so that a table read from a file
    // that does not fit the game harms nobody.
    double& value(Row row, Action action) { return values_[cell(row, action)]; }
    double value(Row row, Action action) const { return values_[cell(row, action)]; }
    double& operator[](std::size_t cell) { return values_[cell]; }

    std::size_t cell(Row row, Action action) const {
        const auto known = actions(row);
        const auto at = static_cast<std::size_t>(action);
        if (at < known.size() && known[at] == action) return first_[row] + at;
        const auto found = std::ranges::lower_bound(known, action);
        require(found != known.end() && *found == action, "the table is not of this game");
        return first_[row] + static_cast<std::size_t>(found - known.begin());
    }

  private:
    static constexpr std::size_t kCellBytes = sizeof(Action) + sizeof(double);

    std::size_t count(Row row) const { return first_[row + 1] - first_[row]; }

    double start_;
    std::size_t most_bytes_;
    StateMap<Key> rows_;
    std::vector<std::size_t> first_ = {0};  // of each row's cells; one more at the end
    std::vector<Action> actions_;           // row after row
    std::vector<double> values_;            // beside them
};

}  // namespace lanista

// What learners have in common: a table, and how a state finds its row there.
#pragma once

#include <utility>
#include <vector>

#include "learn/learning.hpp"
#include "learn/q_table.hpp"

namespace lanista {

template <State S>
class LearnedTable {
  public:
    using Table = QTable<typename Encoder<S>::Key>;
    using Row = typename Table::Row;

    const Table& table() const { return table_; }
    Table& table() { return table_; }

  protected:
    // cells: of a row that stands for many states, whose legal actions may differ.
    LearnedTable(const LearningOptions& options, LearnedGame<S> game, Action cells)
        : options_(options), game_(std::move(game)), table_(options.start, options.memory_mb) {
        options.check();
        for (Action action = 0; action < cells && !game_.encoder.is_exact(); ++action) all_cells_.push_back(action);
    }

    const LearningOptions& options() const { return options_; }
    const Encoder<S>& encoder() const { return game_.encoder; }
    int num_actions() const { return game_.num_actions; }
    double reward(const S& before, const S& after, Player player) const { return game_.reward(before, after, player); }
    double alpha(Lesson lesson) const { return between(options_.alpha, options_.last_alpha, lesson.progress); }

    // The row of a form; kNoRow: never met.
    Row row_of(const S& form, Player player) const { return table_.find(encoder().key(form, player)); }

    // As row_of, but a new row while there is room. cells(): those of a row that is one state.
    template <class Cells>
    Row enter(const S& form, Player player, Cells&& cells) {
        const auto key = encoder().key(form, player);
        const Row row = table_.find(key);
        if (row != Table::kNoRow || table_.is_full()) return row;
        return encoder().is_exact() ? table_.add(key, cells()) : table_.add(key, all_cells_);
    }

    double value(Row row, Action cell) const { return row == Table::kNoRow ? options_.start : table_.value(row, cell); }

    // Moves a value towards what came of the action.
    void update(Row row, Action cell, double target, Lesson lesson) {
        double& value = table_.value(row, cell);
        value += alpha(lesson) * (target - value);
    }

  private:
    LearningOptions options_;
    LearnedGame<S> game_;
    Table table_;
    std::vector<Action> all_cells_;
};

}  // namespace lanista

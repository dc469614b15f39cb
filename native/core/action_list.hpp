// A list of actions with room for the most that a game's state can offer; no heap where that number is known.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanista {

using Action = std::int32_t;

inline constexpr Action kNoAction = -1;

template <int Capacity>
class ActionList {
  public:
    void add(Action action) {
        assert(size_ < Capacity);
        items_[size_++] = action;
    }
    void clear() { size_ = 0; }
    int size() const { return size_; }
    Action operator[](int index) const {
        assert(0 <= index && index < size_);
        return items_[index];
    }
    const Action* begin() const { return items_; }
    const Action* end() const { return items_ + size_; }

  private:
    int size_ = 0;
    Action items_[Capacity];  // only the first size_ are set
};

// For games that do not say how many actions there may be.
inline constexpr int kUnbounded = -1;

template <>
class ActionList<kUnbounded> {
  public:
    void clear() { items_.clear(); }
    void add(Action action) { items_.push_back(action); }
    int size() const { return static_cast<int>(items_.size()); }
    Action operator[](int index) const { return items_[static_cast<std::size_t>(index)]; }
    const Action* begin() const { return items_.data(); }
    const Action* end() const { return items_.data() + items_.size(); }

  private:
    std::vector<Action> items_;
};

}  // namespace lanista

// A list of actions with room for the most that a game's state can offer; no heap.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace lanista {

using Action = std::int32_t;

template <int Capacity>
class ActionList {
  public:
    void add(Action action) {
        assert(size_ < Capacity);
        items_[size_++] = action;
    }
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

}  // namespace lanista

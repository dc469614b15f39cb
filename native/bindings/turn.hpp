// One call at a time.
#pragma once

#include "bindings/state.hpp"

namespace lanista {

// Held while an object is at work: other threads, and code from outside that calls the object again, are refused. Taken
// and given back under the interpreter's lock.
class Turn {
  public:
    explicit Turn(bool& running) : running_(running) {
        if (running_) raise_error("is_at_work");
        running_ = true;
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { running_ = false; }

  private:
    bool& running_;
};

}  // namespace lanista

// When a search ends: depth, nodes or simulations, time; and who looks at the clock.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace lanista {

using SteadyClock = std::chrono::steady_clock;

inline constexpr int kMaxDepth = 1000;
inline constexpr std::uint64_t kNoCount = std::numeric_limits<std::uint64_t>::max();

// Whichever is reached first.
struct Limits {
    int depth = kMaxDepth;           // plies, for searches that deepen
    std::uint64_t nodes = kNoCount;  // positions looked at; simulations for mcts
    SteadyClock::time_point deadline = SteadyClock::time_point::max();

    bool has_deadline() const { return deadline != SteadyClock::time_point::max(); }
};

// Nodes of all searches in this process since it began, for displays: up to about 50 ms behind.
inline std::atomic<std::uint64_t> nodes_so_far = 0;

// Thrown by a Watch when nodes or time are used up.
struct OutOfBudget {};

// Counts nodes. Asks for the time about every 50 us, however long a node takes, and calls `tick` (which lets Ctrl-C
// in, by an exception) about twenty times a second. Stops exactly at the last node allowed.
class Watch {
  public:
    Watch(const Limits& limits, std::function<void()> tick)
        : limits_(limits), tick_(std::move(tick)), began_(SteadyClock::now()), last_look_(began_), last_tick_(began_) {
        next_look_ = std::min<std::uint64_t>(1, limits_.nodes);
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() { tell_nodes(); }

    // One node more. Throws OutOfBudget instead of passing a limit.
    void count() {
        if (nodes_ >= next_look_) look();
        ++nodes_;
    }

    // Looks at the clock without counting, for what takes long within a node: a playout that runs code from outside.
    // Throws OutOfBudget once the deadline has passed.
    void check_time() { look_at_clock(); }

    std::uint64_t nodes() const { return nodes_; }
    double seconds() const { return std::chrono::duration<double>(SteadyClock::now() - began_).count(); }

  private:
    static constexpr auto kLookEvery = std::chrono::microseconds(50);
    static constexpr auto kTickEvery = std::chrono::milliseconds(50);
    static constexpr std::uint64_t kMaxStride = 4096;

    void look() {
        if (nodes_ >= limits_.nodes) throw OutOfBudget{};
        const auto now = look_at_clock();
        if (now - last_look_ < kLookEvery) {
            stride_ = std::min(2 * stride_, kMaxStride);
        } else if (now - last_look_ > 2 * kLookEvery) {
            stride_ = std::max<std::uint64_t>(stride_ / 2, 1);
        }
        last_look_ = now;
        next_look_ = std::min(nodes_ + stride_, limits_.nodes);
    }

    SteadyClock::time_point look_at_clock() {
        const auto now = SteadyClock::now();
        if (now >= limits_.deadline) throw OutOfBudget{};
        if (now - last_tick_ >= kTickEvery) {
            last_tick_ = now;
            tell_nodes();
            tick_();
        }
        return now;
    }

    void tell_nodes() {
        nodes_so_far += nodes_ - told_;
        told_ = nodes_;
    }

    Limits limits_;
    std::function<void()> tick_;
    SteadyClock::time_point began_, last_look_, last_tick_;
    std::uint64_t nodes_ = 0, told_ = 0, next_look_ = 0, stride_ = 1;
};

}  // namespace lanista

// All openings of connect_four, numbered: what a book of them is ordered by.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "games/connect_four.hpp"

namespace lanista {

// Every position of at most `plies` stones in which the game goes on, of two mirror images one: first those of fewer
// stones, then by key. The numbers do not depend on `plies`.
class ConnectFourPositions {
  public:
    static constexpr int kMostPlies = 12;  // some four million on the board of 7 x 6

    ConnectFourPositions(const ConnectFourRules& rules, int plies) : rules_(rules), keys_{{0, 0}}, firsts_{0, 1} {
        require_range("plies", plies, 0, kMostPlies);
        while (static_cast<int>(firsts_.size()) <= plies + 1) add_ply();
    }

    int plies() const { return static_cast<int>(firsts_.size()) - 2; }
    std::size_t size() const { return keys_.size(); }
    // The number of the first position with so many stones, plies() + 1 at most.
    std::size_t first(int stones) const {
        require_range("stones", stones, 0, plies() + 1);
        return firsts_[static_cast<std::size_t>(stones)];
    }

    ConnectFourState state(const ConnectFourRules& rules, std::size_t number) const {
        if (number >= size()) throw std::out_of_range("no such position");
        return {rules, keys_[number][0], keys_[number][1]};
    }

    // The position's number, or its mirror image's.
    std::optional<std::size_t> find(const ConnectFourState& state) const {
        const int stones = std::popcount(state.stones(0) | state.stones(1));
        if (stones > plies() || state.is_terminal()) return std::nullopt;
        const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(first(stones));
        const auto end = keys_.begin() + static_cast<std::ptrdiff_t>(first(stones + 1));
        const auto found = std::lower_bound(begin, end, canonical_key(state));
        if (found == end || *found != canonical_key(state)) return std::nullopt;
        return static_cast<std::size_t>(found - keys_.begin());
    }

  private:
    using Key = std::array<std::uint64_t, 2>;

    static Key canonical_key(const ConnectFourState& state) { return state.transformed(state.symmetry()).key(); }

    void add_ply() {
        std::vector<Key> next;
        for (std::size_t number = firsts_[firsts_.size() - 2]; number < size(); ++number) {
            const ConnectFourState state(rules_, keys_[number][0], keys_[number][1]);
            for (Action action = 0; action < rules_.width; ++action) {
                if (!state.is_legal(action)) continue;
                ConnectFourState after = state;
                after.apply(action);
                if (!after.is_terminal()) next.push_back(canonical_key(after));
            }
        }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        keys_.insert(keys_.end(), next.begin(), next.end());
        firsts_.push_back(size());
    }

    ConnectFourRules rules_;
    std::vector<Key> keys_;
    std::vector<std::size_t> firsts_;  // by stones, and where all end
};

}  // namespace lanista

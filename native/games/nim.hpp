// Nim: take any number of objects from one pile; the rules in prose are in src/lanista/games/nim.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace lanista {

struct NimRules {
    static constexpr int kMaxPiles = 8;
    static constexpr int kMaxObjects = 255;

    NimRules(std::span<const int> start, bool misere_play) : misere(misere_play) {
        require(start.size() >= 1 && start.size() <= kMaxPiles,
                "piles must be 1 to 8 piles, got " + std::to_string(start.size()));
        for (const int objects : start) {
            require_range("each pile of piles", objects, 0, kMaxObjects);
            start_piles |= in_byte(piles++, objects);
            largest = std::max(largest, objects);
        }
        require(largest > 0, "piles must hold at least one object in all");
    }

    bool operator==(const NimRules&) const = default;

    int piles = 0;
    int largest = 0;
    std::uint64_t start_piles = 0;  // byte p: objects in pile p
    bool misere;
};

class NimState {
  public:
    using Rules = NimRules;
    // For each pile, the pile of the canonical state that stands for it.
    using Symmetry = std::array<std::uint8_t, NimRules::kMaxPiles>;
    static constexpr int kMaxActions = NimRules::kMaxPiles * NimRules::kMaxObjects;

    explicit NimState(const Rules& rules) : NimState(rules, rules.start_piles, 0) {}
    NimState(const Rules& rules, std::uint64_t piles, Player mover) : rules_(&rules), piles_(piles), mover_(mover) {}

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return piles_ == 0; }
    Player mover() const { return mover_; }
    Player current_player() const { return is_terminal() ? kTerminal : mover_; }
    int objects(int pile) const { return byte_at(piles_, pile); }

    int max_score() const { return 1; }
    // At the end the player to move is the one who did not take the last object.
    int score() const {
        if (!is_terminal()) return 0;
        const Player winner = rules_->misere ? mover_ : 1 - mover_;
        return winner == 0 ? 1 : -1;
    }

    std::array<std::uint64_t, 2> key() const { return {piles_, static_cast<std::uint64_t>(mover_)}; }

    bool is_legal(Action action) const {
        if (action < 0 || action >= rules_->piles * rules_->largest) return false;
        return action % rules_->largest + 1 <= objects(action / rules_->largest);
    }

    template <int N>
    void legal_actions(ActionList<N>& list) const {
        for (int pile = 0; pile < rules_->piles; ++pile) {
            for (int taken = 1; taken <= objects(pile); ++taken) list.add(pile * rules_->largest + taken - 1);
        }
    }

    int count_actions() const {
        int objects_left = 0;
        for (int pile = 0; pile < rules_->piles; ++pile) objects_left += objects(pile);
        return objects_left;
    }

    Action pick_action(int index) const {
        int pile = 0;
        for (; index >= objects(pile); ++pile) index -= objects(pile);
        return pile * rules_->largest + index;
    }

    void apply(Action action) {
        piles_ -= in_byte(action / rules_->largest, action % rules_->largest + 1);
        mover_ = 1 - mover_;
    }

    // Piles are interchangeable: ascending sizes; of equal piles the last one stands for all (as in the handout:
    // A121,01 is A112,11).
    Symmetry symmetry() const {
        Symmetry target{};
        for (int pile = 0; pile < rules_->piles; ++pile) {
            int not_larger = 0;
            for (int other = 0; other < rules_->piles; ++other) not_larger += objects(other) <= objects(pile);
            target[static_cast<std::size_t>(pile)] = static_cast<std::uint8_t>(not_larger - 1);
        }
        return target;
    }

    NimState transformed(const Symmetry&) const {
        std::array<int, NimRules::kMaxPiles> sizes;
        sizes.fill(NimRules::kMaxObjects);  // what is not a pile stays last
        for (int pile = 0; pile < rules_->piles; ++pile) sizes[static_cast<std::size_t>(pile)] = objects(pile);
        std::sort(sizes.begin(), sizes.end());
        std::uint64_t sorted = 0;
        for (int pile = 0; pile < rules_->piles; ++pile) sorted |= in_byte(pile, sizes[static_cast<std::size_t>(pile)]);
        return {*rules_, sorted, mover_};
    }

    Action transformed(Action action, const Symmetry& target) const {
        return target[static_cast<std::size_t>(action / rules_->largest)] * rules_->largest + action % rules_->largest;
    }

  private:
    const Rules* rules_;
    std::uint64_t piles_;
    Player mover_;
};

static_assert(Game<NimState>);

}  // namespace lanista

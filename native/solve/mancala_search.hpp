// Is at least so much still to be won? Null-window alpha-beta for mancala, to the end of the game or into the endgame
// database.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "search/limits.hpp"
#include "solve/mancala_database.hpp"
#include "solve/mancala_table.hpp"

namespace lanista {

// An open position as its mover sees it.
struct MancalaView {
    std::uint64_t own, other;  // rows from their stores
    int left;                  // seeds in the houses
    int lead;                  // own store minus the other

    explicit MancalaView(const MancalaState& state)
        : own(row_from_store(state, state.mover())),
          other(row_from_store(state, 1 - state.mover())),
          left(sum_of_bytes(own) + sum_of_bytes(other)),
          lead(for_player(state.score(), state.mover())) {}
};

// All values are what the mover of a position still adds to his lead until the game is over.
class MancalaSearch {
  public:
    // database: null, or one that fits the game.
    MancalaSearch(MancalaTable& table, const MancalaDatabase* database, Watch& watch)
        : table_(table), database_(database), watch_(watch) {}

    // A bound for an open position: a lower one if it is `beta` or more, else an upper one.
    int test(const MancalaState& state, int beta) {
        const MancalaBounds bounds = known(state);
        if (bounds.low >= beta) return bounds.low;
        if (bounds.high < beta) return bounds.high;
        return search(state, bounds, beta);
    }

    // The same for a position in which an action is played, from its mover's side.
    int test_after(const MancalaState& state, Action action, int beta) {
        const Child child = play(state, MancalaView(state), action);
        if (child.low == child.high) return child.low;
        return test_child(state, child, beta);
    }

    // What is known of it without a search.
    MancalaBounds known_after(const MancalaState& state, Action action) const {
        Child child = play(state, MancalaView(state), action);
        look_up(child);
        return {child.low, child.high};
    }

    // How likely a move is to be the best; comparable within a position.
    int promise(const MancalaState& state, Action action) const {
        return play(state, MancalaView(state), action).promise;
    }

  private:
    // A move, and bounds for who makes it.
    struct Child {
        Action action;
        int gain;  // at once
        bool keeps_turn;
        int low, high;
        int promise;
        MancalaKey key;  // of the position after it, if that is open
    };
    using Children = std::array<Child, MancalaRules::kMaxHouses>;

    MancalaBounds known(const MancalaState& state) const {
        const MancalaView view(state);
        MancalaBounds bounds = known_by_count(state, view);
        if (bounds.low < bounds.high) table_.find(MancalaKey(state, view.own, view.other), bounds);
        return bounds;
    }

    // What the number of seeds left tells, and the database. Where a majority ends the game, the seeds left are not
    // all won: the database then only tells who wins.
    MancalaBounds known_by_count(const MancalaState& state, const MancalaView& view) const {
        MancalaBounds bounds{-view.left, view.left};
        if (database_ == nullptr || view.left > database_->seeds()) return bounds;
        const int value = database_->value(view.own, view.other);
        if (!state.rules().early_end) return {value, value};
        const int margin = view.lead + value;
        if (margin >= 0) bounds.low = std::max(bounds.low, (margin > 0) - view.lead);
        if (margin <= 0) bounds.high = std::min(bounds.high, -(margin < 0) - view.lead);
        return bounds;
    }

    // bounds: what is known; it does not tell on which side of beta the value is.
    int search(const MancalaState& state, MancalaBounds bounds, int beta) {
        const MancalaView view(state);
        // In the end all seeds are somebody's, so that the margin is odd where their number is.
        if (!state.rules().early_end && ((beta ^ view.left) & 1) != 0) ++beta;
        const std::uint64_t before = watch_.nodes();
        const int found = best_of(state, view, bounds.action, beta);
        if (found >= beta) {
            bounds.low = found;
            bounds.action = best_action_;
        } else {
            bounds.high = found;
        }
        table_.store(MancalaKey(state, view.own, view.other), bounds, watch_.nodes() - before);
        return found;
    }

    // As test(); where it finds a lower bound, best_action_ is the move that gives it. first: tried before the others.
    int best_of(const MancalaState& state, const MancalaView& view, Action first, int beta) {
        Children children;
        const int all = list(state, view, children);
        int best = -view.left, open = 0;
        // Often what is known of the positions after it settles a position (enhanced transposition cutoff; Plaat et
        // al. 1996).
        for (int i = 0; i < all; ++i) {
            Child& child = children[static_cast<std::size_t>(i)];
            look_up(child);
            if (child.low >= beta) {
                best_action_ = child.action;
                return child.low;
            }
            if (child.high < beta) {
                best = std::max(best, child.high);
            } else {
                if (child.action == first) child.promise = kFirst;
                children[static_cast<std::size_t>(open++)] = child;
            }
        }
        for (Child* child = children.data(); child != children.data() + open; ++child) {
            std::swap(*child,
                      *std::max_element(child, children.data() + open, [](const Child& one, const Child& other) {
                          return one.promise < other.promise;
                      }));
            const int found = test_child(state, *child, beta);
            if (found >= beta) {
                best_action_ = child->action;
                return found;
            }
            best = std::max(best, found);
        }
        return best;
    }

    int test_child(const MancalaState& state, const Child& child, int beta) {
        MancalaState next = state;
        next.apply(child.action);
        if (child.keeps_turn) return child.gain + test(next, beta - child.gain);
        return child.gain - test(next, child.gain - beta + 1);
    }

    int list(const MancalaState& state, const MancalaView& view, Children& children) {
        std::size_t count = 0;
        for (const Action action : legal_actions(state)) {
            watch_.count();
            children[count] = play(state, view, action);
            table_.prefetch(children[count].key);
            ++count;
        }
        return static_cast<int>(count);
    }

    // A move with what the number of seeds left and the database tell. Moves that keep the turn promise most, the
    // nearest to the store first, which blocks no other; then those that win much. Killers and history only do harm.
    Child play(const MancalaState& state, const MancalaView& view, Action action) const {
        MancalaState next = state;
        next.apply(action);
        Child child;
        child.action = action;
        child.gain = for_player(next.score(), state.mover()) - view.lead;
        child.keeps_turn = next.mover() == state.mover();
        child.low = child.high = child.gain;
        const int nearness = state.mover() == 0 ? state.rules().houses - 1 - action : action;
        child.promise = nearness + (child.keeps_turn ? kTurn : 10 * child.gain);
        if (!next.is_terminal()) {
            const MancalaView after(next);
            set_bounds(child, known_by_count(next, after));
            child.key = MancalaKey(next, after.own, after.other);
        }
        return child;
    }

    void look_up(Child& child) const {
        if (child.low == child.high) return;
        MancalaBounds bounds = child.keeps_turn ? MancalaBounds{child.low - child.gain, child.high - child.gain}
                                                : MancalaBounds{child.gain - child.high, child.gain - child.low};
        if (table_.find(child.key, bounds)) set_bounds(child, bounds);
    }

    // bounds: of the position after the move, for its mover.
    static void set_bounds(Child& child, const MancalaBounds& bounds) {
        child.low = child.gain + (child.keeps_turn ? bounds.low : -bounds.high);
        child.high = child.gain + (child.keeps_turn ? bounds.high : -bounds.low);
    }

    static constexpr int kTurn = 10'000, kFirst = 100'000;

    MancalaTable& table_;
    const MancalaDatabase* database_;
    Watch& watch_;
    Action best_action_ = kNoAction;
};

}  // namespace lanista

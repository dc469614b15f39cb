// The best answer to a strategy that is known: what is left to a player whose opponent sees through it, and so how much
// it can be exploited.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/state_map.hpp"
#include "search/evaluated.hpp"
#include "search/joint.hpp"
#include "solve/remaining.hpp"

namespace lanista {

template <State S>
class BestResponse {
  public:
    // Writes the chances of the player's legal actions, ascending, in an open position: one for each.
    using Strategy = std::function<void(const S&, std::vector<double>& chances)>;

    // player: who plays so. The other one answers each position best; what is asked before is known.
    BestResponse(Player player, Aim aim, Strategy strategy, std::function<void()> tick)
        : player_(player), aim_(aim), strategy_(std::move(strategy)), tick_(std::move(tick)) {}

    // What player 0 gets on average.
    // std::invalid_argument where the game is too long or has too many positions for that.
    double value(const S& state, int ply = 0) {
        if (state.is_terminal()) return aim_ == Aim::kPoints ? state.score() : outcome(state);
        if (const auto known = states_.find(state.key())) return values_[*known];
        require(ply < kMaxDepth, "a best response is found in games of at most 1,000 plies");
        require(states_.size() < kMostStates, "the game has too many positions to find a best response");
        const double found = solve(state, ply);
        values_.push_back(found);
        states_.add(state.key());
        if (values_.size() % 4096 == 0) tick_();
        return found;
    }

  private:
    static constexpr std::size_t kMostStates = 50'000'000;

    // The other one takes what is least for the player.
    double worst(double a, double b) const { return player_ == 0 ? std::min(a, b) : std::max(a, b); }
    double nothing_yet() const { return for_player(kInfinity, player_); }

    double solve(const S& state, int ply)
        requires Game<S>
    {
        const auto legal = legal_actions(state);
        const auto chances = chances_in(state, state.mover() == player_ ? legal.size() : 0);
        double mean = 0, least = nothing_yet();
        for (int i = 0; i < legal.size(); ++i) {
            const double chance = chances.empty() ? 1 : chances[static_cast<std::size_t>(i)];
            if (chance == 0) continue;
            S child = state;
            child.apply(legal[i]);
            const double found = value(child, ply + 1);
            mean += chance * found;
            least = worst(least, found);
        }
        return chances.empty() ? least : mean;
    }

    double solve(const S& state, int ply)
        requires SimultaneousGame<S>
    {
        const auto own = actions_of(state, player_), replies = actions_of(state, 1 - player_);
        const auto chances = chances_in(state, own.size());
        double least = nothing_yet();
        for (const Action reply : replies) {
            double mean = 0;
            for (int i = 0; i < own.size(); ++i) {
                const double chance = chances[static_cast<std::size_t>(i)];
                if (chance == 0) continue;
                mean +=
                    chance * value(player_ == 0 ? after(state, own[i], reply) : after(state, reply, own[i]), ply + 1);
            }
            least = worst(least, mean);
        }
        return least;
    }

    // actions: how many the player has to choose from; 0 where it is not its turn.
    std::vector<double> chances_in(const S& state, int actions) const {
        std::vector<double> chances;
        if (actions > 0) strategy_(state, chances);
        require(static_cast<int>(chances.size()) == actions, "a strategy is one chance for each legal action");
        return chances;
    }

    Player player_;
    Aim aim_;
    Strategy strategy_;
    std::function<void()> tick_;
    StateMap<decltype(std::declval<const S&>().key())> states_;
    std::vector<double> values_;  // by the states' numbers
};

}  // namespace lanista

// What a learner tells apart: the row of its table that a state belongs to.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

#include "core/game.hpp"

namespace lanista {

enum class Encoding { kFull, kCanonical, kFeatures, kFunction };

// The game's own features, by name: key(state, player, chosen) packs those whose bits are set, from the player's side.
// Specialised in learn/<game>.hpp.
template <class S>
struct Features {
    static constexpr std::array<const char*, 0> kNames{};
};

template <class S>
concept FeaturedGame = Features<S>::kNames.size() > 0;

template <State S>
class Encoder {
  public:
    // Words of a state, and which player looks at it where that is not part of the state.
    static constexpr std::size_t kWords = std::tuple_size_v<decltype(std::declval<const S&>().key())> + 1;
    using Key = std::array<std::uint64_t, kWords>;
    using Function = std::function<std::uint64_t(const S&, Player)>;

    explicit Encoder(Encoding kind, unsigned features = 0, Function function = {})
        : kind_(kind), features_(features), function_(std::move(function)) {}

    // Whether states with the same row are the same, or mirror images: then a row's actions lead to the same rows
    // always.
    bool is_exact() const { return kind_ == Encoding::kFull || kind_ == Encoding::kCanonical; }

    // The state that is learned about in a state's stead, and an action's name there.
    S form(const S& state) const { return kind_ == Encoding::kCanonical ? state.transformed(state.symmetry()) : state; }
    // In a canonical state, too, actions may mean the same.
    Action place(const S& form, Action action) const {
        return kind_ == Encoding::kCanonical ? form.transformed(action, form.symmetry()) : action;
    }
    Action place_in_form(const S& state, const S& form, Action action) const {
        return kind_ == Encoding::kCanonical ? place(form, state.transformed(action, state.symmetry())) : action;
    }

    // player: who looks at it.
    Key key(const S& form, Player player) const {
        Key key{};
        if (kind_ == Encoding::kFunction) {
            key[0] = function_(form, player);
            // Who is to move decides what a value means, whatever the function says.
            if constexpr (Game<S>) key.back() = static_cast<std::uint64_t>(player);
        } else if (kind_ == Encoding::kFeatures) {
            if constexpr (FeaturedGame<S>) key[0] = Features<S>::key(form, player, features_);
        } else {
            const auto words = form.key();
            std::copy(words.begin(), words.end(), key.begin());
            key.back() = static_cast<std::uint64_t>(player);
        }
        return key;
    }

  private:
    Encoding kind_;
    unsigned features_;
    Function function_;
};

}  // namespace lanista

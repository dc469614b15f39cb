// EinStein wuerfelt nicht! (Dame) without dice; the rules in prose are in src/lanista/games/einstein.py.
//
// A side is a 36-bit set of squares and one word with the square of each piece in a byte (kCaptured: gone).
#pragma once

#include <array>
#include <cstdint>

#include "core/bits.hpp"
#include "core/game.hpp"

namespace lanista {

struct EinsteinRules {
    static constexpr int kPieces = 6;
    static constexpr int kSquares = 36;
    static constexpr std::array<std::array<int, kPieces>, 2> kStart = {{{0, 1, 2, 6, 7, 12}, {23, 28, 29, 33, 34, 35}}};

    bool operator==(const EinsteinRules&) const = default;
};

class EinsteinState {
  public:
    using Rules = EinsteinRules;
    using Symmetry = bool;  // true: mirrored on the diagonal that joins the two corners
    // The squares of each player's pieces 0..5; kCaptured for a piece that is gone.
    using Squares = std::array<std::array<int, Rules::kPieces>, 2>;
    static constexpr int kMaxActions = 18;
    static constexpr int kCaptured = 63;
    static constexpr Action kPass = 18;
    static constexpr std::array<int, 3> kForward = {6, 1, 7};  // red's steps; blue's are the opposite

    EinsteinState(const Rules& rules, const Squares& squares, Player mover) : rules_(&rules), mover_(mover) {
        for (Player player : {0, 1}) {
            for (int piece = 0; piece < Rules::kPieces; ++piece) {
                const int square = squares[static_cast<std::size_t>(player)][static_cast<std::size_t>(piece)];
                squares_[static_cast<std::size_t>(player)] |= in_byte(piece, square);
                if (square != kCaptured) occupied_[static_cast<std::size_t>(player)] |= bit(square);
            }
        }
        settle();
    }

    // A random arrangement of both sides' pieces on their starting squares.
    static EinsteinState random_start(const Rules& rules, Random& random) {
        Squares squares = Rules::kStart;
        for (auto& side : squares) {
            for (int left = Rules::kPieces; left > 1; --left) {
                std::swap(side[static_cast<std::size_t>(left - 1)], side[static_cast<std::size_t>(random.below(left))]);
            }
        }
        return {rules, squares, 0};
    }

    const Rules& rules() const { return *rules_; }
    bool is_terminal() const { return ended_; }
    Player mover() const { return mover_; }
    Player current_player() const { return ended_ ? kTerminal : mover_; }
    int score() const { return ended_ ? margin_ : 0; }
    int max_score() const { return 1; }
    int square(Player player, int piece) const { return byte_at(squares_[static_cast<std::size_t>(player)], piece); }
    std::uint64_t occupied(Player player) const { return occupied_[static_cast<std::size_t>(player)]; }
    int pieces_left(Player player) const { return std::popcount(occupied(player)); }

    std::array<std::uint64_t, 2> key() const {
        // Bytes 6 and 7 hold no piece.
        return {squares_[0], squares_[1] | in_byte(6, mover_)};
    }

    bool is_legal(Action action) const {
        if (ended_ || action < 0 || action > kPass) return false;
        const Sources from = sources(mover_);
        if (action == kPass) return (from[0] | from[1] | from[2]) == 0;
        const int at = square(mover_, action / 3);
        return at != kCaptured && (from[static_cast<std::size_t>(action % 3)] & bit(at)) != 0;
    }

    template <int N>
    void legal_actions(ActionList<N>& list) const {
        if (ended_) return;
        const Sources from = sources(mover_);
        for (int piece = 0; piece < Rules::kPieces; ++piece) {
            const int at = square(mover_, piece);
            if (at == kCaptured) continue;
            for (int direction = 0; direction < 3; ++direction) {
                if ((from[static_cast<std::size_t>(direction)] & bit(at)) != 0) list.add(piece * 3 + direction);
            }
        }
        if (list.size() == 0) list.add(kPass);
    }

    int count_actions() const {
        if (ended_) return 0;
        const Sources from = sources(mover_);
        const int moves = std::popcount(from[0]) + std::popcount(from[1]) + std::popcount(from[2]);
        return moves == 0 ? 1 : moves;
    }

    Action pick_action(int index) const {
        const Sources from = sources(mover_);
        if ((from[0] | from[1] | from[2]) == 0) return kPass;
        const auto [direction, at] = select_from(from, index);
        return piece_at(mover_, at) * 3 + direction;
    }

    void apply(Action action) {
        if (action != kPass) {
            const auto own = static_cast<std::size_t>(mover_);
            const int piece = action / 3;
            const int from = square(mover_, piece);
            const int to = from + (mover_ == 0 ? 1 : -1) * kForward[static_cast<std::size_t>(action % 3)];
            for (Player player : {0, 1}) {
                const auto side = static_cast<std::size_t>(player);
                // A piece that is not there is number 7: the masks leave byte 7, which is no piece's, as it is.
                const std::uint64_t mask = -(occupied_[side] >> to & 1);
                occupied_[side] &= ~bit(to);
                squares_[side] |= mask & in_byte(piece_at(player, to), kCaptured);
            }
            occupied_[own] ^= bit(from) | bit(to);
            squares_[own] ^= in_byte(piece, from ^ to);
        }
        mover_ = 1 - mover_;
        settle();
    }

    Symmetry symmetry() const { return transformed(true).key() < key(); }

    EinsteinState transformed(Symmetry mirror) const {
        if (!mirror) return *this;
        Squares mirrored{};
        for (Player player : {0, 1}) {
            for (int piece = 0; piece < Rules::kPieces; ++piece) {
                const int at = square(player, piece);
                mirrored[static_cast<std::size_t>(player)][static_cast<std::size_t>(piece)] =
                    at == kCaptured ? kCaptured : at % 6 * 6 + at / 6;
            }
        }
        return {*rules_, mirrored, mover_};
    }

    Action transformed(Action action, Symmetry mirror) const {
        constexpr std::array<int, 3> kSwapped = {1, 0, 2};
        if (!mirror || action == kPass) return action;
        return action / 3 * 3 + kSwapped[static_cast<std::size_t>(action % 3)];
    }

  private:
    // For each direction (vertical, horizontal, diagonal), the pieces of a side that can go there.
    using Sources = std::array<std::uint64_t, 3>;

    static constexpr std::uint64_t kBoard = low_bits(36);
    static constexpr std::uint64_t kLeftColumn = 0x041041041ULL;
    static constexpr std::uint64_t kTopRow = low_bits(6);
    static constexpr std::array<std::uint64_t, 2> kNotLastRow = {kBoard >> 6, kBoard & ~kTopRow};
    static constexpr std::array<std::uint64_t, 2> kNotLastColumn = {kBoard & ~(kLeftColumn << 5),
                                                                    kBoard & ~kLeftColumn};

    Sources sources(Player player) const {
        const auto side = static_cast<std::size_t>(player);
        const std::uint64_t vertical = occupied_[side] & kNotLastRow[side];
        const std::uint64_t horizontal = occupied_[side] & kNotLastColumn[side];
        return {vertical, horizontal, vertical & horizontal};
    }

    // None of the side's pieces can move to an empty or an enemy square.
    bool has_reached(Player player) const {
        const Sources from = sources(player);
        const std::uint64_t targets =
            player == 0 ? from[0] << 6 | from[1] << 1 | from[2] << 7 : from[0] >> 6 | from[1] >> 1 | from[2] >> 7;
        return (targets & ~occupied_[static_cast<std::size_t>(player)]) == 0;
    }

    int piece_at(Player player, int at) const { return find_byte(squares_[static_cast<std::size_t>(player)], at); }

    // Sets ended_ and margin_ from the board, in the order of the rules.
    void settle() {
        const int red = pieces_left(0), blue = pieces_left(1);
        ended_ = true;
        if (red == 0 || blue == 0) {
            margin_ = red == 0 ? -1 : 1;
            return;
        }
        const bool red_reached = has_reached(0), blue_reached = has_reached(1);
        if (red_reached && blue_reached) {
            const int lead = red != blue ? red - blue : piece_at(0, 35) - piece_at(1, 0);
            margin_ = (lead > 0) - (lead < 0);
        } else if (red_reached && red == Rules::kPieces) {
            margin_ = 1;
        } else if (blue_reached && blue == Rules::kPieces) {
            margin_ = -1;
        } else {
            ended_ = false;
        }
    }

    const Rules* rules_;
    std::array<std::uint64_t, 2> occupied_{};
    std::array<std::uint64_t, 2> squares_{};
    Player mover_;
    int margin_ = 0;
    bool ended_ = false;
};

static_assert(Game<EinsteinState>);

}  // namespace lanista

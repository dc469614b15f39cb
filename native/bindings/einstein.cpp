#include "games/einstein.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <vector>

#include "bindings/registry.hpp"
#include "bindings/rules.hpp"
#include "evaluation/einstein.hpp"

namespace lanista {
namespace {

using Rules = EinsteinRules;

const Registration registration([](nb::module_& module) {
    bind_state<EinsteinState>(module, "EinsteinState")
        .def_prop_ro(
            "board",
            [](const Boxed<EinsteinState>& self) {
                std::array<int, Rules::kSquares> squares{};
                for (Player player : {0, 1}) {
                    for (int piece = 0; piece < Rules::kPieces; ++piece) {
                        const int square = self.state.square(player, piece);
                        if (square == EinsteinState::kCaptured) continue;
                        squares[static_cast<std::size_t>(square)] = player == 0 ? piece + 1 : -piece - 1;
                    }
                }
                return to_table(6, 6,
                                [&](int row, int col) { return squares[static_cast<std::size_t>(row * 6 + col)]; });
            },
            nb::sig("def board(self) -> tuple[tuple[int, ...], ...]"));

    bind_rules<EinsteinState>(module, "EinsteinRules", "EinsteinState")
        .def(nb::init<>())
        .def(
            "random_start",
            [](const Rules& self, nb::object game, std::uint64_t seed) {
                Random random(seed);
                return box(std::move(game), EinsteinState::random_start(self, random));
            },
            nb::sig("def random_start(self, game: lanista.games.base.Game, seed: int) -> EinsteinState"))
        .def(
            "state",
            [](const Rules& self, nb::object game, const std::vector<int>& board, int mover) {
                require(board.size() == Rules::kSquares, "wrong number of squares");
                require_range("mover", mover, 0, 1);
                EinsteinState::Squares squares;
                for (auto& side : squares) side.fill(EinsteinState::kCaptured);
                bool any = false;
                for (int square = 0; square < Rules::kSquares; ++square) {
                    const int piece = board[static_cast<std::size_t>(square)];
                    require_range("piece", piece, -Rules::kPieces, Rules::kPieces);
                    if (piece == 0) continue;
                    any = true;
                    int& at = squares[piece < 0][static_cast<std::size_t>(std::abs(piece) - 1)];
                    require(at == EinsteinState::kCaptured, "a piece stands on two squares");
                    at = square;
                }
                require(any, "no piece on the board");
                return box(std::move(game), EinsteinState(self, squares, mover));
            },
            nb::sig(state_signature("board: list[int], mover: int", "EinsteinState").c_str()));
});

}  // namespace
}  // namespace lanista

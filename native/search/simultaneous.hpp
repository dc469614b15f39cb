// Minimax for games where both move at once, under one of three assumptions about what the opponent knows.
//
//   optimistic   the opponent is taken to move first, so that the answer to its move can be chosen: in each round the
//                least over its actions of the most over one's own. Its move is a forecast; if it does something else,
//                the answer may be worthless.
//   pessimistic  the opponent is taken to know one's own move: the most over one's own actions of the least over its.
//                What is found is guaranteed against everything, but is often little.
//   mixed        neither knows: each round is a matrix game, solved in mixed strategies. Guaranteed on the average,
//                and never less than pessimistic nor more than optimistic.
//
// The first two value outcome before margin (search/value.hpp) and play one action; the third values the expected
// outcome and plays at random with the probabilities that it reports. All three see the whole tree in rounds: depth 1
// is one joint action.
#pragma once

#include <utility>
#include <variant>

#include "search/committed_minimax.hpp"
#include "search/mixed_minimax.hpp"

namespace lanista {

enum class Assume { kMixed, kOptimistic, kPessimistic };

struct SimultaneousOptions {
    Assume assume = Assume::kMixed;
    bool table = true;  // remembers positions met before; changes no value
    int table_mb = 16;
};

// Deepens one round at a time within the question's limits; the answer is that of the last depth finished, and of what
// was seen so far where not even depth 1 was.
template <SimultaneousGame S>
class SimultaneousMinimax {
  public:
    SimultaneousMinimax(const SimultaneousOptions& options, Evaluation<S> evaluation)
        : search_(make(options, std::move(evaluation))) {}

    Report run(const S& root, const Question& question) {
        return std::visit([&](auto& search) { return search.run(root, question); }, search_);
    }

    void forget() {
        std::visit([](auto& search) { search.forget(); }, search_);
    }

  private:
    using Search = std::variant<MixedMinimax<S>, CommittedMinimax<S>>;

    static Search make(const SimultaneousOptions& options, Evaluation<S> evaluation) {
        const int table_mb = options.table ? options.table_mb : 0;
        if (options.assume == Assume::kMixed) return MixedMinimax<S>(std::move(evaluation), table_mb);
        return CommittedMinimax<S>(std::move(evaluation), options.assume == Assume::kOptimistic, table_mb);
    }

    Search search_;
};

}  // namespace lanista

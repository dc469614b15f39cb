// Alpha-beta, fail-soft, for games in which one player moves at a time.
//
// The recursion sees values from the mover's side; they change sign where the mover changes, and only there (child()
// below). Each enhancement has a switch, and none changes a value: a table entry counts only at its own depth, or at a
// greater one when it is proved.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/hash.hpp"
#include "search/action_picker.hpp"
#include "search/evaluated.hpp"
#include "search/search.hpp"
#include "search/transposition_table.hpp"

namespace lanista {

struct AlphaBetaOptions : OrderingOptions {
    bool table = true;        // transposition table (Greenblatt 1967)
    int table_mb = 64;        // MiB
    bool deepening = true;    // iterative deepening; without it the depth is searched at once
    bool pvs = true;          // principal variation search (Marsland and Campbell 1982)
    bool aspiration = true;   // a window around the last depth's value
    bool quiescence = false;  // follow noisy actions beyond the horizon: changes what a leaf is worth
    bool resist = true;       // when all is lost, play what held out longest
};

template <Game S>
class AlphaBeta {
  public:
    // num_actions: actions are below it.
    AlphaBeta(const AlphaBetaOptions& options, Evaluation<S> evaluation, int num_actions)
        : options_(options),
          evaluation_(std::move(evaluation)),
          table_(options.table ? options.table_mb : 0),
          table_depth_(shallowest_kept()),
          ordering_(options, num_actions) {}

    void forget() {
        table_.clear();
        ordering_.history.clear();
    }

    // Of equally good actions the first is played, as by minimax, whatever the order of the search; but where nothing
    // can be better, deepening is content with any.
    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        watch_ = &watch;
        table_.new_search();
        ordering_.history.fade();
        for (Ply* ply = &root_; ply != nullptr; ply = ply->below.get()) ply->picker.forget_killers();
        Report report = unsearched(root);
        try {
            watch.count();
            deepen(root, question, report);
        } catch (const OutOfBudget&) {
        }
        report.nodes = watch.nodes();
        report.seconds = watch.seconds();
        return report;
    }

  private:
    struct Window {
        Value alpha, beta;
    };

    // What one ply of the recursion works with; kept between nodes.
    struct Ply {
        ActionPicker<S> picker;
        std::vector<Action> line;  // the best line from here, where it is exact
        std::unique_ptr<Ply> below;

        Ply& next() {
            if (below == nullptr) below = std::make_unique<Ply>();
            return *below;
        }
    };

    // Deeper and deeper; `report` always holds the best that is known.
    void deepen(const S& root, const Question& question, Report& report) {
        const int depth = question.limits.depth;
        for (int at = options_.deepening ? 1 : depth; at <= depth; ++at) {
            const Report before = report;
            const std::uint64_t nodes = watch_->nodes();
            search_depth(root, at, question.all_moves, report);
            report.depth = at;
            report.last_nodes = watch_->nodes() - nodes;
            const Value value = for_player(report.value, root.mover());
            if (options_.resist && before.depth > 0 && value <= -largest_value(root)) keep_choice(report, before);
            if (report.proved || (value >= largest_value(root) && !question.all_moves)) {
                report.proved = true;
                break;
            }
        }
    }

    // Every action loses as badly: the one that looked best a depth earlier holds out longer.
    static void keep_choice(Report& report, const Report& before) {
        const auto same = [&](const MoveReport& move) { return move.action == before.action; };
        const auto kept = std::find_if(report.moves.begin(), report.moves.end(), same);
        const Value value = report.value;
        choose(report, static_cast<std::size_t>(kept - report.moves.begin()));
        report.value = value;
    }

    // One depth, with a window around the last depth's value first.
    void search_depth(const S& root, int depth, bool all_moves, Report& report) {
        const Value largest = largest_value(root);
        const Window full = {-largest, largest};
        if (!options_.aspiration || report.depth == 0 || all_moves) {
            search_root(root, depth, full, all_moves, report);
            return;
        }
        const Report before = report;
        const Value center = for_player(report.value, root.mover());
        for (Value width = kAspiration * (1 + std::abs(center));; width *= 4) {
            const Window window = {std::max(full.alpha, center - width), std::min(full.beta, center + width)};
            search_root(root, depth, window, false, report);
            const Value value = for_player(report.value, root.mover());
            const bool low = value <= window.alpha && window.alpha > full.alpha;
            const bool high = value >= window.beta && window.beta < full.beta;
            if (!low && !high) return;
            // Below the window nothing is known of which action is best: should time run out, the last choice stands.
            if (low) report = before;
        }
    }

    // Searches every action of the root and fills `report`; when it is broken off, with what was found by then.
    void search_root(const S& root, int depth, const Window& window, bool all_moves, Report& report) {
        std::vector<MoveReport> moves = report.moves;
        std::size_t best_index = moves.size();
        Value best = -kInfinity;
        bool proved = true;
        try {
            for (const std::size_t index : root_order(root, report)) {
                MoveReport& move = moves[index];
                // Of an action that comes before the best, as good as the best is good enough.
                const bool earlier =
                    best_index < moves.size() && index < best_index && (best < window.beta || !options_.deepening);
                if (best >= window.beta && !all_moves && !earlier) {
                    move.is_bound = true;
                    continue;
                }
                const Value alpha = std::max(window.alpha, earlier ? just_below(best) : best);
                const Result result = root_move(root, move, depth, all_moves ? window : Window{alpha, window.beta},
                                                best_index < moves.size() && !all_moves);
                move.value = for_player(result.value, root.mover());
                move.proved = result.proved;
                move.is_bound = !all_moves && result.value <= alpha && best_index < moves.size();
                proved = proved && result.proved;
                if (result.value > best || (result.value == best && earlier)) {
                    best = result.value;
                    best_index = index;
                }
            }
        } catch (const OutOfBudget&) {
            // A better action than the last depth's is an answer already.
            if (!all_moves && best_index < moves.size() && best > window.alpha) {
                report.moves = std::move(moves);
                choose(report, best_index);
            }
            throw;
        }
        report.moves = std::move(moves);
        choose(report, best_index < report.moves.size() ? best_index : 0);  // no evaluation compares: NaN
        report.proved = best >= window.beta && !all_moves ? report.moves[best_index].proved : proved;
    }

    // The last choice first, the others as in any position.
    std::vector<std::size_t> root_order(const S& root, const Report& report) {
        std::vector<std::size_t> order;
        root_.picker.begin(report.depth > 0 ? report.action : kNoAction);
        for (Action action; (action = root_.picker.next(root, ordering_)) != kNoAction;) {
            const auto same = [&](const MoveReport& move) { return move.action == action; };
            const auto found = std::find_if(report.moves.begin(), report.moves.end(), same);
            order.push_back(static_cast<std::size_t>(found - report.moves.begin()));
        }
        return order;
    }

    // The value of one action of the root, from the mover's side; its line goes into `move`.
    Result root_move(const S& root, MoveReport& move, int depth, const Window& window, bool is_later) {
        S child = root;
        child.apply(move.action);
        Ply& below = root_.next();
        below.line.clear();
        const Result result =
            is_later ? later_child(root, child, depth, window, below) : this->child(root, child, depth, window, below);
        if (result.value > window.alpha) {
            put(move.line, move.action, below.line);
            extend(root, move.line, result.value, depth);
        }
        return result;
    }

    // The value of a position in which the game goes on, from its mover's side. depth: plies to look ahead, 1 or more.
    // A result outside the window is a bound, as tight as is known.
    Result search(const S& state, int depth, const Window& window, Ply& ply) {
        if constexpr (!ActionPicker<S>::kManyActions) {
            if (depth == 1 && table_depth_ > 1 && !quiesces()) return search_last(state, window, ply);
        }
        const bool in_table = depth >= table_depth_;
        const std::uint64_t hash = in_table ? hash_words(state.key()) : 0;
        Action first = kNoAction;
        if (in_table) {
            if (const auto entry = table_.find(hash)) {
                if (entry->answers(depth) && entry->settles(window.alpha, window.beta)) {
                    return {entry->value, entry->proved};
                }
                first = entry->action;
            }
        }
        Ply& below = ply.next();
        const Found found =
            best_of(state, depth, window, ply, first, [&](const S& next, const Window& rest, bool is_later) {
                below.line.clear();
                return is_later ? later_child(state, next, depth, rest, below) : child(state, next, depth, rest, below);
            });
        if (in_table) {
            const Bound bound = found.value >= window.beta   ? Bound::kLower
                                : found.value > window.alpha ? Bound::kExact
                                                             : Bound::kUpper;
            table_.store(hash, {found.value, found.action, depth, bound, found.proved});
        }
        return found;
    }

    // search() one ply before the horizon in a game of few actions: their order would cost more than the leaves.
    Result search_last(const S& state, const Window& window, Ply& ply) {
        Result best = {-kInfinity, true};
        for (const Action action : legal_actions(state)) {
            watch_->count();
            S next = state;
            next.apply(action);
            const Result result = leaf(next, state.mover());
            best.proved = best.proved && result.proved;
            if (result.value > best.value) {
                best.value = result.value;
                if (result.value > window.alpha) ply.line.assign(1, action);
            }
            if (best.value >= window.beta) return result;
        }
        return best;
    }

    struct Found : Result {
        Action action;
    };

    // The best of the actions, `first` (if any) tried before all others. value_of(next, window, is_later) searches the
    // position after an action and leaves the line from there in the ply below.
    template <class ValueOf>
    Found best_of(const S& state, int depth, const Window& window, Ply& ply, Action first, ValueOf&& value_of) {
        Found best = {{-kInfinity, true}, kNoAction};
        Value alpha = window.alpha;
        const bool wants_line = just_above(alpha) < window.beta;  // a scout asks for the value alone
        ply.picker.begin(first);
        for (Action action; (action = ply.picker.next(state, ordering_)) != kNoAction;) {
            S next = state;
            next.apply(action);
            const Result result = value_of(next, Window{alpha, window.beta}, best.action != kNoAction);
            best.proved = best.proved && result.proved;
            if (result.value > best.value) {
                best.value = result.value;
                best.action = action;
                if (result.value > alpha) {
                    alpha = result.value;
                    if (wants_line) put(ply.line, action, ply.below->line);
                }
            }
            if (best.value >= window.beta) {
                best.proved = result.proved;
                ply.picker.cut_off(state, ordering_, action);
                if (options_.history) ordering_.history.cut_off(state.mover(), action, depth);
                break;
            }
        }
        return best;
    }

    // A child's value from the side of the parent's mover. Here and in leaf() are the only changes of sign.
    Result child(const S& parent, const S& child, int depth, const Window& window, Ply& ply) {
        watch_->count();
        const Player mover = parent.mover();
        if (child.is_terminal() || (depth == 1 && !quiesces())) return leaf(child, mover);
        if (child.mover() == mover) return deeper(child, depth - 1, window, ply);
        const Result result = deeper(child, depth - 1, {-window.beta, -window.alpha}, ply);
        return {-result.value, result.proved};
    }

    Result leaf(const S& state, Player player) {
        if (state.is_terminal()) return {for_player(end_value(state), player), true};
        return {for_player(evaluated(state, evaluation_), player), false};
    }

    Result deeper(const S& state, int depth, const Window& window, Ply& ply) {
        return depth == 0 ? quiescence(state, window, ply) : search(state, depth, window, ply);
    }

    // Principal variation search: a later child is expected to be no better, which a window of no width shows cheaply.
    Result later_child(const S& parent, const S& child, int depth, const Window& window, Ply& ply) {
        if (!options_.pvs || depth == 1) return this->child(parent, child, depth, window, ply);
        const Window scout = {window.alpha, just_above(window.alpha)};
        const Result result = this->child(parent, child, depth, scout, ply);
        if (result.value <= window.alpha || result.value >= window.beta || scout.beta >= window.beta) return result;
        return this->child(parent, child, depth, window, ply);
    }

    // As plain_quiescence(), from the mover's side, with a window.
    Result quiescence(const S& state, const Window& window, Ply& ply) {
        Result best = leaf(state, state.mover());
        if constexpr (NoisyGame<S>) {
            if (best.value >= window.beta) return best;
            ply.picker.begin_noisy(state, ordering_);
            for (Action action; best.value < window.beta && (action = ply.picker.next_noisy()) != kNoAction;) {
                S next = state;
                next.apply(action);
                const Window rest = {std::max(window.alpha, best.value), window.beta};
                best.value = std::max(best.value, child(state, next, 1, rest, ply.next()).value);
            }
        }
        return best;
    }

    // The least depth at which results are kept: below it, to search again costs less than a look into the table. Code
    // from outside costs more than anything.
    int shallowest_kept() const {
        if (!options_.table) return kMaxDepth + 1;
        if (evaluation_.is_foreign() || S::kMaxActions == kUnbounded) return 1;
        return S::kMaxActions <= 16 ? 3 : 2;
    }

    bool quiesces() const { return NoisyGame<S> && options_.quiescence; }

    static void put(std::vector<Action>& line, Action action, const std::vector<Action>& rest) {
        line.assign(1, action);
        line.insert(line.end(), rest.begin(), rest.end());
    }

    // Where the table cut a line short, goes on with the actions that the table knows to keep its value, which is from
    // the side of the root's mover.
    void extend(const S& root, std::vector<Action>& line, Value value, int depth) const {
        S state = root;
        for (const Action action : line) state.apply(action);
        while (options_.table && !state.is_terminal() && static_cast<int>(line.size()) < depth) {
            const auto entry = table_.find(hash_words(state.key()));
            const Value expected = state.mover() == root.mover() ? value : -value;
            if (!entry || !entry->answers(depth - static_cast<int>(line.size()))) return;
            if (entry->value != expected || entry->bound == Bound::kUpper) return;
            if (!state.is_legal(entry->action)) return;
            line.push_back(entry->action);
            state.apply(entry->action);
        }
    }

    // Neighbours for window bounds: finer than any evaluation, wider than rounding.
    static Value just_above(Value value) { return value + (std::abs(value) * 0x1p-52 + 0x1p-60); }
    static Value just_below(Value value) { return value - (std::abs(value) * 0x1p-52 + 0x1p-60); }

    // Half the width of the first window, relative to the value.
    static constexpr Value kAspiration = 0.5;
    AlphaBetaOptions options_;
    Evaluation<S> evaluation_;
    TranspositionTable table_;
    int table_depth_;  // positions searched less deep are not kept there
    Ordering ordering_;
    Ply root_;
    Watch* watch_ = nullptr;
};

}  // namespace lanista

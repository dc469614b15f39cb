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
#include "search/evaluated.hpp"
#include "search/move_ordering.hpp"
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
          history_(num_actions) {}

    void forget() {
        table_.clear();
        history_.clear();
    }

    // Of equally good actions the first is played, as by minimax, whatever the order of the search; but where nothing
    // can be better, deepening is content with any.
    Report run(const S& root, const Question& question) {
        Watch watch(question.limits, question.tick);
        watch_ = &watch;
        table_.new_search();
        history_.fade();
        for (const auto& frame : frames_) frame->killers = {};
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
    struct Frame {
        std::array<Action, 3> hints;  // tried before the actions are even listed: the table's, two killers
        std::size_t hint;             // how many of them have been
        bool listed;                  // whether `rest` holds the other actions yet
        ActionList<S::kMaxActions> legal;
        OrderedActions rest;
        Killers killers;
        std::vector<Action> line;  // the best line from here, where it is exact
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
        Frame& frame = frame_at(0);
        begin_actions(frame, report.depth > 0 ? report.action : kNoAction);
        for (Action action; (action = next_action(root, frame)) != kNoAction;) {
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
        frame_at(1).line.clear();
        const Result result =
            is_later ? later_child(root, child, depth, window, 0) : this->child(root, child, depth, window, 0);
        if (result.value > window.alpha) {
            move.line = {move.action};
            const auto& rest = frame_at(1).line;
            move.line.insert(move.line.end(), rest.begin(), rest.end());
            extend(root, move.line, result.value, depth);
        }
        return result;
    }

    // The value of a position in which the game goes on, from its mover's side. depth: plies to look ahead, 1 or more.
    // A result outside the window is a bound, as tight as is known.
    Result search(const S& state, int depth, const Window& window, int ply) {
        const bool in_table = options_.table && depth >= kTableDepth;
        const std::uint64_t hash = in_table ? hash_words(state.key()) : 0;
        Action first = kNoAction;
        if (in_table) {
            if (const TableEntry* entry = table_.find(hash)) {
                if (entry->answers(depth) && entry->settles(window.alpha, window.beta)) {
                    return {entry->value, entry->proved != 0};
                }
                first = entry->action;
            }
        }
        Frame& frame = frame_at(ply);
        Frame& below = frame_at(ply + 1);
        begin_actions(frame, first);
        Result best = {-kInfinity, true};
        Action best_action = kNoAction;
        Value alpha = window.alpha;
        for (Action action; (action = next_action(state, frame)) != kNoAction;) {
            below.line.clear();
            S next = state;
            next.apply(action);
            const bool is_later = best_action != kNoAction;
            const Result result = is_later ? later_child(state, next, depth, {alpha, window.beta}, ply)
                                           : child(state, next, depth, {alpha, window.beta}, ply);
            best.proved = best.proved && result.proved;
            if (result.value > best.value) {
                best.value = result.value;
                best_action = action;
                if (result.value > alpha) {
                    alpha = result.value;
                    frame.line.assign(1, action);
                    frame.line.insert(frame.line.end(), below.line.begin(), below.line.end());
                }
            }
            if (best.value >= window.beta) {
                best.proved = result.proved;
                if (options_.killers) frame.killers.cut_off({action, promise(state, action)});
                if (options_.history) history_.cut_off(state.mover(), action, depth);
                break;
            }
        }
        if (in_table) {
            const Bound bound = best.value >= window.beta   ? Bound::kLower
                                : best.value > window.alpha ? Bound::kExact
                                                            : Bound::kUpper;
            table_.store(hash, depth, best.value, bound, best.proved, best_action);
        }
        return best;
    }

    // A child's value from the side of the parent's mover: the one place where a sign changes.
    Result child(const S& parent, const S& child, int depth, const Window& window, int ply) {
        watch_->count();
        const Player mover = parent.mover();
        if (child.is_terminal()) return {for_player(end_value(child), mover), true};
        if (depth == 1 && !quiesces()) return {for_player(evaluated(child, evaluation_), mover), false};
        if (child.mover() == mover) return deeper(child, depth - 1, window, ply + 1);
        const Result result = deeper(child, depth - 1, {-window.beta, -window.alpha}, ply + 1);
        return {-result.value, result.proved};
    }

    Result deeper(const S& state, int depth, const Window& window, int ply) {
        return depth == 0 ? quiescence(state, window, ply) : search(state, depth, window, ply);
    }

    // Principal variation search: a later child is expected to be no better, which a window of no width shows cheaply.
    Result later_child(const S& parent, const S& child, int depth, const Window& window, int ply) {
        if (!options_.pvs || depth == 1) return this->child(parent, child, depth, window, ply);
        const Window scout = {window.alpha, just_above(window.alpha)};
        const Result result = this->child(parent, child, depth, scout, ply);
        if (result.value <= window.alpha || result.value >= window.beta || scout.beta >= window.beta) return result;
        return this->child(parent, child, depth, window, ply);
    }

    // As plain_quiescence(), from the mover's side, with a window.
    Result quiescence(const S& state, const Window& window, int ply) {
        const Player mover = state.mover();
        Value best = for_player(evaluated(state, evaluation_), mover);
        if constexpr (NoisyGame<S>) {
            if (best >= window.beta) return {best, false};
            Frame& frame = frame_at(ply);
            frame.legal.clear();
            Tactics<S>::noisy_actions(state, frame.legal);
            frame.rest.assign(frame.legal, [&](Action action) { return promise(state, action); });
            while (!frame.rest.empty() && best < window.beta) {
                S next = state;
                next.apply(frame.rest.next());
                best = std::max(best, child(state, next, 1, {std::max(window.alpha, best), window.beta}, ply).value);
            }
        }
        return {best, false};
    }

    bool quiesces() const { return NoisyGame<S> && options_.quiescence; }

    void begin_actions(Frame& frame, Action table_action) const {
        frame.hints = {table_action, frame.killers.first.action, frame.killers.second.action};
        frame.hint = 0;
        frame.listed = false;
    }

    // Each legal action once, the most promising first; then kNoAction. Most positions are cut off by one of the first,
    // so that the actions are only listed when these did not do.
    Action next_action(const S& state, Frame& frame) {
        while (frame.hint < frame.hints.size()) {
            const std::size_t index = frame.hint++;
            const Action action = frame.hints[index];
            if (action != kNoAction && is_worth_trying(state, frame, index)) return action;
            frame.hints[index] = kNoAction;
        }
        if (!frame.listed) list_actions(state, frame);
        while (!frame.rest.empty()) {
            const Action action = frame.rest.next();
            if (std::find(frame.hints.begin(), frame.hints.end(), action) == frame.hints.end()) return action;
        }
        return kNoAction;
    }

    bool is_worth_trying(const S& state, const Frame& frame, std::size_t index) const {
        const Action action = frame.hints[index];
        if (index >= 1 && action == frame.hints[0]) return false;
        if (!state.is_legal(action)) return false;
        const Killer& killer = index == 1 ? frame.killers.first : frame.killers.second;
        return index == 0 || (kManyActions && promise(state, action) >= killer.promise);
    }

    void list_actions(const S& state, Frame& frame) {
        frame.legal.clear();
        state.legal_actions(frame.legal);
        const Player mover = state.mover();
        frame.rest.assign(frame.legal, [&](Action action) {
            return kPromise * promise(state, action) + (frame.killers.contain(action) ? kKiller : 0) +
                   (options_.history ? history_.score(mover, action) : 0);
        });
        frame.listed = true;
    }

    int promise(const S& state, Action action) const {
        if constexpr (OrderedGame<S>) {
            if (options_.ordering) return Tactics<S>::promise(state, action);
        }
        return 0;
    }

    // Where the table cut a line short, goes on with the actions that the table knows to keep its value, which is from
    // the side of the root's mover.
    void extend(const S& root, std::vector<Action>& line, Value value, int depth) const {
        S state = root;
        for (const Action action : line) state.apply(action);
        while (options_.table && !state.is_terminal() && static_cast<int>(line.size()) < depth) {
            const TableEntry* entry = table_.find(hash_words(state.key()));
            const Value expected = state.mover() == root.mover() ? value : -value;
            if (entry == nullptr || entry->value != expected || entry->bound == Bound::kUpper) return;
            if (!state.is_legal(entry->action)) return;
            line.push_back(entry->action);
            state.apply(entry->action);
        }
    }

    Frame& frame_at(int ply) {
        while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.push_back(std::make_unique<Frame>());
        return *frames_[static_cast<std::size_t>(ply)];
    }

    // Neighbours for window bounds: finer than any evaluation, wider than rounding.
    static Value just_above(Value value) { return value + (std::abs(value) * 0x1p-52 + 0x1p-60); }
    static Value just_below(Value value) { return value - (std::abs(value) * 0x1p-52 + 0x1p-60); }

    // Half the width of the first window, relative to the value.
    static constexpr Value kAspiration = 0.5;
    // Where there are few actions, listing them costs little, and the game's promise is a better guide than killers.
    static constexpr bool kManyActions = S::kMaxActions > 16 || S::kMaxActions == kUnbounded;
    // Leaves are not kept: a look into the table costs more than their evaluation.
    static constexpr int kTableDepth = 1;

    AlphaBetaOptions options_;
    Evaluation<S> evaluation_;
    TranspositionTable table_;
    History history_;
    std::vector<std::unique_ptr<Frame>> frames_;
    Watch* watch_ = nullptr;
};

}  // namespace lanista

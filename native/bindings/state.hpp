// The Python face of a native state, the same for every game: class GameState and one subclass a game.
//
// Rules run here; names, texts and pictures are the game module's in src/lanista/games, which the state asks through
// its `game`.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

#include "core/hash.hpp"
#include "core/perft.hpp"
#include "core/playout.hpp"
#include "evaluation/evaluator.hpp"

namespace lanista {

namespace nb = nanobind;
using namespace nb::literals;

// What all native states share: the Python Game object that they belong to (which owns their Rules).
struct GameState {
    nb::object game;
};

template <State S>
struct Boxed : GameState {
    S state;
};

inline constexpr int kNoPlayer = -1;

template <State S>
nb::object box(nb::object game, S&& state) {
    static const nb::handle type = nb::type<Boxed<S>>();
    nb::object result = nb::steal(nb::inst_alloc(type).release());
    new (nb::inst_ptr<void>(result)) Boxed<S>{{std::move(game)}, std::move(state)};
    nb::inst_mark_ready(result);
    return result;
}

template <State S>
Boxed<S>& unbox(nb::handle self) {
    return *nb::inst_ptr<Boxed<S>>(self);
}

// Raises what `lanista.errors.<maker>(arguments...)` makes.
template <class... Arguments>
[[noreturn]] void raise_error(const char* maker, Arguments&&... arguments) {
    const nb::object error = nb::module_::import_("lanista.errors").attr(maker)(std::forward<Arguments>(arguments)...);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
    throw nb::python_error();
}

// An action as any Python integer (numpy's too); one that no int can hold becomes -1, which is never legal.
inline Action to_action(nb::handle value) {
    const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (!index.is_valid()) {
        PyErr_Clear();
        raise_error("not_an_action", value);
    }
    int overflow = 0;
    const long action = PyLong_AsLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0 || action < 0 || action > 0x7FFFFFFF) return -1;
    return static_cast<Action>(action);
}

template <int N>
nb::object to_list(const ActionList<N>& actions) {
    nb::object list = nb::steal(PyList_New(actions.size()));
    for (int i = 0; i < actions.size(); ++i) PyList_SET_ITEM(list.ptr(), i, PyLong_FromLong(actions[i]));
    return list;
}

inline Player to_player(nb::handle self, nb::handle value) {
    const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (index.is_valid()) {
        const long player = PyLong_AsLong(index.ptr());
        if (player == 0 || player == 1) return static_cast<Player>(player);
    }
    PyErr_Clear();
    raise_error("not_a_player", self, value);
}

template <State S>
Py_hash_t hash_slot(PyObject* self) {
    const auto hash = static_cast<Py_hash_t>(hash_words(unbox<S>(self).state.key()));
    return hash == -1 ? -2 : hash;  // -1 means an error to Python
}

template <State S>
PyObject* compare_slot(PyObject* self, PyObject* other, int operation) {
    if ((operation != Py_EQ && operation != Py_NE) || Py_TYPE(self) != Py_TYPE(other)) Py_RETURN_NOTIMPLEMENTED;
    const S &left = unbox<S>(self).state, &right = unbox<S>(other).state;
    const bool equal = left.key() == right.key() && (&left.rules() == &right.rules() || left.rules() == right.rules());
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

template <State S>
inline PyType_Slot state_slots[] = {
    {Py_tp_hash, reinterpret_cast<void*>(hash_slot<S>)},
    {Py_tp_richcompare, reinterpret_cast<void*>(compare_slot<S>)},
    {0, nullptr},
};

// Lets Ctrl-C and other threads in during long native work that gave up the interpreter's lock.
inline void check_signals() {
    const nb::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// The game's evaluator of that name.
template <State S>
const Evaluator<S>& find_evaluator(const std::string& name) {
    nb::list names;
    for (const auto& evaluator : evaluators<S>()) {
        if (name == evaluator.name) return evaluator;
        names.append(evaluator.name);
    }
    raise_error("unknown_evaluation", name, names);
}

template <State S>
double evaluate(const S& state, const std::string& name) {
    const Evaluator<S>& evaluator = find_evaluator<S>(name);
    return state.is_terminal() ? state.score() : evaluator.value(state);
}

template <State S>
PlayoutCount playouts(const S& state, int count, std::uint64_t seed) {
    require(count >= 1, "count must be at least 1, got " + std::to_string(count));
    const nb::gil_scoped_release unlocked;
    Random random(seed);
    return play_randomly(state, count, random, check_signals);
}

template <State S>
std::pair<std::uint64_t, std::uint64_t> count_perft(const S& state, int depth) {
    require(depth >= 0, "depth must be at least 0, got " + std::to_string(depth));
    const nb::gil_scoped_release unlocked;
    PerftCount count;
    perft(state, depth, count, check_signals);
    return {count.positions, count.ended};
}

// The canonical state and, for each legal action here, the action that stands for it there.
template <State S>
nb::tuple canonical(nb::handle self) {
    const Boxed<S>& boxed = unbox<S>(self);
    const S& state = boxed.state;
    const auto symmetry = state.symmetry();
    nb::dict actions;
    const auto relabel = [&](const auto& list) {
        for (const Action action : list) actions[nb::int_(action)] = nb::int_(state.transformed(action, symmetry));
    };
    if constexpr (Game<S>) {
        ActionList<S::kMaxActions> list;
        state.legal_actions(list);
        relabel(list);
    } else {
        for (Player player : {0, 1}) {
            ActionList<S::kMaxActions> list;
            state.legal_actions(player, list);
            relabel(list);
        }
    }
    return nb::make_tuple(box<S>(boxed.game, state.transformed(symmetry)), actions);
}

template <Game S>
void bind_actions(nb::class_<Boxed<S>, GameState>& type, const std::string& name) {
    const auto child_signature = "def child(self, *actions: int) -> " + name;
    type.def_prop_ro(
            "mover", [](const Boxed<S>& self) { return self.state.mover(); },
            "Who is to move, or would be if the game were not over.")
        .def(
            "legal_actions",
            [](const Boxed<S>& self) {
                ActionList<S::kMaxActions> actions;
                self.state.legal_actions(actions);
                return to_list(actions);
            },
            nb::sig("def legal_actions(self) -> list[int]"))
        .def(
            "legal_actions",
            [](nb::handle_t<Boxed<S>> self, nb::handle player) {
                const S& state = unbox<S>(self).state;
                ActionList<S::kMaxActions> actions;
                if (player.is_none() || to_player(self, player) == state.current_player()) state.legal_actions(actions);
                return to_list(actions);
            },
            "player"_a.none(), nb::sig("def legal_actions(self, player: int | None) -> list[int]"))
        .def(
            "child",
            [](nb::handle_t<Boxed<S>> self, nb::handle action) {
                const Boxed<S>& boxed = unbox<S>(self);
                const S& state = boxed.state;
                const Action chosen = to_action(action);
                if (!state.is_legal(chosen)) raise_error("illegal_action", self, action);
                S next = state;
                next.apply(chosen);
                return box<S>(boxed.game, std::move(next));
            },
            nb::sig(child_signature.c_str()));
}

template <SimultaneousGame S>
void bind_actions(nb::class_<Boxed<S>, GameState>& type, const std::string& name) {
    const auto child_signature = "def child(self, *actions: int) -> " + name;
    type.def(
            "legal_actions",
            [](nb::handle_t<Boxed<S>> self, nb::handle player) {
                const S& state = unbox<S>(self).state;
                ActionList<S::kMaxActions> actions;
                if (!state.is_terminal() || !player.is_none()) {
                    state.legal_actions(to_player(self, player), actions);
                }
                return to_list(actions);
            },
            "player"_a = nb::none(), nb::sig("def legal_actions(self, player: int | None = None) -> list[int]"))
        .def(
            "child",
            [](nb::handle_t<Boxed<S>> self, nb::handle first, nb::handle second) {
                const Boxed<S>& boxed = unbox<S>(self);
                const S& state = boxed.state;
                const Action a = to_action(first), b = to_action(second);
                if (!state.is_legal(0, a)) raise_error("illegal_action", self, first, 0);
                if (!state.is_legal(1, b)) raise_error("illegal_action", self, second, 1);
                S next = state;
                next.apply(a, b);
                return box<S>(boxed.game, std::move(next));
            },
            nb::sig(child_signature.c_str()));
}

template <State S>
nb::class_<Boxed<S>, GameState> bind_state(nb::module_& module, const std::string& name) {
    nb::class_<Boxed<S>, GameState> type(module, name.c_str(), nb::type_slots(state_slots<S>), nb::is_final());
    bind_actions<S>(type, name);
    const auto canonical_signature = "def canonical(self) -> tuple[" + name + ", dict[int, int]]";
    type.def_prop_ro("current_player", [](const Boxed<S>& self) { return self.state.current_player(); })
        .def_prop_ro("is_terminal", [](const Boxed<S>& self) { return self.state.is_terminal(); })
        .def("score", [](const Boxed<S>& self) { return self.state.score(); })
        .def("returns",
             [](const Boxed<S>& self) {
                 const int score = self.state.is_terminal() ? self.state.score() : 0;
                 const double result = (score > 0) - (score < 0);
                 return std::pair{result, -result + 0.0};
             })
        .def(
            "evaluate", [](const Boxed<S>& self, const std::string& name) { return evaluate(self.state, name); },
            "name"_a = "basic")
        .def(
            "playouts",
            [](const Boxed<S>& self, int count, std::uint64_t seed) { return playouts(self.state, count, seed); },
            "count"_a, "seed"_a = 0)
        .def(
            "perft", [](const Boxed<S>& self, int depth) { return count_perft(self.state, depth); }, "depth"_a)
        .def(
            "canonical", [](nb::handle_t<Boxed<S>> self) { return canonical<S>(self); },
            nb::sig(canonical_signature.c_str()));
    return type;
}

}  // namespace lanista

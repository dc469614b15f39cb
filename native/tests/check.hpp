// What the programs of this folder share.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/game.hpp"

namespace lanista {

// Ends the program with status 1 unless a promise holds; `where` says of which game or position.
inline void check(bool holds, const std::string& where, const char* promise) {
    if (holds) return;
    std::printf("%s: broken: %s\n", where.c_str(), promise);
    std::exit(1);
}

template <Game S>
S after(S state, Action action) {
    state.apply(action);
    return state;
}

}  // namespace lanista

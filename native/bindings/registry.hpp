// Each game's file in this folder announces its bindings itself: module.cpp has no list of games.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

namespace lanista {

namespace nb = nanobind;

using Binding = void (*)(nb::module_&);

inline std::vector<Binding>& bindings() {
    static std::vector<Binding> all;
    return all;
}

struct Registration {
    explicit Registration(Binding binding) { bindings().push_back(binding); }
};

}  // namespace lanista

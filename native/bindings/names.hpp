// Options whose values have names, as specs write them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lanista {

template <class Value>
using Names = std::vector<std::pair<Value, const char*>>;

template <class Value>
std::string name_of(Value value, const Names<Value>& names) {
    for (const auto& [known, name] : names) {
        if (known == value) return name;
    }
    return "";
}

template <class Value>
Value named(const std::string& name, const Names<Value>& names) {
    std::string all;
    for (const auto& [value, known] : names) {
        if (name == known) return value;
        all += std::string(all.empty() ? "" : ", ") + known;
    }
    throw std::invalid_argument(name + " is none of " + all);
}

// option(options): a reference to the option.
template <class Options, class Option, class Value>
void bind_choice(nanobind::class_<Options>& type, const char* attribute, Option option, const Names<Value>& names) {
    type.def_prop_rw(
        attribute, [option, &names](Options& self) { return name_of(option(self), names); },
        [option, &names](Options& self, const std::string& name) { option(self) = named(name, names); });
}

}  // namespace lanista

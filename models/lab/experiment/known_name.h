/// @file A name in an experiment that must be one of a list of known names.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/config.h"

namespace niclab::lab {

using NamedTables = std::vector<std::pair<std::string, core::ConfigTable>>;

std::vector<std::string> names_of(const NamedTables& tables);
template <class Item>
std::vector<std::string> names_of(const std::vector<Item>& items) {
    std::vector<std::string> names;
    for (const Item& item : items) names.push_back(item.name);
    return names;
}
/// Refuses the `found` name under `key`; expected one of `known`. `what` is a noun, such as host.
[[noreturn]] void refuse_name(const core::ConfigTable& table, const std::string& key, const std::string& found,
                              const std::string& what, const std::vector<std::string>& known);
/// Index of `name` in `known`. Throws core::ConfigError if it is not there.
std::size_t index_of_name(const core::ConfigTable& table, const std::string& key, const std::string& name,
                          const std::string& what, const std::vector<std::string>& known);

/// The port from 1 to `ports` in `text`, "SWITCH:PORT", which is at `key`. Throws core::ConfigError.
unsigned port_of(const core::ConfigTable& table, const std::string& key, const std::string& text, unsigned ports);
/// The one of `kinds` with this name, or nullptr.
template <class Kind>
const Kind* kind_named(const std::vector<const Kind*>& kinds, const std::string& name) {
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind* kind) { return kind->name == name; });
    return found == kinds.end() ? nullptr : *found;
}
template <class Kind>
void add_names(const std::vector<const Kind*>& kinds, std::vector<std::string>& names) {
    for (const Kind* kind : kinds) names.push_back(kind->name);
}
/// The one of `kinds` with the name at `key`.
template <class Kind>
const Kind* read_kind(core::ConfigTable& t, const std::string& key, const std::string& standard,
                      const std::vector<const Kind*>& kinds, const std::string& what) {
    std::vector<std::string> names;
    add_names(kinds, names);
    return kind_named(kinds, t.choice(key, standard, names, what));
}

/// The name at `key`. A whole number is a name, too, so that the caller refuses it as an unknown one.
std::string read_name(core::ConfigTable& t, const std::string& key, const std::string& standard,
                      const std::string& what);

}  // namespace niclab::lab

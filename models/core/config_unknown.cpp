// Unknown names, and the names that were probably meant.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>

#include "core/config.h"

namespace niclab::core {

namespace {

constexpr std::size_t kMostKeysNamed = 3;  ///< Of those that end alike.

/// `key` and the keys below it, down to a value: tcp.window_scale.
std::string down_to_value(const std::string& key, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (!table || table->empty()) return key;
    const auto first = table->begin();
    return key + "." + down_to_value(std::string(first->first.str()), first->second);
}

/// Number of equal parts at the beginning of two keys.
std::size_t parts_alike(const std::string& a, const std::string& b) {
    std::size_t parts = 0;
    for (std::size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) parts += a[i] == '.';
    return parts;
}

/// Keys that end with `end`, those most similar to `at`.
std::vector<std::string> keys_ending(const std::string& end, const std::string& at,
                                     const std::vector<Parameter>& known) {
    std::vector<std::string> found;
    std::size_t best = 0;
    for (const Parameter& p : known) {
        const std::size_t size = p.key.size();
        if (size <= end.size() + 1 || p.key.compare(size - end.size() - 1, std::string::npos, "." + end) != 0) continue;
        const std::size_t alike = parts_alike(p.key, at);
        if (alike > best) found.clear();
        if (alike < best || std::find(found.begin(), found.end(), p.key) != found.end()) continue;
        best = alike;
        found.push_back(p.key);
    }
    return found;
}

std::string quoted(const std::vector<std::string>& keys) {
    const std::size_t named = std::min(keys.size(), kMostKeysNamed);
    std::string text;
    for (std::size_t k = 0; k < named; ++k)
        text += fmt::format("{}\"{}\"", k == 0 ? "" : k + 1 == keys.size() ? " or " : ", ", keys[k]);
    return keys.size() > named ? fmt::format("{} or one of {} more", text, keys.size() - named) : text;
}

ConfigError unknown_key(const toml::source_region& at, const std::string& key, const std::string& hint) {
    const std::string problem = key + ": unknown key; " + hint;
    if (!at.path || *at.path == "--set") return ConfigError("--set " + problem);
    return ConfigError(*at.path, at.begin.line, at.begin.column, problem);
}

}  // namespace

std::string unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known,
                         const std::string& expected) {
    const std::string near = nearest_name(name, known);
    return fmt::format("unknown {}{}; expected {} {}", what, near.empty() ? "" : " (did you mean \"" + near + "\"?)",
                       expected, fmt::join(known, ", "));
}

void ConfigTable::done() const {
    for (const View& view : views_) {
        for (const auto& [key, node] : *view.table) {
            const std::string name(key.str());
            if (std::find(known_->begin(), known_->end(), name) != known_->end()) continue;
            const auto refuse = [&view, at = key.source()](const std::string& found, const std::string& hint) {
                throw unknown_key(at, joined(view.path, found), hint);
            };
            const std::string end = down_to_value(name, node);
            const std::vector<std::string> elsewhere = keys_ending(end, joined(view.path, end), *parameters_);
            if (!elsewhere.empty()) refuse(end, "did you mean " + quoted(elsewhere) + "?");
            const std::string near = nearest_name(name, *known_);
            refuse(name, near.empty() ? fmt::format("expected one of {}", fmt::join(*known_, ", "))
                                      : "did you mean \"" + near + "\"?");
        }
    }
}

}  // namespace niclab::core

#include "lab/experiment/changed_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/count_of.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;

ordered_json value_at(const ordered_json& tree, const std::string& key) {
    std::string path = "/" + key;
    std::replace(path.begin(), path.end(), '.', '/');
    const ordered_json::json_pointer pointer(path);
    return tree.contains(pointer) ? tree.at(pointer) : ordered_json();
}

/// A key of a table that several hosts share represents one of each host.
struct Shared {
    std::string written;
    std::vector<ChangedKey> each;
    bool alike() const {
        return std::all_of(each.begin(), each.end(), [this](const ChangedKey& c) {
            return *c.value == *each[0].value && *c.file_value == *each[0].file_value;
        });
    }
};

}  // namespace

std::vector<ChangedKey> changed_keys(const std::vector<core::Parameter>& parameters, const ordered_json& file) {
    std::vector<Shared> found;
    for (const core::Parameter& p : parameters) {
        if (!p.overridden()) continue;
        auto shared = std::find_if(found.begin(), found.end(), [&](const Shared& s) { return s.written == p.written; });
        if (shared == found.end()) shared = found.insert(found.end(), Shared{p.written, {}});
        shared->each.push_back({p.key, ordered_json::parse(p.value), value_at(file, p.key)});
    }
    std::vector<ChangedKey> changed;
    for (Shared& shared : found) {
        if (shared.alike()) shared.each = {{shared.written, shared.each[0].value, shared.each[0].file_value}};
        for (ChangedKey& c : shared.each)
            if (*c.value != *c.file_value) changed.push_back(std::move(c));
    }
    return changed;
}

std::string sentence(const ChangedKey& c) {
    return c.key + " = " + c.value->dump() + " (file: " + (c.file_value->is_null() ? "nothing" : c.file_value->dump()) +
           ")";
}

std::string changes(const std::vector<ChangedKey>& changed) {
    constexpr std::size_t kMostChanges = 3;
    std::string text;
    for (std::size_t i = 0; i < changed.size() && i < kMostChanges; ++i)
        text += (i == 0 ? "With " : ", ") + sentence(changed[i]);
    if (changed.size() > kMostChanges) text += " and " + base::count_of(changed.size() - kMostChanges, "more key");
    return text.empty() ? text : text + ": ";
}

}  // namespace niclab::lab

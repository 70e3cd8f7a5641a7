#include "core/renamed_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/config.h"
#include "core/renamed_names_csv.h"

namespace niclab::core {

namespace {

constexpr const char* kAny = "*";
constexpr const char* kUntil = "the old name works until version 0.2.0";

using Path = std::vector<std::string>;

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; !text.empty() && begin <= text.size(); begin += parts.back().size() + 1)
        parts.push_back(text.substr(begin, text.find(at, begin) - begin));
    return parts;
}

/// `pattern`: a name, "*", or the beginning of a name and "*".
bool fits(const std::string& name, std::string_view pattern) {
    if (pattern.empty() || pattern.back() != '*') return name == pattern;
    return name.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
}

bool ends_with(const Path& path, std::string_view pattern) {
    const std::vector<std::string_view> end = split(pattern, '.');
    return path.size() >= end.size() &&
           std::equal(end.rbegin(), end.rend(), path.rbegin(),
                      [](const auto& wanted, const auto& name) { return fits(name, wanted); });
}

/// The path as a user writes it.
std::string written(Path path) {
    path.erase(std::remove(path.begin(), path.end(), kAny), path.end());
    return fmt::format("{}", fmt::join(path, "."));
}

std::string place_of(const toml::source_region& source) {
    if (!source.path) return "";
    return fmt::format("{}:{}:{}: ", *source.path, source.begin.line, source.begin.column);
}

struct Receiver {
    RenameWarning warn;
    std::set<std::string> warned;
};

Receiver& receiver() {
    static Receiver the_receiver;
    return the_receiver;
}

/// A file is parsed several times, and warned of once.
void warn(const std::string& sentence) {
    if (receiver().warn && receiver().warned.insert(sentence).second) receiver().warn(sentence);
}

/// Rows of a kind, sorted by what is looked for: the last part of a key, a value or an option.
using Index = std::vector<std::pair<std::string_view, const RenamedName*>>;

/// Compares with what is looked for.
struct Before {
    bool operator()(const Index::value_type& a, const Index::value_type& b) const { return a.first < b.first; }
    bool operator()(const Index::value_type& a, std::string_view name) const { return a.first < name; }
    bool operator()(std::string_view name, const Index::value_type& b) const { return name < b.first; }
};

Index index_of(std::string_view kind) {
    Index found;
    found.reserve(renamed_names().size());
    for (const RenamedName& r : renamed_names())
        if (r.kind == kind) found.emplace_back(r.old_name.substr(r.old_name.rfind('.') + 1), &r);
    std::stable_sort(found.begin(), found.end(), Before());
    return found;
}

/// The first row of `name` that `fits_row`, or nullptr.
template <class Fits>
const RenamedName* row(const Index& index, std::string_view name, const Fits& fits_row) {
    const auto [first, last] = std::equal_range(index.begin(), index.end(), name, Before());
    const auto found = std::find_if(first, last, [&](const auto& entry) { return fits_row(*entry.second); });
    return found == last ? nullptr : found->second;
}

const Index& keys() {
    static const Index all = index_of("key");
    return all;
}

const Index& values() {
    static const Index all = index_of("value");
    return all;
}

const Index& options() {
    static const Index all = index_of("option");
    return all;
}

/// The last part of `path` gets its present name, in `table` too.
void rename_key(toml::table& table, Path& path) {
    const RenamedName* key =
        row(keys(), path.back(), [&](const RenamedName& r) { return ends_with(path, r.old_name); });
    if (!key) return;
    const auto at = table.find(path.back());
    const toml::source_region source = at->first.source();
    const std::string place = place_of(source) + written(path);
    if (table.contains(key->new_name))
        throw ConfigError(fmt::format("{}: old name of {}, which is there as well; expected {} alone", place,
                                      key->new_name, key->new_name));
    at->second.visit([&](auto& node) {
        auto kept = std::move(node);
        table.insert_or_assign(toml::key(key->new_name, toml::source_region(source)), std::move(kept));
    });
    table.erase(path.back());
    path.back() = key->new_name;
    warn(fmt::format("{}: renamed; expected {}, {}", place, key->new_name, kUntil));
}

void rename_value(toml::node& node, const Path& path) {
    toml::value<std::string>* text = node.as_string();
    if (!text) return;
    const RenamedName* value =
        row(values(), text->get(), [&](const RenamedName& r) { return ends_with(path, r.where); });
    if (!value) return;
    warn(fmt::format("{}{}: value \"{}\" renamed; expected \"{}\", {}", place_of(node.source()), written(path),
                     value->old_name, value->new_name, kUntil));
    *text = value->new_name;
}

void rename_in(toml::table& table, const Path& above) {
    Path names;
    for (const auto& entry : table) names.emplace_back(entry.first.str());
    for (const std::string& name : names) {
        Path path = above;
        path.push_back(name);
        rename_key(table, path);
        toml::node& node = *table.get(path.back());
        if (path.size() == 2 && path.front() == "defaults") path.emplace_back(kAny);  // of every item of a list
        rename_value(node, path);
        if (toml::table* below = node.as_table()) rename_in(*below, path);
        if (!node.is_array_of_tables()) continue;
        path.emplace_back(kAny);
        for (toml::node& item : *node.as_array()) rename_in(*item.as_table(), path);
    }
}

}  // namespace

const std::vector<RenamedName>& renamed_names() {
    static const std::vector<RenamedName> all = [] {
        std::vector<RenamedName> rows;
        const std::vector<std::string_view> lines = split(kRenamedNamesCsv, '\n');
        rows.reserve(lines.size());
        for (std::size_t i = 1; i < lines.size(); ++i)  // after the names of its columns
            if (const auto cells = split(lines[i], ','); cells.size() == 4)
                rows.push_back({cells[0], cells[1], cells[2], cells[3]});
        return rows;
    }();
    return all;
}

void set_rename_warning(RenameWarning warning) { receiver() = {std::move(warning), {}}; }

void rename_keys(toml::table& table, const std::string& under) {
    const auto parts = split(under, '.');
    rename_in(table, Path(parts.begin(), parts.end()));
}

std::vector<std::string> rename_options(std::vector<std::string> words) {
    const std::string command = words.empty() ? "" : "niclab " + words.front();
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string name = words[i].substr(0, words[i].find('='));
        const RenamedName* option = row(options(), name, [&](const RenamedName& r) { return r.where == command; });
        if (!option) continue;
        const bool joined = name.size() < words[i].size();
        std::string value = joined ? words[i].substr(name.size() + 1) : i + 1 < words.size() ? words[i + 1] : "";
        const RenamedName* renamed =
            row(values(), value, [&](const RenamedName& r) { return r.where == option->new_name; });
        if (renamed) value = renamed->new_name;
        warn(fmt::format("{}: renamed; expected {} {}, {}", name, option->new_name, value, kUntil));
        words[i] = std::string(option->new_name) + (joined ? "=" + value : "");
        if (!joined && i + 1 < words.size()) words[++i] = value;
    }
    return words;
}

}  // namespace niclab::core

#include "core/config.h"

#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/json_text.h"

namespace niclab::core {

namespace {

constexpr const char* kAssigned = "--set";  ///< Path of what the command line sets.

std::string shortened(const std::string& text) { return text.size() > 60 ? text.substr(0, 57) + "..." : text; }

constexpr const char* kOutOfRange = "out of range";

/// A value as the user wrote it, shortened.
std::string written(const toml::node& node) {
    std::ostringstream os;
    node.visit([&os](const auto& n) {
        if constexpr (toml::is_table<decltype(n)>)
            os << "a table";
        else if constexpr (toml::is_floating_point<decltype(n)>)
            os << fmt::format("{}", n.get());  // as short as it was written
        else if constexpr (toml::is_string<decltype(n)>)
            os << '"' << n.get() << '"';
        else
            os << n;
    });
    return shortened(os.str());
}

/// The table at a key below others; created if it does not exist.
nlohmann::ordered_json& place(nlohmann::ordered_json& tree, const std::string& key) {
    constexpr std::size_t kManyKeys = 16;  // Of a table: avoids reallocation, which copies the keys.
    nlohmann::ordered_json* at = &tree;
    for (std::size_t begin = 0, end; begin <= key.size(); begin = end + 1) {
        end = std::min(key.find('.', begin), key.size());
        if (at->is_null()) *at = nlohmann::ordered_json::object();
        if (at->empty()) at->get_ref<nlohmann::ordered_json::object_t&>().reserve(kManyKeys);
        at = &(*at)[key.substr(begin, end - begin)];
    }
    return *at;
}

std::string listed(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

/// The range of a number, for people.
template <class Number>
std::string range(Number min, Number max) {
    return fmt::format("{} to {}", min, max);
}

std::string range(double min, double max, const std::vector<Unit>& units) {
    std::vector<std::string> names;
    names.reserve(units.size());
    for (const Unit& unit : units) names.emplace_back(unit.name);
    return fmt::format("{} to {}, units {}", format_quantity(min, units), format_quantity(max, units), listed(names));
}

}  // namespace

ConfigTable::ConfigTable(const std::vector<ConfigLayer>& layers)
    : parameters_(std::make_shared<std::vector<Parameter>>()),
      resolved_(std::make_shared<nlohmann::ordered_json>(nlohmann::ordered_json::object())) {
    for (const ConfigLayer& layer : layers) views_.push_back({layer.get(), layer, ""});
}

ConfigTable::ConfigTable(std::vector<View> views, const ConfigTable& parent, const std::string& path)
    : views_(std::move(views)), path_(path), parameters_(parent.parameters_), resolved_(parent.resolved_) {}

JsonValue ConfigTable::take_resolved() { return std::move(*resolved_); }

ConfigTable ConfigTable::table(const std::string& key) {
    if (std::find(known_->begin(), known_->end(), key) == known_->end()) known_->push_back(key);
    std::vector<View> views;
    for (const View& view : views_) {
        const toml::node* node = view.table->get(key);
        if (!node) continue;
        const std::string path = joined(view.path, key);
        if (!node->is_table()) throw error_at(*node, path, "a value; expected a table");
        views.push_back({node->as_table(), view.owner, path});
    }
    return ConfigTable(std::move(views), *this, full(key));
}

ConfigTable ConfigTable::over(const std::vector<ConfigLayer>& below) const { return over(ConfigTable(below)); }

ConfigTable ConfigTable::over(const ConfigTable& below) const {
    std::vector<View> views = below.views_;
    views.insert(views.end(), views_.begin(), views_.end());
    ConfigTable result(std::move(views), *this, path_);
    result.known_ = known_;
    return result;
}

const ConfigTable::View* ConfigTable::view_of(const std::string& key) const {
    const auto view =
        std::find_if(views_.rbegin(), views_.rend(), [&](const View& v) { return v.table->contains(key); });
    return view == views_.rend() ? nullptr : &*view;
}

const toml::node* ConfigTable::find(const std::string& key) const {
    const View* view = view_of(key);
    return view ? view->table->get(key) : nullptr;
}

ConfigError ConfigTable::error_at(const toml::node& at, const std::string& key, const std::string& problem) {
    const auto& source = at.source();
    const bool assigned = source.path && *source.path == kAssigned;
    std::string place = key;
    if (assigned) {
        const auto* text = at.as_string();  // a word of an assignment needs no quotes
        place = "--set " + key + (at.is_table() ? "" : "=" + (text ? shortened(text->get()) : written(at)));
    } else if (!at.is_table() && !at.is_array_of_tables()) {
        place += " = " + written(at);
    }
    const std::string text = place + ": " + problem;
    return source.path && !assigned ? ConfigError(*source.path, source.begin.line, source.begin.column, text)
                                    : ConfigError(text);
}

ConfigError ConfigTable::error(const std::string& key, const std::string& problem, const std::string& expected) const {
    return refusal(key, problem + "; expected " + expected);
}

ConfigError ConfigTable::refusal(const std::string& key, const std::string& problem) const {
    if (const View* view = view_of(key)) return error_at(*view->table->get(key), joined(view->path, key), problem);
    const std::string text = full(key) + default_of(key) + ": " + problem;
    // The command line's --seed and --runs have no place in a file.
    const auto placed = std::find_if(views_.rbegin(), views_.rend(), [](const View& v) {
        const auto& path = v.table->source().path;
        return path && *path != kAssigned;
    });
    if (placed == views_.rend()) return ConfigError(text);
    const auto& source = placed->table->source();
    return ConfigError(*source.path, source.begin.line, source.begin.column, text);
}

std::string ConfigTable::default_of(const std::string& key) const {
    const auto read = std::find_if(parameters_->rbegin(), parameters_->rend(),
                                   [name = full(key)](const Parameter& p) { return p.key == name; });
    const bool shown = read != parameters_->rend() && read->value != "\"\"";
    return shown ? " = " + read->value + " (default)" : "";
}

std::string ConfigTable::folder_of(const std::string& key) const {
    const toml::node* node = find(key);
    std::string path = node && node->source().path ? *node->source().path : "";
    for (auto view = views_.rbegin(); (path.empty() || path == kAssigned) && view != views_.rend(); ++view)
        if (view->owner->source().path) path = *view->owner->source().path;
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

void ConfigTable::record(const std::string& key, const nlohmann::ordered_json& value,
                         std::function<Documentation()> documentation) {
    constexpr std::size_t kManyKeys = 256;  // About the number for two hosts and a link: avoids reallocation.
    if (parameters_->empty()) parameters_->reserve(kManyKeys);
    known_->push_back(key);
    Parameter& parameter = parameters_->emplace_back();
    parameter.key = full(key), parameter.value = json_text(value), parameter.documentation = std::move(documentation);
    place(*resolved_, parameter.key) = value;
    if (const View* view = view_of(key)) {
        const auto& source = view->table->get(key)->source();
        parameter.written = joined(view->path, key);
        if (source.path) parameter.origin = *source.path;
    }
}

bool ConfigTable::boolean(const std::string& key, bool standard, const std::string& what) {
    bool value = standard;
    if (const toml::node* node = find(key)) {
        if (!node->is_boolean()) throw error(key, "not a boolean", "true or false");
        value = node->as_boolean()->get();
    }
    record(key, value, [standard, what] {
        return Documentation{standard ? "true" : "false", {"true, false", "boolean", "", "", {}}, what};
    });
    return value;
}

std::int64_t ConfigTable::integer(const std::string& key, std::int64_t standard, std::int64_t min, std::int64_t max,
                                  const std::string& what) {
    std::int64_t value = standard;
    if (const toml::node* node = find(key)) {
        const std::string expected = "an integer from " + range(min, max);
        if (!node->is_integer()) throw error(key, "not an integer", expected);
        value = node->as_integer()->get();
        if (value < min || value > max) throw error(key, kOutOfRange, expected);
    }
    record(key, value, [=] {
        const Allowed allowed{range(min, max), "integer", std::to_string(min), std::to_string(max), {}};
        return Documentation{std::to_string(standard), allowed, what};
    });
    return value;
}

double ConfigTable::number(const std::string& key, double standard, double min, double max, const std::string& what) {
    double value = standard;
    if (const toml::node* node = find(key)) {
        const auto found = node->is_number() ? node->value<double>() : std::nullopt;
        if (!found || !(*found >= min && *found <= max))
            throw error(key, found ? kOutOfRange : "not a number", "a number from " + range(min, max));
        value = *found;
    }
    record(key, value, [=] {
        const Allowed allowed{range(min, max), "number", fmt::format("{}", min), fmt::format("{}", max), {}};
        return Documentation{fmt::format("{}", standard), allowed, what};
    });
    return value;
}

double ConfigTable::quantity(const std::string& key, double standard, double min, double max,
                             const std::vector<Unit>& units, const std::string& what) {
    double value = standard;
    if (const toml::node* node = find(key)) {
        const auto found = parse_quantity(node->value_exact<std::string>().value_or(""), units);
        if (!found || !(*found >= min && *found <= max))
            throw error(
                key, found ? kOutOfRange : "not a quantity",
                "a number and a unit such as \"" + format_quantity(standard, units) + "\", " + range(min, max, units));
        value = *found;
    }
    record(key, format_quantity(value, units), [standard, min, max, &units, what] {
        Allowed allowed{
            range(min, max, units), "quantity", format_quantity(min, units), format_quantity(max, units), {}};
        for (const Unit& unit : units) allowed.names.emplace_back(unit.name);
        return Documentation{format_quantity(standard, units), allowed, what};
    });
    return value;
}

double ConfigTable::time_ns(const std::string& key, double standard, double min, double max, const std::string& what) {
    static const std::vector<Unit> units{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"ps", 1e-3}};
    return quantity(key, standard, min, max, units, what);
}

double ConfigTable::frequency_hz(const std::string& key, double standard, double min, double max,
                                 const std::string& what) {
    static const std::vector<Unit> units{{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}};
    return quantity(key, standard, min, max, units, what);
}

double ConfigTable::bits_per_second(const std::string& key, double standard, double min, double max,
                                    const std::string& what) {
    static const std::vector<Unit> units{{"b/s", 1}, {"kb/s", 1e3}, {"Mb/s", 1e6}, {"Gb/s", 1e9}};
    return quantity(key, standard, min, max, units, what);
}

double ConfigTable::length_m(const std::string& key, double standard, double min, double max, const std::string& what) {
    static const std::vector<Unit> units{{"m", 1}, {"km", 1e3}, {"cm", 1e-2}};
    return quantity(key, standard, min, max, units, what);
}

std::string ConfigTable::text(const std::string& key, const std::string& standard, const std::string& what) {
    std::string value = standard;
    if (const toml::node* node = find(key)) {
        const auto found = node->value_exact<std::string>();
        if (!found) throw error(key, "not a string", "a string");
        value = *found;
    }
    record(key, value, [standard, what] { return Documentation{standard, {"text", "text", "", "", {}}, what}; });
    return value;
}

std::string ConfigTable::choice(const std::string& key, const std::string& standard,
                                const std::vector<std::string>& allowed, const std::string& what) {
    std::string value = standard;
    if (const toml::node* node = find(key)) {
        const auto found = node->value_exact<std::string>();
        if (!found || std::find(allowed.begin(), allowed.end(), *found) == allowed.end()) {
            throw refusal(key, unknown_name("value", found ? *found : written(*node), allowed));
        }
        value = *found;
    }
    record(key, value, [standard, allowed, what] {
        return Documentation{standard, {listed(allowed), "choice", "", "", allowed}, what};
    });
    return value;
}

std::vector<std::int64_t> ConfigTable::integers(const std::string& key, const std::vector<std::int64_t>& standard,
                                                std::int64_t min, std::int64_t max, const std::string& what) {
    std::vector<std::int64_t> values = standard;
    const auto allowed = [min, max] { return "integers from " + range(min, max); };
    if (const toml::node* node = find(key)) {
        values.clear();
        const toml::array* array = node->as_array();
        if (!array || array->empty()) throw error(key, array ? "empty" : "not a list", "a list of " + allowed());
        for (const toml::node& item : *array) {
            const auto value = item.value_exact<std::int64_t>();
            if (!value || *value < min || *value > max)
                throw error(key, written(item) + (value ? " is out of range" : " is not an integer"),
                            "a list of " + allowed());
            values.push_back(*value);
        }
    }
    record(key, values, [=] {
        const Allowed limits{allowed(), "integers", std::to_string(min), std::to_string(max), {}};
        return Documentation{fmt::format("[{}]", fmt::join(standard, ", ")), limits, what};
    });
    return values;
}

std::vector<std::string> ConfigTable::texts(const std::string& key, const std::vector<std::string>& standard,
                                            const std::string& what) {
    std::vector<std::string> values = standard;
    if (const toml::node* node = find(key)) {
        values.clear();
        const toml::array* array = node->as_array();
        if (!array) throw error(key, "not a list", "a list of strings");
        for (const toml::node& item : *array) {
            const auto value = item.value_exact<std::string>();
            if (!value) throw error(key, written(item) + " is not a string", "a list of strings");
            values.push_back(*value);
        }
    }
    record(key, values, [standard, what] {
        return Documentation{fmt::format("[{}]", fmt::join(standard, ", ")), {"strings", "texts", "", "", {}}, what};
    });
    return values;
}

std::vector<std::string> ConfigTable::table_names() const { return names(true); }

std::vector<std::string> ConfigTable::value_names() const { return names(false); }

std::vector<std::string> ConfigTable::names(bool tables) const {
    std::vector<std::string> found;
    for (const View& view : views_)
        for (const auto& [key, node] : *view.table) {
            const std::string name(key.str());
            if (node.is_table() == tables && std::find(found.begin(), found.end(), name) == found.end())
                found.push_back(name);
        }
    return found;
}

}  // namespace niclab::core

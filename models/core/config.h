/// @file  Strict reading of TOML: types, units, ranges, unknown keys, and where each value came from.
///
/// A ConfigTable looks at one table through several layers, the last one wins key by key: a card file, the
/// experiment's overrides, the command line. Every getter records the value it resolved, so that a run can tell its
/// whole configuration, and its documentation, so that parameters can be listed.
#pragma once

#if __has_include(<toml++/impl/forward_declarations.hpp>)  // toml++ 3.4 and later
#include <toml++/impl/forward_declarations.hpp>
#else
#include <toml++/impl/forward_declarations.h>
#endif

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_value.h"
#include "core/units.h"

namespace niclab::core {

/// Wrong input of a user. what() is one line: `PLACE: problem; expected what is allowed`. The place is
/// `FILE:LINE:COLUMN: KEY = VALUE`, `--set KEY=VALUE`, an option or a file.
class ConfigError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    ConfigError(const std::string& file, std::size_t line, std::size_t column, const std::string& text)
        : std::runtime_error(file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + text) {}
};

/// The name among `known` that `wanted` was probably meant to be, or empty.
std::string nearest_name(const std::string& wanted, const std::vector<std::string>& known);

/// The message about a name that is not among `known`: `unknown WHAT (did you mean "b"?); expected one
/// of a, b`. Without a near name there is no question. `expected` comes before the names.
std::string unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known,
                         const std::string& expected = "one of");

/// What a parameter's value may be. `type`: boolean, integer, number, quantity, choice, text, integers or texts.
struct Allowed {
    std::string words;  ///< All of it, for people.
    std::string type;
    std::string least, most;         ///< Of numbers and quantities, these with their unit; of others empty.
    std::vector<std::string> names;  ///< A choice's values, or a quantity's units.
};

/// What is known of one parameter once it was read. `value` is JSON.
struct Parameter {
    std::string key, value, standard;
    Allowed allowed;
    std::string what;
    std::string written;  ///< The key as its owner wrote it: nic.x for HOST.nic.x; empty where nobody did.
    std::string origin;   ///< File that set it, "--set", or empty: an option such as --seed, or nobody.
    bool overridden() const { return !written.empty() && (origin.empty() || origin == "--set"); }
};

/// One parsed file or command-line assignment.
using ConfigLayer = std::shared_ptr<const toml::table>;
/// Parses a file. Throws ConfigError: missing, unreadable, not TOML.
ConfigLayer load_layer(const std::string& path);
/// Parses what was read from `path`. Old names get their present ones (renamed_names.h). `under`:
/// dotted path of the table that the file is for. Throws ConfigError: not TOML.
ConfigLayer parse_layer(const std::string& text, const std::string& path, const std::string& under = "");
/// Parses `KEY=VALUE`, a --set of a command line; a bare word counts as a string.
ConfigLayer parse_assignment(const std::string& assignment);

class ConfigTable {
public:
    /// The whole of some layers, the last one wins.
    explicit ConfigTable(const std::vector<ConfigLayer>& layers);

    bool has(const std::string& key) const { return find(key) != nullptr; }
    /// A table below; empty where no layer has it. Unknown-key errors come from its own done().
    ConfigTable table(const std::string& key);
    /// This table laid over the values of others; keys below count as known here or are errors there.
    ConfigTable over(const std::vector<ConfigLayer>& below) const;
    ConfigTable over(const ConfigTable& below) const;
    /// A layer has a list of tables under `key`, [[key]] in a file.
    bool has_list(const std::string& key) const;
    /// The tables of such a list by name, in order. An item is called by its key `name`; where `standard` is given it
    /// may be left out and is `standard` with the item's number. Names begin with a letter; letters, digits and _
    /// follow; none twice. Layers above the list's address an item as KEY.NAME.
    std::vector<std::pair<std::string, ConfigTable>> list(const std::string& key, const std::string& standard = "");
    /// Marks a key as read by somebody else.
    void ignore(const std::string& key) { known_->push_back(key); }

    bool boolean(const std::string& key, bool standard, const std::string& what);
    std::int64_t integer(const std::string& key, std::int64_t standard, std::int64_t min, std::int64_t max,
                         const std::string& what);
    double number(const std::string& key, double standard, double min, double max, const std::string& what);
    /// Quantities are strings with a unit: "30 ns". Values and limits here are in the unit named.
    double time_ns(const std::string& key, double standard, double min, double max, const std::string& what);
    double frequency_hz(const std::string& key, double standard, double min, double max, const std::string& what);
    double bits_per_second(const std::string& key, double standard, double min, double max, const std::string& what);
    double length_m(const std::string& key, double standard, double min, double max, const std::string& what);
    std::string text(const std::string& key, const std::string& standard, const std::string& what);
    std::string choice(const std::string& key, const std::string& standard, const std::vector<std::string>& allowed,
                       const std::string& what);
    std::vector<std::int64_t> integers(const std::string& key, const std::vector<std::int64_t>& standard,
                                       std::int64_t min, std::int64_t max, const std::string& what);
    std::vector<std::string> texts(const std::string& key, const std::vector<std::string>& standard,
                                   const std::string& what);

    /// Names of the tables below, each once, in the order of the layers and their keys.
    std::vector<std::string> table_names() const;
    /// Names of the other keys, in the same order.
    std::vector<std::string> value_names() const;

    /// Throws for the first key nobody asked for, and names those of the tables read so far that end like it, or the nearest here.
    void done() const;
    /// `PLACE: problem; expected EXPECTED`. The place is that of `key`, or the start of the last file
    /// where no layer has it. It names the key and its value, of the layer or the default.
    ConfigError error(const std::string& key, const std::string& problem, const std::string& expected) const;
    /// The same with a whole sentence in `problem`, "problem; expected ...".
    ConfigError refusal(const std::string& key, const std::string& problem) const;
    /// Folder of the file that set `key`, or of the last layer that is a file.
    std::string folder_of(const std::string& key) const;

    const std::vector<Parameter>& parameters() const { return *parameters_; }
    const nlohmann::ordered_json& resolved() const { return *resolved_; }
    /// The same, for who reads nothing more from any of these tables.
    std::vector<Parameter> take_parameters() { return std::move(*parameters_); }
    JsonValue take_resolved();

private:
    struct View {
        const toml::table* table;
        ConfigLayer owner;
        std::string path;  ///< As written in the owner: [nic] may be read as a.nic.
    };
    ConfigTable(std::vector<View> views, const ConfigTable& parent, const std::string& path);

    std::vector<std::string> names(bool tables) const;
    ConfigTable item(const View& list, const toml::node& node, const std::string& key, const std::string& standard,
                     std::size_t number);
    void lay_over(std::vector<std::pair<std::string, ConfigTable>>& items, const View& view, const std::string& key);
    const View* view_of(const std::string& key) const;
    const toml::node* find(const std::string& key) const;
    /// `problem` at a node that its owner writes as `key`.
    static ConfigError error_at(const toml::node& at, const std::string& key, const std::string& problem);
    std::string default_of(const std::string& key) const;
    double quantity(const std::string& key, double standard, double min, double max, const std::vector<Unit>& units,
                    const std::string& what);
    void record(const std::string& key, const nlohmann::ordered_json& value, const std::string& standard,
                const Allowed& allowed, const std::string& what);
    static std::string joined(const std::string& path, const std::string& key) {
        return path.empty() ? key : path + "." + key;
    }
    std::string full(const std::string& key) const { return joined(path_, key); }

    std::vector<View> views_;
    std::string path_;
    std::shared_ptr<std::vector<std::string>> known_ = std::make_shared<std::vector<std::string>>();
    std::shared_ptr<std::vector<Parameter>> parameters_;
    std::shared_ptr<nlohmann::ordered_json> resolved_;
};

}  // namespace niclab::core

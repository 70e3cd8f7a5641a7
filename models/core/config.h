/// @file A strict reader of TOML: it checks types, units, ranges and unknown keys, and records the
/// origin of each value.
///
/// Behaviour: a ConfigTable is a view of one table through several layers; for each key the last
///   layer takes precedence: a card file, the experiment's overrides, the command line. Every
///   getter records the value that it returns, so that a run can write its whole configuration. It
///   also records the documentation of the key, so that parameters can be listed.
#pragma once

#if __has_include(<toml++/impl/forward_declarations.hpp>)  // toml++ 3.4 and later.
#include <toml++/impl/forward_declarations.hpp>
#else
#include <toml++/impl/forward_declarations.h>
#endif

#include <cstdint>
#include <functional>
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

/// The most similar name to `wanted` among `known`, or empty if none is similar.
std::string nearest_name(const std::string& wanted, const std::vector<std::string>& known);

/// The message about a name that is not among `known`: `unknown WHAT (did you mean "b"?); expected one
/// of a, b`. Without a near name there is no question. `expected` comes before the names.
std::string unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known,
                         const std::string& expected = "one of");

/// The allowed values of a parameter. `type`: boolean, integer, number, quantity, choice, text,
/// integers or texts.
struct Allowed {
    std::string words;  ///< Description for people.
    std::string type;
    std::string least, most;         ///< Limits of numbers and quantities, the latter with their unit; else empty.
    std::vector<std::string> names;  ///< Values of a choice, or units of a quantity.
};

/// The documentation of a parameter.
struct Documentation {
    std::string standard;  ///< Default.
    Allowed allowed;
    std::string what;  ///< Description, one sentence.
};

/// A parameter that was read, with its value and documentation. `value` is JSON.
struct Parameter {
    std::string key, value;
    std::string written;  ///< The key as the user wrote it: nic.x for HOST.nic.x; empty if it was not written.
    std::string origin;   ///< File that set it, or "--set"; empty: not set, or set by an option such as --seed.
    std::function<Documentation()> documentation;  ///< Made on request: a run needs none.
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
    /// A view of several layers from their root; the last layer takes precedence.
    explicit ConfigTable(const std::vector<ConfigLayer>& layers);

    bool has(const std::string& key) const { return find(key) != nullptr; }
    /// The table at `key`; empty if no layer has it. Its own done() reports unknown keys in it.
    ConfigTable table(const std::string& key);
    /// This table as the upper layer over the values of `below`. Keys of `below` count as known
    /// here; unknown keys are errors of the table that has them.
    ConfigTable over(const std::vector<ConfigLayer>& below) const;
    ConfigTable over(const ConfigTable& below) const;
    /// Whether a layer has a list of tables at `key`, [[key]] in a file.
    bool has_list(const std::string& key) const;
    /// The tables of such a list by name, in order. The key `name` names an item. If `standard` is
    /// given, `name` may be omitted and is then `standard` with the item's number. A name begins
    /// with a letter; letters, digits and _ follow; each name is unique. Layers above that of the
    /// list address an item as KEY.NAME.
    std::vector<std::pair<std::string, ConfigTable>> list(const std::string& key, const std::string& standard = "");
    /// Marks a key as known, because other code reads it.
    void ignore(const std::string& key) { known_->push_back(key); }

    bool boolean(const std::string& key, bool standard, const std::string& what);
    std::int64_t integer(const std::string& key, std::int64_t standard, std::int64_t min, std::int64_t max,
                         const std::string& what);
    double number(const std::string& key, double standard, double min, double max, const std::string& what);
    /// A quantity, a string with a unit: "30 ns". The returned value and the limits are in the unit
    /// that the function's name states.
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

    /// Names of the tables in this table, each once, in the order of the layers and their keys.
    std::vector<std::string> table_names() const;
    /// Names of the other keys, in the same order.
    std::vector<std::string> value_names() const;

    /// Throws ConfigError for the first key that no getter has read. The message names known keys
    /// with the same ending in the tables read so far, or the most similar key of this table.
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
    /// Moves the recorded parameters out; no more values may be read from any of these tables.
    std::vector<Parameter> take_parameters() { return std::move(*parameters_); }
    JsonValue take_resolved();

private:
    struct View {
        const toml::table* table;
        ConfigLayer owner;
        std::string path;  ///< Path as written in the file that has the table: [nic] may be read as a.nic.
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
    /// `units`: of the whole run of the program.
    double quantity(const std::string& key, double standard, double min, double max, const std::vector<Unit>& units,
                    const std::string& what);
    void record(const std::string& key, const nlohmann::ordered_json& value,
                std::function<Documentation()> documentation);
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

#include <toml++/toml.h>

#include <algorithm>

#include "core/config.h"
#include "core/input_file.h"
#include "core/renamed_names.h"

namespace niclab::core {

namespace {

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            const std::size_t differs = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + differs});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(const std::string& wanted, const std::vector<std::string>& known) {
    constexpr std::size_t kEnoughLetters = 3;  // For the beginning of a name, because fewer names begin like that.
    const std::size_t size = wanted.size();
    std::string best;
    std::size_t best_edits = 0;  // Of two names that begin like it, the shorter one counts.
    // In a short name most letters must be right: "tcp" does not mean "pci".
    std::size_t distance = std::max(std::min<std::size_t>(4, std::max<std::size_t>(size, 3) - 1), size / 3 + 1);
    for (const std::string& name : known) {
        const bool begun = size >= kEnoughLetters && name.compare(0, size, wanted) == 0;
        const std::size_t edits = edit_distance(wanted, name), d = begun ? 1 : edits;
        if (d > distance || (d == distance && (best.empty() || edits >= best_edits))) continue;
        distance = d, best = name, best_edits = edits;
    }
    return best;
}

ConfigLayer load_layer(const std::string& path) { return parse_layer(read_text(path), path); }

/// The layer of a parsed table, with present names.
static ConfigLayer layer_of(toml::table table, const std::string& under = "") {
    rename_keys(table, under);
    return std::make_shared<const toml::table>(std::move(table));
}

ConfigLayer parse_layer(const std::string& text, const std::string& path, const std::string& under) {
    try {
        return layer_of(toml::parse(text, path), under);
    } catch (const toml::parse_error& e) {
        const auto at = e.source().begin;
        std::string description(e.description());
        std::replace(description.begin(), description.end(), '\n', ' ');
        throw ConfigError(path, std::max<std::size_t>(at.line, 1), std::max<std::size_t>(at.column, 1), description);
    }
}

ConfigLayer parse_assignment(const std::string& assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
        throw ConfigError("--set " + assignment + ": not an assignment; expected KEY=VALUE");
    const std::string key = assignment.substr(0, equals), value = assignment.substr(equals + 1);
    for (const std::string& toml : {key + "=" + value, key + "=\"" + value + "\""}) {
        try {
            return layer_of(toml::parse(toml, std::string("--set")));
        } catch (const toml::parse_error&) {
            continue;
        }
    }
    throw ConfigError("--set " + assignment + ": not a TOML key and value; expected KEY=VALUE");
}

}  // namespace niclab::core

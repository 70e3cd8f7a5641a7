#include "lab/experiment/known_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace niclab::lab {

std::vector<std::string> names_of(const NamedTables& tables) {
    std::vector<std::string> names;
    names.reserve(tables.size());
    for (const auto& [name, table] : tables) names.push_back(name);
    return names;
}

[[noreturn]] void refuse_name(const core::ConfigTable& t, const std::string& key, const std::string& found,
                              const std::string& what, const std::vector<std::string>& known) {
    const std::string problem = fmt::format("{} '{}'", what, found);
    if (known.empty()) throw t.error(key, "unknown " + problem, "no name, since none is defined");
    throw t.refusal(key, core::unknown_name(problem, found, known));
}

std::size_t index_of_name(const core::ConfigTable& t, const std::string& key, const std::string& name,
                          const std::string& what, const std::vector<std::string>& known) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) refuse_name(t, key, name, what, known);
    return std::size_t(found - known.begin());
}

unsigned port_of(const core::ConfigTable& table, const std::string& key, const std::string& text, unsigned ports) {
    const std::size_t colon = text.find(':');
    const std::string port = colon == std::string::npos ? "" : text.substr(colon + 1);
    const bool number = !port.empty() && port.size() < 6 && port.find_first_not_of("0123456789") == std::string::npos;
    if (!number || std::stoul(port) < 1 || std::stoul(port) > ports)
        throw table.error(key, "'" + text + "' is not a port",
                          fmt::format("\"SWITCH:PORT\" with a port from 1 to {}", ports));
    return unsigned(std::stoul(port));
}

std::string read_name(core::ConfigTable& t, const std::string& key, const std::string& standard,
                      const std::string& what) {
    try {
        return t.text(key, standard, what);
    } catch (const core::ConfigError& no_text) {
        try {
            return std::to_string(t.integer(key, 0, 0, std::numeric_limits<std::int64_t>::max(), what));
        } catch (const core::ConfigError&) {
            throw no_text;
        }
    }
}

}  // namespace niclab::lab

#include "runtime/parameters.h"

#include <dlfcn.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "core/config.h"
#include "runtime/machine.h"

namespace niclab::linux_kernel {

namespace {
Parameters* g_asking = nullptr;

[[noreturn]] void refuse(const std::string& name, const std::set<std::string>& names, const std::string& owner) {
    if (names.empty())
        throw core::ConfigError("--module-param " + name + ": unknown parameter; expected none, " + owner +
                                " has no parameters");
    throw core::ConfigError("--module-param " + name + ": " +
                            core::unknown_name("parameter of " + owner, name, {names.begin(), names.end()}));
}
}  // namespace

Parameters* Parameters::asking() { return g_asking; }

void Parameters::check(const std::string& module, const std::vector<std::string>& assignments) {
    Parameters parameters;
    g_asking = &parameters;
    void* handle = dlopen(module.c_str(), RTLD_LAZY | RTLD_LOCAL);
    g_asking = nullptr;
    if (!handle) return;
    try {
        parameters.set(assignments);
    } catch (...) {
        dlclose(handle);
        throw;
    }
    dlclose(handle);
}

void Parameters::check_form(const std::vector<std::string>& assignments) {
    for (const std::string& assignment : assignments) {
        const std::size_t equals = assignment.find('=');
        if (equals == std::string::npos || equals == 0)
            throw core::ConfigError("--module-param " + assignment +
                                    ": not an assignment; expected NAME=VALUE[,VALUE...]");
    }
}

void Parameters::check_names(const std::vector<std::string>& assignments, const std::set<std::string>& names,
                             const std::string& owner) {
    check_form(assignments);
    for (const std::string& assignment : assignments) {
        const std::string name = assignment.substr(0, assignment.find('='));
        if (names.count(name) == 0) refuse(name, names, owner);
    }
}

void Parameters::set(const std::vector<std::string>& assignments) {
    check_form(assignments);
    for (const std::string& assignment : assignments) {
        const std::size_t equals = assignment.find('=');
        std::vector<std::string> values;
        std::istringstream text(assignment.substr(equals + 1));
        for (std::string value; std::getline(text, value, ',');) values.push_back(value);
        set(assignment.substr(0, equals), values);
    }
}

void Parameters::set(const std::string& name, const std::vector<std::string>& values) {
    bool found = false;
    for (const niclab_parameter& p : known_) {
        if (name != p.name) continue;
        found = true;
        if (values.empty() || values.size() > p.count)
            throw core::ConfigError(fmt::format("--module-param {}: {} values; expected {}", name, values.size(),
                                                p.count == 1 ? "1" : fmt::format("1 to {}", p.count)));
        for (std::size_t i = 0; i < values.size(); ++i) set_one(p, i, values[i]);
        if (p.given) *p.given = static_cast<int>(values.size());
    }
    if (found) return;
    std::set<std::string> names;
    for (const niclab_parameter& p : known_) names.insert(p.name);
    refuse(name, names, "the driver");
}

void Parameters::set_one(const niclab_parameter& p, unsigned long index, const std::string& value) {
    auto* at = static_cast<unsigned char*>(p.at) + index * p.octets;
    if (std::string(p.type) == "charp") {
        char* text = texts_.emplace_back(value).data();
        std::memcpy(at, &text, sizeof text);
        return;
    }
    const bool yes_or_no = std::string(p.type) == "bool";
    if (yes_or_no && (value == "y" || value == "n")) return std::memset(at, value == "y", p.octets), void();
    char* end = nullptr;
    errno = 0;
    const long long number = std::strtoll(value.c_str(), &end, 0);
    const bool is_unsigned = p.type[0] == 'u' || std::string(p.type) == "byte" || std::string(p.type) == "hexint";
    const long long span = 1LL << std::min<unsigned long>(8 * p.octets, 62);
    const bool fits = yes_or_no     ? number == 0 || number == 1
                      : is_unsigned ? number >= 0 && number < span
                                    : number >= -span / 2 && number < span / 2;
    if (value.empty() || *end || errno || !fits)
        throw core::ConfigError(fmt::format("--module-param {}={}: wrong type; expected {}", p.name, value,
                                            yes_or_no ? "y, n, 0 or 1" : std::string("a number of type ") + p.type));
    std::memcpy(at, &number, p.octets);  // little-endian, as the machine
}

}  // namespace niclab::linux_kernel

extern "C" void niclab_module_has(const struct niclab_parameter* parameter) {
    using niclab::linux_kernel::Machine, niclab::linux_kernel::Parameters;
    Parameters* asking = Parameters::asking();
    (asking ? *asking : Machine::current().parameters).add(*parameter);
}

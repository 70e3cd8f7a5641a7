#include "core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace niclab::core {

namespace {

/// As pages write it: µ, its own sign (U+00B5) or the Greek letter (U+03BC), is u here.
std::string in_ascii(std::string name) {
    for (const char* micro : {"\u00b5", "\u03bc"})
        if (name.rfind(micro, 0) == 0) name.replace(0, 2, "u");
    return name;
}

}  // namespace

std::optional<double> parse_quantity(const std::string& text, const std::vector<Unit>& units) {
    // strtod would accept hexadecimal numbers, words and leading blanks as well.
    const std::size_t digits = std::min(text.find_first_not_of("+-0123456789.eE"), text.size());
    const std::string amount = text.substr(0, digits);
    const std::string name = in_ascii(text.substr(std::min(text.find_first_not_of(' ', digits), text.size())));
    char* end = nullptr;
    const double value = std::strtod(amount.c_str(), &end);
    const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return name == u.name; });
    if (amount.empty() || *end != 0 || unit == units.end()) return std::nullopt;
    return value * unit->factor;
}

std::string format_quantity(double value, const std::vector<Unit>& units) {
    const Unit* best = &units.front();
    for (const Unit& unit : units)
        if (value >= unit.factor && (value < best->factor || unit.factor > best->factor)) best = &unit;
    return fmt::format("{:.12g} {}", value / best->factor, best->name);
}

}  // namespace niclab::core

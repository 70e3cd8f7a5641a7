/// @file Quantities as a user writes them: "30 ns", "2 km".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace niclab::core {

struct Unit {
    const char* name;
    double factor;  ///< Relative to the first unit of the list, which has the factor 1.
};

/// The value in the first unit, or nothing if the text is not valid. Valid are a plain decimal
/// number and one of the units, with optional blanks between them. Micro is u or µ.
std::optional<double> parse_quantity(const std::string& text, const std::vector<Unit>& units);
/// Formats `value`, given in the first unit, in the largest unit that is not greater than it.
std::string format_quantity(double value, const std::vector<Unit>& units);

}  // namespace niclab::core

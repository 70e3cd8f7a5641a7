/// @file  Quantities as a user writes them: "30 ns", "2 km".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace niclab::core {

struct Unit {
    const char* name;
    double factor;  ///< In the first unit of its list, whose own factor is 1.
};

/// The value in the first unit, or nothing: a plain decimal number and one of the units, blanks only between them.
/// Micro may be written u or µ.
std::optional<double> parse_quantity(const std::string& text, const std::vector<Unit>& units);
/// `value`, given in the first unit, in the largest unit not above it.
std::string format_quantity(double value, const std::vector<Unit>& units);

}  // namespace niclab::core

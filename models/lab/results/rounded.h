/// @file Numbers in the form of results.json.
#pragma once

#include <cmath>

namespace niclab::lab {

/// Rounds to six decimals: the last bits of a sum are not a result.
inline double rounded(double x) { return std::round(x * 1e6) / 1e6; }

}  // namespace niclab::lab

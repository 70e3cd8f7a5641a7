/// @file  Numbers as results.json has them.
#pragma once

#include <cmath>

namespace niclab::lab {

/// To six digits behind the point: what the last bits of a sum are is no result.
inline double rounded(double x) { return std::round(x * 1e6) / 1e6; }

}  // namespace niclab::lab

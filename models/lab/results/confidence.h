/// @file The confidence interval of a mean.
#pragma once

#include <cstddef>

namespace niclab::lab {

/// Half of the width of the confidence interval of a mean of `count` values, by Student's t.
/// `deviation`: their standard deviation; `level` in percent, above 0 and below 100. 0 for a single
/// value. Values are treated as independent; packets that queue one after the other are not quite
/// independent.
double half_width(std::size_t count, double deviation, double level = 95);

}  // namespace niclab::lab

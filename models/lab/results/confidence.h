/// @file The confidence interval of a mean.
#pragma once

#include <cstddef>
#include <vector>

namespace niclab::lab {

/// Half of the width of the confidence interval of a mean of `count` values, by Student's t.
/// `deviation`: their standard deviation; `level` in percent, above 0 and below 100. 0 for a single
/// value. Values are treated as independent; packets that queue one after the other are not quite
/// independent.
double half_width(std::size_t count, double deviation, double level = 95);

/// A mean, and half the width of its confidence interval.
struct Mean {
    double value = 0, half_width = 0;
    /// Whether the whole interval has at most this width, percent of the mean.
    bool within(double percent) const { return 2 * half_width <= value * percent / 100; }
};
/// `level` in percent; 0: without an interval.
Mean mean_of(const std::vector<double>& values, double level);

}  // namespace niclab::lab

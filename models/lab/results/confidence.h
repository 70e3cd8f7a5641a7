/// @file The confidence interval of a mean.
#pragma once

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>

namespace niclab::lab {

/// Half of the width of the confidence interval of a mean of `count` values, by Student's t.
/// `deviation`: their standard deviation; `level` in percent, above 0 and below 100. 0 for a single
/// value. Values are treated as independent; packets that queue one after the other are not quite
/// independent.
inline double half_width(std::size_t count, double deviation, double level = 95) {
    if (count < 2) return 0;
    const double t = boost::math::quantile(boost::math::students_t(double(count - 1)), 0.5 + level / 200);
    return t * deviation / std::sqrt(double(count));
}

}  // namespace niclab::lab

/// @file  How sure a mean is.
#pragma once

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>

namespace niclab::lab {

/// How far the interval of a mean of `count` values reaches to both sides, by Student's t; `deviation`: their standard
/// deviation; `level` in percent, above 0 and below 100. 0 where one value says nothing of it. Values count as independent
/// of each other: packets that queue behind one another are not quite.
inline double half_width(std::size_t count, double deviation, double level = 95) {
    if (count < 2) return 0;
    const double t = boost::math::quantile(boost::math::students_t(double(count - 1)), 0.5 + level / 200);
    return t * deviation / std::sqrt(double(count));
}

}  // namespace niclab::lab

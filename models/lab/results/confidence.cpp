#include "lab/results/confidence.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace niclab::lab {

double half_width(std::size_t count, double deviation, double level) {
    if (count < 2) return 0;
    const double t = boost::math::quantile(boost::math::students_t(double(count - 1)), 0.5 + level / 200);
    return t * deviation / std::sqrt(double(count));
}

}  // namespace niclab::lab

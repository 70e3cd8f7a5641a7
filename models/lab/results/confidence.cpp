#include "lab/results/confidence.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace niclab::lab {

namespace {
// Doubles only: with the default policy Boost computes long doubles before main(). In Valgrind, which
// has 64 bits for them, it ends the program.
using Doubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using StudentsT = boost::math::students_t_distribution<double, Doubles>;
}  // namespace

double half_width(std::size_t count, double deviation, double level) {
    if (count < 2) return 0;
    const double t = boost::math::quantile(StudentsT(double(count - 1)), 0.5 + level / 200);
    return t * deviation / std::sqrt(double(count));
}

Mean mean_of(const std::vector<double>& values, double level) {
    Mean m;
    for (const double v : values) m.value += v / double(values.size());
    if (values.size() < 2 || level <= 0) return m;
    double squares = 0;
    for (const double v : values) squares += (v - m.value) * (v - m.value);
    m.half_width = half_width(values.size(), std::sqrt(squares / double(values.size() - 1)), level);
    return m;
}

}  // namespace niclab::lab

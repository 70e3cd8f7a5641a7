/// @file The median of some values.
#pragma once

#include <algorithm>
#include <vector>

namespace niclab::benchmark {

/// `values` must not be empty.
inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace niclab::benchmark

/// @file  What readers of files got, and what that cost those who have them.
#pragma once

#include <cstdint>

#include "base/time.h"

namespace niclab::lab {

/// Of one size of files.
struct ReadsMeasured {
    unsigned file_kib = 0;
    std::uint64_t reads = 0;
    base::Femtoseconds busy = 0, time = 0;  ///< CPU of all keepers, and how long was measured.
    double kbytes_s() const { return time > 0 ? double(reads) * 1.024 / base::to_s(time) : 0; }
    double cpu_percent() const { return time > 0 ? 100 * double(busy) / double(time) : 0; }
};

}  // namespace niclab::lab

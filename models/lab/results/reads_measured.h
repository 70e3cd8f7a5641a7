/// @file The rates of readers of files, and the cost for their servers.
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"

namespace niclab::lab {

/// For one size of files.
struct ReadsMeasured {
    unsigned file_kib = 0;
    std::uint64_t reads = 0;
    base::Femtoseconds busy = 0, time = 0;  ///< CPU time of all servers, and the time of the measurement.
    void add(const ReadsMeasured& o) { reads += o.reads, busy += o.busy, time += o.time; }
    double kbytes_s() const { return time > 0 ? double(reads) * 1.024 / base::to_s(time) : 0; }
    double cpu_percent() const { return time > 0 ? 100 * double(busy) / double(time) : 0; }
};

/// Over all sizes with equal weight, as PERFORM3 does it.
struct MeanReads {
    double kbytes_s = 0, cpu_percent = 0;
};

inline MeanReads mean_of(const std::vector<ReadsMeasured>& reads) {
    MeanReads mean;
    for (const ReadsMeasured& m : reads) {
        mean.kbytes_s += m.kbytes_s() / double(reads.size());
        mean.cpu_percent += m.cpu_percent() / double(reads.size());
    }
    return mean;
}

}  // namespace niclab::lab

/// @file How often an experiment is run: a number of runs, or until its means are known.
#pragma once

#include <functional>

#include "core/config.h"

namespace niclab::lab {

/// The condition to continue with runs until a mean is known sufficiently well, as netperf's -i and
/// -I.
struct Confidence {
    double level = 0;  ///< Percent; 0: the number of runs is given.
    double width = 5;  ///< Percent of the mean, the whole interval.
    unsigned least = 3, most = 10;

    bool on() const { return level > 0; }
    /// The number of runs at most, if `runs` is the given number.
    unsigned most_runs(unsigned runs) const { return on() ? most : runs; }
    /// Whether `done` runs are enough. `known`: whether all means are known sufficiently well.
    bool enough(unsigned done, unsigned runs, const std::function<bool()>& known) const {
        return done >= most_runs(runs) || (on() && done >= least && known());
    }
};

/// Read run.runs and run.seed. Throw core::ConfigError.
unsigned read_runs(core::ConfigTable& run);
std::uint64_t read_seed(core::ConfigTable& run);
/// Reads run.confidence. Throws core::ConfigError.
Confidence read_confidence(core::ConfigTable table);

}  // namespace niclab::lab

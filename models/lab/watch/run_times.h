/// @file The mean time of a packet in each run, from program to program, by stream of a hop.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/experiment/repetition.h"
#include "lab/results/confidence.h"
#include "lab/results/run_means.h"
#include "lab/watch/streams.h"

namespace niclab::lab {

class RunTimes {
public:
    /// A run is over. Packets that were not delivered have no time.
    void add_run(const std::vector<WatchedStream>& streams, const probe::PduTracker& tracker);
    /// Whether each mean is known as well as required; those without a packet are ignored.
    bool are_known(const Confidence& confidence) const;
    void report(const std::vector<WatchedStream>& streams, const Confidence& confidence, RunMeans& means) const;

private:
    std::vector<std::vector<double>> us_;  ///< By stream and run.
    std::size_t next_ = 0;                 ///< Rows of the tracker before it are counted.
};

}  // namespace niclab::lab

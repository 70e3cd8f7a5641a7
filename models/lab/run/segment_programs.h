/// @file The programs of a segment's hosts: they generate frames according to their flows, and
/// identify them on arrival.
#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "lab/bench/segment_bench.h"
#include "lab/run/perform3.h"
#include "lab/watch/frame_tracer.h"

namespace niclab::lab {

class SegmentPrograms {
public:
    SegmentPrograms(const SegmentExperiment& experiment, SegmentBench& bench, FrameTracer& tracer);

    void start();
    /// Results of reads of files, if there are such flows.
    const std::vector<ReadsMeasured>& reads() const { return perform3_.measured(); }
    /// Called for each frame that a host's MAC received for it, or received damaged, with its FCS.
    std::function<void(std::size_t host, base::Femtoseconds at, const std::vector<std::uint8_t>& octets)> heard;

private:
    struct Flow {
        std::uint64_t made = 0;
        base::RandomStream random;
    };
    void due(std::uint64_t flow);
    void offer(std::size_t flow);
    bool over(std::size_t flow) const;
    void left(const SegmentFrame& frame, const ether::TransmitStatus& status);
    void received(std::size_t host, const std::vector<std::uint8_t>& octets, const ether::ReceiveStatus& status);
    std::vector<std::uint8_t> octets_of(const SegmentFlow& flow, std::size_t number, unsigned octets) const;

    const SegmentExperiment& experiment_;
    SegmentBench& bench_;
    FrameTracer& tracer_;
    std::vector<Flow> flows_;
    Perform3 perform3_;
};

}  // namespace niclab::lab

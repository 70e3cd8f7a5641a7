/// @file The programs of a segment's hosts: they generate frames according to their flows, and
/// identify them on arrival.
///
/// A saturated flow has its next frame in the card after the driver's cost and the copy
/// (`sender.frame`, `card.out`). They overlap the frames that the card still sends, as far as its
/// transmit buffers allow. Without cost and copy there is always a frame.
/// Every frame is followed by the turnaround of its card (`card.turnaround`).
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "lab/bench/frame_source.h"
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

private:
    /// The CPU of a host, as far as frames of saturated flows need it.
    struct Driver {
        base::Femtoseconds free = 0;          ///< Time from which it can prepare a frame.
        std::deque<base::Femtoseconds> ends;  ///< Of the last frames, one per transmit buffer.
    };
    void offer(std::size_t flow, unsigned octets);
    base::Femtoseconds prepared(std::size_t flow, unsigned octets);
    void ended(std::size_t host);
    void turned(std::uint64_t host);
    void left(const SegmentFrame& frame, const ether::TransmitStatus& status);
    void received(std::size_t host, const std::vector<std::uint8_t>& octets, const ether::ReceiveStatus& status);
    std::vector<std::uint8_t> octets_of(const SegmentFlow& flow, std::size_t number, unsigned octets) const;

    const SegmentExperiment& experiment_;
    SegmentBench& bench_;
    FrameTracer& tracer_;
    std::vector<FrameSource> flows_;
    std::vector<Driver> drivers_;  ///< One per host.
    Perform3 perform3_;
};

}  // namespace niclab::lab

/// @file The packets of a flow in one direction, which observers identify by their connection on a
/// hop.
#pragma once

#include <vector>

#include "lab/bench/bench.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// The connection of a channel of an ATM driver; on other lines a number is split in the same way.
probe::Vc vc_of(host::Channel channel);

struct WatchedStream {
    const Stream& stream;
    const FlowConfig& flow;
    probe::Vc vc;
};

/// For a hop with cards that are also the ends of other hops: whether one of its streams uses this
/// channel. True for any other hop.
bool carries(const Hop& hop, const std::vector<WatchedStream>& streams, host::Channel channel);

/// The streams of a hop, in the order of the flows.
std::vector<WatchedStream> streams_of(const Bench& bench, const Hop& hop);

}  // namespace niclab::lab

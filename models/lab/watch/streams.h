/// @file  The packets of a flow in one direction, as observers tell them apart: by their connection on a hop.
#pragma once

#include <vector>

#include "lab/bench/bench.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// The connection that a channel of an ATM driver is; on other lines a number is split likewise.
probe::Vc vc_of(host::Channel channel);

struct WatchedStream {
    const Stream& stream;
    const FlowConfig& flow;
    probe::Vc vc;
};

/// A hop whose cards are the ends of others, too: does one of its streams use this channel? Of any other hop: yes.
bool carries(const Hop& hop, const std::vector<WatchedStream>& streams, host::Channel channel);

/// Those of a hop, in the order of the flows.
std::vector<WatchedStream> streams_of(const Bench& bench, const Hop& hop);

}  // namespace niclab::lab

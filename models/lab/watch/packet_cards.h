/// @file The connection of observers to cards with packet memory.
#pragma once

#include "lab/bench/bench.h"
#include "probe/track/latency_recorder.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// The sources of the records of a hop's PDUs.
probe::LatencyRecorder::Sources trace_sources(const Hop& hop, const probe::BusLog& sending_bus,
                                              const probe::BusLog& receiving_bus);
/// Connects the taps that only such cards have.
void connect_packet_cards(probe::PduTracker& tracker, probe::LatencyRecorder& recorder, const Hop& hop);

}  // namespace niclab::lab

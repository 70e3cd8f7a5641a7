/// @file The connection of a packet's observers to a card and its driver, for each half of a path.
#pragma once

#include <functional>

#include "lab/bench/bench.h"
#include "probe/track/latency_recorder.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// Reports the events of sent packets: those of the driver, the bus and the card up to its line.
void follow_sender(const End& sender, probe::PduTracker& tracker, probe::LatencyRecorder& recorder);
/// Reports those of received packets: from the card to the driver. `carries`: the received units of
/// this channel belong to the packets of the tracker.
void follow_receiver(const End& receiver, const std::function<bool(host::Channel)>& carries, probe::PduTracker& tracker,
                     probe::LatencyRecorder& recorder);

/// Set the sources of the records of PDUs in the two halves.
void set_sender(probe::LatencyRecorder::Sources& sources, const End& sender, const probe::BusLog& bus);
void set_receiver(probe::LatencyRecorder::Sources& sources, const End& receiver, const probe::BusLog& bus);

}  // namespace niclab::lab

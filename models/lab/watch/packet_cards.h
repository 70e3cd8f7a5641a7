/// @file  What observers have to know of cards with packet memory.
#pragma once

#include "lab/bench/bench.h"
#include "probe/account/attribution.h"
#include "probe/track/pdu_life.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

/// Where the life of PDUs of one direction is looked for.
probe::LifeRecorder::Sources life_sources(const Side& sender, const Side& receiver, const probe::BusLog& sending_bus,
                                          const probe::BusLog& receiving_bus);
/// A side's card as attribution sees it.
probe::PacketCard packet_card(const Side& side, bool sends);
/// Connects the taps that only such cards have.
void connect_packet_cards(probe::PduTracker& tracker, probe::LifeRecorder& life, Side& sender, Side& receiver);

}  // namespace niclab::lab

/// @file Latency spans of a packet's bursts on the two hosts' buses, equal for every kind of card
/// that makes these bursts itself.
#pragma once

#include "card/causes.h"

namespace niclab::card {

/// Adds the spans from REQ# of its descriptor until the descriptor is in the card.
void add_descriptor(Spans& spans, const TracedPacket& packet);
/// Adds the spans from REQ# of the first unit's payload until this payload is in the card.
void add_payload(Spans& spans, const TracedPacket& packet);
/// Adds the spans from REQ# of the first received payload to the interrupt handler. `others`: the
/// cause of the packet's other units.
void add_to_handler(Spans& spans, const TracedPacket& packet, const Cause& others);

}  // namespace niclab::card

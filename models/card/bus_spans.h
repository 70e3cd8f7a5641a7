/// @file  Spans of a packet's bursts on the two hosts' buses, alike for every kind whose card makes them itself.
#pragma once

#include "card/causes.h"

namespace niclab::card {

/// From REQ# of its descriptor until that is in the card.
void add_descriptor(Spans& spans, const Passed& packet);
/// From REQ# of the first unit's payload until that is in the card.
void add_payload(Spans& spans, const Passed& packet);
/// From REQ# of the first received payload to the interrupt handler; `others`: what the packet's other units are.
void add_to_handler(Spans& spans, const Passed& packet, const Cause& others);

}  // namespace niclab::card

/// @file The path of a packet through a card of this kind.
#pragma once

#include "card/chain.h"
#include "cards/packet_sar/config.h"

namespace niclab::packet_sar {

/// The places depend on the card's configuration: the processor that works, and the unit that moves
/// the payload.
card::CardPath chain(const Config& config);

}  // namespace niclab::packet_sar

/// @file  The way of a packet through a card of this kind.
#pragma once

#include "card/chain.h"
#include "cards/packet_sar/config.h"

namespace niclab::packet_sar {

/// Whose processor works, and who moves the payload, is the card's to say: it passes places accordingly.
card::Halves chain(const Config& config);

}  // namespace niclab::packet_sar

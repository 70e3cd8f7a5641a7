/// @file  What all boards ask of their configuration. Each throws std::invalid_argument: a key out of range.
#pragma once

#include "cards/etherlink/config.h"

namespace niclab::etherlink {

/// Of a card for PCI or EISA, whose FIFOs share a RAM.
const Config& checked(const Config& c);
/// Of a card with the 3C509's chip.
const Config& checked_isa(const Config& c);
/// The pins of the network it is plugged into.
ether::MacConfig mac_of(const Config& config);

}  // namespace niclab::etherlink

/// @file Checks of the boards' configurations. Each throws std::invalid_argument: a key out of
/// range.
#pragma once

#include "cards/etherlink/config.h"

namespace niclab::etherlink {

/// For a card for PCI or EISA with FIFOs that share a RAM.
const Config& checked(const Config& c);
/// For a card with the 3C509's chip.
const Config& checked_isa(const Config& c);
/// The width of the pins, according to the card's network.
ether::MacConfig mac_of(const Config& config);

}  // namespace niclab::etherlink

/// @file The cards that a guest can have, and what its kernel needs for them.
#pragma once

#include <string>
#include <vector>

#include "ethernet_card.h"

namespace niclab::vm {

struct Card {
    std::string name, module;
    const linux_kernel::EthernetKind* ethernet;  ///< nullptr: it is for an ATM line.
};

/// The PCI cards with a driver in the guest's kernel. Their names are those of `niclab driver`.
const std::vector<Card>& cards();

/// The card with this name. Throws core::ConfigError.
const Card& find_card(const std::string& name);

/// The rate of its line in Mb/s: `mbps`, or the lowest one if that is 0. An ATM line has one of its
/// own, 0. Throws core::ConfigError.
unsigned rate_of(const Card& card, unsigned mbps);

}  // namespace niclab::vm

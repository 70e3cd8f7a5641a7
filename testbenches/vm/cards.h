/// @file The cards that a guest can have, and what its kernel needs for them.
#pragma once

#include <string>
#include <vector>

#include "ethernet_card.h"

namespace niclab::vm {

/// The PCI cards with a driver in the guest's kernel. Their names are those of `niclab driver`.
const std::vector<const linux_kernel::EthernetKind*>& cards();

/// The card with this name. Throws core::ConfigError.
const linux_kernel::EthernetKind& find_card(const std::string& name);

}  // namespace niclab::vm

/// @file The capabilities in the configuration space of a card.
#pragma once

#include "kernel/pci.h"

namespace niclab::linux_kernel {

/// The offset of a capability; 0: the card does not have it.
int find_capability(pci_dev* device, unsigned identifier);

}  // namespace niclab::linux_kernel

/// @file A reader of the description of a host's PCI Express side in an experiment.
#pragma once

#include "card/kind.h"
#include "core/config.h"
#include "pcie/slot/board.h"

namespace niclab::lab {

/// Reads [pcie] of a host. `most`: of the card. Throws core::ConfigError.
pcie::BoardConfig read_pcie(core::ConfigTable pcie, const card::PcieWidth& most);

}  // namespace niclab::lab

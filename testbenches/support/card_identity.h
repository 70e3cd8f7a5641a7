/// @file The configuration space of a card for tests of the bus: an I/O and a memory window, an
/// expansion ROM.
#pragma once

#include "pci/config_space.h"

namespace niclab::test {

inline pci::Identity card_identity() {
    pci::Identity id;
    id.vendor = 0x111D;
    id.device = 0x0001;
    id.class_code = 0x020300;
    id.revision = 0x03;
    id.min_gnt = id.max_lat = 5;
    id.bar_octets = {256, 4096, 0, 0, 0, 0};
    id.bar_is_io = {true, false, false, false, false, false};
    id.rom_octets = 128 * 1024;
    return id;
}

}  // namespace niclab::test

/// @file The identification of the chip in configuration space: BAR0 256 octets of I/O, BAR1 4 KiB
/// of memory.
///
/// Source: lspci listings and drivers.
/// Assumed: Min_Gnt and Max_Lat are not published: 5 and 5 are *assumed*. Memory write and
///   invalidate, the cache line size register and fast back-to-back are not mentioned either:
///   *assumed* absent.
#pragma once

#include "pci/config_space.h"

namespace niclab::nicstar {

inline pci::Identity pci_identity() {
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

}  // namespace niclab::nicstar

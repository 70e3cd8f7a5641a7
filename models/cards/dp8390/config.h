/// @file  What is free of an RTL8029: its address, and how fast it is inside.
///
/// Source:  chip clock and clocks of a transfer: DP8390D (TL/F/8582), 20 MHz and four clocks (from memory of its section 13).
#pragma once

#include "cards/ether_board/address.h"
#include "ether/mac.h"

namespace niclab::dp8390 {

using ether_board::Address;

struct Config {
    Address address{0x00, 0xE0, 0x4C, 0, 0, 1};  ///< In the PROM.
    double chip_hz = 20e6;                       ///< 1e6 .. 100e6
    unsigned dma_clocks = 4;                     ///< 1 .. 255 chip clocks a transfer.
    unsigned register_clocks = 2;                ///< 1 .. 255 from an access to its effect. *assumed*
    std::uint32_t ram_octets = 16384;            ///< A power of two, 4096 .. 16384.
    ether::MacConfig mac = mac_defaults();

    /// This chip tries again after a late collision, too (RTL8029AS, p. 15, OWC).
    static ether::MacConfig mac_defaults() {
        ether::MacConfig mac;
        mac.rules.retry_late = true;
        return mac;
    }
};

}  // namespace niclab::dp8390

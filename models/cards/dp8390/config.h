/// @file The parameters of a card with this chip: its address, and its internal timing.
///
/// Source: chip clock and clocks of a transfer: DP8390D (TL/F/8582), 20 MHz and four clocks (from
///   memory of its section 13).
/// Assumed: an NE2000's clocks of remote DMA, 7 for a read and 19 for a write, and one to restart.
///   A coarser model of this bus (isa/copy.h) needs 8 and 20 for that card's rows of AN-880, Figure
///   3 and Figure 5 (`cal`). At signal level they have not been fitted.
#pragma once

#include "cards/ether_board/address.h"
#include "core/clock.h"
#include "ether/mac.h"

namespace niclab::dp8390 {

using ether_board::Address;

struct Config {
    Address address{0x00, 0xE0, 0x4C, 0, 0, 1};  ///< In the PROM.
    double chip_hz = 20e6;                       ///< 1e6 .. 100e6
    unsigned dma_clocks = 4;                     ///< 1 .. 255 chip clocks a transfer of local DMA.
    unsigned remote_read_clocks = 4;             ///< 1 .. 255 chip clocks per transfer of remote DMA, for a read
    unsigned remote_write_clocks = 4;            ///< and for a write.
    bool prom = true;                            ///< Addresses below 4000H are the PROM, not RAM.
    bool latched = false;                        ///< Remote DMA uses latches (DataLatch), not the window.
    bool one_port = false;                       ///< Memory that the bus accesses directly has one port
                                                 ///< (MemoryGate).
    unsigned gate_clocks = 4;                    ///< 1 .. 255, for an access of the bus through a gate. *assumed*
    unsigned register_clocks = 2;                ///< 1 .. 255 from an access to its effect. *assumed*
    std::uint32_t ram_octets = 16384;            ///< A power of two, 4096 .. 16384.
    ether::MacConfig mac = mac_defaults();

    /// This chip retries after a late collision, too (RTL8029AS, p. 15, OWC).
    static ether::MacConfig mac_defaults() {
        ether::MacConfig mac;
        mac.rules.retry_late = true;
        return mac;
    }
};

/// Throws std::invalid_argument: a key out of range.
const Config& checked(const Config& config);
core::Clock::Config chip_oscillator(const Config& config);

}  // namespace niclab::dp8390

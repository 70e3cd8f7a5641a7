/// @file An AT1500: an Am79C960 on an ISA bus as a bus master, with jumpers for its ports,
/// interrupt and DMA channel.
///
/// Registers: 24 ports: the PROM with the address, 57H at 14 and 15, as octets; RDP, RAP, reset and
///   the bus registers at 10H to 17H as words (IOCS16#).
/// Memory: its block, rings and buffers are in the host's memory, below 16 MB, in words (software
///   style 0).
/// Timing: the chip has its own clock, asynchronous to BCLK.
/// Source: lance.c of Linux 6.1: ports, PROM, the chip's number. Its FIFOs of 136 and 128 octets:
///   Am79C961 and Am79C961A (AMD 19364), p. 1.
/// Assumed: 20 MHz; the choices of CSR80 for such FIFOs; bus registers 0 and 1, which set lengths
///   of commands, have no effect. The address is one of Allied Telesyn's (00:00:F4).
/// Not modelled: memory of the board instead of bus mastering, Plug and Play, boot ROM.
#pragma once

#include "cards/ether_board/slot_connection.h"
#include "cards/lance/core.h"
#include "isa/master.h"
#include "isa/slave.h"

namespace niclab::lance {

class At1500 : public sc_core::sc_module {
public:
    static constexpr std::uint32_t kIsaPorts = 0x18;
    /// Settings of the jumpers.
    static constexpr std::array<unsigned, 8> kIrqs{3, 4, 5, 9, 10, 11, 12, 15};
    static constexpr std::array<unsigned, 4> kChannels{3, 5, 6, 7};
    struct Jumpers {
        std::uint32_t port = 0x300;  ///< 300H, 320H, 340H or 360H
        unsigned irq = 10;           ///< 3, 4, 5, 9, 10, 11, 12 or 15
        unsigned channel = 5;        ///< 3, 5, 6 or 7
    };
    /// Throws std::invalid_argument: a key out of range, or a setting that no jumper has.
    At1500(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection, const Config& config,
           const Jumpers& jumpers);

    static Config at1500_defaults();

private:
    core::Clock chip_clock_;

public:
    Core chip;
    isa::Slave slave;
    isa::Master master;
    ether::Mac mac;
};

}  // namespace niclab::lance

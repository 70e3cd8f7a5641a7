/// @file  An AT1500: an Am79C960 on an ISA bus of which it is a master, with jumpers for its ports, interrupt and DMA channel.
///
/// 24 ports: the PROM with the address, 57H at 14 and 15, as octets; RDP, RAP, reset and the bus registers at 10H to 17H as words (IOCS16#).
/// Memory:   its block, rings and buffers lie in the host's, below 16 MB, in words (software style 0).
/// Clock:    the chip's own; it knows nothing of BCLK.
/// Source:   lance.c of Linux 6.1: ports, PROM, the chip's number; its FIFOs of 136 and 128 octets: Am79C961 and Am79C961A (AMD 19364), p. 1.
/// Assumed:  20 MHz, what CSR80 chooses for such FIFOs, that bus registers 0 and 1, which set lengths of commands, do nothing; the address is one of Allied
///           Telesyn's (00:00:F4).
/// Not modelled:  memory of the board's own instead of a master's, Plug and Play, boot ROM.
#pragma once

#include "cards/ether_board/seat.h"
#include "cards/lance/core.h"
#include "isa/master.h"
#include "isa/slave.h"

namespace niclab::lance {

class At1500 : public sc_core::sc_module {
public:
    static constexpr std::uint32_t kIsaPorts = 0x18;
    /// Places that jumpers choose.
    static constexpr std::array<unsigned, 8> kIrqs{3, 4, 5, 9, 10, 11, 12, 15};
    static constexpr std::array<unsigned, 4> kChannels{3, 5, 6, 7};
    struct Jumpers {
        std::uint32_t port = 0x300;  ///< 300H, 320H, 340H or 360H
        unsigned irq = 10;           ///< 3, 4, 5, 9, 10, 11, 12 or 15
        unsigned channel = 5;        ///< 3, 5, 6 or 7
    };
    /// Throws std::invalid_argument: a key out of range, a place that no jumper chooses.
    At1500(sc_core::sc_module_name name, const ether_board::IsaSeat& seat, const Config& config,
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

/// @file  An NE2000: a DP8390 on an ISA bus, which reaches the card's memory through latches.
///
/// 32 ports: the chip's registers, the latches at 10H to 17H (16 bits wide, IOCS16#), a reset at 18H to 1FH, where a read resets.
/// An access to the latches moves as much as the chip does, a word with WTS = 1. Its jumpers choose the first port and the interrupt.
/// Source:   ne.c of Linux 6.1: ports, PROM with octets that stand twice, 57H at 14 and 15.
/// Assumed:  a write to the reset's ports does nothing; no boot ROM.
#pragma once

#include "cards/dp8390/core.h"
#include "cards/dp8390/jumpers.h"
#include "cards/ether_board/seat.h"
#include "isa/slave.h"

namespace niclab::dp8390 {

class Ne2000 : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument: a key out of range.
    Ne2000(sc_core::sc_module_name name, const ether_board::IsaSeat& seat, const Config& config = ne2000_defaults(),
           const Jumpers& jumpers = {});

    static Config ne2000_defaults();

private:
    /// Registers, latches and reset as the decoder asks for them.
    class Ports : public bus::TargetPort {
    public:
        explicit Ports(Core& chip) : chip_(chip) {}
        Answer begin(const Access&) override { return {}; }
        bool ready(const Access& a) override;
        unsigned later_wait_clocks(const Access&) override { return 0; }
        bool bursts() const override { return false; }
        std::uint32_t read(const Access& a) override;
        void write(const Access& a, std::uint32_t data) override;

    private:
        static bool latched(const Access& a) { return a.offset >= kDataPort && a.offset < kResetPort; }
        Core& chip_;
    };
    core::Clock chip_clock_;

public:
    Core chip;

private:
    Ports ports_;

public:
    isa::Slave slave;
    ether::Mac mac;
};

}  // namespace niclab::dp8390

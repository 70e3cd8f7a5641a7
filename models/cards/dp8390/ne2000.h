/// @file An NE2000: a DP8390 on an ISA bus, which accesses the card's memory through latches
/// (latch_ports.h).
///
/// Behaviour: its jumpers select the first port and the interrupt.
/// Source: ne.c of Linux 6.1: ports, PROM with each octet twice, 57H at 14 and 15.
/// Assumed: no boot ROM.
#pragma once

#include "cards/dp8390/jumpers.h"
#include "cards/dp8390/latch_ports.h"
#include "cards/ether_board/slot_connection.h"

namespace niclab::dp8390 {

class Ne2000 : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument: a key out of range.
    Ne2000(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection,
           const Config& config = ne2000_defaults(), const Jumpers& jumpers = {});

    static Config ne2000_defaults();

private:
    core::Clock chip_clock_;

public:
    Core chip;

private:
    LatchPorts ports_;

public:
    isa::Slave slave;
    ether::Mac mac;
};

}  // namespace niclab::dp8390

/// @file  INTA#: the events whose interrupt is enabled, that of the end of a PDU with a delay.
///
/// Source:     nicstar.h; the delays fit clocks of a 33.0 MHz bus.
/// Ambiguous:  one timer, armed by the first PDU, covers the later ones (*assumed*).
#pragma once

#include <cstdint>

#include "sar/registers.h"

namespace niclab::sar {

class Interrupts {
public:
    /// Level of INTA# in clock number `cycle`.
    bool level(const Registers& registers, std::uint64_t cycle) {
        if (registers.events == 0) {
            due_ = 0;
            return false;
        }
        std::uint32_t raised = registers.events & interrupt_enables(registers.cfg);
        if (!(raised & stat::kEopdu)) {
            due_ = 0;
        } else {
            if (due_ == 0) due_ = cycle + cfg::rx_interrupt(registers.cfg) - 1;
            if (cycle < due_) raised &= ~stat::kEopdu;
        }
        return raised != 0;
    }
    /// An end of a PDU waits for its delay.
    bool delaying() const { return due_ != 0; }

private:
    std::uint64_t due_ = 0;  ///< Clock at which the delay is over; 0: none.
};

}  // namespace niclab::sar

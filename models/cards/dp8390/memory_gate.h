/// @file The access of an ISA bus to a DP8390's memory with one port: it waits until the chip's own
/// DMA does not use the memory.
///
/// Timing: the bus gets the memory at an edge of the chip's clock at which no other user has it,
///   for `gate_clocks`. IOCHRDY is released at the first of these clocks, since the rest of a cycle
///   is longer than the memory needs. A burst of local DMA that becomes due meanwhile waits.
/// Source: the AT/LANTIC's core and the bus share one memory by IOCHRDY: *assumed*, from memory of
///   DP83905's data sheet.
#pragma once

#include "core/mailbox.h"

namespace niclab::dp8390 {

class MemoryGate {
public:
    core::Mailbox<bool> asked{"memory_asked"}, granted{"memory_granted"};

    /// For the bus: requests the memory, once per access. Returns true when it is granted.
    bool passes() {
        if (!asking_) asked.post(true);
        asking_ = !granted.has_item();
        if (!asking_) granted.take();
        return !asking_;
    }
    /// For the chip: grants a request.
    void open() {
        asked.take();
        granted.post(true);
    }

private:
    bool asking_ = false;
};

}  // namespace niclab::dp8390

/// @file  The way of an ISA bus to a DP8390's memory where that has one port: an access waits until the chip's own DMA leaves the memory alone.
///
/// The bus is let through at an edge of the chip's clock at which nobody else uses the memory, and has it for `gate_clocks`: IOCHRDY is let go
/// with the first of them, what the memory needs fits into the rest of a cycle. A burst of local DMA that falls due meanwhile waits.
/// Source:   that the AT/LANTIC's core and the bus share one memory by IOCHRDY: *assumed*, from memory of DP83905's data sheet.
#pragma once

#include "core/mailbox.h"

namespace niclab::dp8390 {

class MemoryGate {
public:
    core::Mailbox<bool> asked{"memory_asked"}, granted{"memory_granted"};

    /// Of the bus: asks, once an access. True: the memory is its own now.
    bool passes() {
        if (!asking_) asked.post(true);
        asking_ = !granted.has_item();
        if (!asking_) granted.take();
        return !asking_;
    }
    /// Of the chip, when it was asked.
    void open() {
        asked.take();
        granted.post(true);
    }

private:
    bool asking_ = false;
};

}  // namespace niclab::dp8390
